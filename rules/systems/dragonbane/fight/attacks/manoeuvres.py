"""Toppling and disarming: an opposed roll instead of damage, and its worth (D-4, DRB-006, DRB-011)."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import allies, bearing, closed_by_walls, face, knows_of, place, refuse_walled, shifted
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Json,
    Judged,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    joined,
    number,
    pick,
    plainly,
    throw,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import (
    THROW,
    Check,
    Outcome,
    Source,
    boons_of,
    call_upon,
    check_for,
    duel_of,
    field_abilities,
    goes_on,
    has_won,
    helping,
    let_go,
    listed,
    of_winning,
    pushed_duel,
    roll_opposed,
)
from rules.systems.dragonbane.fight.attacks.attack_worth import best_blow, own_attack
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    MOST_BY_HAND,
    Arm,
    apart,
    attack_check,
    called,
    cards,
    cards_for,
    in_reach,
    is_able,
    is_out,
    knock_down,
    nearest,
    opponents,
    picked_of,
    reaching,
    ready,
    settle,
    show_oneself,
    skill_of,
    spend,
    striking,
    targets,
    used,
    worth,
)
from rules.systems.dragonbane.fight.base.arms import arms

OF_TOPPLING = (
    "Extra damage that your side does on average until they get up on their next turn, times your chance to "
    "succeed, if they do not defend. "
    f"{MEASURE}"
)
OF_DISARMING = (
    "How much less their next attack hurts you with what they still hold, times your chance to succeed, "
    "if you do not defend. The action they need to pick the weapon up is not counted. "
    f"{MEASURE}"
)


def of_manoeuvre(table: Table, sentence: str, wins: Callable[[Any], float], brings: Callable[[Any], float]) -> Weighing:
    """Opponents and weapons weighed by the chance to win times the worth of winning (DRB-006)."""

    def worth(chosen: Any) -> Worth:
        return (wins(chosen) * brings(chosen),)

    def said(chosen: Any) -> str:
        return f"{called(table, chosen.target)}, {chosen.arm(table).name}"

    return Weighing(("target", "weapon"), HIT_POINTS, sentence, worth, said=said)


def of_lying(table: Table) -> dict[str, float]:
    """Hit points that one's side takes more of each opponent while it lies, until its next turn (DRB-026, D-4)."""
    if not switches.PRONE_BOON.flag(table.house_rules):
        return {}
    return {who: _lying(table, who) for who in opponents(table, table.actor)}


def _lying(table: Table, who: str) -> float:
    found = ((table.as_actor(by), often) for by, often in strikers(table, who).items() if often)
    return sum(often * (own_attack(theirs, lying=who) - own_attack(theirs)) for theirs, often in found)


def strikers(table: Table, target: str) -> Mapping[str, float]:
    """Actions of one's own side that come before the target's next turn on average, by whose they are.

    A target that has acted this round gets up in the next one, for which cards are drawn anew (DRB-007).
    """
    side = [table.actor, *(who for who in allies(table, table.actor) if knows_of(table, table.actor, who))]
    able, found = [who for who in side if is_able(table, who)], Counter[str]()
    for rung in cards.ordered(table.scene.ladder):
        if rung.done or rung.key == table.scene.turn:
            continue
        if rung.who == target:
            return found
        found[rung.who] += rung.who in able and rung.key not in used(table, rung.who).acted
    earlier = 1 / (cards_for(table, target) + 1)
    return {who: found[who] + earlier * cards_for(table, who) for who in able}


def of_losing(table: Table, target: str, weapon: str) -> float:
    """Hit points that the best attack on the actor takes less without that weapon, on average (DRB-011, D-4)."""
    theirs = table.as_actor(target)
    me = table.actor
    return best_blow(theirs, [me], viewer=me) - best_blow(theirs, [me], without=weapon, viewer=me)


#: Metres that a weapon flies that was struck out of a hand (D-4).
FLIES = "d6"


@dataclass(frozen=True, slots=True)
class Manoeuvre(Command):
    """An opposed roll against an opponent in reach, in place of a blow."""

    #: The narrow boons that it may call upon (DRB-022).
    narrow: ClassVar[tuple[str, ...]] = ()

    target: str = pick("Target")
    weapon: str = pick("Weapon", default="", help="Default: the first weapon in hand that reaches")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        in_reach(table)

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return any(cls.serves(table.sheet(who)) for who in in_reach(table))

    @classmethod
    @abstractmethod
    def refuse_idle(cls, theirs: Sheet) -> None:
        """Refuse an opponent to whom it does nothing."""

    @classmethod
    def serves(cls, theirs: Sheet) -> bool:
        """Whether it does anything to an opponent with this sheet."""
        try:
            cls.refuse_idle(theirs)
        except Refused:
            return False
        return True

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        weapons = tuple(Choice(arm.key, arm.name) for arm in striking(table.me))
        helps = helping(table.me, {skill_of(table.me, arm) for arm in striking(table.me)}, cls.narrow)
        return {"target": closed_by_walls(table, targets(table)), "weapon": weapons, "abilities": listed(helps)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": nearest(table, [who for who in in_reach(table) if cls.serves(table.sheet(who))])}

    def odds(self, table: Table) -> Odds:
        mine, theirs, _ = self._ready(table)
        duel = duel_of(mine, theirs)
        listed = (
            Chance("success", "succeeds", duel.won),
            *pushed_duel(table, mine, theirs),
            Chance("beaten", "success, but beaten", duel.beaten),
            Chance("failure", "fails", duel.failed),
        )
        return Odds(f"{table.words(mine.words)} against {theirs.label}: {in_words(duel.won)} to succeed", listed)

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs, arm = self._ready(table)
        spend(table)
        call_upon(table, table.actor, self.abilities)
        face(table, table.actor, self.target)
        show_oneself(table, table.actor)
        told: dict[str, Json] = {"what": self.name, "target": self.target, "theirs": arm}
        roll_opposed(table, dice, mine, theirs, joined(f"{self.label.lower()}: ", mine.purpose), FOLLOW, told)

    def _wins(self, table: Table) -> float:
        mine, theirs, _ = self._ready(table)
        return duel_of(mine, theirs).won

    @abstractmethod
    def _ready(self, table: Table) -> tuple[Check, Check, str]:
        """Both checks, and the key of the opponent's weapon; empty if it does not matter."""

    def arm(self, table: Table) -> Arm:
        """The weapon in hand that reaches; refused if none does, or the opponent is down."""
        able = reaching(table, self.target)
        if not able:
            refuse_walled(table, self.target)
            far = apart(table, table.actor, self.target)
            raise Refused(f"{table.name(self.target)} is {far:g} metres away. Move closer first.", "target")
        return picked_of(able, self.weapon, "cannot do this", table)

    def _mine(self, table: Table, arm: Arm, *boons: Source, banes: tuple[Source, ...] = ()) -> Check:
        called = boons_of(table.me, self.abilities, skill_of(table.me, arm), type(self).narrow)
        helps = (("The situation", self.boons), *boons, *called)
        return attack_check(table, table.actor, self.target, arm, helps, (("The situation", self.banes), *banes))


@dataclass(frozen=True, slots=True)
class Topple(Manoeuvre, name="melee.topple", label="Topple"):
    """Bring somebody to the ground: your skill against their Evade; toppling weapons have a boon (D-4, DRB-006)."""

    narrow: ClassVar[tuple[str, ...]] = (THROW,)

    @classmethod
    def refuse_idle(cls, theirs: Sheet) -> None:
        refuse_down(theirs)
        if theirs.has("prone"):
            raise Refused(f"{theirs.name} is on the ground already. Strike.", "target")

    def weighing(self, table: Table) -> Weighing:
        """The opponents and weapons weighed (D-4)."""
        brings = of_lying(table)
        return of_manoeuvre(table, OF_TOPPLING, lambda one: one._wins(table), lambda one: brings.get(one.target, 0.0))

    def _ready(self, table: Table) -> tuple[Check, Check, str]:
        arm = self.arm(table)
        self.refuse_idle(table.sheet(self.target))
        boons: tuple[Source, ...] = (("Toppling weapon", 1),) if "toppling" in arm.weapon.features else ()
        return self._mine(table, arm, *boons), check_for(table, self.target, "evade"), ""


@dataclass(frozen=True, slots=True)
class Disarm(Manoeuvre, name="melee.disarm", label="Disarm"):
    """Strike a weapon out of a hand: skill against skill; it lies D6 metres away (D-4, DRB-006).

    With a bane against a weapon held in both hands; shields and natural weapons stay where they are.
    """

    @classmethod
    def refuse_idle(cls, theirs: Sheet) -> None:
        refuse_down(theirs)
        disarmable(theirs)

    def weighing(self, table: Table) -> Weighing:
        """The opponents and weapons weighed (D-4)."""

        def brings(chosen: Disarm) -> float:
            _, _, weapon = chosen._ready(table)
            return of_losing(table, chosen.target, weapon)

        return of_manoeuvre(table, OF_DISARMING, lambda one: one._wins(table), brings)

    def _ready(self, table: Table) -> tuple[Check, Check, str]:
        arm = self.arm(table)
        refuse_down(table.sheet(self.target))
        theirs = disarmable(table.sheet(self.target))
        banes: tuple[Source, ...] = (("Held in both hands", 1),) if theirs.weapon.hands == 2 else ()
        against = check_for(table, self.target, skill_of(table.sheet(self.target), theirs))
        return self._mine(table, arm, banes=banes), against, theirs.key


def refuse_down(sheet: Sheet) -> None:
    """Refuse somebody who lies there defeated."""
    if is_out(sheet):
        raise Refused(f"{sheet.name} is down already. Choose another target.", "target")


def disarmable(sheet: Sheet) -> Arm:
    """The best weapon that can be struck out of somebody's hand; refused without one."""
    held = [arm for arm in arms(sheet).values() if not arm.is_natural and not arm.weapon.is_shield]
    if not held:
        raise Refused(f"{sheet.name} has no weapon to knock away. Attack.", "target")
    return max(held, key=lambda arm: worth(sheet, arm))


FOLLOW = "fight.manoeuvre"


@goes_on(FOLLOW, of_winning)
def _come_of_it(table: Table, dice: Dice, own: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the manoeuvre by the opponent's roll, which stands; the active side may push, also if beaten (DRB-006)."""
    target, who = told["target"], table.actor
    won = has_won(own, told)
    table.happen(Judged(who, "success" if won else "failure", 0, {"target": target, "face": own.face}))
    if not won or target not in table.scene.combatants:
        table.happen(Told((who, target), "{0} fails against {1}."))
    elif told["what"] == Topple.name:
        table.happen(Told((who, target), "{0} topples {1}."))
        knock_down(table, target, "toppled")
    else:
        _disarmed(table, dice, target, told["theirs"])
    settle(table, dice)


def _disarmed(table: Table, dice: Dice, target: str, key: str) -> None:
    item = table.sheet(target).items.get(key)
    if item is None or not item.in_use:
        return
    far = throw(table, dice, table.actor, "metres it flies", amount(FLIES))
    away = bearing(place(table, table.actor), place(table, target))
    let_go(table, target, key, shifted(place(table, target), away, far))
    table.happen(Told((table.actor, target), f"{{0}} disarms {{1}}: {plainly(item.name)} flies {far} metres."))
