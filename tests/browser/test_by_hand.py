"""A game master's hands at the table, counted in taps: a wound by hand, and experience for the whole party."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.driving import drives
from tests.browser.seats import PHONE, WIDE, Seat, adding_all, campaign_of, seated, show_to_players
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall


class Taps:
    """Taps and presses of Enter, counted; typing is none."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def tap(self, place: Locator) -> None:
        self.count += 1
        place.click()

    def enter(self) -> None:
        self.count += 1
        with self.page.expect_response("**/perform/") as answered:
            self.page.keyboard.press("Enter")
        assert answered.value.ok, answered.value.text()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_wound_by_hand_takes_two_taps(browser: Browser, hall_server: LiveHall, size: dict[str, int]) -> None:
    gudrun = seated(browser, hall_server, "Gudrun", still=True)
    page, taps = gudrun.page, Taps(gudrun.page)
    page.set_viewport_size(size)
    campaign = hall_server.demo["campaign"]["id"]
    page.goto(f"/campaigns/{campaign}/encounters/{hall_server.demo['encounters']['gate']}/")
    rung = page.locator("[data-rung]").last
    name = rung.locator(".rung__name").inner_text()
    taps.tap(rung.locator("[data-card]"))
    amount = page.locator("#card input[type=number]")
    expect(amount).to_be_focused()
    page.keyboard.type("1")
    taps.enter()
    assert taps.count == 2
    expect(amount).to_have_value("")
    expect(page.locator("#card h2")).to_have_text(name)
    expect(page.locator("#card")).to_contain_text("urt")
    expect(page.locator("[data-part=log] [data-entry]").first).to_contain_text(name)
    page.locator("#card").get_by_role("button", name="Hide").click()
    page.locator("#card").get_by_role("button", name="Show").click()
    expect(page.locator("#card").get_by_role("button", name="Hide")).to_be_visible()
    with drives(page, "table.js"):
        page.locator("#card").get_by_role("link", name=re.compile("^Act for")).click()
        expect(page.locator(".rung--seat .rung__name")).to_have_text(name)
    expect(page.locator("#card")).to_be_hidden()
    assert not gudrun.complaints
    rung.locator("[data-card]").click()
    expect(amount).to_be_focused()
    assert not axe_finds(page)


def after_a_fight(browser: Browser, hall: LiveHall, game: str, name: str) -> Seat:
    """The game master at the end of a fight of the whole party."""
    gudrun = seated(browser, hall, "Gudrun", still=True)
    page = gudrun.page
    page.goto(f"/campaigns/{campaign_of(hall, game)['id']}/encounters/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Prepare").click()
    all_of_them = adding_all(page)
    expect(all_of_them.first).to_be_visible()
    for left in reversed(range(all_of_them.count())):
        all_of_them.first.click()
        expect(all_of_them).to_have_count(left)
    gudrun.onward()
    expect(page.locator("[data-stage=fighting]")).to_be_visible()
    gudrun.do("fight.end")
    return gudrun


@pytest.mark.parametrize("game", ["sda", "grim"])
def test_experience_for_the_whole_party_takes_three_taps(browser: Browser, hall_server: LiveHall, game: str) -> None:
    gudrun = after_a_fight(browser, hall_server, game, "Short and sharp")
    page, taps = gudrun.page, Taps(gudrun.page)
    award = page.locator("form.for-all").last
    expect(award).to_contain_text(re.compile("Award"))
    if (skill := award.locator('select[name="with-skill"]')).count():
        # What has to be chosen starts empty.
        taps.tap(skill)
        skill.select_option(index=1)
    reason = award.locator('[name="with-reason"]')
    if not reason.is_visible():
        taps.tap(award.locator("summary"))
    taps.tap(reason)
    reason.fill("They held the bridge")
    with page.expect_response("**/for-party/") as answered:
        taps.tap(award.locator("button[type=submit]"))
    assert answered.value.ok, answered.value.text()
    assert taps.count <= 3
    expect(page.locator("[data-part=log]")).to_contain_text("They held the bridge")
    assert not gudrun.complaints
    assert not axe_finds(page)


def test_the_form_of_spoils_is_empty_once_they_are_given_out(browser: Browser, hall_server: LiveHall) -> None:
    """A second press gives out nothing again."""
    gudrun = after_a_fight(browser, hall_server, "grim", "The strongbox")
    page = gudrun.page
    spoils = page.locator("[data-do='spoils.share']")
    coins = spoils.locator("[name^=coin-]").first
    thing, count = spoils.locator("[name=thing-1]"), spoils.locator("[name=count-1]")
    coins.fill("3")
    thing.fill("Silver bell")
    count.fill("2")
    with page.expect_response("**/spoils/") as answered:
        spoils.get_by_role("button", name="Give out").click()
    assert answered.value.ok, answered.value.text()
    expect(page.locator("[data-part=log]")).to_contain_text("Silver bell")
    for field, empty in ((coins, ""), (thing, ""), (count, "1")):
        expect(field).to_have_value(empty)
    assert not gudrun.complaints


def at_the_gate(hall: LiveHall) -> str:
    return f"/campaigns/{hall.demo['campaign']['id']}/encounters/{hall.demo['encounters']['gate']}/"


def test_spoils_are_entered_without_scrolling_sideways_however_wide_the_page(
    browser: Browser, hall_server: LiveHall
) -> None:
    gudrun = after_a_fight(browser, hall_server, "kaos", "The toll chest")
    page = gudrun.page
    coins, thing = page.get_by_role("group", name="Coins for each"), page.locator("[name=thing-1]")
    for width in (1440, 1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        within = coins.evaluate("it => it.scrollWidth <= it.clientWidth")
        assert within, f"coins are cut off at {width} px"
        assert thing.evaluate("it => it.offsetWidth") >= 160, "the name of a thing can be read"
    assert not gudrun.complaints


def test_a_double_tap_on_the_ground_comes_nearer_and_walks_nowhere(browser: Browser, hall_server: LiveHall) -> None:
    show_to_players(seated(browser, hall_server, "Gudrun").page, at_the_gate(hall_server))
    anna = seated(browser, hall_server, "Anna")
    anna.page.goto(at_the_gate(hall_server))
    board = anna.page.locator("[data-board]")
    board.hover()
    ground = board.evaluate("""it => {
        const { left, top, width, height } = it.getBoundingClientRect();
        const far = [0.1, 0.9].flatMap((x) => [0.1, 0.9].map((y) => [left + width * x, top + height * y]));
        return far.find(([x, y]) => y < innerHeight && document.elementFromPoint(x, y)?.closest("[data-board]")
            && !document.elementFromPoint(x, y).closest("[data-token], [data-door]"));
    }""")
    anna.page.mouse.dblclick(*ground)
    expect(board).to_have_class(re.compile("board--near"))
    expect(anna.page.locator("[data-path]")).to_have_count(0)
    expect(anna.page.locator("[data-overlay] *")).to_have_count(0)
    assert not anna.complaints


def test_a_browser_that_keeps_nothing_shows_the_table_all_the_same(browser: Browser, hall_server: LiveHall) -> None:
    gudrun = seated(browser, hall_server, "Gudrun")
    gudrun.page.add_init_script("""for (const name of ["sessionStorage", "localStorage"])
        Object.defineProperty(window, name, { get: () => { throw new DOMException("No", "SecurityError") } })""")
    gudrun.page.goto(at_the_gate(hall_server))
    gudrun.page.keyboard.press("?")
    expect(gudrun.page.locator("[data-keys]")).to_be_visible()
    assert not gudrun.complaints
