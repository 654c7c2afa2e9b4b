"""Grim d100 as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Mapping, Sequence

from rules.engine.content.switches import Switch
from rules.engine.kernel import Command, Item, Json, Line, Resource, Sheet, Table
from rules.engine.page.blocks import Explained, Page, Tiles, Vitals
from rules.engine.system.defaults import Game
from rules.systems.grim.commands import COMMANDS
from rules.systems.grim.content import fight_switches, library
from rules.systems.grim.core import keep_in_line


class Grim(Game):
    """The game of percentile dice with doubles, thresholds, Fury and Chaos."""

    slug = "grim"
    name = "Grim d100"
    note = "Compatible with the revised ZWEIHÄNDER Grim & Perilous RPG rules; not affiliated with its publisher."
    accent = "red"
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = fight_switches.SWITCHES
    test = "test.roll"
    onward: Sequence[str] = ("fight.begin", "fight.next", "turn.end")
    budgets: Mapping[str, str] = {"ap": "action points"}
    data = library.DATA

    def fresh_sheet(self, name: str) -> Sheet:
        sheet = Sheet(name)
        sheet.ranks = {"attribute": dict.fromkeys(library.attributes(), 42), "skill": {}, "bonus": {}, "body": {}}
        sheet.tracks = {"damage": [Line({"step": 5})], "peril": [Line({"step": 5})]}
        sheet.resources = {
            "fortune": Resource(1, 1),
            "fate": Resource(1, 1),
            "corruption": Resource(0, 1000),
            "coin": Resource(0, 100000),
        }
        return sheet

    def item(self, section: str, key: str) -> Item:
        return library.item_from(section, key)

    def vitals(self, sheet: Sheet) -> Vitals:
        return Vitals(())

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        return Page("", self.vitals(sheet), ())

    def keep_up(self, table: Table) -> None:
        for who in list(table.sheets):
            keep_in_line(table, who)


GRIM = Grim()
