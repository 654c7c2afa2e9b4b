"""A page's writes: done once, however often they are sent or tapped, with a new key for each that is meant."""

import re

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.seats import Seat
from tests.browser.test_sheet import open_sheet
from tests.halls import LiveHall

ROLL = "#roll .roll__foot > button"
_KEY = re.compile(r'name="key"\r\n\r\n([^\r]+)')


class Wire:
    """The writes of a page on their way: their keys, the entries that they made, and answers that get lost or wait."""

    def __init__(self, page: Page) -> None:
        self.keys: list[str] = []
        self.entries: list[str] = []
        self.loses = 0
        self.breaks = 0
        self.holds = False
        self.held: list[Route] = []
        page.route("**/perform/", self._carry)

    def _carry(self, route: Route) -> None:
        self.keys.append(key_of(route.request))
        if self.holds:
            self.held.append(route)
        else:
            self.deliver(route)

    def deliver(self, route: Route) -> None:
        if self.breaks:
            self.breaks -= 1
            return route.fulfill(status=500, json={"detail": "Something broke."})
        answer = route.fetch()
        self.entries.append(answer.json()["entry"])
        if self.loses:
            self.loses -= 1
            return route.abort()
        return route.fulfill(response=answer)


def key_of(request: Request) -> str:
    found = _KEY.search(request.post_data or "")
    assert found, "a write went out without a key"
    return found[1]


@pytest.fixture
def anna(browser: Browser, hall_server: LiveHall) -> Seat:
    return open_sheet(browser, hall_server, "Anna")


def test_a_write_whose_answer_is_lost_is_sent_again_with_its_key_and_done_once(anna: Seat) -> None:
    wire = Wire(anna.page)
    wire.loses = 2
    anna.page.locator(ROLL).click()
    expect(anna.page.locator("[data-saved]")).to_contain_text("It will be sent when you are back online")
    expect(anna.page.locator("[data-outcome] .die").first).to_be_visible(timeout=20_000)
    assert len(wire.keys) == 3
    assert len(set(wire.keys)) == 1, "a write sent again took a new key"
    assert len(set(wire.entries)) == 1, "one press was rolled for more than once"


def test_what_is_pressed_again_after_it_was_done_is_another_write(anna: Seat) -> None:
    wire = Wire(anna.page)
    for count in (1, 2):
        anna.page.locator(ROLL).click()
        expect(anna.page.locator("[data-saved]")).to_have_text("Saved")
        expect(anna.page.locator("#roll form[aria-busy]")).to_have_count(0)
        anna.page.wait_for_timeout(600)
        assert len(set(wire.entries)) == len(set(wire.keys)) == count


def test_what_broke_keeps_its_key_until_it_is_chosen_otherwise(anna: Seat) -> None:
    wire = Wire(anna.page)
    wire.breaks = 3
    for chosen_otherwise in (False, False, True):
        if chosen_otherwise:
            anna.page.locator("#roll [data-step='1']").first.click()
        anna.page.locator(ROLL).click()
        expect(anna.page.locator("[data-saved]")).to_contain_text("Not saved: something went wrong on our side")
        expect(anna.page.locator("#roll form[aria-busy]")).to_have_count(0)
    assert wire.keys[0] == wire.keys[1] != wire.keys[2]


@pytest.mark.parametrize("taps", ["double", "enter and click", "two enters"])
def test_a_roll_that_is_under_way_is_not_sent_again(anna: Seat, taps: str) -> None:
    wire = Wire(anna.page)
    wire.holds = True
    button = anna.page.locator(ROLL)
    if taps == "double":
        button.dblclick()
    else:
        button.press("Enter")
        anna.page.wait_for_timeout(600)
        button.click() if taps == "enter and click" else button.press("Enter")
    anna.page.wait_for_timeout(300)
    assert len(wire.keys) == 1
    wire.holds = False
    wire.deliver(wire.held[0])
    expect(anna.page.locator("[data-outcome] .die").first).to_be_visible()
    assert len(wire.keys) == 1


def test_a_box_that_is_being_ticked_is_not_ticked_again(anna: Seat) -> None:
    wire = Wire(anna.page)
    wire.holds = True
    box = anna.page.locator("[data-do='sheet.boxes']").first
    before = box.get_attribute("aria-pressed")
    box.dblclick()
    anna.page.wait_for_timeout(300)
    assert len(wire.keys) == 1
    wire.holds = False
    wire.deliver(wire.held[0])
    expect(box).to_have_attribute("aria-pressed", "false" if before == "true" else "true")
    assert len(wire.keys) == 1


def test_a_number_saved_by_enter_and_by_leaving_it_is_saved_once(anna: Seat) -> None:
    wire = Wire(anna.page)
    wire.holds = True
    anna.page.locator("[id^='edit-attribute-'] >> nth=2").click()
    field = anna.page.locator("form.editor .stepper input")
    number = "7" if field.input_value() != "7" else "8"
    field.fill(number)
    field.press("Enter")
    anna.page.locator("h1").first.click()
    anna.page.wait_for_timeout(300)
    assert len(wire.keys) == 1
    wire.holds = False
    wire.deliver(wire.held[0])
    expect(anna.page.locator("[id^='edit-attribute-'] >> nth=2")).to_have_text(number)
    assert len(wire.keys) == 1
