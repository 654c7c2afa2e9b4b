"""An evening from its plan to its summary, as the game master presses it through and a player reads it."""

from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.halls import LiveHall


def test_a_session_is_planned_played_and_told(browser: Browser, hall_server: LiveHall) -> None:
    here = f"/campaigns/{hall_server.demo['campaign']['id']}/"
    page = seated(browser, hall_server, "Gudrun").page
    page.goto(f"{here}sessions/")
    page.get_by_label("Title").fill("Frost on the ford")
    page.get_by_role("button", name="Plan session").click()
    page.get_by_role("link", name="Frost on the ford").click()
    with drives(page, "sessions.js"):
        page.get_by_role("button", name="Coming", exact=True).click()
        expect(page.get_by_role("button", name="Coming", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Begin the session").click()
    page.get_by_label("Next scene").fill("The ice gives way")
    page.get_by_role("button", name="Begin scene").click()
    expect(page.get_by_role("listitem").filter(has_text="The ice gives way")).to_be_visible()
    page.get_by_role("button", name="End session").click()
    page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(page.get_by_role("heading", name="The ice gives way")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    anna = seated(browser, hall_server, "Anna").page
    anna.goto(here)
    anna.get_by_role("link", name="Frost on the ford").click()
    expect(anna.get_by_role("heading", name="The ice gives way")).to_be_visible()
