"""Saying the weather on the page of the calendar, letting its day pass, and saying that of the day which it is then."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import campaign_of, seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall


def test_a_storm_is_said_for_a_coming_day_and_read_when_it_has_passed(browser: Browser, hall_server: LiveHall) -> None:
    campaign = campaign_of(hall_server, "sda")["id"]
    gudrun = seated(browser, hall_server, "Gudrun", still=True)
    anna = seated(browser, hall_server, "Anna", phone=True, still=True)
    page, hers = gudrun.page, anna.page
    for seat in (gudrun, anna):
        seat.page.goto(f"/campaigns/{campaign}/calendar/")
    page.get_by_text("Change the weather").first.click()
    _say(page, ahead=1, sky="sandstorm")
    expect(page.locator("[data-live=weather]")).to_contain_text("Sandstorm")
    assert axe_finds(page) == []
    assert "andstorm" not in hers.locator("main").inner_text()
    page.get_by_label("Time passes").fill("3")
    _press(page, "Let time pass")
    expect(page.locator("[data-live=weather] li")).to_have_count(0)
    _say(page, ahead=0, degrees="31")
    for one in (page, hers):
        expect(one.locator("[data-live=date]")).to_contain_text("31 °C")
    hers.goto(f"/campaigns/{campaign}/chronicle/")
    expect(hers.locator("main")).to_contain_text("sandstorm")
    assert not gudrun.complaints + anna.complaints


def _say(page: Page, *, ahead: int, sky: str = "", degrees: str = "") -> None:
    page.locator("#weather-day").select_option(index=ahead)
    page.locator("#weather-sky").select_option(sky)
    page.locator("#weather-degrees").fill(degrees)
    _press(page, "Change the weather")


def _press(page: Page, name: str) -> None:
    """Press a button that writes, which the server does not refuse."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as heard:
        page.get_by_role("button", name=name).click()
    assert heard.value.ok, heard.value.text()
