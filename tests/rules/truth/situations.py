"""Situations in which a command can be given: those that worked examples come to, and others like them by chance."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rules import codec
from rules.engine.kernel import (
    CLOSED,
    Command,
    Dice,
    Encounter,
    Item,
    Line,
    OwnBook,
    Refused,
    Resource,
    Sheet,
    Table,
    commands,
    lying_open,
    opened,
)
from rules.engine.system.protocol import System
from tests.rules.legal_play import LegalPlay


@dataclass(frozen=True, slots=True)
class Situation:
    """A command that somebody may give, and everything that it depends on."""

    system: System
    command: Command
    actor: str
    sheets: dict[str, Sheet]
    encounter: Encounter | None
    house_rules: dict[str, Any]
    source: str
    book: OwnBook = CLOSED

    @property
    def name(self) -> str:
        return type(self.command).name

    def table(self) -> Table:
        """A table of its own, to which anything may happen."""
        sheets = {who: copied(sheet) for who, sheet in self.sheets.items()}
        scene = self.encounter.copied() if self.encounter else None
        return Table(sheets, scene, self.house_rules, self.actor, self.system.rank_range)


def copied(sheet: Sheet) -> Sheet:
    """A sheet of its own; what is frozen in it is shared, for `deepcopy` takes twenty times as long."""
    return Sheet(
        sheet.name,
        sheet.kind,
        {kind: dict(ranks) for kind, ranks in sheet.ranks.items()},
        {kind: dict(gained) for kind, gained in sheet.experience.items()},
        {name: Resource(held.now, held.most) for name, held in sheet.resources.items()},
        {name: [Line(line.boxes, dict(line.ticked)) for line in lines] for name, lines in sheet.tracks.items()},
        dict(sheet.conditions),
        dict[str, Item](sheet.items),
        dict(sheet.texts),
        dict(sheet.memo),
    )


@contextmanager
def noting_situations(system: System, source: str, found: list[Situation]) -> Iterator[None]:
    """Note every command with odds that is about to be performed, and everything that it depends on."""
    perform = commands.perform

    def noting(command: Command, table: Table, dice: Dice) -> None:
        if type(command).has_odds:
            everybody = {*table.cast, *(table.encounter.combatants if table.encounter else ()), table.actor}
            sheets = {who: deepcopy(sheet) for who in sorted(everybody) if (sheet := table.sheets.get(who))}
            turned = dict(table.house_rules)
            scene = deepcopy(table.encounter)
            found.append(Situation(system, command, table.actor, sheets, scene, turned, source, lying_open()))
        perform(command, table, dice)

    commands.perform = noting
    try:
        yield
    finally:
        commands.perform = perform


class Chooser(LegalPlay):
    """Fills in commands at random, at tables that others have laid."""

    def __init__(self, system: System, random: Random) -> None:
        self.system, self.random = system, random

    def another(self, situation: Situation) -> Situation:
        """A situation like another: other choices for its command, and people hurt, weary, worse or better."""
        with opened(situation.book):
            return self._another(situation)

    def _another(self, situation: Situation) -> Situation:
        sheets = {who: self._otherwise(sheet) for who, sheet in situation.sheets.items()}
        varied = replace(situation, sheets=sheets, source=f"like {situation.source}")
        settled = varied.table()
        self.system.keep_up(settled)
        varied = replace(varied, sheets=dict(settled.sheets), encounter=settled.encounter)
        kind = type(situation.command)
        given = codec.plain_command(situation.command)
        table = varied.table()
        if not commands.is_possible(kind, table):
            return varied
        chosen = self._choose(kind, table)
        given |= {name: value for name, value in chosen.items() if self.random.random() < 0.5}
        try:
            return replace(varied, command=codec.command_from(kind, given))
        except Refused:
            return varied

    def _otherwise(self, sheet: Sheet) -> Sheet:
        other = copied(sheet)
        for held in other.resources.values():
            if self.random.random() < 0.4:
                held.now = self.random.randint(0, held.most)
        for lines in other.tracks.values():
            for line in lines:
                if self.random.random() < 0.15:
                    line.ticked = {box: self.random.randint(0, most) for box, most in line.boxes.items()}
        for kind, ranks in other.ranks.items():
            for name, rank in ranks.items():
                if rank > 0 and self.random.random() < 0.15:
                    least, most = self.system.rank_range(kind, name)
                    ranks[name] = max(least, 1, min(most, rank + self.random.randint(-2, 2)))
        return other
