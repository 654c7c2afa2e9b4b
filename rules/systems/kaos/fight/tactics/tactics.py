"""Tactics that play fights of KAOS by themselves, for forecasts of them."""

from collections.abc import Sequence

from rules.engine.fight.styles import ByStyle
from rules.engine.fight.tactics import DEAD, DOWN, UP, Gauge
from rules.engine.kernel.commands import Command
from rules.engine.kernel.sheets import Ask, Rung, Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.rounds.initiative import Begin
from rules.systems.kaos.fight.rounds.scene import NextTurn
from rules.systems.kaos.fight.tactics.styles import STYLES, Style
from rules.systems.kaos.fight.tactics.turns import turn


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles of taking a turn, and answers as the forms suggest.

    So the targets of blows roll to defend, and nobody spends advancement points: they are for learning.
    """

    gauges: Sequence[Gauge] = (Gauge(health.HP, "Hit points lost"),)

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        return self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        """The state of somebody at the end (PCT-016, PCT-017)."""
        return DEAD if sheet.has(health.DEAD) else DOWN if sheet.has(health.UNCONSCIOUS) else UP

    def gauge(self, sheet: Sheet, key: str) -> int:
        held = sheet.resources.get(key)
        return held.most - health.hp(sheet) if held else 0
