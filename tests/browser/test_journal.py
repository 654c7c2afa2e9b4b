"""The journal in a browser: a handout comes over every page, a draft outlives the line, and nothing planted runs."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import drives
from tests.browser.seats import Seat, seated
from tests.browser.test_every_page import addresses
from tests.campaigns.journal_payloads import PAYLOADS
from tests.halls import LiveHall


def send(page: Page, hall: LiveHall, sent: dict[str, Any]) -> str:
    """Write a page as the game master's program does, and return its address for people."""
    there = f"campaigns/{hall.demo['campaign']['id']}/journal/"
    headers = {"Authorization": f"Bearer {hall.demo['logins'][0]['token']}"}
    answer = page.request.post(f"/api/v1/{there}", headers=headers, data=sent)
    assert answer.status == 201, answer.text()
    return f"/{there}{answer.json()['id']}/"


@pytest.fixture
def gudrun(browser: Browser, hall_server: LiveHall) -> Seat:
    return seated(browser, hall_server, "Gudrun")


@pytest.fixture
def letter(gudrun: Seat, hall_server: LiveHall) -> Iterator[str]:
    """The address of a handout, which is put away in the end: it would lie over every page of the next tests."""
    letter = send(gudrun.page, hall_server, {"kind": "handout", "title": "A summons", "text": "Come *alone*."})
    yield letter
    gudrun.page.goto(letter)
    gudrun.page.get_by_role("button", name="Archive", exact=True).click()
    expect(gudrun.page.get_by_role("button", name="Restore")).to_be_visible()


def test_a_handout_that_is_shown_comes_over_the_page_that_a_player_is_on(
    browser: Browser, hall_server: LiveHall, gudrun: Seat, letter: str
) -> None:
    anna = seated(browser, hall_server, "Anna")
    anna.page.goto(f"{addresses(hall_server)['campaign']}members/")
    expect(anna.page.locator("[data-line]")).to_be_hidden()
    with drives(anna.page, "journal-handout.js", "calls.js", "feed.js"):
        gudrun.page.goto(letter)
        gudrun.page.get_by_role("button", name="Show to players").click()
        dialog = anna.page.get_by_role("dialog", name="A summons")
        expect(dialog).to_contain_text("Come alone.")
        expect(dialog.get_by_role("button", name="Close")).to_be_focused()
        anna.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    again = seated(browser, hall_server, "Anna").page
    with again.expect_response("**/calls/"):
        again.goto(f"{addresses(hall_server)['campaign']}members/")
    expect(again.get_by_role("dialog")).to_have_count(0)
    anna.page.goto(f"{addresses(hall_server)['campaign']}journal/?kind=handout")
    expect(anna.page.get_by_role("link", name="A summons")).to_be_visible()
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    assert not anna.complaints


def test_what_is_typed_outlives_the_line_and_a_reload_until_it_is_saved(
    browser: Browser, hall_server: LiveHall
) -> None:
    anna = seated(browser, hall_server, "Anna")
    page = anna.page
    page.goto(f"{addresses(hall_server)['campaign']}journal/new/")
    with drives(page, "journal-editor.js", "journal-draft.js"):
        page.get_by_label("Title").fill("By the fire")
        page.get_by_label("Text", exact=True).fill("We slept")
        page.keyboard.press("Control+A")
        page.keyboard.press("Control+B")
        expect(page.locator("[data-preview] strong")).to_have_text("We slept")
        page.context.set_offline(True)
        page.keyboard.press("Control+S")
        expect(page.locator("[data-editor-trouble]")).to_contain_text("Not saved: no connection")
        page.context.set_offline(False)
    page.reload()
    expect(page.locator("[data-draft]")).to_be_visible()
    expect(page.get_by_label("Text", exact=True)).to_have_value("**We slept**")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-editor-trouble]")).not_to_be_empty()
    expect(page.get_by_label("Title")).to_have_value("By the fire")
    again = seated(browser, hall_server, "Anna")
    page.context.add_cookies([one for one in again.page.context.cookies() if one["name"] in ("sessionid", "csrftoken")])
    page.reload()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="By the fire")).to_be_visible()
    expect(page.locator(".prose strong")).to_have_text("We slept")
    assert page.evaluate("Object.keys(localStorage).filter(one => one.startsWith('journal:draft'))") == []


def test_nothing_that_is_planted_runs(browser: Browser, hall_server: LiveHall) -> None:
    anna = seated(browser, hall_server, "Anna")
    page = anna.page
    heard: list[str] = []
    page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    text = "\n\n".join(one for one in PAYLOADS if ":::" not in one)
    tags = ["<img src=x onerror=alert(1)>"]
    title = "<script>alert(1)</script>"
    planted = send(page, hall_server, {"kind": "lore", "title": title, "text": text, "tags": tags, "shared": "all"})
    for place in (planted, re.sub(r"[^/]+/$", "?q=script", planted)):
        page.goto(place, wait_until="load")
        expect(page.get_by_text(title).first).to_be_visible()
    page.goto(planted)
    for link in page.locator(".prose a").all()[:6]:
        link.hover()
    assert not heard
    assert page.locator(".prose :is(script, iframe, object, embed, form, style, svg)").count() == 0
    outside = page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).hostname)")
    assert set(outside) == {"localhost"}


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_names_are_offered_behind_two_brackets(browser: Browser, hall_server: LiveHall, phone: bool) -> None:
    gudrun = seated(browser, hall_server, "Gudrun", phone=phone)
    page = gudrun.page
    send(page, hall_server, {"kind": "place", "title": "The drowned bell", "text": "It rings."})
    page.goto(f"{addresses(hall_server)['campaign']}journal/new/")
    text, names = page.locator("#text"), page.get_by_role("listbox", name="Names to link to")
    with drives(page, "journal-names.js"):
        text.press_sequentially("Below [[drow")
        expect(names.get_by_role("option").first).to_have_text("The drowned bell")
        expect(text).to_have_attribute("aria-activedescendant", "name-0")
        text.press("Escape")
        expect(names).to_be_hidden()
        text.press_sequentially("n")
        if phone:
            names.get_by_role("option").first.tap()
        else:
            text.press("Enter")
    expect(text).to_have_value("Below [[The drowned bell]]")
    expect(names).to_be_hidden()
    expect(text).to_be_focused()
    text.press_sequentially(" and [[Roo")
    expect(names.get_by_role("option", name="Rook", exact=True)).to_be_visible()
    assert not gudrun.complaints


def test_two_who_change_the_same_line_choose_on_a_phone_by_touch(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, phone = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Gudrun", phone=True)
    page = phone.page
    written = send(page, hall_server, {"kind": "place", "title": "The ford", "text": "Deep.\nCold.\nWide."})
    for one in (gudrun.page, page):
        one.goto(f"{written}edit/")
    gudrun.page.locator("#text").fill("Deep.\nWarm.\nWide, and loud.")
    gudrun.page.get_by_role("button", name="Save", exact=True).click()
    expect(gudrun.page.get_by_text("Wide, and loud.")).to_be_visible()
    with drives(page, "journal-editor.js", "journal-draft.js"):
        page.locator("#text").fill("Very deep.\nFrozen.\nWide.")
        expect(page.locator("[data-saved]").first).to_have_attribute("data-state", "kept")
    page.get_by_role("button", name="Save", exact=True).tap()
    place = page.get_by_role("group", name="Place 1 of 1")
    expect(place).to_contain_text("Warm.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("#text")).to_be_hidden()
    place.get_by_text("Both, theirs first").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".prose")).to_have_text("Very deep. Warm. Frozen. Wide, and loud.")
    assert page.evaluate("Object.keys(localStorage).filter(one => one.startsWith('journal:draft'))") == []
    expect(page.get_by_text("Saved, with changes by you in another window merged in.")).to_be_visible()
