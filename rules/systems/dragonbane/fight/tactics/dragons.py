"""The best effect of a Dragon on an attack, by the exact odds (D-4, C-11)."""

from rules.engine.kernel.sheets import Ask
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.fight.attacks.attack import MeleeAttack, RangedAttack
from rules.systems.dragonbane.fight.attacks.dragons import ANOTHER, DOUBLE, PIERCE, DragonChoice
from rules.systems.dragonbane.fight.base.blow import Blow
from rules.systems.dragonbane.fight.defence.defence import blow_of
from rules.systems.dragonbane.fight.tactics.worth import gain, met, toll


def effects(table: Table, ask: Ask) -> list[tuple[float, DragonChoice]]:
    """Every effect that the Dragon could have for the actor, with its worth."""
    blow, open_now = blow_of(ask), DragonChoice.choices(table)
    offered = {choice.value for choice in open_now["effect"]}
    found = [(_worth(table, blow.but(times=2)), DragonChoice(ask.key, DOUBLE))]
    if PIERCE in offered:
        pierces = blow.but(pierces=True, as_type="piercing")
        found.append((_worth(table, pierces), DragonChoice(ask.key, PIERCE)))
    if ANOTHER in offered:
        others = [choice.value for choice in open_now["other"]]
        found += [(_with(table, blow, other), DragonChoice(ask.key, ANOTHER, other)) for other in others]
    return found


def best_effect(table: Table, ask: Ask) -> DragonChoice:
    """The effect that is worth most; of equals the simplest."""
    return max(effects(table, ask), key=lambda one: one[0])[1]


def _worth(table: Table, blow: Blow) -> float:
    return (1 - met(table, blow)) * toll(table.sheet(blow.target), blow)


def _with(table: Table, blow: Blow, other: str) -> float:
    """The worth of the blow as it is, and of a free attack on somebody else."""
    kind = RangedAttack if blow.shot else MeleeAttack
    return _worth(table, blow) + gain(table, kind(other, blow.item))
