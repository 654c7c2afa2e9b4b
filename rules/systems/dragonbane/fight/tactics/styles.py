"""Three styles of fighting: aggressive, cautious, by the exact odds of one step; and the worth of a step (D-4, C-11).

A style decides the choices; the rest of a turn or an answer is the same for all. Worth is counted in shares of the hit
points left: an attack of worth 1 fells its target for sure.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rules.engine.fight import Policy, possible
from rules.engine.kernel import Ask, Sheet, Table
from rules.systems.dragonbane.core import Check, affordable, attacks_of, check_for, helping
from rules.systems.dragonbane.fight.attacks import monsters
from rules.systems.dragonbane.fight.attacks.attack import WEAK_SPOT, Attack, MeleeAttack, RangedAttack
from rules.systems.dragonbane.fight.attacks.attack_roll import WALL, answers_to
from rules.systems.dragonbane.fight.attacks.dragon_effects import ANOTHER, DOUBLE, PIERCE, DragonChoice
from rules.systems.dragonbane.fight.base import (
    Blow,
    apart,
    cost,
    costs_a_turn,
    fitting,
    is_able,
    left_of,
    opponents,
    parrying,
    reaching,
    shooting,
    skill_of,
)
from rules.systems.dragonbane.fight.base.blow import fells
from rules.systems.dragonbane.fight.defence.defence import EVADE, Dodge, Parry, blow_of, parry_check
from rules.systems.dragonbane.fight.defence.defence_roll import met_by

# -- what a blow takes -------------------------------------------------------------------------------------------------


def toll(sheet: Sheet, blow: Blow) -> float:
    """The share of the hit points left that a blow takes on average, without a defence."""
    return cost(sheet, blow) / left_of(sheet)


def gain(table: Table, attack: Attack) -> float:
    """The worth of the actor's attack, if the target defends as well as it can (DRB-011 to DRB-014)."""
    check, blow = attack.aimed(table)
    return check.chance * (1 - met(table, blow)) * toll(table.sheet(blow.target), blow)


def met(table: Table, blow: Blow) -> float:
    """P(the target stops a blow), by its best defence; 0 without one."""
    if blow.target not in table.scene.combatants:
        return 0.0
    return max((met_by(table, blow, check) for check in _checks(table, blow)), default=0.0)


def _checks(table: Table, blow: Blow) -> Iterable[Check]:
    answers, theirs = answers_to(table, blow), table.as_actor(blow.target)
    if Parry.name in answers:
        yield from (parry_check(theirs, arm) for arm in parrying(theirs.me, shot=blow.shot))
    if Dodge.name in answers:
        yield check_for(theirs, blow.target, EVADE)


# -- every attack ------------------------------------------------------------------------------------------------------


def weighed(table: Table, target: str, *, spends: bool) -> list[tuple[float, Attack]]:
    """Every attack that the actor can make at a target from where they stand, with its worth.

    Attacks with abilities come last.
    """
    blows = reaching(table, target)
    plain: list[Attack] = [MeleeAttack(target, arm.key) for arm in blows]
    plain += [MeleeAttack(target, arm.key, manner=WEAK_SPOT) for arm in blows if "piercing" in arm.types]
    plain += [RangedAttack(target, arm.key) for arm in shooting(table.me) if arm.weapon.is_ranged]
    helped = [attack for one in plain for attack in _called(table, one)] if spends else []
    return possible([*plain, *helped], lambda attack: gain(table, attack))


def _called(table: Table, attack: Attack) -> Iterable[Attack]:
    """Copies of an attack with one of the abilities that may help it each (DRB-022)."""
    arms = [arm for arm in type(attack).arms(table) if arm.key == attack.weapon]
    return (replace(attack, abilities=(key,)) for key in fitting(table, arms, type(attack).deeds))


def best_attack(table: Table, target: str, *, spends: bool = False) -> tuple[float, Attack] | None:
    """The attack worth most, with its worth; of equals the one that costs nothing. None without one."""
    return max(weighed(table, target, spends=spends), key=lambda one: one[0], default=None)


def best_gain(table: Table, foes: Iterable[str]) -> float:
    """The worth of the actor's best attack at one of the foes; 0 if none is in reach."""
    if attacks_of(table.me):
        return max((monster_gain(table, foe) for foe in foes), default=0.0)
    return max((found[0] for foe in foes if (found := best_attack(table, foe))), default=0.0)


def monster_gain(table: Table, target: str) -> float:
    """The average worth of a monster's attack at a target over its rows (D-4)."""
    far, rows = apart(table, table.actor, target), monsters.each_row(attacks_of(table.me))
    blows = [monsters.blow_of(table, table.actor, target, row) for row in rows if row.damage and row.reach >= far]
    return sum((1 - met(table, blow)) * toll(table.sheet(target), blow) for blow in blows) / len(rows)


# -- every answer ------------------------------------------------------------------------------------------------------


def answers(table: Table, ask: Ask, *, spends: bool) -> list[tuple[float, Parry | Dodge]]:
    """Every parry and dodge of the actor against the blow asked about, with its chance to stop it."""
    blow = blow_of(ask)
    found: list[Parry | Dodge] = []
    if Parry.name in ask.commands:
        found += _parries(table, ask, blow, spends=spends)
    if Dodge.name in ask.commands:
        keys = helping(table.me, (EVADE,)) if spends else ()
        found += [Dodge(ask.key), *(Dodge(ask.key, (key,)) for key in keys)]
    return possible(found, lambda one: met_by(table, blow, one.meeting(table)))


def _parries(table: Table, ask: Ask, blow: Blow, *, spends: bool) -> Iterable[Parry]:
    for arm in parrying(table.me, shot=blow.shot):
        keys = [*helping(table.me, (skill_of(table.me, arm),)), affordable(table.me, WALL)] if spends else []
        yield from (Parry(ask.key, arm.key, (key,) if key else ()) for key in dict.fromkeys(("", *keys)))


def effects(table: Table, ask: Ask) -> list[tuple[float, DragonChoice]]:
    """Every effect that the Dragon could have for the actor, with its worth."""
    blow, open_now = blow_of(ask), DragonChoice.choices(table)
    offered = {choice.value for choice in open_now["effect"]}
    found = [(_blow_worth(table, blow.but(times=2)), DragonChoice(ask.key, DOUBLE))]
    if PIERCE in offered:
        pierces = blow.but(pierces=True, as_type="piercing")
        found.append((_blow_worth(table, pierces), DragonChoice(ask.key, PIERCE)))
    if ANOTHER in offered:
        others = [choice.value for choice in open_now["other"]]
        found += [(_with(table, blow, other), DragonChoice(ask.key, ANOTHER, other)) for other in others]
    return found


def best_effect(table: Table, ask: Ask) -> DragonChoice:
    """The effect that is worth most; of equals the simplest."""
    return max(effects(table, ask), key=lambda one: one[0])[1]


def _blow_worth(table: Table, blow: Blow) -> float:
    return (1 - met(table, blow)) * toll(table.sheet(blow.target), blow)


def _with(table: Table, blow: Blow, other: str) -> float:
    """The worth of the blow as it is, and of a free attack on somebody else."""
    kind = RangedAttack if blow.shot else MeleeAttack
    return _blow_worth(table, blow) + gain(table, kind(other, blow.item))


#: Choices of a style: the target in reach, whether to defend at a chance to stop the blow, the Dragon's effect.
Target = Callable[[Table, Sequence[str]], str]
Defends = Callable[[Table, Blow, float], bool]
Effect = Callable[[Table, Ask], DragonChoice]


class Habit(Enum):
    """A habit of fighting, which a style has or has not."""

    PUSHES_ATTACKS = "rolls a failed attack again"
    PUSHES_DEFENCES = "rolls a failed defence again"
    AT_ANY_PRICE = "pushes even for a condition that hurts in this fight"
    SPENDS = "spends willpower on abilities"
    CHARGES = "dashes at distant foes"
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
    return max(there, key=lambda who: (best_gain(table, [who]), -apart(table, table.actor, who)))


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
        "Attacks the nearest, pushes attacks at any price, parries only what could drop them before they attack.",
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
        "Attacks the weakest, parries or dodges everything and pushes it, saves the fallen, keeps WP.",
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
        "Follows the exact odds of the next step: target, weapon, defend or strike; pushes if it pays.",
    ),
    most_taken,
    if_it_saves_more,
    best_effect,
    frozenset({Habit.PUSHES_ATTACKS, Habit.PUSHES_DEFENCES, Habit.SPENDS, Habit.RISES}),
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
