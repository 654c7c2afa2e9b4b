"""Actors that Foundry VTT exported, and the report of everything about them that is not taken along.

A game tells by a :class:`Foundry` how its actors become sheets.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol, TypeVar

from rules.engine.character.foundry_values import PARTS, TEXT, Values
from rules.engine.character.names import alike
from rules.engine.character.piles import free_key
from rules.engine.kernel import Item, Json, Refused, Sheet


class Named(Protocol):
    """An entry of a compendium, as far as it is looked for."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)
#: The most of one pile, and the most lines of a report.
PILE, LINES = 1_000_000, 200


@dataclass(frozen=True, slots=True)
class Thing:
    """One of an actor's things as Foundry keeps them: weapons, skills, talents, professions."""

    name: str
    kind: str
    values: Values


@dataclass(slots=True)
class Actor:
    """An actor that is read: its values, its things, the compendium's things by folded name, and the report so far."""

    name: str
    kind: str
    values: Values
    things: list[Thing]
    shelf: Mapping[str, Item] = field(default_factory=dict)
    report: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def of(self, *kinds: str) -> list[Thing]:
        """The things of these kinds, which count as read."""
        self.asked.update(kinds)
        return [one for one in self.things if one.kind in kinds]

    def say(self, sentence: str) -> None:
        """Put a sentence into the report, once."""
        if sentence not in self.report:
            self.report.append(sentence)

    def known(self, name: str) -> Item | None:
        """The compendium's thing of that name."""
        return self.shelf.get(folded(name))

    def figure(self, label: str, span: tuple[int, int], *paths: str) -> int | None:
        """The number at one of these paths if it lies in the span; another one is told in the report."""
        found = self.values.number(*paths)
        if found is not None and not span[0] <= found <= span[1]:
            self.say(f"{label} is {found} in the file. Here it is {span[0]} to {span[1]}, so it was left out.")
            return None
        return found

    def one_of(self, label: str, name: str, shelf: Mapping[str, T]) -> T | None:
        """The entry of that name; an unknown one is told in the report."""
        found = entry_named(name, shelf)
        if name and found is None:
            self.say(f"{label} {name} is not in the compendium. It is in the notes.")
        return found


@dataclass(frozen=True, slots=True)
class Foundry:
    """The way in for Foundry's actors: the name of the game's system there, and the reader of each kind of actor."""

    system: str
    readers: Mapping[str, Callable[[Actor], Sheet]]

    def imported(self, told: Json, shelf: Mapping[str, Item]) -> tuple[Sheet, tuple[str, ...]]:
        """The sheet of an exported actor, and sentences on everything that is not taken along."""
        values = Values(told)
        name = values.name("name")
        if not name:
            raise Refused("The actor in this file has no name.", "file")
        kind = values.name("type")
        reader = self.readers.get(kind)
        if reader is None:
            raise Refused(f"Actors of the type “{kind or 'none'}” have no sheet here.", "file")
        inside = values.at("system") if isinstance(values.at("system").told, dict) else values.at("data")
        listed = values.listed("items")
        actor = Actor(name, kind, inside, list(_things(listed)), shelf)
        sheet = reader(actor)
        _say_what_is_left(actor, values, len(listed))
        lines = actor.report
        more = [f"And {len(lines) - LINES} more."] if len(lines) > LINES else []
        return sheet, (*lines[:LINES], *more)


def _things(listed: list[Values]) -> Iterator[Thing]:
    for one in listed:
        inside = one.at("system") if isinstance(one.at("system").told, dict) else one.at("data")
        if name := one.name("name"):
            yield Thing(name, one.name("type"), inside)


def _say_what_is_left(actor: Actor, values: Values, listed: int) -> None:
    """Tell the things of kinds that the game does not know, and effects."""
    if nameless := listed - len(actor.things):
        actor.say("One thing in the file has no name." if nameless == 1 else f"{nameless} things have no name.")
    if listed == PARTS:
        actor.say(f"Only the first {PARTS} things were read; there may be more in the file.")
    for one in actor.things:
        if one.kind not in actor.asked:
            actor.say(f"{one.name} ({one.kind or 'of no type'}) has no place on a sheet here.")
    for effect in values.listed("effects"):
        if name := effect.name("name", "label"):
            actor.say(f"The effect {name} was left out. Set what it does by hand.")


# -- which file it is -------------------------------------------------------------------------------------------------


def is_foundry(told: Json) -> bool:
    """Whether the values of a file are a document that Foundry exported."""
    return isinstance(told, dict) and any(name in told for name in ("_stats", "prototypeToken", "flags", "_id"))


def system_of(told: Json) -> str:
    """The name of the system for which a document of Foundry was made; empty where it does not say."""
    paths = ("_stats.systemId", "_stats.exportSource.systemId", "flags.exportSource.system")
    return Values(told).name(*paths)[:40]


def is_actor(told: Json) -> bool:
    """Whether a document of Foundry is an actor: scenes, journals and single things are none."""
    inside = Values(told)
    has_values = isinstance(inside.at("system").told, dict) or isinstance(inside.at("data").told, dict)
    return has_values and isinstance(inside.at("items").told, list)


# -- names ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """A key of a name, equal for two spellings of it: capitals, plurals, dashes, "armor" and "armour".

    >>> folded("Studded Leather Armor") == folded("Studded leather armour"), folded("Cat-o-Nine-Tails")
    (True, 'cat o nine tail')
    """
    words = re.sub(r"[\W_]+", " ", re.sub(r"['’`]", "", alike(name))).replace("our", "or").split()
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)


def entry_named(name: str, shelf: Mapping[str, T]) -> T | None:
    """The entry of a shelf with that name, or that key."""
    wanted = folded(name)
    if not wanted:
        return None
    return next((one for key, one in shelf.items() if wanted in (folded(one.name), folded(key))), None)


# -- things -----------------------------------------------------------------------------------------------------------


def count_of(thing: Thing) -> int:
    """How many of a thing there are; one where it does not say."""
    found = thing.values.number("quantity")
    return 1 if found is None else max(0, min(PILE, found))


def put(sheet: Sheet, item: Item, *, count: int = 1) -> str:
    """Lay things onto the sheet, under a key of their own."""
    key = free_key(sheet.items, item.entry or item.kind)
    sheet.items[key] = replace(item, count=count)
    return key


def add_text(sheet: Sheet, name: str, *parts: str) -> None:
    """Add paragraphs to a text of the sheet."""
    found = [sheet.texts.get(name, ""), *parts]
    if text := "\n\n".join(filter(None, found))[:TEXT].strip():
        sheet.texts[name] = text
