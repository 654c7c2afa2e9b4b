"""Ways into the compendium: from a thing on a sheet to its entry."""

from contextlib import suppress

import pytest

from campaigns.homebrew.links import link_to_item
from rules.engine.kernel import Item, Refused
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.helpers import make_cast


def carried(system: System) -> list[tuple[str, str, Item]]:
    """The first thing of every section whose entries can be carried."""
    found = []
    for section, entries in system.compendium().items():
        with suppress(Refused):
            found += [(section, entries[0].key, system.item(section, entries[0].key))]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_whatever_can_be_had_leads_to_its_entry(system: System) -> None:
    campaign = make_cast(system.slug).campaign
    there = f"/campaigns/{campaign.public_id}/compendium"
    for section, key, thing in carried(system):
        assert link_to_item(campaign, thing) == f"{there}/{section}/#{key}"


def test_many_a_thing_can_be_had() -> None:
    assert sum(len(carried(system)) for system in SYSTEMS) > 10


@pytest.mark.django_db
def test_what_was_made_up_on_a_sheet_leads_nowhere() -> None:
    campaign = make_cast(SYSTEMS[0].slug).campaign
    assert link_to_item(campaign, Item("Rusty spoon", "gear")) == ""
    assert link_to_item(campaign, Item("Another campaign's blade", "weapon", entry="ours.nobody-knows-it")) == ""
