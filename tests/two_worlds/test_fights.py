"""Nobody but the game master can tell a fight with somebody hidden in it from the same without them."""

import os

import pytest

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
