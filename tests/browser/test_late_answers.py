"""Answers that come late: what somebody asked for last is shown, whatever the line brings after it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.test_sheet import open_sheet, sheet_address
from tests.halls import LiveHall


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
def question(page: Page, hall_server: LiveHall) -> Iterator[Locator]:
    """The question on Rook's sheet; its answer is taken back afterwards."""
    asked = page.locator("#part-asks .ask")
    yield asked
    page.unroute_all(behavior="ignoreErrors")
    # Another entry may have come after it: one undo would leave the question answered for the test that follows.
    for _ in range(3):
        take_back(page, hall_server)
        page.goto(sheet_address(hall_server))
        if asked.count():
            break
    expect(asked).to_have_count(1)


def take_back(page: Page, hall: LiveHall) -> None:
    """Undo the last entry, as the game master's program does."""
    undo = f"/api/v1/campaigns/{hall.demo['campaign']['id']}/undo/"
    headers = {"Authorization": f"Bearer {hall.demo['logins'][0]['token']}"}
    last = page.request.get(undo, headers=headers).json()
    assert page.request.post(undo, headers=headers, data=last).ok


def test_a_question_is_answered_once_until_the_page_shows_what_is_asked_now(page: Page, question: Locator) -> None:
    late = Delay(page, "**/parts/")
    question.get_by_role("button", name="Spend the hits").click()
    expect(question.locator("form[inert]")).to_have_count(1)
    late.until_asked()
    late.let_come()
    expect(question).to_have_count(0)


def test_a_question_that_has_changed_meanwhile_makes_room_for_how_it_is_now(
    browser: Browser, hall_server: LiveHall, page: Page, question: Locator
) -> None:
    other = open_sheet(browser, hall_server, "Gudrun").page
    late = Delay(page, "**/parts/")
    other.locator("#part-asks").get_by_role("button", name="Spend the hits").click()
    late.until_asked()
    question.get_by_role("button", name="Spend the hits").click()
    expect(page.get_by_text("This question has changed.")).to_be_visible()
    expect(question).to_have_count(0)


def test_what_came_of_an_answer_stands_where_the_question_stood(page: Page, question: Locator) -> None:
    told = page.locator("[data-answered]")
    expect(told).to_be_hidden()
    question.get_by_role("button", name="Spend the hits").click()
    expect(question).to_have_count(0)
    expect(told).to_be_visible()
    expect(told).to_contain_text("Rook")
    page.reload()
    expect(told).to_be_hidden()
