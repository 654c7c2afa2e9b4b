"""Ways into a campaign's compendium, from wherever its words are used."""

from collections.abc import Mapping
from functools import cache

from django.urls import reverse
from django.utils.text import slugify

from campaigns.models import Campaign
from rules.engine.book import OURS, lying_open
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


@cache
def _keys(slug: str, edition: str) -> Mapping[str, frozenset[str]]:
    """What stands in each section; the game lists the edition of the book that lies open."""
    return {
        section: frozenset(one.key for one in listed) for section, listed in system_named(slug).compendium().items()
    }
