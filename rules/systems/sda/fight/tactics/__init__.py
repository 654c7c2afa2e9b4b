"""How fights of WinterDawn go on by themselves, for forecasts of them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.engine.commands import Command
from rules.engine.facts import Fact
from rules.engine.forecast.tactics import DEAD, DOWN, DYING, SPENT, UP, Gauge, Policy, Step, as_suggested
from rules.engine.known import of_sheet
from rules.engine.refusals import NotNow
from rules.engine.sheets import Item, Sheet
from rules.engine.table import Table
from rules.systems.sda.fight.bleeding import lines
from rules.systems.sda.fight.initiative import Begin
from rules.systems.sda.fight.lasting import WALL
from rules.systems.sda.fight.riding.pairs import MOUNTED, stands_aside
from rules.systems.sda.fight.state import is_out
from rules.systems.sda.fight.striking import PassOpportunity
from rules.systems.sda.fight.tactics.arming import takes_up
from rules.systems.sda.fight.tactics.choosing import answer, turn
from rules.systems.sda.fight.tactics.styles import AGGRESSIVE, STYLES, Style
from rules.systems.sda.fight.turns import NextTurn

BOXES, SPIRIT = "boxes", "spirit"


class FightTactics:
    """The tactics of the game: three styles, and for whatever they know nothing of, what the forms suggest."""

    policies: Sequence[Policy] = tuple(style.policy for style in STYLES.values())
    gauges: Sequence[Gauge] = (Gauge(BOXES, "Injury boxes"), Gauge(SPIRIT, "Spirit lost"))
    bonds: Sequence[str] = (MOUNTED, WALL)

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        self._commands = commands

    @cached_property
    def _kinds(self) -> Mapping[str, type[Command]]:
        return {kind.name: kind for kind in self._commands}

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        """An ask is answered before anything else, then whoever's turn it is acts."""
        scene = table.scene
        if ask := next(iter(scene.pressing), None):
            table.actor = ask.to
            return Step(ask.to, answer(table, ask, _style(table, ask.to, policies), self._kinds))
        if scene.stage == "ready":
            return Step("", Begin())
        rung = scene.current
        if rung is None:
            return Step("", NextTurn())
        table.actor = rung.who
        return Step(rung.who, turn(table, rung, _style(table, rung.who, policies)))

    def way_out(self, table: Table, refused: Step) -> Step:
        """An opening goes by, an ask is answered as its form suggests, a turn is over."""
        ask = next(iter(table.scene.pressing), None)
        if ask is None:
            if isinstance(refused.command, NextTurn):
                raise NotNow("This fight cannot go on by itself: nobody's turn can end.")
            return Step("", NextTurn())
        table.actor = ask.to
        if PassOpportunity.name in ask.commands:
            return Step(ask.to, PassOpportunity(ask.key))
        return Step(ask.to, as_suggested(self._kinds[ask.commands[-1]], table, ask))

    def fate(self, sheet: Sheet) -> str:
        return _fate(sheet)

    def stands_aside(self, table: Table, who: str) -> bool:
        """A mount whose rider is gone takes no part in the fight of people."""
        return stands_aside(table, who)

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key == BOXES:
            return sum(line.ticked.get(box, 0) for line in lines(sheet) for box in ("minor", "major"))
        held = sheet.resources.get("spirit")
        return held.most - held.now if held else 0

    def takes_up(self, who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
        """Somebody fights with another weapon, with what belongs to it."""
        return takes_up(who, sheet, key, item)


def _style(table: Table, who: str, policies: Mapping[str, str]) -> Style:
    return STYLES.get(policies.get(table.combatant(who).side, ""), AGGRESSIVE)


@of_sheet("conditions", "resources")
def _fate(sheet: Sheet) -> str:
    """How somebody is; without spirit they throw no dice, and fight no longer (SDA-057)."""
    if sheet.has("dead"):
        return DEAD
    if sheet.has("bleeding_to_death"):
        return DYING
    if is_out(sheet):
        return DOWN
    return UP if sheet.now("spirit") else SPENT
