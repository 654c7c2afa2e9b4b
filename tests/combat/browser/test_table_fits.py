"""The table on every width, in both themes and on the second screen: nothing sticks out, and axe finds no fault."""

import pytest

from tests.combat.browser.test_live_table import PHONE, WIDE, Seats, Theme, seats
from tests.look.browser.test_gallery import violations

__all__ = ["seats"]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize("who", ["gm", "player1", "observer"])
def test_the_table_is_accessible_and_fits(seats: Seats, who: str, width: int, theme: Theme) -> None:
    page = seats.sit(who, width, theme)
    page.wait_for_load_state("load")
    assert seats.complaints == []
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("query", "fight"), [("?view=projector", "barrow"), ("", "gate")])
def test_projector_and_preparation_are_accessible(seats: Seats, query: str, fight: str) -> None:
    page = seats.sit("gm", query=query, fight=fight)
    assert violations(page) == []
