"""Links within a compendium: from an entry to the numbered rules of its commands, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.coverage import numbers_in
from rules.engine.content.entries import Entry
from rules.engine.kernel import lying_open
from rules.engine.system.protocol import System
from rules.registry import system_named
from rules.selectors import MECHANICS, sections


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another entry: the section that it stands in, its key there, and its name."""

    section: str
    key: str
    name: str


def links_of(entry: Entry, system: System) -> tuple[Link, ...]:
    """The rules that an entry's commands keep; for a rule, the entries whose commands keep it."""
    if entry.commands:
        return _rules_of(entry.commands, system.slug)
    return _entries_by_rule(system.slug, lying_open().edition).get(entry.key, ())


@lru_cache(maxsize=2048)
def _rules_of(commands: tuple[str, ...], slug: str) -> tuple[Link, ...]:
    kept = {number for command in commands for number in _kept(slug).get(command, ())}
    return tuple(Link(MECHANICS, one.number, one.title) for one in system_named(slug).mechanics() if one.number in kept)


@cache
def _kept(slug: str) -> Mapping[str, frozenset[str]]:
    """The numbered rules that each command names, by the command's name."""
    return {command.name: frozenset(numbers_in(command.__doc__ or "")) for command in system_named(slug).commands}


@cache
def _entries_by_rule(slug: str, edition: str) -> Mapping[str, tuple[Link, ...]]:
    """Links to the entries of each rule, by its number; the entries are those of the open book's edition."""
    found: dict[str, tuple[Link, ...]] = {}
    for number, link in _pairs(slug):
        found[number] = (*found.get(number, ()), link)
    return found


def _pairs(slug: str) -> Iterator[tuple[str, Link]]:
    for section in sections(system_named(slug)):
        for entry in section.entries:
            for rule in _rules_of(entry.commands, slug) if entry.commands else ():
                yield rule.key, Link(section.key, entry.key, entry.name)
