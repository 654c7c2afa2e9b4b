"""The places of a campaign: few in the row at the top, the rest behind More, and none of them lost."""

import re

import pytest

from tests.campaigns.test_playing import client_of
from tests.helpers import make_cast

#: The most that stands in the row, the button behind which the rest stands included.
MOST = 8
TABLE = ("party", "encounters", "sessions", "journal", "calendar", "chronicle")
REST = ("compendium", "rules", "luck", "members")
GM_ALONE = ("house", "members/#settings")


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_few_places_stand_in_the_row_and_all_are_there(db: None, who: str) -> None:
    cast = make_cast("sda")
    here = f"/campaigns/{cast.campaign.public_id}/"
    page = client_of(getattr(cast, who)).get(f"{here}luck/").content.decode()
    nav = page[page.index('<nav class="site-nav"') :].partition("</nav>")[0]
    row, rest = nav.split('<div class="site-nav__rest"')
    assert len(re.findall(r"<(?:a|button) ", row)) <= MOST
    assert all(f'"{here}{place}/"' in row for place in TABLE)
    more = {*REST, "long-tests", *(GM_ALONE if who == "gm" else ())}
    assert {re.sub(r"/$", "", one) for one in re.findall(rf'href="{here}([^"]*)"', rest)} == more
    assert 'popovertarget="more-places"' in row
    assert 'aria-current="page">Luck</a>' in rest
