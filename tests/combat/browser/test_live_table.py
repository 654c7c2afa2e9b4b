"""The table in Chromium, with a whole hall behind it: nobody reloads, nothing typed is lost, keys are enough."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.halls import LiveHall

PHONE, WIDE = 390, 1440
Theme = Literal["dark", "light"]
ENTRY = "[data-part=log] [data-entry]"
#: Nobody waits for a page to be loaded; a machine may be busy. How soon it comes, benchmarks tell.
SOON = 15_000


class Seats:
    """Browsers of everybody at one table."""

    def __init__(self, browser: Browser, hall: LiveHall) -> None:
        self.browser, self.hall = browser, hall
        self.logins = {one["email"].partition("@")[0]: one for one in hall.demo["logins"]}
        self.complaints: list[str] = []

    def address(self, who: str, query: str = "", fight: str = "barrow") -> str:
        demo = self.hall.demo
        return f"{self.hall.url}/campaigns/{demo['campaign']['id']}/encounters/{demo['encounters'][fight]}/{query}"

    def sit(self, who: str, width: int = WIDE, theme: Theme = "dark", query: str = "", fight: str = "barrow") -> Page:
        """A person's page of the table, as soon as its line is up."""
        if who not in self.hall.signed_in:
            self.hall.signed_in[who] = self._signed_in(who)
        self.complaints.clear()
        phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if width == PHONE else {}
        state = self.hall.signed_in[who]
        context = self.browser.new_context(
            storage_state=state, viewport={"width": width, "height": 844}, color_scheme=theme, **phone
        )
        page = context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        with page.expect_response(re.compile("/parts/")):
            page.goto(self.address(who, query, fight))
        expect(page.locator("[aria-busy]")).to_have_count(0)
        return page

    def _listen(self, said: Any) -> None:
        if said.type in {"error", "warning"}:
            self.complaints.append(said.text)

    def _signed_in(self, who: str) -> Any:
        context = self.browser.new_context()
        page = context.new_page()
        page.goto(f"{self.hall.url}/accounts/login/")
        page.fill("input[name=login]", self.logins[who]["email"])
        page.fill("input[name=password]", self.logins[who]["password"])
        page.click("main button[type=submit]")
        page.wait_for_url(lambda url: "login" not in url)
        state = context.storage_state()
        context.close()
        return state


@pytest.fixture
def seats(browser: Browser, hall_server: LiveHall) -> Iterator[Seats]:
    """The seats, left by everybody when a test is over."""
    yield Seats(browser, hall_server)
    for context in browser.contexts:
        context.close()


def settle(gm: Page) -> None:
    """Answer whatever waits, so that turns can go on."""
    for _ in range(12):
        if not gm.locator("[data-ask]").count():
            return
        count = gm.locator(ENTRY).first.get_attribute("data-entry")
        ask = gm.locator("[data-ask]").first
        for summary in ask.locator("> details:not([open]) > summary").all():
            summary.click()
        ask.locator("form button[type=submit]").first.click()
        expect(gm.locator(ENTRY).first).not_to_have_attribute("data-entry", str(count), timeout=SOON)


def pass_turn_on(gm: Page, player: Page) -> str:
    """The next turn that players see, once the game master has passed the present one on."""
    for _ in range(5):
        before = gm.locator("[data-turn]").get_attribute("data-turn")
        gm.locator("form[data-way=onward] button").click()
        expect(gm.locator("[data-turn]")).not_to_have_attribute("data-turn", str(before), timeout=SOON)
        turn = gm.locator("[data-turn]").get_attribute("data-turn")
        if turn and player.locator(f'[data-rung="{turn}"]').count():
            return turn
        settle(gm)
    raise AssertionError("no turn came that players see")


def test_what_one_does_all_see_without_reloading(seats: Seats) -> None:
    gm, player, observer = seats.sit("gm"), seats.sit("player1", PHONE), seats.sit("observer", theme="light")
    settle(gm)
    turn = pass_turn_on(gm, player)
    newest = gm.locator(ENTRY).first
    assert newest.get_attribute("data-entry")
    for page in (player, observer):
        expect(page.locator("[data-turn]")).to_have_attribute("data-turn", turn, timeout=SOON)


def test_what_is_typed_is_not_swapped(seats: Seats) -> None:
    gm, other = seats.sit("gm"), seats.sit("gm")
    settle(gm)
    name = gm.locator(".commands > a[data-do]").first.get_attribute("data-do")
    gm.locator(f'.commands > a[data-do="{name}"]').click()
    field = gm.locator("[data-part=form] form input:not([type=hidden])").first
    expect(field).to_be_visible(timeout=SOON)
    mine = gm.locator("[data-part=form] form").element_handle()
    field.focus()
    gm.evaluate("document.activeElement.dispatchEvent(new Event('input', {bubbles: true}))")
    done = other.locator(ENTRY).first.get_attribute("data-entry")
    other.keyboard.press("n")
    expect(gm.locator(ENTRY).first).not_to_have_attribute("data-entry", str(done), timeout=SOON)
    assert mine is not None
    assert mine.evaluate("form => form.isConnected && form.contains(document.activeElement)")
    expect(gm.locator("[data-outdated]")).to_be_visible(timeout=SOON)
    gm.locator("[data-look-again]").click()
    expect(gm.locator("[data-outdated]")).to_have_count(0, timeout=SOON)


def test_keys_are_enough_for_the_game_master(seats: Seats) -> None:
    gm = seats.sit("gm")
    settle(gm)
    gm.keyboard.press("?")
    expect(gm.locator("#keys")).to_be_visible()
    gm.keyboard.press("Escape")
    turn = gm.locator("[data-turn]")
    before = str(turn.get_attribute("data-turn"))
    gm.keyboard.press("n")
    expect(turn).not_to_have_attribute("data-turn", before, timeout=SOON)
    gm.keyboard.press("u")
    expect(turn).to_have_attribute("data-turn", before, timeout=SOON)
    expect(gm.locator(".log__line--undone").first).to_be_visible()
    gm.keyboard.press("r")
    expect(turn).not_to_have_attribute("data-turn", before, timeout=SOON)
    seat = str(gm.locator(".rung--seat a").first.get_attribute("data-as"))
    gm.keyboard.press("j")
    expect(gm.locator(".rung--seat a").first).not_to_have_attribute("data-as", seat, timeout=SOON)
    gm.keyboard.press("b")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        gm.keyboard.press(key)
    expect(gm.locator("[data-path-form]")).to_be_visible(timeout=SOON)
    gm.keyboard.press("Escape")
    expect(gm.locator("[data-path]")).to_have_count(0, timeout=SOON)


def test_a_line_that_is_down_is_said_and_taken_up_again(seats: Seats) -> None:
    page = seats.sit("observer")
    page.context.set_offline(True)
    expect(page.locator("[data-line]")).to_be_visible(timeout=SOON)
    page.context.set_offline(False)
    expect(page.locator("[data-line]")).to_be_hidden(timeout=20_000)
