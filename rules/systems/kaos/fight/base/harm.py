"""Damage: rolled, perhaps rolled again for luck, reduced, suffered; and hit points that dice give back.

PCT-014 to PCT-017, PCT-037 (luck), PCT-045 (the drained are not healed).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Dice,
    Json,
    Judged,
    MemoKept,
    NotNow,
    Reply,
    Said,
    Sheet,
    Table,
    Told,
    Weighing,
    Wording,
    amount,
    counted,
    distribution,
    plain_wording,
    plainly,
    throw,
    wording_from,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped, mean
from rules.systems.kaos.content.switches import REROLL_DAMAGE
from rules.systems.kaos.core import (
    HIT_POINTS,
    LAST,
    MEASURE,
    chances,
    figures,
    forget,
    health,
    in_hit_points,
    in_points,
    loss,
    points,
)
from rules.systems.kaos.fight.base.blow import Blow, chances_afterwards, settle
from rules.systems.kaos.fight.base.state import NETTED, begin, free_from, is_out, lower, show, stop


def come_through(table: Table, dice: Dice, blow: Blow) -> None:
    """Roll the damage of a blow that was not defended, perhaps asking for a re-roll; a net catches (PCT-014)."""
    if not table.takes_part(blow.target):
        return
    if not blow.damage:
        _catch(table, blow)
        settle(table, dice, blow)
        return
    fell = throw(table, dice, blow.attacker, "damage", amount(blow.damage))
    if _may_roll_again(table, blow, fell):
        damage = blow.damage_of(fell)
        question = points.reroll_question(table, blow.attacker)
        title = Said(f"{damage} damage to {{0}}. {question}", (blow.target,))
        table.ask(blow.attacker, title, DamageStands.name, DamageAgain.name, **blow.known(), fell=fell)
    else:
        suffer(table, dice, blow, fell)


def _may_roll_again(table: Table, blow: Blow, fell: int) -> bool:
    """Whether a re-roll is offered: the dice fell below average, the house has it so, and the attacker can pay."""
    if fell >= mean(distribution(amount(blow.damage))) or not REROLL_DAMAGE.chosen(table.house_rules):
        return False
    able = points.points_held(table.sheet(blow.attacker)) >= points.reroll_price(table.house_rules)
    return able and table.takes_part(blow.attacker)


def suffer(table: Table, dice: Dice, blow: Blow, fell: int) -> None:
    """Let the damage of the dice hurt: with STR/10, doubled if it was a surprise, then reduced (PCT-015, C-13)."""
    damage = blow.damage_of(fell)
    reduced = min(damage, figures.reduction_of(table.sheet(blow.target), blow.type))
    lost = damage - reduced
    table.happen(Judged(blow.attacker, "hit", lost, {"target": blow.target, "damage": damage, "reduced": reduced}))
    told = f"{{0}} hits {{1}}: {counted(lost, 'hit point', 'hit points')} lost."
    table.happen(Told((blow.attacker, blow.target), told))
    hurt(table, blow.target, lost, blow.weapon, lethal=blow.lethal)
    settle(table, dice, blow)


def hurt(table: Table, who: str, lost: int, source: str, *, lethal: bool = True) -> None:
    """Take hit points; one who goes down lets go of everything (PCT-016, PCT-017)."""
    health.hurt(table, who, lost, plainly(source), lethal=lethal)
    fallen(table, who)


def fallen(table: Table, who: str) -> None:
    """End the guard, holds and kept spells of somebody who is down."""
    if table.takes_part(who) and is_out(table.sheet(who)):
        lower(table, who)
        free_from(table, who)
        stop(table, who)
        show(table, who)


def _catch(table: Table, blow: Blow) -> None:
    """Catch the target in a net without damage; the game master says how it hinders (D-4)."""
    table.happen(Judged(blow.attacker, "hit", 0, {"target": blow.target, "damage": 0}))
    begin(table, blow.target, NETTED, source=plainly(blow.weapon))
    table.happen(Told((blow.attacker, blow.target), "{1} is caught."))


def left_of(sheet: Sheet) -> int:
    """The hit points that one can lose before one falls, at least 1 (PCT-016)."""
    return max(1, health.hp(sheet) + sheet.now(health.TEMPORARY))


def of_those_left(sheet: Sheet, harm: Distribution) -> float:
    """The mean of hit points lost, none beyond those that there are."""
    left = left_of(sheet)
    return sum(share * min(lost, left) for lost, share in enumerate(harm))


def down(table: Table, who: str, harm: Distribution) -> float:
    """P(harm leaves somebody unconscious or dead)."""
    sheet = table.sheet(who)
    return at_least(harm, max(0, health.hp(sheet)) + sheet.now(health.TEMPORARY)) if health.hp(sheet) > 0 else 1.0


# -- luck with damage --------------------------------------------------------------------------------------------------

SHARES = ("They lose", "Points")
OF_DAMAGE = f"Average damage. {MEASURE}"


def _thrown_damage(table: Table, reply: Reply) -> tuple[Blow, int]:
    """The blow that an ask is about, and what its dice show."""
    known = table.open_ask(reply.ask, reply.name).known
    return Blow.from_known(known), int(known["fell"])


def _weighed(table: Table, reply: Reply, blow: Blow, rolled: Distribution, price: int) -> Weighing:
    """An answer weighed by the worth that damage takes on average, less its price in points (PCT-037)."""
    harm = chances.after_reduction(rolled, figures.reduction_of(table.sheet(blow.target), blow.type))
    worth = loss(table, blow.target, harm, lethal=blow.lethal)
    shares = worth, -in_hit_points(table, price)
    return Weighing.of_one(HIT_POINTS, OF_DAMAGE, shares, SHARES, reply.label, in_points(table))


def _odds_to_better(fall: Distribution, before: int, better: str, measured: str) -> Odds:
    """The odds that dice thrown again show more, or less, than before; ``better`` names what more does."""
    more, less = at_least(fall, before + 1), sum(fall[:before])
    listed = Chance("more", f"more than {before}", more), Chance("less", f"less than {before}", less)
    return Odds(f"{in_words(more).capitalize()} to {better}", listed, fall, measured)


@dataclass(frozen=True, slots=True)
class DamageStands(Reply, name="damage.stands", label="Keep the damage"):
    """Let the damage count as it fell."""

    unasked: ClassVar[str] = "No damage to decide about."

    def odds(self, table: Table) -> Odds:
        """The damage that fell, and the chances of what comes after it."""
        blow, fell = _thrown_damage(table, self)
        return Odds(f"{blow.damage_of(fell)} damage before reduction.", chances_afterwards(table, blow))

    def weighing(self, table: Table) -> Weighing:
        """Letting it count weighed, beside rolling again (PCT-037)."""
        blow, fell = _thrown_damage(table, self)
        return _weighed(table, self, blow, (*(0.0,) * blow.damage_of(fell), 1.0), 0)

    def perform(self, table: Table, dice: Dice) -> None:
        blow, fell = _thrown_damage(table, self)
        table.answer(self.ask, self.name)
        suffer(table, dice, blow, fell)


@dataclass(frozen=True, slots=True)
class DamageAgain(Reply, name="damage.again", label="Roll damage again"):
    """Pay for luck and roll the damage again, once; the second roll counts (PCT-037)."""

    unasked: ClassVar[str] = "No damage to decide about."

    def odds(self, table: Table) -> Odds:
        blow, fell = _thrown_damage(table, self)
        points.refuse_without(table.me, points.reroll_price(table.house_rules), "A lucky re-roll")
        now = blow.damage_of(fell)
        return _odds_to_better(blow.rolled(), now, f"do more than {now}", "damage rolled")

    def weighing(self, table: Table) -> Weighing:
        """Rolling again weighed, beside letting it count (PCT-037)."""
        blow, _ = _thrown_damage(table, self)
        price = points.reroll_price(table.house_rules)
        points.refuse_without(table.me, price, "A lucky re-roll")
        return _weighed(table, self, blow, blow.rolled(), price)

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.answer(self.ask, self.name).known)
        points.spend(table, table.actor, points.reroll_price(table.house_rules), "A lucky re-roll of damage", "luck")
        suffer(table, dice, blow, throw(table, dice, blow.attacker, "damage", amount(blow.damage)))


#: The key of the dice in the memory of a last roll that gave hit points back.
DICE = "dice"


def given_by(sheet: Sheet, written: str) -> Distribution:
    """The distribution of hit points that dice give back, none beyond those lacking; 0 if healing fails (PCT-045)."""
    lack = 0 if health.healing_hindrance(sheet) else health.lack(sheet)
    return mapped(distribution(amount(written)), lambda fell: min(fell, lack))


def mend(table: Table, dice: Dice, by: str, patient: str, written: str, purpose: str, reason: Wording) -> int:
    """Throw dice, and give back as many hit points; how many were given. The thrower may re-roll them (PCT-037)."""
    hindered = health.healing_hindrance(table.sheet(patient))
    fell = throw(table, dice, by, purpose, amount(written))
    given = health.heal(table, patient, fell, reason)
    if hindered:
        forget(table, by)
    else:
        _remember(
            table, by, {DICE: written, "patient": patient, "reason": plain_wording(reason), "given": given}, again=False
        )
    return given


def _remember(table: Table, by: str, data: dict[str, Json], *, again: bool) -> None:
    noted = {"name": f"Healing {data[DICE]}", "success": False, "then": "", "data": data, "again": again}
    table.happen(MemoKept(by, LAST, noted))


def is_mending(last: Mapping[str, Any]) -> bool:
    """Whether the last roll was of dice that gave hit points back."""
    return DICE in last["data"]


def refuse_needless(table: Table, last: Mapping[str, Any]) -> None:
    """Refuse a re-roll when nothing more can be given back."""
    if hindrance := health.healing_hindrance(table.sheet(last["data"]["patient"])):
        raise NotNow(hindrance)


def mend_again(table: Table, dice: Dice, last: Mapping[str, Any], purpose: str) -> None:
    """Throw the healing dice of the last roll again: the second throw counts, even if it is less (PCT-037)."""
    data, by = last["data"], table.actor
    patient, reason, before = str(data["patient"]), wording_from(data["reason"]), int(data["given"])
    fell = throw(table, dice, by, purpose, amount(data[DICE]))
    more = health.heal(table, patient, fell - before, reason) if fell > before else fell - before
    if more < 0:
        health.hurt(table, patient, -more, reason, past_temporary=True)
        fallen(table, patient)
    points = counted(before + more, "hit point", "hit points")
    table.happen(Told((patient,), f"{{0}} regains {points} instead of {before}."))
    _remember(table, by, {**data, "given": before + more}, again=True)


def odds_of_mending(last: Mapping[str, Any], price: int) -> Odds:
    """The odds that a second throw gives more, or less, than the first one gave."""
    fall, before = distribution(amount(last["data"][DICE])), int(last["data"]["given"])
    return _odds_to_better(fall, before, f"give more than {before}, for {price} AP", "hit points rolled")
