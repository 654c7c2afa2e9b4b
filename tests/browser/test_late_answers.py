"""Answers that come late: what somebody asked for last is shown, whatever the line brings after it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.evenings import Program
from tests.browser.seats import Seat, seated
from tests.browser.test_sheet import open_sheet
from tests.halls import LiveHall

#: Somebody who has a question to answer: the spirit that is left after a fight, less than she had.
WINNER, TIRED = "Vigdis", 1


class Delay:
    """The answers to the first questions wait until somebody lets them go on; later ones come at once."""

    def __init__(self, page: Page, where: str, first: int = 1) -> None:
        self.page = page
        self._held: list[Callable[[], None]] = []
        self._first = first
        page.route(where, self._meet)

    def _meet(self, route: Route) -> None:
        answer = route.fetch()
        if self._first:
            self._first -= 1
            self._held.append(lambda: route.fulfill(response=answer))
        else:
            route.fulfill(response=answer)

    def until_asked(self) -> None:
        while self._first:
            self.page.wait_for_timeout(50)

    def let_come(self) -> None:
        for go in self._held:
            go()
        self.page.wait_for_timeout(500)


@pytest.fixture
def page(browser: Browser, hall_server: LiveHall) -> Page:
    return open_sheet(browser, hall_server, "Anna").page


def test_odds_of_an_earlier_choice_do_not_replace_those_of_the_last(page: Page) -> None:
    odds = page.locator("#roll [data-odds-place]")
    last = odds.inner_text()
    late = Delay(page, "**/odds/")
    page.locator("#roll [data-step='1']").first.click()
    late.until_asked()
    with page.expect_response("**/odds/"):
        page.locator("#roll [data-step='-1']").first.click()
    expect(page.locator("#roll [data-odds-place][aria-busy]")).to_have_count(0)
    expect(odds).to_have_text(last, use_inner_text=True)
    late.let_come()
    assert odds.inner_text() == last


def test_odds_that_are_on_their_way_are_not_asked_for_again_by_what_is_drawn_meanwhile(page: Page) -> None:
    """On a busy machine they would begin again and again, and never come."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/odds/") else None)
    page.route("**/odds/", lambda _: None)
    page.reload()
    page.wait_for_function("document.querySelector('#roll [data-odds-place]')?.ariaBusy === 'true'")
    page.wait_for_timeout(500)
    before = len(asked)
    page.evaluate("document.dispatchEvent(new CustomEvent('hall:drawn'))")
    page.wait_for_timeout(500)
    assert len(asked) == before


def test_the_roll_panel_is_of_the_skill_that_was_picked_last(page: Page) -> None:
    first, last = (page.locator(".quick__roll").nth(place) for place in (0, 1))
    late = Delay(page, "**/roll/**")
    first.click()
    late.until_asked()
    last.click()
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    title = page.locator("#roll [data-drawer-title]").inner_text()
    late.let_come()
    expect(page.locator("#roll [data-drawer-title]")).to_have_text(title)
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")


def test_where_a_number_comes_from_is_told_of_the_number_that_was_asked_for_last(page: Page) -> None:
    first, last = (page.locator(".tiles .explains").nth(place) for place in (0, 1))
    late = Delay(page, "**/explain/**")
    first.click()
    late.until_asked()
    page.keyboard.press("Escape")
    last.click()
    title = page.locator("#explain [data-explained-title]")
    expect(title).to_be_visible()
    said = title.inner_text()
    late.let_come()
    expect(title).to_have_text(said)


@pytest.fixture
def question(page: Page, hall_server: LiveHall) -> Locator:
    """The question on the sheet of somebody who has won a fight; whoever plays those of the demo leaves it alone."""
    campaign, program = hall_server.demo["campaign"]["id"], Program(Seat(page), hall_server)
    hero = program.begin(campaign, WINNER, hall_server.demo["logins"][1]["user"])
    program.do(f"characters/{hero}/", "sheet.resource", resource="spirit", now=TIRED)
    fight = f"encounters/{program.prepare(campaign, 'The well')}/"
    program.do(fight, "fight.join", combatant=hero, side="party")
    program.do(fight, "fight.begin")
    program.do(fight, "fight.end", winner="party")
    come_to(page, f"/campaigns/{campaign}/characters/{hero}/")
    asked = page.locator("#part-asks .ask")
    expect(asked).to_contain_text("You won.")
    return asked


def come_to(page: Page, address: str) -> None:
    """Go to a sheet, and wait until its scripts are at work."""
    page.goto(address)
    expect(page.locator("#roll .odds__sentence")).not_to_be_empty()


def test_a_question_is_answered_once_until_the_page_shows_what_is_asked_now(page: Page, question: Locator) -> None:
    late = Delay(page, "**/parts/")
    question.get_by_role("button", name="Take heart").click()
    expect(question.locator("form[inert]")).to_have_count(1)
    late.until_asked()
    late.let_come()
    expect(question).to_have_count(0)


def test_a_question_that_has_changed_meanwhile_makes_room_for_how_it_is_now(
    browser: Browser, hall_server: LiveHall, page: Page, question: Locator
) -> None:
    other = seated(browser, hall_server, "Gudrun").page
    come_to(other, page.url)
    late = Delay(page, "**/parts/")
    other.locator("#part-asks").get_by_role("button", name="Take heart").click()
    expect(other.locator("#part-asks .ask")).to_have_count(0)
    late.until_asked()
    question.get_by_role("button", name="Take heart").click()
    expect(page.get_by_text("This question has changed.")).to_be_visible()
    expect(question).to_have_count(0)


def test_what_came_of_an_answer_stands_where_the_question_stood(page: Page, question: Locator) -> None:
    told = page.locator("[data-answered]")
    expect(told).to_be_hidden()
    question.get_by_role("button", name="Take heart").click()
    expect(question).to_have_count(0)
    expect(told).to_be_visible()
    expect(told).to_contain_text(WINNER)
    page.reload()
    expect(told).to_be_hidden()
