"""The head of a sheet on a phone: each figure once on the first screen, and in sight wherever one has scrolled to."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import PHONE, WIDE, campaign_of, seated
from tests.halls import LiveHall


@pytest.fixture
def page(browser: Browser, hall_server: LiveHall) -> Iterator[Page]:
    page = seated(browser, hall_server, "Gudrun").page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    yield page
    page.context.close()


def sheets(hall: LiveHall) -> list[str]:
    return [
        f"/campaigns/{one['id']}/characters/{who}/"
        for one in hall.demo["campaigns"]
        for who in list(one["characters"].values())[:2]
    ]


def test_a_figure_stands_once_on_the_first_screen_and_stays_in_sight(page: Page, hall_server: LiveHall) -> None:
    head, now = page.locator(".vitals .bar").first, page.locator("#part-now .bar").first
    first = set()
    for address in sheets(hall_server):
        page.goto(address)
        expect(page.locator("[data-sheet][data-now]")).to_have_count(1)
        first.add(page.locator("[data-sheet]").get_attribute("data-now"))
        place = now.bounding_box()
        on_first = place is not None and place["y"] < PHONE["height"] * 0.7
        expect(head).to_be_visible(visible=not on_first)
        now.evaluate("one => scrollTo(0, one.getBoundingClientRect().bottom + scrollY + 20)")
        expect(head).to_be_in_viewport()
        page.locator(".sheet-tabs nav a").nth(1).click()
        expect(head).to_be_visible()
    assert "seen" in first


def test_the_page_does_not_move_when_the_figures_come(page: Page, hall_server: LiveHall) -> None:
    page.goto(next(iter(sheets(hall_server))))
    page.locator("[data-sheet]").evaluate("one => one.querySelectorAll('.asks > *').forEach(ask => ask.remove())")
    page.evaluate("document.dispatchEvent(new CustomEvent('hall:drawn'))")
    expect(page.locator("[data-sheet][data-now=seen]")).to_have_count(1)
    before = page.evaluate("document.documentElement.scrollHeight")
    page.evaluate("scrollTo(0, document.querySelector('#part-now').getBoundingClientRect().top + scrollY + 100)")
    expect(page.locator("[data-sheet][data-now=passed]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") == before


@pytest.mark.parametrize("state", ["saved", "unsaved"])
@pytest.mark.parametrize("width", [WIDE["width"], PHONE["width"]])
def test_what_was_saved_leaves_the_names_in_the_header_their_room(
    page: Page, hall_server: LiveHall, state: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(sheets(hall_server)[0])
    text = "Not saved: no connection. It will be sent when you are back online" if state == "unsaved" else "Saved"
    detail = {"state": state, "text": text}
    page.evaluate("detail => document.dispatchEvent(new CustomEvent('hall:saved', { detail }))", detail)
    said, header = page.locator("[data-saved]"), page.locator(".site-header").bounding_box()
    expect(said).to_have_text(text)
    place = said.bounding_box()
    assert header is not None
    assert place is not None
    assert place["y"] >= header["y"] + header["height"]
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= width


def test_at_the_table_nothing_lies_on_the_own_numbers_once_something_is_saved(
    browser: Browser, hall_server: LiveHall
) -> None:
    """The stage shows the outcome of a press; a failure to save is said all the same."""
    campaign = campaign_of(hall_server, "sda")
    anna = seated(browser, hall_server, "Anna", phone=True)
    anna.page.goto(f"/campaigns/{campaign['id']}/encounters/{campaign['encounters']['barrow']}/")
    said = anna.page.locator("[data-saved]")
    for state, shows in (("saved", "0"), ("unsaved", "1")):
        say = "state => document.dispatchEvent(new CustomEvent('hall:saved', { detail: { state } }))"
        anna.page.evaluate(say, state)
        expect(said).to_have_css("opacity", shows)
