"""Addresses in a campaign's compendium, for links from wherever its words are used."""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache

from django.urls import reverse
from django.utils.text import slugify

from campaigns.homebrew.compendium import CONDITIONS
from campaigns.models import Campaign
from campaigns.play.forms import Option
from rules.engine.kernel import OURS, Condition, Item, Refused, lying_open
from rules.naming import Name, glossary
from rules.registry import system_named
from rules.selectors import MECHANICS


def link_to(campaign: Campaign, section: str, key: str) -> str:
    """The address of an entry that whoever has the book open can find there; empty where they find none."""
    own = lying_open()
    if key in own.section(section):
        anchor = key.removeprefix(OURS) if own.offers(key) else ""
    else:
        anchor = key if key in _keys(campaign.system_slug, own.edition).get(section, ()) else ""
    return f"{_section(campaign.public_id, section)}#{anchor}" if anchor else ""


def link_to_condition(campaign: Campaign, state: Condition) -> str:
    """The address of a state that somebody is in, or of the spell or disease whose name it bears; empty for none."""
    if way := link_to(campaign, CONDITIONS, state.name):
        return way
    found = glossary(campaign.system).find(str(state.label), opens=False)
    return link_to(campaign, found[0].name.section, found[0].name.key) if found and not found[0].start else ""


def link_to_rank(campaign: Campaign, number: str, label: str = "") -> str:
    """The address of a rank by the name under which it is explained (``skill.stealth``); empty for none.

    Where its ``label`` is given, an entry of another section that is so called and has its key serves as well.
    """
    kind, _, name = number.partition(".")
    if way := link_to(campaign, slugify(campaign.system.rank_kinds.get(kind, kind)), name):
        return way
    called = (one for one in glossary(campaign.system).by_key.get(name, ()) if one.text == label)
    return next((link_to(campaign, one.section, name) for one in called), "")


def link_to_item(campaign: Campaign, thing: Item) -> str:
    """The address of a thing on a sheet: a weapon, a trait, a spell; empty for one that was made up there."""
    own = lying_open()
    if thing.entry.startswith(OURS):
        section = next((one for one in campaign.system.shelves() if thing.entry in own.section(one)), "")
    else:
        section = _sections(campaign.system_slug, own.edition).get((thing.kind, thing.entry), "")
    return link_to(campaign, section, thing.entry) if section else ""


def links_to_choices(campaign: Campaign, choices: Iterable[Option]) -> dict[str, str]:
    """The addresses of choices, by value, of those that have one.

    Choices of one kind stand in one section: of those in which an entry is so called, the one that has most of them.
    """
    known = {one.value: _meant(campaign, one) for one in choices}
    often = Counter(name.section for names in known.values() for name in names)
    meant = {value: max(names, key=lambda name: often[name.section]) for value, names in known.items() if names}
    return {value: f"{_section(campaign.public_id, name.section)}#{name.anchor}" for value, name in meant.items()}


def _meant(campaign: Campaign, choice: Option) -> tuple[Name, ...]:
    """The entries that a choice may mean: it is called after one (perhaps with a rank or a cost), and has its key.

    Beside the key may stand a rank or a place (``stealth/2``), before it a section (``weapons.club``).
    """
    keys = dict.fromkeys(key for part in choice.value.split("/") for key in (part, part.partition(".")[2]))
    label, by_key = choice.label.casefold(), glossary(campaign.system).by_key
    return tuple(name for key in keys for name in by_key.get(key, ()) if label.startswith(name.text.casefold()))


@lru_cache(maxsize=1024)
def _section(campaign_id: str, section: str) -> str:
    return reverse("campaigns:compendium_section", args=[campaign_id, section])


@cache
def _sections(slug: str, edition: str) -> Mapping[tuple[str, str], str]:
    """The section of each thing, by kind and key: a shield to carry and a spell may bear the same name."""
    system, found = system_named(slug), dict[tuple[str, str], str]()
    for section, entries in system.compendium().items():
        with suppress(Refused):
            found |= {(system.item(section, one.key).kind, one.key): section for one in entries}
    return found


@cache
def _keys(slug: str, edition: str) -> Mapping[str, frozenset[str]]:
    """The keys of the entries in each section; the game lists the edition of the book that lies open."""
    system = system_named(slug)
    listed = {section: frozenset(one.key for one in entries) for section, entries in system.compendium().items()}
    return listed | {MECHANICS: frozenset(one.number for one in system.mechanics())}
