"""A line that breaks: the page says so, goes on by itself when it is back, and shows what was missed meanwhile."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.cable import Cable, cable_to
from tests.browser.driving import drives
from tests.browser.seats import Seat, seated
from tests.browser.test_sheet import sheet_address
from tests.halls import LiveHall

#: How long a page may take to be back, in milliseconds: it tries again every few seconds.
BACK = 30_000


@pytest.fixture
def cable(hall_server: LiveHall) -> Iterator[Cable]:
    with cable_to(hall_server) as cable:
        yield cable


@pytest.fixture
def anna(browser: Browser, cable: Cable) -> Seat:
    seat = seated(browser, cable.hall, "Anna")
    with seat.page.expect_response("**/feed/**"):
        seat.page.goto(sheet_address(cable.hall))
    return seat


@pytest.fixture
def gudrun(browser: Browser, hall_server: LiveHall) -> Seat:
    """Gudrun's seat, whose line is whole."""
    seat = seated(browser, hall_server, "Gudrun")
    seat.page.goto(sheet_address(hall_server))
    return seat


def tick(page: Page) -> str:
    """Tick the first injury box of Rook's, or clear it; returns how it is then."""
    box = page.locator("[data-do='sheet.boxes']").first
    pressed = "false" if box.get_attribute("aria-pressed") == "true" else "true"
    box.click()
    expect(box).to_have_attribute("aria-pressed", pressed)
    return pressed


def shows(page: Page, pressed: str) -> None:
    expect(page.locator("[data-do='sheet.boxes']").first).to_have_attribute("aria-pressed", pressed, timeout=BACK)


def _into(held: list[Route]) -> Callable[[Route], None]:
    """A handler that holds requests in a list; Playwright takes no method of a list."""
    return lambda route: held.append(route)  # noqa: PLW0108


def test_a_page_whose_line_breaks_says_so_comes_back_and_catches_up(cable: Cable, anna: Seat, gudrun: Seat) -> None:
    down = anna.page.locator("[data-line]")
    anna.stay()
    shows(anna.page, tick(gudrun.page))
    with drives(anna.page, "feed.js"):
        cable.pull()
        expect(down).to_be_visible()
        missed = tick(gudrun.page)
        anna.page.wait_for_timeout(1_000)
        cable.put_back()
        shows(anna.page, missed)
        expect(down).to_be_hidden(timeout=BACK)
        shows(anna.page, tick(gudrun.page))
    assert anna.has_stayed()


def test_a_house_that_was_closed_for_a_moment_is_asked_again(
    browser: Browser, hall_server: LiveHall, gudrun: Seat
) -> None:
    """An answer that is no stream makes a browser give up, so that the page has to begin anew."""
    anna = seated(browser, hall_server, "Anna")
    closed = {"is": True}
    anna.page.route(
        "**/feed/**",
        lambda route: route.fulfill(status=503, body="closed") if closed["is"] else route.continue_(),
    )
    anna.page.goto(sheet_address(hall_server))
    anna.stay()
    expect(anna.page.locator("[data-line]")).to_be_visible()
    missed = tick(gudrun.page)
    closed["is"] = False
    shows(anna.page, missed)
    expect(anna.page.locator("[data-line]")).to_be_hidden(timeout=BACK)
    shows(anna.page, tick(gudrun.page))
    assert anna.has_stayed()


def test_what_happened_between_the_page_and_its_line_is_shown(
    browser: Browser, hall_server: LiveHall, gudrun: Seat
) -> None:
    """Between the moment for which a page was made and the one in which it begins to listen, others go on."""
    anna = seated(browser, hall_server, "Anna")
    waiting: list[Route] = []
    anna.page.route("**/feed/**", _into(waiting))
    with anna.page.expect_request("**/feed/**"):
        anna.page.goto(sheet_address(hall_server))
    anna.stay()
    expect(anna.page.locator("#roll .odds__sentence")).not_to_be_empty()
    missed = tick(gudrun.page)
    waiting[0].continue_()
    shows(anna.page, missed)
    assert anna.has_stayed()


def test_a_second_page_that_shares_the_line_shows_what_it_missed(
    browser: Browser, hall_server: LiveHall, gudrun: Seat
) -> None:
    first = seated(browser, hall_server, "Anna").page
    first.goto(sheet_address(hall_server))
    shows(first, tick(gudrun.page))
    second = first.context.new_page()
    scripts: list[Route] = []
    second.route("**/feed*.js", _into(scripts))
    second.goto(sheet_address(hall_server), wait_until="commit")
    expect(second.locator("[data-do='sheet.boxes']").first).to_be_visible()
    missed = tick(gudrun.page)
    shows(first, missed)
    scripts[0].fallback()
    shows(second, missed)
    shows(second, tick(gudrun.page))
