"""The tactics by which fights of WinterDawn go on by themselves, for forecasts, and the weapons taken up in them."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.character.edits import free_key
from rules.engine.fight import DEAD, DOWN, DYING, SPENT, UP, ByStyle, Gauge
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Ask, Command, Fact, Item, ItemSet, Rung, Sheet, Table
from rules.systems.sda.content import equipment
from rules.systems.sda.core.rolls import MOUNTED, stands_aside
from rules.systems.sda.creation.life import new_sheet
from rules.systems.sda.fight.actions.initiative import Begin
from rules.systems.sda.fight.base import WALL, is_held, is_out, lines, takes_two_hands, weapon_of
from rules.systems.sda.turns.tactics.commands import answer, turn
from rules.systems.sda.turns.tactics.styles import STYLES, Style
from rules.systems.sda.turns.turns import NextTurn

#: Shots that come along with a weapon that counts them: enough for any fight.
SHOTS = 40


def takes_up(who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
    """The facts of taking up a weapon: others are put away, a shield may stay, and ammunition comes along (D-12)."""
    put_away = [(other, one) for other, one in sheet.items.items() if _makes_way(one, item)]
    taken = [ItemSet(who, other, replace(one, in_use=False)) for other, one in put_away]
    return [*taken, ItemSet(who, key, item), *_ammunition(who, sheet, item)]


def _makes_way(held: Item, item: Item) -> bool:
    if held.kind != "weapon" or not held.in_use or not is_held(held) or not is_held(item):
        return False
    both_shields = bool(weapon_of(held).shield) == bool(weapon_of(item).shield)
    return both_shields or takes_two_hands(held) or takes_two_hands(item)


def _ammunition(who: str, sheet: Sheet, item: Item) -> list[Fact]:
    weapon = equipment.weapon_of(item)
    if weapon is None or not weapon.ammunition:
        return []
    shots = new_sheet.item_from("gear", weapon.ammunition[0])
    return [ItemSet(who, free_key(sheet.items, weapon.ammunition[0]), replace(shots, count=SHOTS))]


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
