"""The party's purse on two screens: what the game master hands out, a player sees and takes without a reload."""

from playwright.sync_api import Browser, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall


def test_a_find_is_handed_out_and_taken(browser: Browser, hall_server: LiveHall) -> None:
    here = f"/campaigns/{hall_server.demo['campaign']['id']}/party/"
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    for seat in (gudrun, anna):
        seat.page.goto(here)
        seat.stay()
    with drives(anna.page, "live-page.js"):
        gudrun.page.get_by_label("Item 1", exact=True).fill("Silver flute")
        gudrun.page.get_by_role("button", name="Add", exact=True).click()
        take = anna.page.get_by_role("button", name="Take Silver flute")
        expect(take).to_be_visible()
    assert axe_finds(anna.page) == []
    with anna.page.expect_response("**/party/move/") as answered:
        take.click()
    assert answered.value.ok
    for seat in (gudrun, anna):
        expect(seat.page.locator(".party__things").get_by_text("Silver flute")).to_have_count(0)
        assert seat.has_stayed()
        assert not seat.complaints


def test_a_test_is_asked_for_by_its_first_letters_and_a_success_takes_bad_news_away(
    browser: Browser, hall_server: LiveHall
) -> None:
    gudrun = seated(browser, hall_server, "Gudrun")
    page, toasts = gudrun.page, gudrun.page.locator("[data-toasts]")
    page.goto(f"/campaigns/{hall_server.demo['campaign']['id']}/party/")
    form = page.get_by_role("form", name="Ask for a test")
    form.get_by_label("Skill or attribute").press_sequentially("perc")
    page.keyboard.press("Enter")
    expect(form.get_by_label("Why (optional)")).to_be_focused()
    form.get_by_role("spinbutton", name="Difficulty").fill("90")
    expect(form.get_by_role("status")).to_contain_text("cannot succeed")
    assert axe_finds(page) == []
    bad = {"text": "This has changed since you saw it. Here is how it is now.", "tone": "danger"}
    page.evaluate("detail => document.dispatchEvent(new CustomEvent('hall:toast', { detail }))", bad)
    expect(toasts).to_contain_text("This has changed")
    form.get_by_role("button", name="Ask").click()
    expect(toasts).to_contain_text("Asked:")
    expect(toasts).not_to_contain_text("This has changed")
    expect(page.locator("[data-live=wanted]")).to_contain_text("Perception")
    expect(form.get_by_role("status")).to_be_empty()
    assert not gudrun.complaints
