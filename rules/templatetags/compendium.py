"""How an entry is set: the numbers in its facts stand out, links lead to the rules of its commands and back."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.coverage import numbers_in
from rules.engine.content.entries import Entry
from rules.engine.kernel import Json, lying_open, setting
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


register = template.Library()

_WORD = re.compile(r"\w+")


@register.filter
def says_more(entry: Entry) -> bool:
    """Whether the sentence of an entry says anything that its facts do not."""
    facts = set(_WORD.findall(" ".join((entry.name, *entry.facts)).lower()))
    return not set(_WORD.findall(entry.summary.lower())) <= facts


#: Dice, and numbers with their signs and fractions; what a hyphen ties to a word belongs to the word.
_NUMBER = re.compile(
    r"(\d*[dD]\d+(?:[+−-]\d+)?"
    r"|(?<![A-Za-z]-)(?:[+−±×]|(?<!\w)-)?\b\d+(?:[.,]\d+)*[½¼¾]?(?!-[A-Za-z])"
    r"|[½¼¾])"
)
#: A unit stays beside its number.
_UNIT = re.compile(r"(?<=\d) (?=[a-z]{1,2}\b)")


@register.filter
def numbers(text: str) -> SafeString:
    """Set the numbers of a fact apart from its words.

    >>> numbers("STR+4, 2-Handed, far 20 metres, d6, (4+1)×2, SDA-001")
    'STR<b>+4</b>, 2-Handed, far <b>20</b> metres, <b>d6</b>, (<b>4</b><b>+1</b>)<b>×2</b>, SDA-001'
    """
    parts = _NUMBER.split(_UNIT.sub("\u00a0", text))
    return format_html_join("", "{}", (_set(part, index % 2 == 1) for index, part in enumerate(parts) if part))


def _set(part: str, is_number: bool) -> tuple[SafeString | str]:
    return (format_html_join("", "<b>{}</b>", [(part,)]) if is_number else part,)


@register.filter
def links(entry: Entry, system: System) -> tuple[Link, ...]:
    """Links from an entry to the entries that belong with it."""
    return links_of(entry, system)


@register.filter
def chosen(value: Json) -> str:
    """The setting of a house rule as a word.

    >>> chosen(True), chosen(False), chosen("after paying"), chosen(1)
    ('on', 'off', 'after paying', '1')
    """
    return setting(value)
