"""A game master writes a weapon, a player takes it along, and the ledger says what was learnt; by keyboard too."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.browser.test_every_page import addresses
from tests.halls import LiveHall


def test_a_weapon_of_ones_own_goes_from_the_form_to_a_sheet(browser: Browser, hall_server: LiveHall) -> None:
    there = addresses(hall_server)
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    form = gudrun.page
    form.goto(f"{there['campaign']}compendium/weapons/")
    form.get_by_role("link", name="Write a weapon of your own").press("Enter")
    form.get_by_label("Start from one of the game’s entries").select_option("longsword")
    form.get_by_role("button", name="Copy its numbers").press("Enter")
    name = form.get_by_label("Name", exact=True)
    name.fill("")
    name.press("Enter")
    expect(form.get_by_text("Name is missing.")).to_be_visible()
    name.fill("Frostbrand")
    name.press("Enter")
    expect(form.get_by_role("heading", name="Frostbrand")).to_be_visible()

    sheet = anna.page
    sheet.goto(there["rook"])
    sheet.locator("[data-shelf=weapon] > summary").click()
    sheet.get_by_role("button", name="Take Frostbrand").click()
    expect(sheet.locator("#part-weapons li.thing .rows__name", has_text="Frostbrand")).to_have_count(1)
    expect(sheet.locator("[data-shelf=weapon]")).not_to_have_attribute("open", "")
    expect(sheet.get_by_text("Added: Frostbrand")).to_be_visible()
    sheet.goto(f"{there['campaign']}compendium/weapons/?ours=1")
    expect(sheet.get_by_role("heading", name="Frostbrand")).to_be_visible()
    expect(sheet.get_by_role("button", name="Remove")).to_have_count(0)

    form.get_by_role("button", name="Remove: Frostbrand").press("Enter")
    form.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(form.get_by_role("heading", name="Frostbrand")).to_have_count(0)
    for seat in (gudrun, anna):
        seat.page.context.close()


def test_long_lists_are_searched_and_say_what_is_chosen(browser: Browser, hall_server: LiveHall) -> None:
    there = addresses(hall_server)
    gudrun = seated(browser, hall_server, "Gudrun", phone=True)
    page = gudrun.page
    page.goto(f"{there['campaign']}compendium/occupations/new/")
    learnt = page.get_by_role("group", name=re.compile("^Experience 1 to"))
    expect(learnt.locator(".figures__one:visible")).to_have_count(0)
    with drives(page, "figures.js"):
        learnt.locator("summary").press("Enter")
        find = learnt.get_by_role("searchbox")
        find.press_sequentially("handed")
        expect(learnt.locator(".figures__one:visible")).to_have_count(2)
        find.press("Enter")
        learnt.get_by_label("1-Handed Swords").fill("3")
        expect(learnt.locator("summary")).to_have_text("1-Handed Swords 3")
    page.get_by_label("Name", exact=True).fill("Sword Dancer")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_text("An occupation belongs to at least one career. Choose one.")).to_be_visible()
    expect(learnt.locator("summary")).to_have_text("1-Handed Swords 3")
    expect(page.get_by_role("group", name="Careers it belongs to").get_by_label("Arts")).to_be_visible()
    page.context.close()


def test_the_ledger_leads_to_the_chronicle_and_takes_a_raise_back(browser: Browser, hall_server: LiveHall) -> None:
    there = addresses(hall_server)
    anna = seated(browser, hall_server, "Anna")
    page = anna.page
    page.goto(there["rook"])
    page.get_by_label("Find on this sheet").fill("logic")
    page.locator("[id='why-skill.logic']").click()
    page.get_by_text("Award experience").click()
    page.get_by_label("How much", exact=True).fill("4")
    page.get_by_label("Reason").fill("a riddle")
    with page.expect_response("**/perform/"):
        page.get_by_role("button", name="Award").click()
    page.reload()
    page.get_by_label("Find on this sheet").fill("logic")
    with page.expect_response("**/perform/"):
        page.get_by_role("button", name="Raise, 4 xp: Logic").click()
    page.goto(f"{there['rook']}experience/?rank=skill.logic")
    rows = page.locator(".ledger__row")
    expect(rows).to_have_count(2)
    expect(page.get_by_text("matches the sheet")).to_be_visible()
    page.get_by_role("button", name="Take back").press("Enter")
    page.get_by_role("button", name="Take back", exact=True).last.press("Enter")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("taken back: rank 1")
    rows.first.get_by_role("link", name="In the chronicle").press("Enter")
    expect(page.locator(".log__line:target")).to_contain_text("Take back a raise")
    page.context.close()
