"""Tactics that play fights of the game by themselves, for forecasts of them."""

from collections.abc import Sequence

from rules.engine.fight.styles import ByStyle
from rules.engine.fight.tactics import DEAD, DOWN, DYING, SPENT, UP, Gauge
from rules.engine.kernel.commands import Command
from rules.engine.kernel.sheets import Ask, Rung, Sheet
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.fight.actions.turns import NextTurn
from rules.systems.dragonbane.fight.base.state import at_zero, is_out
from rules.systems.dragonbane.fight.rounds.initiative import Begin
from rules.systems.dragonbane.fight.tactics.answers import ANSWERS
from rules.systems.dragonbane.fight.tactics.styles import STYLES, Style
from rules.systems.dragonbane.fight.tactics.turns import turn

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
        if at_zero(sheet) and not sheet.has("rallied"):
            return DYING
        return SPENT if is_out(sheet) else UP

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key == CONDITIONS:
            return sum(sheet.has(condition) for condition in library.six_conditions())
        held = sheet.resources.get(key)
        return held.most - held.now if held else 0
