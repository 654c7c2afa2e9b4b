"""Answers to asks by style: defences, pushes, Dragons, stepping between."""

from collections.abc import Callable, Mapping

from rules.engine.kernel.commands import Command
from rules.engine.kernel.sheets import Ask
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.core.skill_tests import Push
from rules.systems.dragonbane.fight.attacks.dragons import DragonChoice
from rules.systems.dragonbane.fight.attacks.strikes import FreePass
from rules.systems.dragonbane.fight.defence.defence import Dodge, Parry, Take, blow_of
from rules.systems.dragonbane.fight.defence.guarding import StayAway, StepBetween
from rules.systems.dragonbane.fight.defence.leaving import LetStrike
from rules.systems.dragonbane.fight.rounds.initiative import WalkIn
from rules.systems.dragonbane.fight.tactics.styles import Habit, Style
from rules.systems.dragonbane.fight.tactics.turns import pushed
from rules.systems.dragonbane.fight.tactics.worth import answers

Answer = Callable[[Table, Ask, Style], Command]


def _defend(table: Table, ask: Ask, style: Style) -> Command:
    """The best defence, if the style defends against such a blow (DRB-013, DRB-014, DRB-031)."""
    able = answers(table, ask, spends=style.has(Habit.SPENDS))
    if not able:
        return Take(ask.key)
    meets, best = max(able, key=lambda one: (one[0], -len(one[1].abilities)))
    return best if style.defends(table, blow_of(ask), meets) else Take(ask.key)


def _push(table: Table, ask: Ask, style: Style) -> Command:
    """The push of a failed defence, Evade, Awareness or strike, if the style pushes it; else let it stand (DRB-003)."""
    lets_be = next(kind for kind in (Take, LetStrike, WalkIn, FreePass) if kind.name in ask.commands)
    habit = Habit.PUSHES_ATTACKS if lets_be is FreePass else Habit.PUSHES_DEFENCES
    return (pushed(table, style) if style.has(habit) else None) or lets_be(ask.key)


def _dragon(table: Table, ask: Ask, style: Style) -> Command:
    return style.effect(table, ask)


def _guard(table: Table, ask: Ask, style: Style) -> Command:
    """Step between with more hit points than the companion, if the style spends willpower (DRB-022)."""
    has_more = table.me.now("hp") > table.sheet(blow_of(ask).target).now("hp")
    return StepBetween(ask.key) if style.has(Habit.SPENDS) and has_more else StayAway(ask.key)


ANSWERS: Mapping[str, Answer] = {
    Parry.name: _defend,
    Dodge.name: _defend,
    Push.name: _push,
    DragonChoice.name: _dragon,
    StepBetween.name: _guard,
}
