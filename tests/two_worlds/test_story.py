"""Nobody but the game master can tell a story with secrets in it from the same without."""

import pytest
from django.db import connection

from rules.registry import SYSTEMS
from tests.two_worlds.comparing import differences
from tests.two_worlds.story import SCRIPT
from tests.two_worlds.telling import LONG, told_in_both

ALL = [system.slug for system in SYSTEMS]
#: What a database decides, such as an order, is the house's: on the second one the first game tells for all.
TOLD = ALL if LONG or connection.vendor == "sqlite" else ALL[:1]


# Pages, notes, links and sessions are the house's, too; what is each game's own, its fights tell.
@pytest.mark.parametrize("slug", ALL if LONG else ALL[:1])
def test_with_and_without_secrets_everybody_gets_the_very_same(db: None, slug: str) -> None:
    found = differences(told_in_both(slug, SCRIPT))
    assert not found, "\n".join(found)
