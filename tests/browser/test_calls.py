"""Somebody has the turn while they look elsewhere: at another page, at the log on a phone, at another tab."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.heroes import recover
from tests.browser.seats import Seat, adding, campaign_of, seated
from tests.browser.test_every_page import addresses
from tests.halls import LiveHall

#: Milliseconds within which a call is seen everywhere, however busy the machine; it takes less than a second elsewhere.
SOON = 15_000
#: Pixels of a call that is told in three small lines.
THREE_LINES = 76
PAGES = ("", "chronicle/", "luck/", "calendar/", "long-tests/", "members/", "compendium/", "encounters/")
BAR = "[data-calls]"
#: Lets every call ask something long, in a fight with a long name.
ASKS_LONG = """it => {
  const said = `<b>Ilse Varn</b>: <i>You clash with Goblin Scout A: strike and risk a counter move, or hold back?</i>
    <span class="call__fight">· What guards the counting house</span>`;
  for (const call of it.querySelectorAll(".call > span:first-of-type")) call.innerHTML = said;
}"""
#: How many of those questions are cut off.
CUT = """it => [...it.querySelectorAll(".call i")].filter((one) => {
  const [asked, around] = [one, one.parentElement].map((it) => it.getBoundingClientRect());
  return asked.bottom > around.bottom + 1 || asked.right > around.right + 1;
}).length"""
#: The bar with a call from another fight.
FROM_ELSEWHERE = '<a class="call" href="/campaigns/" data-whose="mine"><span>The troll is up</span></a>'
#: The calls for somebody at this page; how many come from the demo's own fights is up to its dice.
MINE = "[data-whose=mine]"


def test_a_turn_is_told_on_every_page_and_leads_to_the_table(browser: Browser, hall_server: LiveHall) -> None:
    there = addresses(hall_server)
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    page = anna.page
    recover(Program(gudrun, hall_server), campaign_of(hall_server, "sda"), "rook", "brann")
    fight = two_of_the_party(gudrun, there["campaign"])
    turn = f'{MINE}[data-in="{fight.strip("/").rpartition("/")[2]}"]'
    page.goto(there["rook"])
    tab = page.context.new_page()
    with tab.expect_response("**/calls/", timeout=SOON) as looked:
        tab.goto(f"{there['campaign']}members/")
    others = looked.value.text().count('data-whose="mine"')
    expect(tab.locator(MINE)).to_have_count(others, timeout=SOON)
    expect(tab).to_have_title(_numbered(others), timeout=SOON)
    with drives(page, "calls.js"):
        let_act(gudrun, "Rook")
        for one in (page, tab):
            expect(one.locator(BAR)).to_contain_text("Rook, it is your turn", timeout=SOON)
        expect(tab).to_have_title(_numbered(others + 1), timeout=SOON)
        assert "asked" in str(tab.locator("link[rel=icon]").get_attribute("href"))
        page.get_by_label("Anna: your account").click()
        page.get_by_label("Sound").select_option("players")
        page.reload()
        expect(page.locator("[data-calls-sound]")).to_have_value("players")
        for place in PAGES:
            tab.goto(f"{there['campaign']}{place}")
            expect(tab.locator(turn)).to_be_visible(timeout=SOON)
        _from_the_log_to_the_turn(page, fight, page.locator(turn))
    let_act(gudrun, "Brann")
    expect(tab.locator(turn)).to_have_count(0, timeout=SOON)
    expect(tab.locator(MINE)).to_have_count(others, timeout=SOON)
    assert tab.title().startswith("(") == bool(others)
    assert not anna.complaints
    for seat in (gudrun, anna):
        seat.page.context.close()


def test_on_a_phone_two_calls_stand_below_each_other_and_come_with_the_page(
    browser: Browser, hall_server: LiveHall
) -> None:
    """Neither waits behind the other, and what is below does not jump when the answer comes."""
    there = addresses(hall_server)
    gudrun = seated(browser, hall_server, "Gudrun").page
    gudrun.goto(f"{there['campaign']}party/")
    gudrun.get_by_label("Skill or attribute").fill("Perception")
    gudrun.get_by_role("button", name="Ask", exact=True).click()
    expect(gudrun.locator("[data-live=wanted]")).to_contain_text("has to roll")
    page = seated(browser, hall_server, "Anna", phone=True).page
    page.goto(f"{there['campaign']}members/")
    expect(page.locator(MINE)).not_to_have_count(0, timeout=SOON)
    # From now on no answer ever comes.
    page.route("**/calls/", lambda _: None)
    page.goto(f"{there['campaign']}chronicle/")
    expect(page.locator(MINE).first).to_be_visible()
    page.locator(BAR).evaluate("it => [...it.querySelectorAll('.call')].slice(2).forEach((one) => one.remove())")
    page.locator(BAR).evaluate(ASKS_LONG)
    assert page.locator(BAR).evaluate(CUT) == 0
    boxes = [box for one in page.locator(MINE).all() if (box := one.bounding_box())]
    first, second = sorted(boxes, key=lambda box: box["y"])
    assert first["x"] == second["x"]
    assert second["y"] >= first["y"] + first["height"]
    assert max(first["height"], second["height"]) <= THREE_LINES


def _numbered(calls: int) -> str:
    """The title of the page of members, with so many calls."""
    return f"({calls}) Members of The Long Thaw" if calls else "Members of The Long Thaw"


def two_of_the_party(gudrun: Seat, campaign: str) -> str:
    """The address of a fight of Rook and Brann that has begun."""
    page = gudrun.page
    page.goto(f"{campaign}encounters/")
    page.get_by_label("Name").fill("The stairs")
    page.get_by_role("button", name="Prepare").click()
    for name in ("Rook", "Brann"):
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0, timeout=SOON)
    gudrun.onward()
    let_act(gudrun, "Brann")
    return page.url.partition("?")[0]


def let_act(gudrun: Seat, name: str) -> None:
    """Pass turns on until it is somebody's."""
    for _ in range(12):
        if name in gudrun.page.locator("[data-turn]").inner_text():
            return
        gudrun.onward()
    raise AssertionError(f"it was never {name}'s turn")


def _from_the_log_to_the_turn(page: Page, fight: str, call: Locator) -> None:
    """The call stands above the log on a phone, and one tap on it brings people to their turn."""
    page.goto(fight)
    expect(call).to_be_hidden(timeout=SOON)
    page.locator("#log-title").scroll_into_view_if_needed()
    page.locator("#log .log__line").last.scroll_into_view_if_needed()
    expect(call).to_be_visible(timeout=SOON)
    # Tapped where it stands: to click it, Chromium may scroll to the place that it left when it stuck to the window.
    box = call.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(call).to_be_hidden(timeout=SOON)


def test_what_stays_in_sight_on_the_page_of_a_fight_stands_below_the_bar(
    browser: Browser, hall_server: LiveHall
) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.set_viewport_size({"width": 1440, "height": 700})
    campaign = campaign_of(hall_server, "dragonbane")
    # Calls from elsewhere, whoever is asked in the demo.
    page.route("**/calls/", lambda route: route.fulfill(status=200, content_type="text/html", body=FROM_ELSEWHERE))
    page.goto(f"/campaigns/{campaign['id']}/encounters/{campaign['encounters']['tower']}/")
    expect(page.locator(BAR)).to_contain_text("The troll is up")
    page.evaluate("scrollTo(0, 300)")
    over, ladder = (page.locator(one).bounding_box() for one in (BAR, "[data-part=ladder]"))
    assert over and ladder  # noqa: PT018 - both stand there
    assert over["y"] == 0, "the bar stays in sight"
    assert ladder["y"] >= over["height"]
