"""Nobody but the game master can tell a story with secrets in it from the same without."""

import pytest

from rules.registry import SYSTEMS
from tests.two_worlds.comparing import differences
from tests.two_worlds.story import FIGHT, SCRIPT
from tests.two_worlds.telling import LONG, told_in_both


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_with_and_without_secrets_everybody_gets_the_very_same(db: None, slug: str) -> None:
    found = differences(told_in_both(slug, SCRIPT))
    assert not found, "\n".join(found)


@pytest.mark.skipif(not LONG, reason="two rounds of a fight take minutes: WINTERHALL_LONG=1")
@pytest.mark.xfail(reason="that somebody hidden has a turn still shows", strict=True)
def test_in_a_fight_too(db: None) -> None:
    found = differences(told_in_both(SYSTEMS[0].slug, FIGHT))
    assert not found, "\n".join(found)
