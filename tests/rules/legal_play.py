"""Random legal play of any game: what the rules offer is chosen at random, and performed."""

from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import MISSING, dataclass, field
from random import Random
from typing import Any

from rules import codec
from rules.engine.kernel import (
    Begun,
    Choice,
    Command,
    Encounter,
    Fact,
    Field,
    Joined,
    Place,
    Refused,
    SceneFact,
    SeededDice,
    Sheet,
    SheetFact,
    Table,
    commands,
    described_fields,
    evolve_encounter,
    evolve_sheet,
)
from rules.engine.system.protocol import System, offers

WORDS = ("by hand", "Hearth", "a wolf at the door", "")


@dataclass
class Documents:
    """The sheets and the encounter, as stored."""

    sheets: dict[str, Sheet] = field(default_factory=dict)
    encounter: Encounter = field(default_factory=Encounter)

    def copy(self) -> "Documents":
        return deepcopy(self)

    def tell(self, happened: list[Fact]) -> "Documents":
        """Replay facts onto these documents, each to the document that it is about."""
        for fact in happened:
            if isinstance(fact, SheetFact):
                evolved = evolve_sheet(self.sheets.get(fact.who), fact)
                if evolved is not None:
                    self.sheets[fact.who] = evolved
            elif isinstance(fact, SceneFact):
                evolve_encounter(self.encounter, fact)
        return self

    def as_text(self) -> str:
        return codec.dump({"sheets": self.sheets, "encounter": self.encounter})

    def table(self, system: System, actor: str) -> Table:
        return Table(self.sheets, self.encounter, {}, actor, system.rank_range)


@dataclass
class Played:
    """An accepted command, and the facts that came of it."""

    command: Command
    actor: str
    facts: list[Fact]
    before: Documents


class LegalPlay:
    """A party and some creatures who do whatever the rules allow, at random but repeatable."""

    def __init__(self, system: System, seed: int, *, without: Collection[str] = ()) -> None:
        self.system, self.random = system, Random(seed)
        self.without = without
        self.dice = SeededDice(seed)
        self.documents = Documents()
        self.opening = self._begin()
        self.documents.tell(self.opening)
        self.sentences: list[str] = []

    def _begin(self) -> list[Fact]:
        creatures = [entry.key for entry in self.system.compendium()["creatures"]]
        happened: list[Fact] = []
        for number in range(4):
            who = f"c{number}"
            party = number < 2
            key = self.random.choice(creatures)
            sheet = self.system.fresh_sheet(f"Hero {number}") if party else self.system.creature(key)
            happened += [Begun(who, sheet), Joined(who, "party" if party else "foes", False, 1.0 * number, 0.0, 0)]
        return happened

    def play(self, steps: int) -> Iterator[Played]:
        """Try ``steps`` commands, and yield those that were accepted."""
        for _ in range(steps):
            played = self._step()
            if played is not None:
                yield played

    def _step(self) -> Played | None:
        actor = self._actor()
        offered = offers(self.system, self.documents.table(self.system, actor), as_gm=True)
        kind = self.random.choice(self._pressing([one for one in offered if one.name not in self.without]))
        before = self.documents.copy()
        table = before.copy().table(self.system, actor)
        try:
            command = codec.command_from(kind, self._choose(kind, table))
            commands.foretell(command, table)
            commands.perform(command, table, self.dice)
            self.system.keep_up(table)
        except Refused as refusal:
            self.sentences.append(refusal.sentence)
            return None
        self.documents = Documents(dict(table.sheets), table.scene)
        return Played(command, actor, table.facts, before)

    def _actor(self) -> str:
        """Mostly whoever is asked, or whose turn it is; sometimes anybody."""
        scene = self.documents.encounter
        if scene.asks and self.random.random() < 0.8:
            return self.random.choice(list(scene.asks.values())).to
        if scene.current and self.random.random() < 0.9:
            return scene.current.who
        return self.random.choice(list(self.documents.sheets))

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        """Answers come before turns and turns before the rest, or a fight would drown in edits and odd jobs."""
        begun = self.documents.encounter.stage == "fighting"
        for place, weight in ((Place.ASK, 0.9), (Place.TURN, 0.9), (Place.SCENE, 0.2 if begun else 0.8)):
            pressing = [command for command in offered if command.place is place]
            if pressing and self.random.random() < weight:
                return pressing
        return offered

    def _choose(self, kind: type[Command], table: Table) -> dict[str, Any]:
        choices, preset = kind.choices(table), dict(kind.preset(table))
        chosen = {}
        for name, (described, default) in described_fields(kind).items():
            if name in preset and self.random.random() < 0.5:
                chosen[name] = preset[name]
            elif default is MISSING or self.random.random() < 0.6:
                chosen[name] = self._value(kind, described, choices.get(name, ()), table, default)
        return {name: value for name, value in chosen.items() if value is not None}

    def _value(
        self, kind: type[Command], described: Field, choices: tuple[Choice, ...], table: Table, default: Any
    ) -> Any:
        match described.kind:
            case "number":
                return self.random.randint(described.least, min(described.most, described.least + 3))
            case "switch":
                return self.random.random() < 0.5
            case "pick":
                return self.random.choice(choices).value if choices else None
            case "many":
                return [choice.value for choice in choices if self.random.random() < 0.3]
            case "ask":
                asks = table.asks_for(table.actor, kind.name)
                return asks[0].key if asks else None
            case "words":
                return self.random.choice((*WORDS, *table.sheets))[: described.most]
            case _:
                return None if default is MISSING else default
