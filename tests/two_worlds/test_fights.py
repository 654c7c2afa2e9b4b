"""Nobody but the game master can tell a fight with somebody hidden in it from the same without them."""

import os

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from combat import services
from combat.models import Encounter
from combat.table.page import Wish, table
from tests.helpers import Cast, make_cast
from tests.two_worlds.comparing import differences
from tests.two_worlds.story import FIGHT, LONG_FIGHT
from tests.two_worlds.telling import LONG, told_in_both
from tests.two_worlds.test_story import ALL, TOLD


@pytest.mark.parametrize("slug", TOLD)
def test_nobody_can_tell_hidden_combatants_of_a_fight(db: None, slug: str) -> None:
    """Hidden combatants have the first turn and others; they act, answer, move, are undone and redone."""
    both = told_in_both(slug, FIGHT)
    assert len(both.having.hidden) > 1
    found = differences(both)
    assert not found, "\n".join(found)


@pytest.mark.skipif("WINTERHALL_LONG" not in os.environ, reason="sixty fights take minutes: WINTERHALL_LONG=fights")
@pytest.mark.parametrize("seed", [f"{number} " for number in range(1, 21)])
@pytest.mark.parametrize("slug", ALL)
def test_nobody_can_tell_hidden_combatants_however_the_dice_fall(db: None, slug: str, seed: str) -> None:
    found = differences(told_in_both(slug, FIGHT, seed))
    assert not found, "\n".join(found)


@pytest.mark.skipif(not LONG, reason="two rounds of a fight take minutes: WINTERHALL_LONG=1")
@pytest.mark.parametrize("slug", ALL)
def test_nobody_can_tell_hidden_combatants_of_a_long_fight(db: None, slug: str) -> None:
    found = differences(told_in_both(slug, LONG_FIGHT))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("hides", [1, 3, 4])
@pytest.mark.parametrize("slug", ALL)
def test_nobody_can_tell_from_numbers_whom_the_game_master_hid_while_preparing(db: None, slug: str, hides: int) -> None:
    """Of four foes one is hidden by hand, before players see any of them; in the other world only three came."""
    cast = make_cast(slug)
    assert _names_seen(cast, count=4, hides=hides) == _names_seen(cast, count=3)


def _names_seen(cast: Cast, *, count: int, hides: int = 0) -> list[str]:
    """The names of foes that a player reads, the fight having been prepared in secret."""
    encounter = services.prepare(cast.gm)
    key = cast.campaign.system.compendium()["creatures"][0].key
    services.bring_creatures(cast.gm, encounter=encounter, key=key, count=count)
    if hides:
        came = services.characters_in(Encounter.objects.get(pk=encounter.pk))
        who = sorted(came, key=lambda one: one.pk)[hides - 1].public_id
        perform(cast.gm, Intent("fight.veil", {"combatant": who, "hidden": True}, encounter=encounter.public_id))
    services.open_to_players(cast.gm, encounter, is_open=True)
    return sorted(place.name for place in table(cast.anna, encounter.public_id, Wish()).places)
