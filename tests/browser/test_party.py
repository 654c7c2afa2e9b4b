"""The party's purse on two screens: what the game master hands out, a player sees and takes without a reload."""

from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall


def test_a_find_is_handed_out_and_taken(browser: Browser, hall_server: LiveHall) -> None:
    here = f"/campaigns/{hall_server.demo['campaign']['id']}/party/"
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    for seat in (gudrun, anna):
        seat.page.goto(here)
        seat.stay()
    with drives(anna.page, "live-page.js"):
        gudrun.page.get_by_label("Item 1", exact=True).fill("Silver flute")
        gudrun.page.get_by_role("button", name="Add", exact=True).click()
        take = anna.page.get_by_role("button", name="Take Silver flute")
        expect(take).to_be_visible()
    assert axe_finds(anna.page) == []
    with anna.page.expect_response("**/party/move/") as answered:
        take.click()
    assert answered.value.ok
    for seat in (gudrun, anna):
        expect(seat.page.locator(".party__things").get_by_text("Silver flute")).to_have_count(0)
        assert seat.has_stayed()
        assert not seat.complaints
