"""Tactics that play fights of the game by themselves, for forecasts of them."""

from collections.abc import Callable, Mapping, Sequence

from rules.engine.fight import DEAD, DOWN, DYING, SPENT, UP, ByStyle, Gauge
from rules.engine.kernel import Ask, Command, Rung, Sheet, Table
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import Push, is_down
from rules.systems.dragonbane.fight.actions.course import NextTurn
from rules.systems.dragonbane.fight.attacks.dragon_effects import DragonChoice
from rules.systems.dragonbane.fight.attacks.free_strikes import FreePass
from rules.systems.dragonbane.fight.base import is_out
from rules.systems.dragonbane.fight.defence.defence import Dodge, Parry, Take, blow_of
from rules.systems.dragonbane.fight.defence.guarding import StayAway, StepBetween
from rules.systems.dragonbane.fight.defence.leaving_enemies import LetStrike
from rules.systems.dragonbane.fight.rounds.initiative import Begin, WalkIn
from rules.systems.dragonbane.fight.tactics.styles import STYLES, Habit, Style, answers
from rules.systems.dragonbane.fight.tactics.turns import pushed, turn

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


def _guard(table: Table, ask: Ask, style: Style) -> Command:
    """Step between with more hit points than the companion, if the style spends willpower (DRB-022)."""
    has_more = table.me.now("hp") > table.sheet(blow_of(ask).target).now("hp")
    return StepBetween(ask.key) if style.has(Habit.SPENDS) and has_more else StayAway(ask.key)


ANSWERS: Mapping[str, Answer] = {
    Parry.name: _defend,
    Dodge.name: _defend,
    Push.name: _push,
    DragonChoice.name: lambda table, ask, style: style.effect(table, ask),
    StepBetween.name: _guard,
}


HP, WP, CONDITIONS = "hp", "wp", "conditions"


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles; where they have no answer, the presets of the forms."""

    gauges: Sequence[Gauge] = (
        Gauge(HP, "Hit points lost"),
        Gauge(WP, "Willpower spent"),
        Gauge(CONDITIONS, "Conditions taken"),
    )

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        known = next((ANSWERS[name] for name in ask.commands if name in ANSWERS), None)
        return known(table, ask, style) if known else self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        """The state of somebody at the end; the fled are out of the fight, and did not fall (DRB-036, DRB-040, D-6)."""
        if sheet.has("dead"):
            return DEAD
        if sheet.has("unconscious"):
            return DOWN
        if is_down(sheet):
            return DYING
        return SPENT if is_out(sheet) else UP

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key == CONDITIONS:
            return sum(sheet.has(condition) for condition in library.six_conditions())
        return sheet.lack(key)
