"""The sheet fits: how long it is, what it weighs, and how many taps a roll takes, in every game with its longest sheet.

A decision that waits for somebody stands above their sheet for as long as it waits; its height is not counted.
"""

import gzip
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.seats import campaign_of, seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall

GAMES = {"sda": "rook", "dragonbane": "pim", "kaos": "mother_ilk", "grim": "odo", "fortune": "osric"}
SECTIONS = ("play", "skills", "things", "story")
DESK = {"width": 1440, "height": 900}
#: The longest a page may be, in pixels, at a desk and on a phone, and the most bytes of it on the wire.
MOST_AT_DESK, MOST_ON_PHONE, MOST_BYTES = 1000, 2600, 40_000
LONG = """() => {
  const asks = document.getElementById("part-asks").getBoundingClientRect().height;
  const gap = asks ? parseFloat(getComputedStyle(document.getElementById("part-asks")).marginTop) : 0;
  // The bar of calls of all campaigns is no part of a sheet.
  const calls = document.querySelector("[data-calls]").getBoundingClientRect().height;
  return document.documentElement.scrollHeight - asks - gap - calls;
}"""
NOTICE = """document.querySelector("[data-sheet]")
    .insertAdjacentHTML("afterbegin", "<p class=notice>In the archive</p>")"""
#: The fields of the opened roll that the chance above its button lies over, as far as they are scrolled into sight.
COVERED = """() => {
  const top = document.querySelector("#roll .odds > :first-child").getBoundingClientRect().top;
  return [...document.querySelectorAll("#roll .roll__fields > [data-field]")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > top + 1)
    .map((one) => one.dataset.field);
}"""
#: A decision as tall as the tallest of a fight, above the sheet.
TALL = """document.getElementById("part-asks").innerHTML = "<article class=ask>Spend them</article>";
    document.querySelector(".ask").style.height = "30rem";"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def address(hall: LiveHall, game: str) -> str:
    campaign = campaign_of(hall, game)
    return f"/campaigns/{campaign['id']}/characters/{campaign['characters'][GAMES[game]]}/"


def open_able(page: Page, hall: LiveHall, game: str) -> None:
    """Open the longest sheet of somebody who can roll: the dice of the demo tell another story in each hall."""
    campaign = campaign_of(hall, game)
    for name in (GAMES[game], *campaign["characters"]):
        page.goto(f"/campaigns/{campaign['id']}/characters/{campaign['characters'][name]}/")
        if page.locator("#roll .roll__foot").count():
            return
    raise AssertionError("nobody can roll")


@pytest.fixture
def desk(browser: Browser, hall_server: LiveHall) -> Page:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.set_viewport_size(DESK)
    return page


@pytest.fixture
def phone(browser: Browser, hall_server: LiveHall) -> Page:
    return seated(browser, hall_server, "Gudrun", phone=True, still=True).page


def stands(page: Page) -> None:
    """Wait until the odds of the panel are there: they are what a page grows by after it has come.

    Whoever lies dying, as the dice of the demo may have it, has nothing to roll.
    """
    expect(page.locator("#roll [data-odds-place][aria-busy]")).to_have_count(0)
    if page.locator("#roll .roll__foot").count():
        expect(page.locator("#roll [data-odds-place]")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_no_section_is_longer_than_a_glance_nor_too_heavy(desk: Page, hall_server: LiveHall, game: str) -> None:
    for section in SECTIONS:
        answer = desk.goto(f"{address(hall_server, game)}?view={section}")
        stands(desk)
        assert desk.evaluate(LONG) <= MOST_AT_DESK, section
        assert not desk.evaluate(TOO_WIDE)
        assert answer is not None
        assert len(gzip.compress(answer.body(), 6)) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_no_section_is_long_on_a_phone(phone: Page, hall_server: LiveHall, game: str) -> None:
    for section in SECTIONS:
        phone.goto(f"{address(hall_server, game)}?view={section}")
        stands(phone) if section == "play" else expect(phone.locator("[data-tabs]")).to_have_count(1)
        assert phone.evaluate(LONG) <= MOST_ON_PHONE, section
        assert not phone.evaluate(TOO_WIDE)


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_is_found_and_made_in_three_taps(phone: Page, hall_server: LiveHall, game: str) -> None:
    """The field, the row that it finds, the button: of the last roll of the sheet, which is deepest in it."""
    open_able(phone, hall_server, game)
    expect(phone.locator("[data-tabs]")).to_have_count(1)
    rolls = phone.locator("[data-section] .skill__roll[data-row]")
    if not rolls.count():
        rolls = phone.locator(".quick__roll")
        rolls.last.tap()
    else:
        label = phone.locator(".skill:has(.skill__roll[data-row]) .explains").last.inner_text(timeout=1000) or ""
        label = label or phone.locator(".skill:has(.skill__roll[data-row]) .explains").last.text_content() or ""
        phone.locator("[data-find-all]").tap()
        phone.keyboard.type(label.lower())
        phone.locator(".skill:visible .skill__roll").first.tap()
    expect(phone.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    button = phone.locator("#roll .roll__foot > button")
    expect(button).to_be_in_viewport()
    stands(phone)
    button.tap()
    expect(phone.locator("#roll [data-outcome] .die").first).to_be_visible()


def test_a_search_by_keys_finds_in_every_section_and_rolls(desk: Page, hall_server: LiveHall) -> None:
    desk.goto(address(hall_server, "sda"))
    expect(desk.locator("[data-tabs]")).to_have_count(1)
    field = desk.locator("[data-find-all]")
    with drives(desk, "sheet-sections.js", "sheet.js"):
        desk.keyboard.press("/")
        expect(field).to_be_focused()
        desk.keyboard.type("spear")
        expect(desk.locator("#part-weapons")).to_be_visible()
        expect(desk.locator("#part-virtues")).to_be_hidden()
        field.fill("seafaring zzz")
        expect(desk.locator("[data-found-none]")).to_be_visible()
        field.fill("trackin")
        desk.keyboard.press("Enter")
        expect(desk.locator("#roll [data-drawer-title]")).to_have_text("Tracking")
        expect(desk.locator("#roll .roll__foot > button")).to_be_focused()
        desk.keyboard.press("Enter")
        expect(desk.locator("#roll [data-outcome] .die").first).to_be_visible()
        field.press("Escape")
        expect(field).to_have_value("")
        expect(desk.locator("#section-play")).to_be_visible()
        expect(desk.locator("#section-skills")).to_be_hidden()


def test_what_is_found_stands_below_one_heading(desk: Page, hall_server: LiveHall) -> None:
    desk.goto(address(hall_server, "dragonbane"))
    expect(desk.locator("[data-tabs]")).to_have_count(1)
    desk.locator("[data-find-all]").fill("sneak")
    expect(desk.locator("#part-skills")).to_be_visible()
    expect(desk.get_by_role("heading", name="Skills", exact=True)).to_have_count(1)
    left = "document.querySelector('#part-skills :is(h2, .skill:not([hidden]) .explains)').getBoundingClientRect().left"
    row = "[...document.querySelectorAll('#part-skills .skill .explains')].find((one) => one.checkVisibility())"
    assert desk.evaluate(f"{row}.getBoundingClientRect().left") == desk.evaluate(left)


@pytest.mark.parametrize("game", GAMES)
def test_no_field_of_a_roll_lies_below_its_chance_and_its_button(desk: Page, hall_server: LiveHall, game: str) -> None:
    campaign = campaign_of(hall_server, game)
    for character in campaign["characters"].values():
        desk.goto(f"/campaigns/{campaign['id']}/characters/{character}/")
        if not desk.locator("#roll .roll__foot").count():
            continue
        stands(desk)
        assert desk.evaluate(COVERED) == [], desk.title()
        expect(desk.locator("#roll .roll__foot > button")).to_be_in_viewport(ratio=1)
        desk.evaluate(TALL)
        assert desk.evaluate(COVERED) == [], f"{desk.title()}, below a decision"


@pytest.mark.parametrize("game", GAMES)
def test_a_field_that_has_the_focus_is_never_covered(desk: Page, hall_server: LiveHall, game: str) -> None:
    """In a window so low that fields scroll, below the chance and the button."""
    desk.set_viewport_size({"width": 1440, "height": 640})
    open_able(desk, hall_server, game)
    stands(desk)
    desk.evaluate(TALL)
    for control in desk.locator("#roll .roll__fields :is(select, input:not([type=hidden]), [data-step])").all():
        if not control.is_visible():
            continue
        control.focus()
        top = desk.locator("#roll .odds > :first-child").bounding_box()
        box = control.bounding_box()
        assert box, "it is drawn"
        assert top, "so is the chance"
        assert box["y"] + box["height"] <= top["y"] + 1
        expect(desk.locator("#roll .roll__foot > button")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["dragonbane", "sda"])
def test_the_button_stays_in_view_on_a_laptop(desk: Page, hall_server: LiveHall, game: str) -> None:
    """Below a notice, with all that a form asks, and with the dice of the roll before."""
    desk.set_viewport_size({"width": 1280, "height": 800})
    open_able(desk, hall_server, game)
    stands(desk)
    desk.evaluate("document.getElementById('part-asks').replaceChildren()")
    desk.evaluate(NOTICE)
    button = desk.locator("#roll .roll__foot > button")
    for _ in range(2):
        expect(button).to_be_in_viewport(ratio=1)
        button.click()
        expect(desk.locator("#roll [data-outcome] .die").first).to_be_in_viewport()
    expect(button).to_be_in_viewport(ratio=1)


def test_a_call_above_the_page_pushes_no_button_out_of_the_panel(desk: Page, hall_server: LiveHall) -> None:
    desk.set_viewport_size({"width": 1280, "height": 800})
    open_able(desk, hall_server, "sda")
    stands(desk)
    desk.evaluate("""() => {
      document.getElementById("part-asks").replaceChildren();
      const calls = document.querySelector("[data-calls]");
      calls.innerHTML = "<p class=call>Rook: 1 hit on Skeleton: spend it</p>".repeat(2);
      calls.hidden = false;
    }""")
    expect(desk.locator("#roll .roll__foot > button")).to_be_in_viewport(ratio=1)
    bottom = "document.getElementById('roll').getBoundingClientRect().bottom <= innerHeight"
    desk.wait_for_function(bottom)


def test_a_notice_stands_clear_of_the_name(desk: Page, hall_server: LiveHall) -> None:
    desk.goto(address(hall_server, "kaos"))
    desk.evaluate(NOTICE)
    notice = desk.locator("[data-sheet] > .notice")
    gap = "it => it.nextElementSibling.getBoundingClientRect().top - it.getBoundingClientRect().bottom"
    assert notice.evaluate(gap) >= 0


def test_the_sections_go_by_links_without_a_script_and_by_keys_with_one(
    browser: Browser, hall_server: LiveHall, desk: Page
) -> None:
    where = address(hall_server, "grim")
    desk.goto(where)
    desk.locator(".sheet-tabs [aria-current]").focus()
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#section-skills")).to_be_visible()
    expect(desk.locator("#section-play")).to_be_hidden()
    assert axe_finds(desk) == []
    desk.goto(where)
    expect(desk.locator("#section-skills")).to_be_visible()
    desk.goto(f"{where}#part-weapons")
    desk.reload()
    expect(desk.locator("#part-weapons")).to_be_in_viewport()
    desk.locator("[data-view-to=play]").first.click()
    plain = browser.new_context(
        base_url=hall_server.url, java_script_enabled=False, storage_state=desk.context.storage_state()
    ).new_page()
    plain.goto(where)
    plain.get_by_role("link", name="Story", exact=True).click()
    expect(plain.locator("#section-story")).to_be_visible()
    expect(plain.locator("#section-play")).to_be_hidden()
    plain.goto(f"{where}?view=story#part-skills")
    expect(plain.locator("#section-skills")).to_be_visible()
    plain.emulate_media(media="print")
    for section in SECTIONS:
        expect(plain.locator(f"#section-{section} h2").first).to_be_visible()
    plain.context.close()


def test_favourites_and_the_last_roll_are_at_hand_and_the_panel_opens_on_them(
    browser: Browser, hall_server: LiveHall
) -> None:
    page = seated(browser, hall_server, "Anna", phone=True, still=True).page
    page.goto(address(hall_server, "sda"))
    page.locator("[data-view-to=skills]").first.tap()
    page.locator("#roll-skill-tracking").tap()
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    star = page.locator("#roll [data-favourite='skill.tracking']")
    star.tap()
    expect(star).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.locator(".sheet-tabs [data-view-to=play]").tap()
    first = page.locator(".quick__roll").first
    expect(first).to_contain_text(re.compile("Tracking.*favourite"))
    page.locator(".quick__roll").nth(3).tap()
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    rolled = page.locator("#roll [data-drawer-title]").inner_text()
    stands(page)
    page.locator("#roll .roll__foot > button").tap()
    expect(page.locator("#roll [data-outcome] .die").first).to_be_visible()
    page.reload()
    expect(page.locator("#roll [data-drawer-title]")).to_have_text(rolled, use_inner_text=False)
    expect(page.locator(".quick__roll").nth(1)).to_contain_text(rolled)


def test_what_is_added_comes_out_of_the_menu_without_a_reload(browser: Browser, hall_server: LiveHall) -> None:
    seat = seated(browser, hall_server, "Boris", still=True)
    page = seat.page
    campaign = campaign_of(hall_server, "dragonbane")
    page.goto(f"/campaigns/{campaign['id']}/characters/{campaign['characters']['pim']}/?view=things")
    seat.stay()
    with drives(page, "sheet-parts.js", "sheet.js"):
        page.locator("#more-things > summary").click()
        page.locator("#add-purse > summary").click()
        page.locator("#add-purse").get_by_label("Something of your own").fill("Old penny")
        page.locator("#add-purse").get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#part-purse .rows__name", has_text="Old penny")).to_be_visible()
    assert seat.has_stayed()
    page.get_by_role("button", name="Leave Old penny behind").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Leave Old penny behind")).to_have_count(1)
    page.get_by_role("button", name="Leave Old penny behind").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave behind").click()
    expect(page.locator("#part-purse .thing")).to_have_count(0)
    expect(page.locator("#more-things")).to_be_visible()


def test_whoever_takes_a_first_spell_can_cast_it_at_once(browser: Browser, hall_server: LiveHall) -> None:
    seat = seated(browser, hall_server, "Gudrun", still=True)
    page, program = seat.page, Program(seat, hall_server)
    campaign = campaign_of(hall_server, "sda")["id"]
    hero = program.begin(campaign, "Vara", hall_server.demo["logins"][1]["user"])
    trait = {"title": "Command of the Elements", "kind": "trait", "entry": "command_of_the_elements"}
    program.do(f"characters/{hero}/", "sheet.item", **trait)
    page.goto(f"/campaigns/{campaign}/characters/{hero}/?view=skills")
    cast = page.locator("#roll-command option", has_text="Cast a spell")
    expect(cast).to_have_count(0)
    page.locator("#more-skills > summary").click()
    page.locator("#add-spells > summary").click()
    page.get_by_role("button", name="Take Heal Spirit").click()
    expect(cast).to_have_count(1)
    page.get_by_role("button", name="Cast Heal Spirit").click()
    expect(page.locator("#roll form[data-command='magic.in_peace']")).to_be_visible()
