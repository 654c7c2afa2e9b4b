"""A life told on a phone, by thumb, as somebody new to it would: from the campaign's page to the finished sheet."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.newcomers import begin, new_campaign, no_fault, print_clicks_and_keys, with_a_phone
from tests.browser.seats import Seat
from tests.halls import LiveHall

#: The step and what is touched in it, besides the button that goes on; headings are opened by what they say.
LIFE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("People", ("Orc",)),
    ("Kin", ("Tide Crasher",)),
    ("Origin", ()),
    ("Life events", ("Of yourself", "Saw a Monster")),
    ("Occupations", ("Maritime", "Deck Hand")),
    ("Occupations", ()),
    ("Reason", ("Wanderlust",)),
    ("Motivation", ("Renown",)),
    ("Virtues", ()),
    ("Traits", ()),
    ("Shared experience", ()),
    ("Skills", ()),
    ("Attributes", ()),
    ("Equipment", ()),
    ("Begin", ()),
)


@pytest.fixture
def campaign(browser: Browser, hall_server: LiveHall) -> str:
    return new_campaign(browser, hall_server, "Lives", "WinterDawn")


@pytest.fixture
def phone(browser: Browser, hall_server: LiveHall, campaign: str) -> Seat:
    return with_a_phone(browser, hall_server, campaign)


def title(page: Page) -> str:
    return page.locator("[data-making-title]").inner_text()


def touch(page: Page, what: str) -> None:
    heading = page.locator("[data-sifted-part] summary").filter(has_text=re.compile(f"^{what}"))
    offer = page.locator(".offer").filter(has=page.locator(".offer__name", has_text=re.compile(f"^{what}")))
    if heading.count():
        heading.first.click()
    elif offer.first.locator("input").is_checked():
        offer.first.click()
    else:
        with page.expect_response(lambda answer: "/preview/" in answer.url):
            offer.first.click()


def no_fault_at_rest(page: Page) -> None:
    """Check for faults once the server has answered and its answers are no longer pale."""
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-odds-place]")).to_have_css("opacity", "1")
    no_fault(page)


def go_on(page: Page, button: str = "Next", *, gives_up: bool = False) -> None:
    """Take the step, and wait for the next one, or for the sheet; ``gives_up`` the points that are left."""
    foretold = page.locator("[data-odds-place][aria-busy=true]")
    expect(foretold).to_have_count(0)
    with page.expect_response(lambda answer: "/making/" in answer.url and answer.request.method == "POST"):
        page.locator(".making__foot").get_by_role("button", name=button).click()
        if gives_up:
            page.locator("[data-confirm-yes]").click()


def test_a_life_is_told_by_thumb(phone: Seat) -> None:
    page = phone.page
    begin(page, "Sigrun", "Step by step")
    expect(page.get_by_text("Step 1 ·")).to_be_visible()
    phone.stay()
    for step, touched in LIFE:
        expect(page.locator("[data-making-title]")).to_have_text(step)
        for what in touched:
            touch(page, what)
        if step in ("People", "Occupations", "Skills"):
            no_fault_at_rest(page)
        if step == "Kin":
            expect(page.locator("[data-making-left]")).to_have_text("24 background points left")
        if step == "Begin":
            assert phone.has_stayed(), "the page was loaded again"
        # Where no later step spends the points that are left, one is asked whether to lose them. The end says it.
        go_on(page, "Finish anyway" if step == "Begin" else "Next", gives_up=step == "Traits")
    page.wait_for_url(lambda url: "/making/" not in url)
    expect(page.get_by_role("heading", name="Sigrun")).to_be_visible()
    expect(page.locator(".vitals__kind")).to_contain_text("Tide Crasher, Orc, Deck Hand")
    expect(page.get_by_text("Fearsome").first).to_be_attached()
    clicks, keys = print_clicks_and_keys(page, "a life of fifteen steps")
    assert (clicks, keys) == (3 + len(LIFE) + sum(len(touched) for _, touched in LIFE), len("Sigrun"))


def test_eighty_occupations_are_searched(phone: Seat) -> None:
    page = phone.page
    begin(page, "Grim", "Step by step")
    for step in ("People", "Kin", "Attributes at birth", "Origin", "Life events"):
        expect(page.locator("[data-making-title]")).to_have_text(step)
        go_on(page)
    expect(page.locator("[data-making-title]")).to_have_text("Occupations")
    page.get_by_role("searchbox").press_sequentially("seaman")
    shown = page.locator(".offer:visible .offer__name")
    expect(shown.filter(has_text="Deck Hand")).to_be_visible()
    assert shown.count() < 10, shown.all_inner_texts()
    page.get_by_role("searchbox").fill("banker")
    # Bankers have had two occupations before: it is not offered to somebody without any.
    expect(page.get_by_text("No match among your choices.")).to_be_visible()
    no_fault_at_rest(page)


def test_two_clicks_and_a_name_tell_a_life_by_dice(phone: Seat) -> None:
    begin(phone.page, "Wren", "At random")
    expect(phone.page.get_by_role("heading", name="Wren")).to_be_visible()
    assert "/making/" not in phone.page.url
    expect(phone.page.get_by_text(re.compile("years old"))).to_be_attached()
    assert print_clicks_and_keys(phone.page, "a life at random") == (2, len("Wren"))
