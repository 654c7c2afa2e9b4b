"""House rules in a browser: found by their letters, and kept only by the button that says so."""

from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.browser.test_every_page import addresses
from tests.halls import LiveHall


def test_a_rule_is_found_by_its_letters_and_enter_saves_nothing(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Gudrun").page
    page.goto(f"{addresses(hall_server)['campaign']}house/")
    rules, find = page.locator("[data-sifted]"), page.get_by_label("Find a rule")
    first, last = rules.first, rules.last
    expect(first).to_be_hidden()
    page.locator(".house-chapter > summary").first.click()
    expect(first).to_be_visible()
    label = (last.locator("label").first.text_content() or "").strip()
    with drives(page, "sift.js"):
        find.press_sequentially(label)
        expect(last).to_be_visible()
        expect(first).to_be_hidden()
    find.press("Enter")
    expect(find).to_have_value(label)
    find.fill("no rule has these letters")
    expect(page.locator("[data-sifted-nothing]")).to_be_visible()
    find.fill("")
    expect(page.locator("[data-sifted-nothing]")).to_be_hidden()
    expect(first).to_be_hidden()
    page.context.close()
