"""Fortune's Favor as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Mapping, Sequence

from rules.engine.content.entries import Entry
from rules.engine.kernel import Command, Json, Resource, Sheet
from rules.engine.page.blocks import Page, Vitals
from rules.engine.system.defaults import Game
from rules.systems.fortune.commands import COMMANDS
from rules.systems.fortune.content import library


class Fortune(Game):
    """The game of one d20, three outcomes and a token of favour."""

    slug = "fortune"
    name = "Fortune’s Favor"
    accent = "gold"
    commands: Sequence[type[Command]] = COMMANDS
    rank_kinds: Mapping[str, str] = {"stat": "Stats"}
    data = library.DATA

    def fresh_sheet(self, name: str) -> Sheet:
        return Sheet(name, ranks={"stat": {}, "body": {"speed": 30}}, resources={"favour": Resource(0, 1)})

    def compendium(self) -> Mapping[str, Sequence[Entry]]:
        return {}

    def creature(self, key: str) -> Sheet:
        return self.fresh_sheet(key)

    def vitals(self, sheet: Sheet) -> Vitals:
        return Vitals(())

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        return Page("", Vitals(()), ())


FORTUNE = Fortune()
