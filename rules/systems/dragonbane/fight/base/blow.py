"""Blows on their way: damage, target, average cost, defences, companions who may step between (DRB-022)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.fight import allies, knows_of
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Amount,
    Condition,
    ConditionSet,
    Dice,
    Json,
    Judged,
    MemoKept,
    ResourceChanged,
    Said,
    Sheet,
    Table,
    Told,
    amount,
    counted,
    distribution,
    plainly,
    throw,
)
from rules.engine.odds import Distribution, mapped
from rules.systems.dragonbane.content.entries import REACH
from rules.systems.dragonbane.core import GRUDGE, affordable, armour_rating, doing, is_dead, price_of_use
from rules.systems.dragonbane.fight.base.ground import is_within
from rules.systems.dragonbane.fight.base.harm import hurt
from rules.systems.dragonbane.fight.base.state import is_able

#: The memo of the ids of those who hurt somebody with the grudge ability.
HURT_BY = "hurt_by"


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that hits unless a defence stops it.

    ``damage`` are the dice of the weapon or spell, ``bonus`` those of the arm behind it, ``times`` how often the
    former count (a Dragon may double them), ``more`` dice that a sneak attack adds (DRB-043). ``item`` is the key of
    the weapon on the sheet of ``by``; ``guarded`` says that nobody else can take it any more (DRB-022).
    """

    by: str
    target: str
    name: str
    damage: str = ""
    bonus: str = ""
    item: str = ""
    kind: str = "melee"
    as_type: str = ""
    times: int = 1
    more: str = ""
    parry: bool = True
    dodge: bool = True
    shot: bool = False
    dragon: bool = False
    pierces: bool = False
    effect: str = ""
    guarded: bool = False

    def known(self) -> dict[str, Json]:
        return {name: getattr(self, name) for name in Blow.__slots__}

    @classmethod
    def restored(cls, told: Mapping[str, Json]) -> "Blow":
        return cls(**told)

    def but(self, **other: Any) -> "Blow":
        return replace(self, **other)

    @property
    def amount(self) -> Amount:
        """The dice of the blow, bonuses and multiples included."""
        return amount(self.damage).times(self.times) + amount(self.more) + amount(self.bonus)


def one_die_more(damage: str) -> str:
    """The dice that a subtle weapon adds to a sneak attack: one of its own (DRB-043).

    >>> one_die_more("d8"), one_die_more("2d6"), one_die_more("")
    ('d8', 'd6', '')
    """
    dice = amount(damage).dice
    return f"d{dice[0]}" if dice else ""


def armour_against(sheet: Sheet, blow: Blow) -> int:
    """Points that armour takes off the blow; 0 if it pierces (D-3, D-4)."""
    return 0 if blow.pierces else armour_rating(sheet)


def suffered(sheet: Sheet, blow: Blow, damage: int) -> int:
    """Hit points that the damage costs: armour is taken off, and bones may halve a piercing blow (D-5)."""
    left = max(0, damage - armour_against(sheet, blow))
    halves = blow.as_type == "piercing" and "half_piercing" in sheet.memo.get("traits", ())
    return left // 2 if halves else left


def losses(sheet: Sheet, blow: Blow) -> Distribution:
    """P(the blow costs 0, 1, 2 ... hit points), if no defence is tried."""
    return mapped(distribution(blow.amount), lambda damage: suffered(sheet, blow, damage))


def land(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the blow hit: roll damage, take the armour off, and take hit points (D-3, DRB-036)."""
    target = table.sheets.get(blow.target)
    if target is None or is_dead(target) or blow.target not in table.scene.combatants:
        return
    damage = throw(table, dice, blow.by, f"damage: {blow.name}", blow.amount) if blow.damage else 0
    lost = suffered(target, blow, damage)
    numbers: dict[str, int | str | None] = {
        "target": blow.target,
        "damage": damage,
        "armour": min(damage, armour_against(target, blow)),
        "lost": lost,
    }
    table.happen(Judged(blow.by, "hit", 0, numbers, {"armour": blow.target}))
    if blow.damage:
        _tell(table, blow, damage, lost)
        hurt(table, dice, blow.target, lost, blow.name)
        if lost:
            bear_a_grudge(table, blow.target, blow.by)
    strike_with_effect(table, dice, blow, lost)


def bear_a_grudge(table: Table, who: str, by: str) -> None:
    """Remember who has hurt somebody with the grudge ability, beyond the fight (DRB-022)."""
    sheet = table.sheet(who)
    known = sheet.memo.get(HURT_BY, [])
    if who != by and by not in known and doing(sheet, GRUDGE):
        table.happen(MemoKept(who, HURT_BY, [*known, by]))


def _tell(table: Table, blow: Blow, damage: int, lost: int) -> None:
    weapon = plainly(blow.name)
    if lost:
        told = f"{{0}} hits {{1}} ({weapon}): {lost} damage."
    else:
        told = f"{{0}} hits {{1}} ({weapon}), and the armour stops it all."
    table.happen(Told((blow.by, blow.target), told))


def strike_with_effect(table: Table, dice: Dice, blow: Blow, lost: int) -> None:
    """Apply the effect of a monster's attack besides damage (D-4): prone, poison, burning, drain, fear."""
    effect = EFFECTS.get(blow.effect)
    sheet = table.sheets.get(blow.target)
    if effect is not None and sheet is not None and not is_dead(sheet):
        effect(table, dice, blow, lost)


def _throw_down(table: Table, dice: Dice, blow: Blow, lost: int) -> None:
    knock_down(table, blow.target, blow.name)


def knock_down(table: Table, who: str, source: str) -> None:
    """Throw somebody to the ground, unless they lie there."""
    if not table.sheet(who).has("prone"):
        table.happen(ConditionSet(who, Condition("prone", "Prone", source=source)), Told((who,), "{0} falls."))


def _poison(table: Table, dice: Dice, blow: Blow, lost: int) -> None:
    """Poison the target, if it was wounded or the attack does no damage; the potency is the condition's level (D-6)."""
    if lost or not blow.damage:
        potency = throw(table, dice, blow.by, "potency", amount("3d6"))
        table.happen(ConditionSet(blow.target, Condition("poisoned", "Poisoned", potency, blow.name)))
        table.happen(Told((blow.target,), "{0} is poisoned."))


def _burn(table: Table, dice: Dice, blow: Blow, lost: int) -> None:
    if lost:
        table.happen(ConditionSet(blow.target, Condition("burning", "On fire", source=blow.name)))
        table.happen(Told((blow.target,), "{0} is on fire."))


def _drain(table: Table, dice: Dice, blow: Blow, lost: int) -> None:
    """Take as many willpower points as hit points were lost."""
    drain(table, blow.target, lost, blow.name)


def drain(table: Table, who: str, points: int, source: str) -> None:
    """Take willpower points from somebody, as far as there are any."""
    lost = min(points, table.sheet(who).now("wp"))
    if lost:
        table.happen(ResourceChanged(who, "wp", -lost, source))
        table.happen(Told((who,), f"{{0}} loses {counted(lost, 'willpower point', 'willpower points')}."))


#: Effects of attacks besides damage, by the name in the row.
EFFECTS = {"prone": _throw_down, "poison": _poison, "burning": _burn, "drain": _drain}


GUARD = "guard"
#: Conditions of fear that keep one from it.
AFRAID = ("frozen", "cowed", "fleeing")


def guards_of(table: Table, blow: Blow) -> list[str]:
    """Companions beside the target who are able and can pay; hidden ones stay hidden, and are not asked."""
    if blow.target not in table.scene.combatants or is_dead(table.sheet(blow.target)):
        return []
    return [who for who in allies(table, blow.target) if may_guard(table, who, blow)]


def may_guard(table: Table, who: str, blow: Blow) -> bool:
    if who == blow.by or not is_able(table, who) or table.combatant(who).hidden:
        return False
    if not all(knows_of(table, who, other) for other in (blow.by, blow.target)):
        return False
    sheet = table.sheet(who)
    if any(sheet.has(name) for name in AFRAID) or not affordable(sheet, GUARD):
        return False
    return is_within(table, who, blow.target, REACH)


def ask_a_guard(table: Table, blow: Blow, guards: Sequence[str]) -> bool:
    """Ask the first who may step between whether they do; False if there is nobody."""
    able = [who for who in guards if who in table.scene.combatants and may_guard(table, who, blow)]
    if not able:
        return False
    first, *others = able
    price = price_of_use(table.sheet(first), GUARD)
    told = f"{{0}} hits {{1}} ({plainly(blow.name)}): step between for {price} WP?"
    title = Said(told, (blow.by, blow.target))
    table.ask(first, title, "guard.step", "guard.pass", attacker=blow.by, blow=blow.known(), others=others)
    return True


def left_of(sheet: Sheet) -> int:
    """The hit points that are left to lose, at least 1 (DRB-036)."""
    return max(1, sheet.now("hp"))


@of_sheet("items", "ranks", "resources", "memo")
def cost(sheet: Sheet, blow: Blow) -> float:
    """The hit points that a blow costs on average without a defence, none beyond what is left."""
    left = left_of(sheet)
    return sum(chance * min(lost, left) for lost, chance in enumerate(losses(sheet, blow)))


def fells(sheet: Sheet, blow: Blow) -> float:
    """P(a blow takes all hit points that are left, without a defence) (DRB-036)."""
    return sum(losses(sheet, blow)[left_of(sheet) :])
