"""The worth of the choices in a fight, for advice: in hit points (DRB-036)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rules.engine.kernel import Table, Weighing, Worth
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import Check, Source, attacks_of, chances
from rules.systems.dragonbane.fight.attacks import monsters
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    ON_THE_GROUND,
    Arm,
    Blow,
    apart,
    attack_check,
    blow_with,
    costs_a_turn,
    is_able,
    loss,
    opponents,
    range_of,
    reaching,
    shooting,
    taken,
)
from rules.systems.dragonbane.fight.base.valuation import fells

SHARES = ("You lose", "You strike", "The price")
OF_ANSWERS = (
    "Average damage of the attack you have left this round, if you stay up and they do not defend, "
    "minus what the hit costs you. "
    f"{MEASURE}"
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A defence weighed: ``meets`` is P(it stops the hit), ``keeps`` whether the action stays, ``price`` its willpower.

    ``strikes_back`` is how often a Dragon on it strikes back (DRB-034).
    """

    meets: float
    keeps: bool = False
    price: int = 0
    strikes_back: float = 0.0


@dataclass(frozen=True, slots=True)
class Answers:
    """The worth of the answers to one hit, worked out once for all of them.

    ``fells`` is P(the hit fells the actor), who then strikes no more this round (DRB-036).
    """

    lost: float
    own: float
    back: float
    fells: float

    def worth(self, meeting: Meeting) -> Worth:
        hit = 1 - meeting.meets
        own = self.own * (1 - hit * self.fells) if meeting.keeps else 0.0
        return -hit * self.lost, meeting.strikes_back * self.back + own, float(-meeting.price)

    def weighing(self, meeting: Callable[[Any], Meeting], said: Callable[[Any], str], *fields: str) -> Weighing:
        """The answers of one kind weighed, which differ in these fields."""

        def worth(chosen: Any) -> Worth:
            return self.worth(meeting(chosen))

        return Weighing(fields, HIT_POINTS, OF_ANSWERS, worth, SHARES, said=said)

    def taken(self, said: str) -> Weighing:
        """The answer of doing nothing weighed, beside all others."""
        return Weighing.of_one(HIT_POINTS, OF_ANSWERS, self.worth(Meeting(0.0, keeps=True)), SHARES, said)


def worth_of_answers(table: Table, blow: Blow) -> Answers:
    """The stakes of one hit: its loss, the actor's attack if a defence costs the turn, a counterattack (DRB-027)."""
    own = own_attack(table) if costs_a_turn(table, table.actor) else 0.0
    return Answers(loss(table, blow), own, _back(table, blow), fells(table, blow))


def on_a_dragon(table: Table, blow: Blow, check: Check, *, parries: bool) -> float:
    """P(a defence brings a counterattack): that of a Dragon, unless the attack was one (DRB-034, C-10)."""
    able = parries or switches.DODGE_COUNTER.flag(table.house_rules)
    return chances.dragon(check.extra) if able and not blow.dragon else 0.0


def _back(table: Table, blow: Blow) -> float:
    """The worth that a counterattack takes of the attacker; 0 if it does not reach (DRB-034)."""
    if blow.by not in table.scene.combatants:
        return 0.0
    arm = next(iter(reaching(table, blow.by)), None)
    return loss(table, blow_with(table, table.actor, blow.by, arm)) if arm else 0.0


# -- one's own attack --------------------------------------------------------------------------------------------------


def own_attack(table: Table, *, lying: str = "") -> float:
    """The worth that the actor's best attack takes from where they stand, on average; 0 if none is possible.

    ``lying`` is the id of an opponent to imagine on the ground.
    """
    foes = [who for who in opponents(table, table.actor) if is_able(table, who)]
    if attacks_of(table.me):
        return max((of_rows(table, who) for who in foes), default=0.0)
    return best_blow(table, foes, lying=lying)


def best_blow(table: Table, foes: Iterable[str], *, lying: str = "", without: str = "", viewer: str = "") -> float:
    """The worth that the best attack with weapons takes of one of these foes; ``without`` leaves one weapon aside."""
    arms = ((who, arm) for who in foes for arm in _reaching(table, who) if arm.key != without)
    return max(
        (_strikes(table, who, arm, ON_THE_GROUND if who == lying else (), viewer) for who, arm in arms), default=0.0
    )


def best_strike(table: Table, who: str, viewer: str = "") -> float:
    """The worth that the actor's best strike hand to hand takes of somebody, as the ``viewer`` counts (DRB-030)."""
    if rows := monsters.strike_rows(table.me):
        return monsters.worth_of_strike(table, who, monsters.each_row(rows), viewer)
    return max((_strikes(table, who, arm, viewer=viewer) for arm in reaching(table, who)), default=0.0)


def _reaching(table: Table, who: str) -> list[Arm]:
    far = apart(table, table.actor, who)
    shots = [arm for arm in shooting(table.me) if arm.weapon.is_ranged and range_of(table.me, arm) >= far]
    return [*reaching(table, who), *shots]


def _strikes(table: Table, who: str, arm: Arm, boons: tuple[Source, ...] = (), viewer: str = "") -> float:
    shot = arm.weapon.is_ranged
    check = attack_check(table, table.actor, who, arm, boons, shot=shot)
    return taken(table, check, blow_with(table, table.actor, who, arm, shot=shot), viewer)


def of_rows(table: Table, who: str) -> float:
    """The worth that a monster's attack rolled on its table takes of somebody, on average (D-4)."""
    rows = monsters.each_row(attacks_of(table.me))
    return sum(monsters.worth_of(table, who, row) for row in rows) / len(rows)
