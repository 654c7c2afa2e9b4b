"""From an invitation to a seat, on a phone: as a guest, and with an account."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.newcomers import COUNTS, no_fault, print_clicks_and_keys
from tests.browser.seats import PHONE, seated
from tests.halls import LiveHall

#: Taps from the invitation to a character of one's own, besides those for typing.
MOST_TAPS = 6


@pytest.fixture(scope="module")
def invitation(browser: Browser, hall_server: LiveHall) -> str:
    """A link that Gudrun made as the form proposes it, to a campaign founded for that."""
    page = seated(browser, hall_server, "Gudrun").page
    page.goto("/campaigns/new/")
    page.get_by_label("Name of the campaign").fill("The open door")
    page.get_by_label("WinterDawn").check()
    page.get_by_role("button", name="Create", exact=True).click()
    page.get_by_role("link", name="Invite players").click()
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    page.context.close()
    return link


def newcomer(browser: Browser, invitation: str) -> Page:
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.add_init_script(COUNTS)
    page.goto(invitation)
    expect(page.get_by_role("heading", name="The open door")).to_be_visible()
    expect(page.locator(".entrance__lead")).to_contain_text("Gudrun invites you to play WinterDawn")
    no_fault(page)
    return page


def take_a_hero(page: Page) -> None:
    """One is told that one is in; the way for newcomers stands first and leads to the heroes."""
    expect(page.get_by_text("You have joined The open door.")).to_be_visible()
    expect(page.get_by_role("heading", name="New character")).to_be_visible()
    page.locator(".ways > li").first.get_by_role("link", name="A ready-made hero").click()
    hero = page.locator("button.hero").first
    expect(hero).to_be_in_viewport()
    hero.click()
    expect(page.locator("h1")).not_to_have_text("New character")


def test_a_guest_sits_down_with_a_hero(browser: Browser, invitation: str) -> None:
    page = newcomer(browser, invitation)
    page.get_by_label("Your name at the table").fill("Doris")
    page.get_by_role("button", name="Join as a guest").click()
    take_a_hero(page)
    assert print_clicks_and_keys(page, "invitation to hero, as a guest")[0] <= MOST_TAPS
    page.goto(invitation)
    expect(page.get_by_role("heading", name="The open door")).to_be_visible()
    expect(page.get_by_role("heading", name="Party", exact=True)).to_be_visible()


def test_a_new_account_leads_to_the_same_seat(browser: Browser, invitation: str) -> None:
    page = newcomer(browser, invitation)
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("E-mail").fill("emil@example.org")
    page.get_by_label("Name at the table").fill("Emil")
    page.get_by_label("Password", exact=True).fill("a snowed-in pass")
    page.get_by_role("button", name="Create account").click()
    take_a_hero(page)
    assert print_clicks_and_keys(page, "invitation to hero, with an account")[0] <= MOST_TAPS


def test_a_guest_keeps_the_seat(browser: Browser, invitation: str) -> None:
    page = newcomer(browser, invitation)
    page.get_by_label("Your name at the table").fill("Frida")
    page.get_by_role("button", name="Join as a guest").click()
    page.locator(".menu > summary").last.click()
    page.get_by_role("link", name="Keep your seat").click()
    no_fault(page)
    page.get_by_label("E-mail").fill("frida@example.org")
    page.get_by_label("Password", exact=True).fill("a snowed-in pass")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name="The open door")).to_be_visible()


def test_a_link_that_is_used_up_says_so(browser: Browser, hall_server: LiveHall) -> None:
    page = browser.new_context(viewport=PHONE, base_url=hall_server.url).new_page()
    page.goto("/join/no-such-link/")
    expect(page.get_by_role("heading", name="This link has expired")).to_be_visible()
    no_fault(page)
