"""A new fight from nothing, as the game master's hands go: how many clicks, and where the focus is after each."""

from collections.abc import Callable

from playwright.sync_api import Browser, Locator, expect

from tests.browser.seats import adding_all, campaign_of, seated
from tests.halls import LiveHall

#: The most clicks from the list of encounters to the first round.
MOST = 6


def test_a_fight_begins_in_a_few_clicks(
    browser: Browser, hall_server: LiveHall, record_property: Callable[[str, object], None]
) -> None:
    """The game master names nothing, mistypes a foe, brings everybody and three foes, and begins."""
    seat = seated(browser, hall_server, "Gudrun", still=True)
    page, clicks = seat.page, 0

    def click(what: Locator) -> None:
        nonlocal clicks
        what.click()
        clicks += 1

    page.goto(f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/encounters/")
    click(page.get_by_role("button", name="Prepare"))
    everybody = adding_all(page).first
    expect(everybody).to_be_visible()
    click(everybody)
    search = page.get_by_label("Search the bestiary")
    expect(search).to_be_focused()
    # Whoever does not know the game's creatures sees them all.
    expect(page.get_by_role("button", name="Add Skeleton", exact=True)).to_be_visible()
    page.keyboard.type("skelton")
    expect(page.get_by_text("Matches for “skeleton”")).to_be_visible()
    for _ in range(2):
        click(page.get_by_role("button", name="Skeleton: more", exact=True))
    expect(page.get_by_label("How many of Skeleton", exact=True)).to_have_value("3")
    click(page.get_by_role("button", name="Add Skeleton", exact=True))
    expect(search).to_be_focused()
    expect(search).to_have_value("skelton")
    expect(seat.ladder("Skeleton 3")).to_have_count(1)
    click(page.get_by_role("button", name="Show to players and begin"))
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    expect(page.get_by_role("button", name="Hide from players")).to_be_visible()
    record_property("clicks from nothing to the first round", clicks)
    assert clicks <= MOST, f"{clicks} clicks from nothing to the first round"


def test_nobody_is_looked_for_in_a_fight_that_is_over(browser: Browser, hall_server: LiveHall) -> None:
    """The place is there again where the end is undone: the page is not loaded anew for either."""
    page = seated(browser, hall_server, "Gudrun").page
    campaign = campaign_of(hall_server, "sda")
    page.goto(f"/campaigns/{campaign['id']}/encounters/{next(iter(campaign['encounters'].values()))}/")
    head, search = page.locator("[data-part=head]"), page.get_by_label("Search the bestiary")
    expect(search).to_be_visible()
    # Read at once: news draws the stage as it is.
    shown = "(it, stage) => { it.dataset.stage = stage; return document.querySelector('.bring').checkVisibility() }"
    stage = head.get_attribute("data-stage")
    assert not head.evaluate(shown, "over")
    assert head.evaluate(shown, stage)


def test_what_is_set_before_an_answer_comes_stays_set(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.goto(f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/encounters/")
    page.get_by_role("button", name="Prepare").click()
    search, row = page.get_by_label("Search the bestiary"), page.locator("[data-found] > ul > li", has_text="Skeleton")
    search.click()
    expect(page.locator("[data-found] > ul > li").nth(10)).to_be_visible()
    page.get_by_role("button", name="Skeleton: more", exact=True).click()
    row.first.get_by_label("hidden").check()
    with page.expect_response("**/bestiary/?q=skeleton"):
        search.fill("skeleton")
    expect(page.locator("[data-found] > ul > li").nth(10)).to_have_count(0)
    expect(page.get_by_label("How many of Skeleton", exact=True)).to_have_value("2")
    expect(row.first.get_by_label("hidden")).to_be_checked()


def test_the_board_stands_beside_the_lists_while_people_are_added(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/encounters/")
    page.get_by_role("button", name="Prepare").click()
    board, search = page.locator("[data-board]"), page.get_by_label("Search the bestiary")
    expect(board).to_be_in_viewport(ratio=0.9)
    search.fill("guard")
    last = page.locator("[data-found] > ul > li").last
    last.scroll_into_view_if_needed()
    expect(board).to_be_in_viewport(ratio=0.9)
    stands, beside = board.bounding_box(), last.bounding_box()
    assert stands
    assert beside
    assert stands["width"] >= 800
    assert beside["x"] + beside["width"] < stands["x"]
