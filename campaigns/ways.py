"""Ways into a campaign's compendium, from wherever its words are used."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from django.urls import reverse
from django.utils.text import slugify

from campaigns.models import Campaign
from rules.engine.book import OURS, lying_open
from rules.engine.refusals import Refused
from rules.engine.sheets import Item
from rules.registry import system_named


def way_to(campaign: Campaign, section: str, key: str) -> str:
    """The address of an entry that whoever has the book open can find there; empty where they find none."""
    own = lying_open()
    if key in own.section(section):
        anchor = key.removeprefix(OURS) if own.offers(key) else ""
    else:
        anchor = key if key in _keys(campaign.system_slug, own.edition).get(section, ()) else ""
    there = reverse("campaigns:compendium_section", args=[campaign.public_id, section])
    return f"{there}#{anchor}" if anchor else ""


def way_to_rank(campaign: Campaign, number: str) -> str:
    """The same for a rank by the name under which it is explained: ``skill.stealth`` stands among the skills."""
    kind, _, name = number.partition(".")
    return way_to(campaign, slugify(campaign.system.rank_kinds.get(kind, kind)), name)


def way_to_thing(campaign: Campaign, thing: Item) -> str:
    """The same for what stands on a sheet: a weapon, a trait, a spell; what was made up there leads nowhere."""
    own = lying_open()
    if thing.entry.startswith(OURS):
        section = next((one for one in campaign.system.shelves() if thing.entry in own.section(one)), "")
    else:
        section = _sections(campaign.system_slug, own.edition).get((thing.kind, thing.entry), "")
    return way_to(campaign, section, thing.entry) if section else ""


@cache
def _sections(slug: str, edition: str) -> Mapping[tuple[str, str], str]:
    """Where each kind of thing stands, by kind and key: a shield to carry and a spell may bear the same name."""
    system, found = system_named(slug), dict[tuple[str, str], str]()
    for section, entries in system.compendium().items():
        with suppress(Refused):
            found |= {(system.item(section, one.key).kind, one.key): section for one in entries}
    return found


@cache
def _keys(slug: str, edition: str) -> Mapping[str, frozenset[str]]:
    """What stands in each section; the game lists the edition of the book that lies open."""
    return {
        section: frozenset(one.key for one in listed) for section, listed in system_named(slug).compendium().items()
    }
