"""A fight laid out for tests: two who face each other two metres apart, and helpers to let them act."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import codec
from rules.engine.kernel import (
    Begun,
    Dice,
    Encounter,
    Fact,
    Joined,
    LadderSet,
    Refused,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Table,
    TurnBegan,
    TypedDice,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.systems.sda.system import SDA


def fighter(name: str, *weapons: str, armour: Sequence[str] = (), **ranks: int) -> Sheet:
    """A beginner with weapons in hand; ranks by name, whether attribute, skill or group."""
    sheet = SDA.fresh_sheet(name)
    for rank, value in ranks.items():
        kind = next(kind for kind in ("attribute", "skill", "group") if _knows(kind, rank))
        sheet.ranks[kind][rank] = value
    for section, keys in (("weapons", weapons), ("armour", armour)):
        for key in keys:
            sheet.items[key] = replace(SDA.item(section, key), in_use=True)
    return sheet


def _knows(kind: str, rank: str) -> bool:
    try:
        SDA.rank_range(kind, rank)
    except Refused:
        return False
    return True


class Fight:
    """Rook and Boris, and whoever else: their documents, all facts so far, and the table for each command."""

    def __init__(self, *, house_rules: Mapping[str, Any] | None = None, **sheets: Sheet) -> None:
        self.house_rules = dict(house_rules or {})
        self.sheets: dict[str, Sheet] = {}
        self.encounter = Encounter()
        self.facts: list[Fact] = []
        opening: list[Fact] = [Begun(who, sheet) for who, sheet in sheets.items()]
        places = ((0.0, 0.0, 0), (0.0, 2.0, 180), (1.0, 0.0, 0), (1.0, 2.0, 180))
        for number, (who, (x, y, facing)) in enumerate(zip(sheets, places, strict=False)):
            opening.append(Joined(who, "foes" if number % 2 else "party", False, x, y, facing))
        self._happen(opening)

    def _happen(self, facts: list[Fact]) -> None:
        table = self.table("")
        table.happen(*facts)
        self._keep(table)

    def _keep(self, table: Table) -> None:
        self.facts += table.facts
        self.sheets = dict(table.sheets)

    def table(self, actor: str) -> Table:
        return Table(self.sheets, self.encounter, self.house_rules, actor, SDA.rank_range)

    def on(self, **initiative: int) -> "Fight":
        """The fight is on: the ladder stands, and its first rung acts."""
        rungs = tuple(Rung(f"{who}/whole", who, at, "whole") for who, at in initiative.items())
        self._happen([StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan(rungs[0].key)])
        return self

    def does(self, who: str, name: str, /, _throwing: Dice | None = None, **chosen: Any) -> list[Fact]:
        """Perform a command with typed dice (none, if none are given); what happened."""
        table = self.table(who)
        command = codec.command_from(command_named(SDA, name), self._with_ask(table, name, chosen))
        perform(command, table, _throwing or TypedDice({}))
        self._keep(table)
        return table.facts

    def rolls(self, who: str, name: str, faces: Mapping[str, list[int]], **chosen: Any) -> list[Fact]:
        typed = TypedDice(faces)
        happened = self.does(who, name, typed, **chosen)
        typed.all_used()
        return happened

    def possible(self, who: str, name: str, **chosen: Any) -> None:
        """Foretell a command, which refuses what cannot be done."""
        table = self.table(who)
        foretell(codec.command_from(command_named(SDA, name), self._with_ask(table, name, chosen)), table)

    def odds(self, who: str, name: str, **chosen: Any) -> Odds:
        table = self.table(who)
        told = foretell(codec.command_from(command_named(SDA, name), self._with_ask(table, name, chosen)), table)
        assert told is not None
        return told

    @staticmethod
    def _with_ask(table: Table, name: str, chosen: dict[str, Any]) -> dict[str, Any]:
        asks = table.asks_for(table.actor, name)
        return {"ask": asks[0].key, **chosen} if asks else chosen
