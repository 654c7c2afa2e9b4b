"""The compendium in a browser: searched while one types and without scripts, and links that end at their entry."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.browser.driving import drives
from tests.halls import LiveHall

GAME = SYSTEMS[0]
SECTION = max(GAME.compendium(), key=lambda key: len(GAME.compendium()[key]))
ENTRIES = GAME.compendium()[SECTION]
LAST = ENTRIES[-1]


@pytest.fixture
def page(browser: Browser, hall_server: LiveHall) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=hall_server.url)
    yield context.new_page()
    context.close()


def test_a_section_narrows_down_while_one_types(page: Page) -> None:
    page.goto(f"/games/{GAME.slug}/{SECTION}/")
    field, entries = page.get_by_label("Search this section"), page.locator(".entry:visible")
    expect(entries).to_have_count(len(ENTRIES))
    field.fill(LAST.name.upper())
    expect(page.locator(f"#{LAST.key}")).to_be_visible()
    expect(page.locator("[data-count]")).to_have_text(f"{entries.count()} of {len(ENTRIES)}")
    assert entries.count() < len(ENTRIES)
    page.reload()
    expect(page.locator(f"#{LAST.key}")).to_be_visible()
    assert entries.count() < len(ENTRIES)
    with drives(page, "compendium.js"):
        field.fill("zzz nothing")
        expect(entries).to_have_count(0)
        page.get_by_role("link", name="Show all").click()
        expect(entries).to_have_count(len(ENTRIES))
    expect(field).to_be_focused()


def test_all_sections_are_searched_while_one_types(page: Page) -> None:
    page.goto(f"/games/{GAME.slug}/search/")
    page.get_by_label("A name, a number, a word").press_sequentially(LAST.name)
    way = page.locator(f'a[href$="/{SECTION}/#{LAST.key}"]')
    way.click()
    expect(page.locator(f"#{LAST.key}")).to_be_in_viewport()


def test_without_scripts_the_button_searches(browser: Browser, hall_server: LiveHall) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=hall_server.url)
    page = context.new_page()
    page.goto(f"/games/{GAME.slug}/{SECTION}/")
    page.get_by_label("Search this section").fill(LAST.name)
    page.get_by_role("button", name="Search").click()
    expect(page.locator(f"#{LAST.key}")).to_be_visible()
    assert page.locator(".entry:visible").count() < len(ENTRIES)
    context.close()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_the_guide_fits_on_one_sheet_of_paper(page: Page, system: System) -> None:
    page.goto(f"/games/{system.slug}/turn/")
    expect(page.get_by_role("button", name="Print this page")).to_be_visible()
    assert page.pdf(format="A4").replace(b"/Type /Pages", b"").count(b"/Type /Page") == 1
