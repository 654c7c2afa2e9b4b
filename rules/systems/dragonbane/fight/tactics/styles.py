"""Three styles of fighting: aggressive, cautious, and by the exact odds of one step.

A style decides the choices; the rest of a turn or an answer is the same for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from rules.engine.fight import Policy
from rules.engine.kernel import Ask, Table
from rules.systems.dragonbane.core import attacks_of
from rules.systems.dragonbane.fight.attacks.dragon_effects import DOUBLE, DragonChoice
from rules.systems.dragonbane.fight.base import Blow, apart, costs_a_turn, is_able, opponents
from rules.systems.dragonbane.fight.base.blow import fells
from rules.systems.dragonbane.fight.tactics.worth import best_attack, best_effect, best_gain, monster_gain, toll

#: Choices of a style: the target in reach, whether to defend at a chance to stop the blow, the Dragon's effect.
Target = Callable[[Table, Sequence[str]], str]
Defends = Callable[[Table, Blow, float], bool]
Effect = Callable[[Table, Ask], DragonChoice]


class Habit(Enum):
    """A habit of fighting, which a style has or has not."""

    PUSHES_ATTACKS = "rolls a failed attack again"
    PUSHES_DEFENCES = "rolls a failed defence again"
    AT_ANY_PRICE = "pushes for a condition, too, that hinders this very fight"
    SPENDS = "spends willpower on abilities"
    CHARGES = "dashes at whoever is far"
    RISES = "fights on from 0 hit points"
    TENDS = "saves those who fell beside them"


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting: its choices and its habits."""

    policy: Policy
    target: Target
    defends: Defends
    effect: Effect
    habits: frozenset[Habit]

    def has(self, habit: Habit) -> bool:
        return habit in self.habits


# -- whom to strike at -------------------------------------------------------------------------------------------------


def nearest(table: Table, there: Sequence[str]) -> str:
    """The nearest to the actor, of several the one with the fewest hit points left."""
    return min(there, key=lambda who: (apart(table, table.actor, who), table.sheet(who).now("hp")))


def weakest(table: Table, there: Sequence[str]) -> str:
    """The one with the fewest hit points left, of several the nearest."""
    return min(there, key=lambda who: (table.sheet(who).now("hp"), apart(table, table.actor, who)))


def most_taken(table: Table, there: Sequence[str]) -> str:
    """The one of whom the attack takes the largest share of the hit points left."""
    return max(there, key=lambda who: (_worth(table, who), -apart(table, table.actor, who)))


def _worth(table: Table, who: str) -> float:
    if attacks_of(table.me):
        return monster_gain(table, who)
    found = best_attack(table, who)
    return found[0] if found else 0.0


# -- whether to defend -------------------------------------------------------------------------------------------------


def against_the_worst(table: Table, blow: Blow, meets: float) -> bool:
    """Defend only if it costs no turn, or the blow may fell."""
    return not costs_a_turn(table, table.actor) or fells(table.me, blow) > 0


def always(table: Table, blow: Blow, meets: float) -> bool:
    return True


def if_it_saves_more(table: Table, blow: Blow, meets: float) -> bool:
    """Defend if it saves a larger share of oneself than one's own attack would take of an opponent."""
    if not costs_a_turn(table, table.actor):
        return True
    foes = [who for who in opponents(table, table.actor) if is_able(table, who)]
    return meets * toll(table.me, blow) >= best_gain(table, foes)


def doubled(table: Table, ask: Ask) -> DragonChoice:
    """The Dragon's effect of twice the dice, whatever else there is."""
    return DragonChoice(ask.key, DOUBLE)


AGGRESSIVE = Style(
    Policy(
        "aggressive",
        "Aggressive",
        "Goes at the nearest, pushes attacks at any price, and parries only what may fell while an attack is to come.",
    ),
    nearest,
    against_the_worst,
    doubled,
    frozenset({Habit.PUSHES_ATTACKS, Habit.AT_ANY_PRICE, Habit.SPENDS, Habit.CHARGES, Habit.RISES}),
)
CAUTIOUS = Style(
    Policy(
        "cautious",
        "Cautious",
        "Goes at the weakest, parries or dodges whatever it can and pushes that, tends the fallen, keeps willpower.",
    ),
    weakest,
    always,
    doubled,
    frozenset({Habit.PUSHES_DEFENCES, Habit.AT_ANY_PRICE, Habit.TENDS}),
)
ADVISED = Style(
    Policy(
        "advised",
        "By the odds",
        "Does what the exact odds of the next step say: target, weapon, defend or strike; pushes where it pays.",
    ),
    most_taken,
    if_it_saves_more,
    best_effect,
    frozenset({Habit.PUSHES_ATTACKS, Habit.PUSHES_DEFENCES, Habit.SPENDS, Habit.RISES}),
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
