"""One person's way through each page that a script of its own makes live: with keys, and on a phone."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.heroes import recover
from tests.browser.seats import PHONE, WIDE, campaign_of, seated
from tests.browser.test_every_page import addresses
from tests.browser.test_sheet import axe_finds, overprinted
from tests.halls import LiveHall

both_sizes = pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# -- the odds lab -----------------------------------------------------------------------------------------------------


@pytest.fixture
def lab(browser: Browser, hall_server: LiveHall, phone: bool) -> Page:
    """The odds lab, open without an account."""
    page = browser.new_context(viewport=PHONE if phone else WIDE, base_url=hall_server.url).new_page()
    page.goto("/odds/")
    return page


@both_sizes
def test_the_lab_answers_while_one_types_and_its_link_can_be_sent(lab: Page) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with drives(lab, "lab.js", "copy.js"):
        expect(lab.get_by_label("Your question")).to_be_focused()
        lab.keyboard.type("3d6 at least 12")
        expect(lab.locator("[data-answers]")).to_contain_text("37.5")
        expect(lab.locator("[data-announce]")).to_contain_text("38\xa0% to get 12 or more")
        lab.get_by_text("Compare with others").press("Enter")
        lab.get_by_label("Question 2").press_sequentially("2d6 loud")
        expect(lab.locator("[data-sentence]")).to_have_count(2)
        expect(lab.locator("[data-answers]")).to_contain_text("loud")
        lab.get_by_label("Question 2").fill("2d6")
        expect(lab.locator("[data-answers]")).not_to_contain_text("loud")
        assert fits(lab)
        lab.get_by_role("button", name="Copy the link").press("Enter")
        expect(lab.locator("[data-toasts]")).to_contain_text("Copied.")
        lab.context.set_offline(True)
        lab.get_by_label("Your question").fill("3d6 at least 13")
        expect(lab.locator("[data-answers]")).to_have_text(re.compile("No answer"))
        lab.context.set_offline(False)
        expect(lab.locator("[data-answers]")).to_contain_text("25.9", timeout=30_000)
    link = lab.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(link).query)["q"] == ["3d6 at least 12", "2d6"]


@pytest.mark.parametrize("phone", [False], ids=["wide"])
def test_a_browser_that_lets_nobody_copy_marks_the_link(lab: Page) -> None:
    lab.goto("/odds/?q=3d6+at+least+12")
    lab.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    lab.get_by_role("button", name="Copy the link").click()
    expect(lab.locator("[data-toasts]")).to_contain_text("copy it now")
    assert lab.evaluate("document.activeElement.id") == "lab-link"
    assert lab.evaluate("getSelection().toString()") == lab.locator("#lab-link").input_value()


# -- names that lead into the compendium ------------------------------------------------------------------------------


def test_the_header_fits_whatever_the_width(browser: Browser, hall_server: LiveHall) -> None:
    """Every place of a campaign is in sight, or behind the one button that opens them all."""
    page = seated(browser, hall_server, "Gudrun").page
    page.goto(addresses(hall_server)["campaign"])
    wide = []
    for width in range(320, 1900, 60):
        page.set_viewport_size({"width": width, "height": 700})
        if not fits(page) or page.locator(".site-nav").evaluate("it => it.scrollWidth > it.clientWidth"):
            wide.append(width)
    page.context.close()
    assert wide == []


def test_what_is_rarely_used_stands_behind_one_button(browser: Browser, hall_server: LiveHall) -> None:
    """By keys, by taps and by the palette; the button tells where one is."""
    seat = seated(browser, hall_server, "Gudrun")
    page, places = seat.page, seat.page.locator(".site-nav")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(addresses(hall_server)["campaign"])
    more, luck = places.get_by_role("button", name="More"), places.get_by_role("link", name="Luck")
    expect(places.locator("> a:visible, > button:visible")).to_have_count(8)
    expect(luck).to_be_hidden()
    more.press("Enter")
    page.keyboard.press("Tab")
    expect(places.get_by_role("link", name="Compendium")).to_be_focused()
    page.keyboard.press("Escape")
    expect(luck).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    assert not axe_finds(page)
    luck.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Luck")
    assert more.evaluate("it => getComputedStyle(it).fontWeight") == "600"
    page.keyboard.press("/")
    page.keyboard.type("House rules")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("House rules")
    assert not seat.complaints


def test_every_place_of_a_campaign_is_two_taps_away_on_a_phone(browser: Browser, hall_server: LiveHall) -> None:
    seat = seated(browser, hall_server, "Anna", phone=True)
    page, places = seat.page, seat.page.locator(".site-nav")
    page.goto(f"{addresses(hall_server)['campaign']}journal/")
    opens = page.get_by_role("button", name="The Long Thaw")
    expect(places).to_be_hidden()
    opens.tap()
    expect(places.get_by_role("link")).to_have_count(12)
    assert places.get_by_role("link").evaluate_all("all => all.every((it) => it.clientHeight >= 44)")
    page.keyboard.press("Escape")
    expect(places).to_be_hidden()
    opens.press("Enter")
    page.keyboard.press("Tab")
    expect(places.get_by_role("link", name="The Long Thaw")).to_be_focused()
    places.get_by_role("link", name="Calendar").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Calendar")
    opens.tap()
    expect(places.get_by_role("link", name="Calendar")).to_have_attribute("aria-current", "page")
    assert not seat.complaints


@both_sizes
def test_a_name_in_the_log_is_looked_up_where_it_stands(browser: Browser, hall_server: LiveHall, phone: bool) -> None:
    page = seated(browser, hall_server, "Gudrun", phone=phone).page
    page.goto(addresses(hall_server)["barrow"])
    line = page.locator("[data-along]:has(a[data-lookup])").first
    name, dialog = line.locator("a[data-lookup]").first, page.locator("[data-lookup-dialog]")
    with drives(page, "look-up.js", *(() if phone else ("shell.js",))):
        if phone:
            name.tap()
        else:
            _walk_to(page, name.evaluate("it => it.textContent.trim()"))
            page.keyboard.press("Enter")
        expect(dialog.get_by_role("heading").first).to_be_visible()
        assert fits(page)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    if not phone:
        expect(name).to_be_focused()


def _walk_to(page: Page, name: str) -> None:
    """Go along the line of a name by arrows, from its first stop to the name and not beyond the line's ends."""
    line = page.locator("[data-along]:has(a[data-lookup])").first
    line.locator("a, button, input").first.focus()
    for _ in range(20):
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            break
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('[data-along] a[data-lookup]')")


# -- forecasts --------------------------------------------------------------------------------------------------------


def test_a_forecast_is_asked_for_by_keys_and_comes_in_by_itself(browser: Browser, hall_server: LiveHall) -> None:
    seat = seated(browser, hall_server, "Gudrun")
    page = seat.page
    page.goto(f"{addresses(hall_server)['gate']}forecasts/")
    more, rows = page.get_by_role("button", name="Add a what-if"), page.locator("[data-what-if]")
    most = int(page.locator("[data-what-ifs]").get_attribute("data-what-ifs") or 0)
    with drives(page, "forecast.js"):
        for _ in range(most):
            more.press("Enter")
        expect(rows).to_have_count(most)
        expect(more).to_be_disabled()
        for left in range(most - 1, 0, -1):
            rows.last.get_by_role("button", name="Remove this what-if").press("Enter")
            expect(rows).to_have_count(left)
            expect(more).to_be_focused()
    rows.get_by_label("What if").select_option(label="Without …")
    page.get_by_label("Fights").fill("20")
    page.get_by_label("Fights").press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Forecast: "))).to_be_visible()
    seat.stay()
    expect(page.locator("[data-live=told]")).to_contain_text("20 fights", timeout=120_000)
    expect(page.locator("[data-going]")).to_have_count(0, timeout=120_000)
    assert seat.has_stayed()
    # As narrow as a table may be before it is laid out for a phone, in a game that counts more than this one.
    page.set_viewport_size({"width": 720, "height": 900})
    page.evaluate(
        """() => document.querySelectorAll(".forecast-costs tr").forEach((row) => {
            for (let n = 0; n < 3; n += 1) row.append(row.lastElementChild.cloneNode(true));
        })"""
    )
    assert not overprinted(page)
    page.reload()
    page.set_viewport_size(PHONE)
    assert fits(page)
    assert not overprinted(page)


# -- long tests -------------------------------------------------------------------------------------------------------


@both_sizes
def test_a_long_test_is_begun_rolled_for_and_given_up(browser: Browser, hall_server: LiveHall, phone: bool) -> None:
    seat = seated(browser, hall_server, "Anna", phone=phone)
    page = seat.page
    label = "The boat" if phone else "The cart"
    page.goto(f"{addresses(hall_server)['campaign']}long-tests/")
    with drives(page, "long-tests.js", "live-parts.js", "shell.js"):
        page.get_by_role("button", name="Begin a long test").press("Enter")
        form = page.locator("[data-form] form")
        form.get_by_text("More choices").press("Enter")
        form.locator("[name=with-task]").fill(label)
        form.locator("[name=with-difficulty]").fill("40")
        form.get_by_role("button", name="Begin a long test").press("Enter")
        expect(page.locator("[data-form]")).to_have_count(0)
        test = page.locator("article.long-test", has_text=label)
        expect(test).to_contain_text("No roll yet")
        seat.stay()
        test.get_by_role("button", name="Roll once").press("Enter")
        expect(test).to_contain_text("1 roll so far")
        expect(page.locator("[data-came] .die").first).to_be_visible()
        assert fits(page)
        test.get_by_role("button", name=f"Give up: {label}").press("Enter")
        dialog = page.locator("[data-confirm-dialog]")
        dialog.get_by_role("button", name="Cancel").press("Enter")
        expect(test).to_have_count(1)
        test.get_by_role("button", name=f"Give up: {label}").press("Enter")
        dialog.locator("[value=yes]").press("Enter")
        expect(test).to_have_count(0)
        assert seat.has_stayed()


def test_a_long_test_that_somebody_else_rolled_for_is_shown_as_it_is(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna")
    where = f"characters/{hall_server.demo['characters']['rook']}/"
    Program(gudrun, hall_server).do(where, "project.begin", skill="bows", difficulty=40, unit="day", task="The tower")
    anna.page.goto(f"{addresses(hall_server)['campaign']}long-tests/")
    tower = anna.page.locator("article.long-test", has_text="The tower")
    expect(tower).to_contain_text("No roll yet")
    anna.stay()
    gudrun.page.goto(anna.page.url)
    gudrun.page.locator("article.long-test", has_text="The tower").get_by_role("button", name="Roll once").click()
    expect(tower).to_contain_text("1 roll so far")
    assert anna.has_stayed()


# -- what every page or many pages have ------------------------------------------------------------------------------


def test_day_and_night_are_chosen_and_stay(browser: Browser, hall_server: LiveHall) -> None:
    page = browser.new_context(base_url=hall_server.url, color_scheme="dark").new_page()
    page.goto("/odds/")
    night = page.evaluate("getComputedStyle(document.body).color")
    with drives(page, "theme.js"):
        page.get_by_role("button", name="Switch to day colours").press("Enter")
        expect(page.get_by_role("button", name="Switch to night colours")).to_be_focused()
        day = page.evaluate("getComputedStyle(document.body).color")
    assert day != night
    page.goto("/games/")
    assert page.evaluate("getComputedStyle(document.body).color") == day


def test_a_sheet_goes_to_paper_by_its_button(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Anna").page
    page.goto(f"{addresses(hall_server)['rook']}print/")
    page.evaluate("window.print = () => (window.printed = true)")
    with drives(page, "print.js"):
        page.locator("[data-print]").press("Enter")
        assert page.evaluate("window.printed")


@both_sizes
def test_the_roll_panel_rises_where_it_is_wanted(browser: Browser, hall_server: LiveHall, phone: bool) -> None:
    page = seated(browser, hall_server, "Anna", phone=phone).page
    page.goto(addresses(hall_server)["rook"])
    title = page.locator("#roll [data-drawer-title]")
    with drives(page, "sheet.js"):
        skill = page.locator(".quick__roll").nth(1)
        skill.press("Enter")
        expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
        expect(title).to_be_in_viewport()
        expect(title).to_be_focused()
        page.locator("#roll select").first.select_option(index=1)
        assert fits(page)
        if phone:
            page.keyboard.press("Escape")
            expect(title).not_to_be_visible()
        page.locator("[data-find-all]").fill("stealth")
        expect(page.locator("[data-finds]:visible")).to_have_count(1)
        page.locator("[data-find-all]").fill("")
        page.locator(".tiles .explains").first.press("Enter")
        expect(page.locator("#explain [data-explained-title]")).to_be_focused()


def test_the_chronicle_grows_while_one_reads(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna")
    anna.page.goto(f"{addresses(hall_server)['campaign']}chronicle/")
    anna.stay()
    lines = anna.page.locator("[data-told] .log__line")
    newest = lines.first.get_attribute("id")
    with drives(anna.page, "chronicle.js"):
        where = f"characters/{hall_server.demo['characters']['rook']}/"
        Program(gudrun, hall_server).do(where, "sheet.text", text="notes", to=f"after {newest}")
        expect(lines.first).not_to_have_attribute("id", newest or "")
        expect(lines.first).to_contain_text("Rook")
    assert anna.has_stayed()


# -- advice -----------------------------------------------------------------------------------------------------------


@both_sizes
def test_advice_is_taken_into_the_form(browser: Browser, hall_server: LiveHall, phone: bool) -> None:
    anna = seated(browser, hall_server, "Anna", phone=phone)
    # A die that is bought costs spirit, which other tests may have spent.
    recover(Program(anna, hall_server), campaign_of(hall_server, "sda"), "rook")
    page = anna.page
    page.goto(addresses(hall_server)["rook"])
    page.locator("[data-view-to=skills]").first.click()
    page.locator("#unlearnt-skills > summary").click()
    page.locator(".unlearnt .skill__roll").first.click()
    roll = page.locator("#roll")
    expect(roll).not_to_have_attribute("aria-busy", "true")
    expect(roll.locator("[data-take]")).to_be_visible()
    with drives(page, "odds.js"):
        bought = roll.locator('[name="with-bought"]').first
        roll.locator("[data-take]").press("Enter")
        expect(bought).to_be_focused()
        expect(bought).to_have_value("1")
        expect(roll.locator(".advice__line")).to_contain_text("chosen")
        expect(roll.locator("[data-take]")).to_have_count(0)
