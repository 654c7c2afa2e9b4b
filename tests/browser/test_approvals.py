"""What waits for approval, on two screens: one sees it come, the other sees it decided, and nobody reloads."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.seats import Seat, campaign_of, seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall

GAME, WHOSE, THING = "kaos", "senna", "Cracked lens"


@pytest.fixture
def gudrun(browser: Browser, hall_server: LiveHall) -> Iterator[Seat]:
    """A game master whose approval is needed for things, as long as this test lasts."""
    seat = seated(browser, hall_server, "Gudrun", still=True)
    members = f"/campaigns/{campaign_of(hall_server, GAME)['id']}/members/"
    seat.page.goto(members)
    seat.page.get_by_label("Items and coins, gained and given away").check()
    seat.page.get_by_role("button", name="Save").first.click()
    yield seat
    seat.page.goto(members)
    seat.page.get_by_label("Items and coins, gained and given away").uncheck()
    seat.page.get_by_role("button", name="Save").first.click()


def rung(seat: Seat) -> int:
    """The number at somebody's bell."""
    return int(seat.page.locator("[data-bell-count]").text_content() or 0)


def test_what_waits_comes_and_is_decided_without_a_reload(
    browser: Browser, hall_server: LiveHall, gudrun: Seat
) -> None:
    campaign = campaign_of(hall_server, GAME)
    here, sheet = f"/campaigns/{campaign['id']}/", campaign["characters"][WHOSE]
    anna = seated(browser, hall_server, "Anna", phone=True, still=True)
    gudrun.page.goto(f"{here}approvals/")
    anna.page.goto(f"{here}approvals/")
    for seat in (gudrun, anna):
        expect(seat.page.get_by_role("heading", name="Nothing waiting for approval")).to_be_visible()
        seat.stay()
    program, unread = Program(anna, hall_server, player=True), rung(anna)
    with drives(gudrun.page, "live-page.js", "feed.js", "calls.js"):
        program.do(f"characters/{sheet}/", "sheet.item", title=THING, kind="gear", count=1)
        agree = gudrun.page.get_by_role("button", name="Approve", exact=False).first
        expect(agree).to_be_visible()
        expect(gudrun.page.locator("[data-bell-count]")).not_to_have_text("0")
    assert axe_finds(gudrun.page) == []
    assert gudrun.has_stayed()
    agree.click()
    expect(anna.page.locator("[data-live=approvals]")).to_contain_text("Decided")
    expect(anna.page.locator("[data-bell-count]")).to_have_text(str(unread + 1))
    assert anna.has_stayed()
    for seat in (gudrun, anna):
        assert not seat.complaints


def test_a_sheet_says_no_longer_that_a_change_waits_once_it_is_refused(
    browser: Browser, hall_server: LiveHall, gudrun: Seat
) -> None:
    campaign = campaign_of(hall_server, GAME)
    here, sheet = f"/campaigns/{campaign['id']}/", campaign["characters"][WHOSE]
    anna = seated(browser, hall_server, "Anna", phone=True, still=True)
    Program(anna, hall_server, player=True).do(f"characters/{sheet}/", "sheet.item", title=THING, kind="gear", count=1)
    anna.page.goto(f"{here}characters/{sheet}/")
    anna.stay()
    waits = anna.page.locator("#part-waiting")
    expect(waits).to_contain_text("waits for your game master")
    gudrun.page.goto(f"{here}approvals/")
    with drives(anna.page, "sheet-parts.js"):
        gudrun.page.get_by_label("Note:", exact=False).first.fill("Nobody sells them here.")
        gudrun.page.get_by_role("button", name="Refuse", exact=False).first.click()
        expect(waits).to_be_empty()
    assert anna.has_stayed()
    assert not anna.complaints
