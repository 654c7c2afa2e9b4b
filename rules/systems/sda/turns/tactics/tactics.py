"""The tactics by which fights of WinterDawn go on by themselves, for forecasts."""

from collections.abc import Sequence

from rules.engine.fight.styles import ByStyle
from rules.engine.fight.tactics import DEAD, DOWN, DYING, SPENT, UP, Gauge
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel.commands import Command
from rules.engine.kernel.facts import Fact
from rules.engine.kernel.sheets import Ask, Item, Rung, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.core.rolls.mounts import MOUNTED, stands_aside
from rules.systems.sda.fight.actions.initiative import Begin
from rules.systems.sda.fight.base.bleeding import lines
from rules.systems.sda.fight.base.conditions import WALL
from rules.systems.sda.fight.base.state import is_out
from rules.systems.sda.turns.tactics.arming import takes_up
from rules.systems.sda.turns.tactics.commands import answer, turn
from rules.systems.sda.turns.tactics.styles import STYLES, Style
from rules.systems.sda.turns.turns import NextTurn

BOXES, SPIRIT = "boxes", "spirit"


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles, and the values that forms begin with where no style knows an ask."""

    gauges: Sequence[Gauge] = (Gauge(BOXES, "Injury boxes"), Gauge(SPIRIT, "Spirit lost"))
    bonds: Sequence[str] = (MOUNTED, WALL)

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, rung, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        return answer(table, ask, style) or self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        return _fate(sheet)

    def stands_aside(self, table: Table, who: str) -> bool:
        """Whether a mount without a rider takes no part in the fight of people."""
        return stands_aside(table, who)

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key == BOXES:
            return sum(line.ticked.get(box, 0) for line in lines(sheet) for box in ("minor", "major"))
        held = sheet.resources.get("spirit")
        return held.most - held.now if held else 0

    def takes_up(self, who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
        """The facts by which somebody takes up another weapon, with its ammunition."""
        return takes_up(who, sheet, key, item)


@of_sheet("conditions", "resources")
def _fate(sheet: Sheet) -> str:
    """The fate of somebody in a forecast; without spirit they throw no dice, and fight no longer (SDA-057)."""
    if sheet.has("dead"):
        return DEAD
    if sheet.has("bleeding_to_death"):
        return DYING
    if is_out(sheet):
        return DOWN
    return UP if sheet.now("spirit") else SPENT
