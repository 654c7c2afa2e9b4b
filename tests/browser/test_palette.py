"""The palette: by keys alone to every page, person and action, and silent while one types."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.driving import drives
from tests.browser.seats import campaign_of, seated
from tests.browser.test_journal import send
from tests.halls import LiveHall


def test_a_player_goes_anywhere_by_keys(browser: Browser, hall_server: LiveHall) -> None:
    campaign = campaign_of(hall_server, "sda")
    page = seated(browser, hall_server, "Anna", still=True).page
    page.goto(f"/campaigns/{campaign['id']}/")
    palette = page.locator("[data-palette]")
    with drives(page, "palette.js", "calls.js"):
        page.keyboard.press("/")
        expect(palette).to_be_visible()
        page.keyboard.type("chron")
        expect(palette.get_by_role("option")).to_have_count(1)
        page.keyboard.press("Enter")
        page.wait_for_url("**/chronicle/")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(palette).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Control+k")
        expect(palette).to_be_visible()
        page.keyboard.type("skeleton")
        expect(palette.get_by_role("option").filter(has_text="Compendium").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        expect(palette.locator("[aria-selected=true]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(palette, "one press closes it, whatever stands in the field").to_be_hidden()


def test_what_is_typed_before_its_script_has_come_is_looked_for_and_no_key_of_the_table(
    browser: Browser, hall_server: LiveHall
) -> None:
    campaign = campaign_of(hall_server, "sda")
    page = seated(browser, hall_server, "Gudrun", still=True).page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/palette*.js", hold)
    page.goto(f"/campaigns/{campaign['id']}/encounters/{next(iter(campaign['encounters'].values()))}/")
    version = page.locator("[data-version]").get_attribute("data-version")
    page.get_by_role("button", name="Search", exact=True).click()
    page.keyboard.type("screen")
    page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    expect(page.locator("[data-palette]").get_by_role("option").filter(has_text="Projector view")).to_be_visible()
    assert held
    expect(page.locator("[data-version]")).to_have_attribute("data-version", str(version))


def test_enter_before_anything_is_found_goes_to_the_first_thing_found(browser: Browser, hall_server: LiveHall) -> None:
    """Before its script has come, and while the house still looks."""
    page = seated(browser, hall_server, "Anna", still=True).page
    page.goto(f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/palette*.js", hold)
    page.keyboard.press("/")
    page.keyboard.type("chronicle")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    page.wait_for_url("**/chronicle/")
    assert held
    page.unroute("**/palette*.js")
    page.keyboard.press("/")
    page.keyboard.type("lantern ferry")
    page.keyboard.press("Enter")
    page.wait_for_url("**/journal/*/")


def test_what_it_finds_in_the_game_stands_in_the_campaign(browser: Browser, hall_server: LiveHall) -> None:
    here = f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/"
    page = seated(browser, hall_server, "Anna", still=True).page
    page.goto(here)
    page.get_by_role("button", name="Search", exact=True).click()
    palette = page.locator("[data-palette]")
    expect(palette).to_be_visible()
    page.keyboard.type("two-handed sword")
    palette.get_by_role("option").filter(has_text="Two-handed sword").filter(has_text="Compendium").first.click()
    page.wait_for_url(f"**{here}compendium/weapons/#two_handed_sword")
    page.context.close()


def test_it_finds_fights_and_pages_of_the_journal_by_their_names(browser: Browser, hall_server: LiveHall) -> None:
    campaign = campaign_of(hall_server, "sda")
    here, page = f"/campaigns/{campaign['id']}/", seated(browser, hall_server, "Anna", still=True).page
    fight = campaign["encounters"]["barrow"]
    written = page.request.get(f"/api/v1{here}journal/").json()["results"][0]
    named = {
        "Fight": (page.request.get(f"/api/v1/encounters/{fight}/").json()["name"], f"encounters/{fight}/"),
        "Journal": (written["title"], f"journal/{written['id']}/"),
    }
    for kind, (name, place) in named.items():
        page.goto(here)
        page.keyboard.press("/")
        expect(page.locator("[data-palette]")).to_be_visible()
        page.keyboard.type(name)
        option = page.locator("[data-palette]").get_by_role("option").filter(has_text=kind)
        expect(option.filter(has_text=name)).to_have_count(1)
        option.filter(has_text=name).click()
        page.wait_for_url(f"**{here}{place}")


def test_it_finds_a_page_of_the_journal_by_its_text_and_shows_the_words(
    browser: Browser, hall_server: LiveHall
) -> None:
    gudrun = seated(browser, hall_server, "Gudrun", still=True).page
    text = "Nobody goes there. A lantern hangs in it.\n\n:::gm\nThe lanternfish waits.\n:::"
    written = send(gudrun, hall_server, {"kind": "place", "title": "The well", "text": text, "shared": "all"})
    page = seated(browser, hall_server, "Anna", still=True).page
    page.goto(f"/campaigns/{hall_server.demo['campaign']['id']}/")
    option = page.locator("[data-palette]").get_by_role("option").filter(has_text="The well")
    page.keyboard.press("/")
    expect(page.locator("[data-palette]")).to_be_visible()
    with page.expect_response("**/journal/?q=lanternf"):
        page.keyboard.type("lanternf")
    expect(page.locator("[data-palette-nothing]")).to_be_visible()
    expect(option).to_have_count(0)
    page.keyboard.press("Backspace")
    with drives(page, "palette.js"):
        expect(option).to_contain_text("A lantern hangs in it.")
    option.click()
    page.wait_for_url(f"**{written}")


#: The least side of what a thumb is to find, in pixels.
THUMB = 44


@pytest.mark.parametrize("where", ["", "encounters/{barrow}/"])
def test_a_thumb_finds_it_on_a_phone(browser: Browser, hall_server: LiveHall, where: str) -> None:
    campaign = campaign_of(hall_server, "sda")
    page = seated(browser, hall_server, "Anna", phone=True, still=True).page
    page.goto(f"/campaigns/{campaign['id']}/{where.format(**campaign['encounters'])}")
    search = page.get_by_role("button", name="Search", exact=True)
    search.scroll_into_view_if_needed()
    place = search.bounding_box()
    assert place is not None
    assert min(place["width"], place["height"]) >= THUMB
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with drives(page, "palette.js"):
        search.tap()
        expect(page.locator("[data-palette] input")).to_be_focused()
        page.keyboard.type("chron")
        found = page.locator("[data-palette]").get_by_role("option")
        expect(found).to_have_count(1)
    found.tap()
    page.wait_for_url("**/chronicle/")


def test_at_the_table_it_finds_what_a_turn_allows_and_is_silent_while_one_types(
    browser: Browser, hall_server: LiveHall
) -> None:
    campaign = campaign_of(hall_server, "sda")
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.goto(f"/campaigns/{campaign['id']}/encounters/")
    page.get_by_label("Name").fill("The well")
    page.keyboard.press("/")
    expect(page.locator("[data-palette]")).to_be_hidden()
    page.get_by_role("button", name="Prepare").click()
    page.wait_for_load_state("load")
    page.locator("body").press("/")
    options = page.locator("[data-palette]").get_by_role("option")
    expect(options.filter(has_text="Action").first).to_be_visible()
    expect(options.filter(has_text="Members")).to_have_count(1)
