"""A fight is watched again: by keys, by slider, played, on a phone without an account, and while the line is down."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import drives
from tests.browser.seats import PHONE, campaign_of, seated, show_to_players
from tests.halls import LiveHall

#: The steps that come with each request.
AT_ONCE = 12


def address_of(hall: LiveHall) -> str:
    return f"/campaigns/{campaign_of(hall, 'sda')['id']}/encounters/{hall.demo['encounters']['barrow']}/"


def place(page: Page) -> tuple[int, int]:
    """The number of the step that is shown, and of all."""
    at, _, of = page.locator("[data-place]").inner_text().partition(" of ")
    return int(at), int(of)


def ladder(page: Page) -> list[str]:
    return page.locator("[data-rung] .rung__name").all_inner_texts()


def shown(page: Page) -> str:
    return page.locator("[data-frame]").get_attribute("data-frame") or ""


@pytest.mark.parametrize("name", ["Gudrun", "Anna"])
def test_a_fight_is_gone_through_by_keys(browser: Browser, hall_server: LiveHall, name: str) -> None:
    seat = seated(browser, hall_server, name)
    page = seat.page
    page.goto(address_of(hall_server))
    now = ladder(page)
    page.goto(f"{address_of(hall_server)}replay/")
    with drives(page, "replay.js"):
        number, steps = place(page)
        assert (number, steps > AT_ONCE) == (1, True)
        seen = [shown(page)]
        for step in range(2, steps + 1):
            page.keyboard.press("ArrowRight")
            expect(page.locator("[data-place]")).to_have_text(f"{step} of {steps}")
            expect(page.locator(f'[data-frame="{seen[-1]}"]')).to_have_count(0)
            seen.append(shown(page))
        assert len({*seen}) == steps
        expect(page.locator('[data-way="next"]')).to_have_attribute("aria-disabled", "true")
    assert ladder(page) == now
    assert f"?at={shown(page)}" in page.url
    page.keyboard.press("ArrowRight")
    assert place(page) == (steps, steps)
    page.keyboard.press("Home")
    expect(page.locator("[data-place]")).to_have_text(f"1 of {steps}")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-place]")).to_have_text(f"{steps - 1} of {steps}")
    page.reload()
    assert place(page) == (steps - 1, steps)
    assert not seat.complaints


def test_it_is_played_to_its_end_and_pauses_when_told(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Anna").page
    page.goto(f"{address_of(hall_server)}replay/")
    _, steps = place(page)
    page.locator("[data-speed]").select_option("0.5")
    page.locator("[data-slider]").fill(str(steps - 2))
    expect(page.locator("[data-place]")).to_have_text(f"{steps - 2} of {steps}")
    page.locator("[data-play-all]").click()
    expect(page.locator("[data-play-all]")).to_have_accessible_name("Pause")
    page.locator("body").press(" ")
    expect(page.locator("[data-play-all]")).to_have_accessible_name("Play")
    page.locator("body").press(" ")
    expect(page.locator("[data-place]")).to_have_text(f"{steps} of {steps}", timeout=20_000)
    expect(page.locator("[data-play-all]")).to_have_accessible_name("Play")


@pytest.mark.parametrize("is_recorded", [False, True], ids=["of the hall", "recorded"])
def test_a_stranger_watches_the_showcase_on_a_phone(browser: Browser, hall_server: LiveHall, is_recorded: bool) -> None:
    context = browser.new_context(base_url=hall_server.url, viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    if is_recorded:
        page.goto("/fight/")
    else:
        page.goto("/")
        page.get_by_role("link", name="Watch a fight").click()
        page.wait_for_url("**/replays/*/")
    number, steps = place(page)
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("[data-place]")).to_have_text(f"2 of {steps}")
    page.get_by_role("link", name="Last step").click()
    expect(page.locator("[data-place]")).to_have_text(f"{steps} of {steps}")
    assert number == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("[data-said]")).to_be_in_viewport(ratio=1)
    tops = [page.locator(part).evaluate("it => it.getBoundingClientRect().top") for part in ("[data-said]", ".board")]
    assert tops[0] < tops[1]
    assert "Gudrun" not in page.content()
    context.close()


def test_what_has_come_can_be_watched_while_the_line_is_down(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Anna").page
    with page.expect_response("**/replay/steps/*"):
        page.goto(f"{address_of(hall_server)}replay/")
    _, steps = place(page)
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-place]")).to_have_text(f"2 of {steps}")
    expect(page.locator("[data-note]")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("[data-note]")).to_contain_text("You are offline")
    page.context.set_offline(False)
    expect(page.locator("[data-note]")).to_be_hidden()
    expect(page.locator("[data-so-far]")).to_be_visible()


def test_a_step_that_is_gone_says_so(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Anna").page
    # From the beginning: in a short fight the last step is among those that come before they are wanted.
    page.route("**/replay/steps/*", lambda route: route.fulfill(status=404))
    page.goto(f"{address_of(hall_server)}replay/")
    page.keyboard.press("End")
    expect(page.locator("[data-note]")).to_contain_text("This fight has changed")
    page.unroute("**/replay/steps/*")
    page.get_by_role("link", name="Try again").click()
    expect(page.locator('[data-way="next"]')).to_have_attribute("aria-disabled", "true")


def test_a_game_master_shares_a_fight_and_takes_the_link_back(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Gudrun").page
    other = hall_server.demo["encounters"]["gate"]
    fight = f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/encounters/{other}/"
    show_to_players(page, fight)
    page.goto(f"{fight}replay/")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    context = browser.new_context(base_url=hall_server.url)
    stranger = context.new_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Trouble at the north gate")
    page.get_by_role("button", name="Revoke link").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke link").click()
    expect(page.get_by_role("button", name="Create link")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This link has expired")
    context.close()
