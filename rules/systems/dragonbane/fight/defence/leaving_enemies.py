"""Moving away from enemies: Evade for each of them, or they strike for free (DRB-030, DRB-003)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from rules.engine.fight import Point, first, is_walled_off, place
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Dice, Json, Said, Table, Weighing
from rules.engine.odds import Chance
from rules.systems.dragonbane.content.entries import REACH
from rules.systems.dragonbane.core import (
    Check,
    LetStand,
    Outcome,
    Question,
    Stake,
    check_for,
    may_push,
    pushed,
    roll_or_ask,
    when_pushed,
)
from rules.systems.dragonbane.fight.attacks.attack_worth import best_strike
from rules.systems.dragonbane.fight.attacks.free_strikes import may_strike
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    OF_CONDITIONS,
    body_of,
    gap,
    is_able,
    opponents,
    path,
    rolls_of,
    settle,
    takes,
)

FOLLOW = "fight.leave"
SHARES = ("The strike", "The condition")
OF_LEAVING = f"Average loss from the strike and the condition, as a minus. {OF_CONDITIONS} {MEASURE}"


def openings(table: Table, who: str, end: Point) -> list[tuple[Point, list[str]]]:
    """Points of a straight walk where enemies are left, with their ids: beside them there, not after it (DRB-030)."""
    walked = [place(table, who), *path(place(table, who), end)]
    left: dict[int, list[str]] = {}
    for other in opponents(table, who):
        if table.combatant(other).hidden or not is_able(table, other):
            continue
        near = (at for at, point in enumerate(walked) if max(gap(table, who, point, other)) <= REACH)
        beside = [at for at in near if not is_walled_off(table, walked[at], place(table, other))]
        if beside and beside[-1] < len(walked) - 1:
            left.setdefault(beside[-1], []).append(other)
    return [(walked[at], left[at]) for at in sorted(left)]


def evades(table: Table, who: str, count: int, *, loaded: bool) -> list[Check]:
    """The Evade checks for ``count`` enemies left; boons and banes for one roll go with the first, or the load's."""
    before = ["str"] if loaded else []
    return [check_for(table, who, "evade", after=[*before, *["evade"] * number]) for number in range(count)]


def chances_to_leave(table: Table, checks: Sequence[Check], *, loaded: bool) -> tuple[Chance, ...]:
    """The chances that nobody strikes; with a single enemy also with a push, if it may be pushed (DRB-003)."""
    each = [check.chance for check in checks]
    listed = [Chance("away", "then no free attack" if loaded else "no free attack", prod(each))]
    if len(checks) == 1 and may_push(table, checks[0]):
        listed.append(Chance("pushed", "no free attack, with a push", pushed(table, checks[0])))
    if len(set(each)) == 1:
        listed.append(Chance("success", "away from each of them", each[0]))
    return tuple(listed)


@takes("slip")
def _slip(table: Table, dice: Dice, step: Step) -> None:
    """Roll Evade on leaving an enemy; a failure may be pushed before they strike (DRB-003, DRB-030)."""
    who, by = step["who"], step["by"]
    if table.sheet(who).has("prone") or not is_able(table, who) or not is_able(table, by):
        return
    check, told = check_for(table, who, "evade"), {"enemy": by}
    asked = Question("Evade", Said("let {0} strike", (by,)), FOLLOW, LetStrike.name)
    pushes = may_strike(table, by, who)
    purpose = Said("away from {0}: evade", (by,))
    outcome = roll_or_ask(table, dice, check, purpose, asked, told, pushes=pushes, **told)
    if outcome and not outcome.success:
        _strikes(table, who, by)


def _strikes(table: Table, who: str, by: str) -> None:
    first(table, {"do": "free_attack", "by": by, "on": who, "why": "moves away"})


def _strike_of(table: Table, by: str) -> float:
    """The hit points that the best strike of an enemy takes of the actor on average; 0 if it has left."""
    return best_strike(table.as_actor(by), table.actor, table.actor) if by in table.scene.combatants else 0.0


def _stake(table: Table, check: Check, told: Mapping[str, Json]) -> Stake:
    """The stake of pushing an Evade: the cost of the strike that a second roll may still escape (DRB-003)."""
    lost = _strike_of(table, str(told["enemy"]))
    return Stake(lost, HIT_POINTS, OF_LEAVING, SHARES, rolls_of(table.me), body_of(table, table.actor).most, -lost)


@dataclass(frozen=True, slots=True)
class LetStrike(LetStand, name="leave.struck", label="Let them strike"):
    """Let the roll stand, and the enemy strike (DRB-030)."""

    unasked: ClassVar[str] = "You have not failed an Evade roll. Move as usual."

    def stands(self, table: Table, dice: Dice, known: Mapping[str, Json]) -> None:
        _strikes(table, table.actor, str(known["enemy"]))
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """Letting it stand weighed, beside the push of the roll (DRB-003)."""
        by = str(table.open_ask(self.ask, self.name).known["enemy"])
        return Weighing.of_one(HIT_POINTS, OF_LEAVING, (-_strike_of(table, by), 0.0), SHARES, self.label)


@when_pushed(FOLLOW, LetStrike.name, "enemy", _stake)
def _pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Let the enemy strike, if the second roll fails as well."""
    if not outcome.success:
        _strikes(table, table.actor, str(told["enemy"]))
    settle(table, dice)
