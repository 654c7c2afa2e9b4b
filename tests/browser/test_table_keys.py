"""The game master's hands at the table: keys are silent while somebody types, and one press is one write."""

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.seats import Seat, campaign_of, seated, show_to_players
from tests.halls import LiveHall

#: Gives the last answer of a decision the one star, as if it were the best, and presses the key for decisions before
#: the page is drawn again; says which place among the buttons has the focus then, and how many there are.
LAST_IS_BEST = """async it => {
  const buttons = [...it.querySelectorAll("button[type=submit]")];
  const all = buttons.filter((one) => one.checkVisibility() && !one.closest("[data-faces]"));
  for (const star of it.querySelectorAll(".star")) star.remove();
  all.at(-1).insertAdjacentHTML("beforeend", "<span class=star>★</span>");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  await new Promise((done) => setTimeout(done));
  return [all.indexOf(document.activeElement) + 1, all.length];
}"""
#: Keys that do something at the table.
TYPED = "nurjktabcl?123"
ONWARD = "[data-way=onward] button"


@pytest.fixture
def gudrun(browser: Browser, hall_server: LiveHall) -> Seat:
    """The game master at a fight of three skeletons, which has begun."""
    seat = seated(browser, hall_server, "Gudrun", still=True)
    page = seat.page
    page.goto(f"/campaigns/{campaign_of(hall_server, 'sda')['id']}/encounters/")
    page.get_by_label("Name").fill("The yard")
    page.get_by_role("button", name="Prepare").click()
    page.wait_for_load_state("load")
    page.get_by_label("Search the bestiary").fill("Skeleton")
    page.get_by_label("How many of Skeleton", exact=True).fill("3")
    page.get_by_role("button", name="Add Skeleton", exact=True).click()
    page.wait_for_load_state("load")
    seat.onward()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    return seat


def whose_turn(page: Page) -> str:
    return page.locator("[data-turn]").get_attribute("data-turn") or ""


@pytest.fixture
def writes(gudrun: Seat) -> list[str]:
    """The addresses that her page has written to since."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/odds/" not in request.url:
            sent.append(request.url)

    gudrun.page.on("request", note)
    return sent


def settled(seat: Seat) -> str:
    """The turn that her page shows once nothing is under way any more."""
    seat.page.wait_for_timeout(700)
    seat.catch_up()
    return whose_turn(seat.page)


def test_one_press_of_a_key_passes_one_turn_however_long_it_is_held(gudrun: Seat, writes: list[str]) -> None:
    before = whose_turn(gudrun.page)
    gudrun.page.keyboard.down("n")
    expect(gudrun.page.locator("[data-turn]")).not_to_have_attribute("data-turn", before)
    for _ in range(5):
        gudrun.page.keyboard.down("n")
    gudrun.page.keyboard.up("n")
    settled(gudrun)
    assert len(writes) == 1


def test_enter_held_on_a_button_presses_it_once(gudrun: Seat, writes: list[str]) -> None:
    before = whose_turn(gudrun.page)
    gudrun.page.locator(ONWARD).focus()
    gudrun.page.keyboard.down("Enter")
    expect(gudrun.page.locator("[data-turn]")).not_to_have_attribute("data-turn", before)
    expect(gudrun.page.locator(ONWARD)).to_be_focused()
    for _ in range(5):
        gudrun.page.keyboard.down("Enter")
    gudrun.page.keyboard.up("Enter")
    settled(gudrun)
    assert len(writes) == 1


def tap(page: Page, number: int) -> None:
    """Press where the pointer is, as the so-manieth tap that follows quickly on another."""
    page.mouse.down(click_count=number)
    page.mouse.up(click_count=number)


@pytest.mark.parametrize("gap", [0, 120, 250])
def test_a_double_tap_passes_one_turn(gudrun: Seat, writes: list[str], gap: int) -> None:
    page = gudrun.page
    page.locator(ONWARD).hover()
    for number in (1, 2):
        tap(page, number)
        page.wait_for_timeout(gap)
    settled(gudrun)
    assert len(writes) == 1


def test_undo_may_be_pressed_quickly(gudrun: Seat, writes: list[str]) -> None:
    first = whose_turn(gudrun.page)
    for _ in range(2):
        gudrun.onward()
    assert settled(gudrun) != first
    for number in (1, 2):
        version = gudrun.version()
        gudrun.page.locator("[data-way=undo] button").hover()
        tap(gudrun.page, number)
        gudrun.wait_beyond(version)
    assert settled(gudrun) == first


def test_keys_are_silent_while_somebody_types(gudrun: Seat, writes: list[str]) -> None:
    page = gudrun.page
    before, form = whose_turn(page), gudrun.form_of("fight.place")
    here, search = page.url, page.locator("[data-search]")
    for field in (form.locator("input[type=number]").first, search):
        field.focus()
        page.keyboard.type(TYPED)
        expect(field).to_be_focused()
    expect(search).to_have_value(TYPED)
    expect(page.locator("[data-keys]")).to_be_hidden()
    assert settled(gudrun) == before
    assert page.url == here
    assert writes == []


def test_keys_are_silent_with_control_and_behind_a_dialog(gudrun: Seat, writes: list[str]) -> None:
    before = whose_turn(gudrun.page)
    gudrun.page.locator("h1").first.click()
    for key in ("Control+u", "Alt+n", "?", "n"):
        gudrun.page.keyboard.press(key)
    expect(gudrun.page.locator("[data-keys]")).to_be_visible()
    assert settled(gudrun) == before
    gudrun.page.keyboard.press("Escape")
    expect(gudrun.page.locator("[data-keys]")).to_be_hidden()
    assert writes == []
    gudrun.page.keyboard.press("n")
    expect(gudrun.page.locator("[data-turn]")).not_to_have_attribute("data-turn", before)


def test_a_turn_by_keys_alone(gudrun: Seat, writes: list[str]) -> None:
    """Keys choose a combatant, draft a move and drop it, open and shut a menu, search the bestiary and end the turn."""
    page = gudrun.page
    before = whose_turn(page)
    with drives(page, "table.js", "table-stage.js", "table-keys.js", "bestiary.js", "table-look.js", "shell.js"):
        page.keyboard.press("j")
        expect(page.locator("#now-title")).not_to_contain_text("do?")
        page.keyboard.press("t")
        expect(page.locator("#now-title")).to_contain_text("do?")
        page.keyboard.press("b")
        expect(page.locator("[data-token]:focus")).to_have_count(1)
        for key in ("ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
        way = page.locator("[data-path]")
        expect(way).to_be_visible()
        page.keyboard.press("Escape")
        expect(way).to_have_count(0)
        menu = page.locator("summary", has_text="The fight")
        menu.press("Enter")
        expect(page.locator("[data-do='fight.end']")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[data-do='fight.end']")).to_be_hidden()
        expect(menu).to_be_focused()
        page.keyboard.press("c")
        page.keyboard.type("ghoul")
        expect(page.locator("[data-found]")).to_contain_text("Ghoul")
        page.locator("[data-token]").last.click()
        page.locator("#log-title").focus()
        page.keyboard.press("n")
        expect(page.locator("[data-turn]")).not_to_have_attribute("data-turn", before)
    assert len(writes) == 1


def test_actions_show_their_keys_and_a_key_that_cannot_go_on_says_why(gudrun: Seat) -> None:
    page = gudrun.page
    first = page.locator(".commands > a[data-do]:nth-child(1)")
    assert "key" in first.evaluate("it => getComputedStyle(it, '::after').content")
    opens = first.get_attribute("data-do")
    page.keyboard.press("1")
    expect(page.locator(f"[data-part=form] form[data-command='{opens}']")).to_be_visible()
    gudrun.do("fight.end")
    expect(page.locator("[data-way=onward]")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("[data-toast-text]").last).to_contain_text("Nothing")


def test_the_keys_come_once_the_page_stands(browser: Browser, hall_server: LiveHall) -> None:
    """They hold nothing up that the game master sees, and are no file that the page waits for."""
    page = seated(browser, hall_server, "Gudrun").page
    demo = hall_server.demo
    page.goto(f"/campaigns/{demo['campaign']['id']}/encounters/{demo['encounters']['barrow']}/")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    begun, stood = page.evaluate(
        """() => [
            performance.getEntriesByType("resource").find(({ name }) => name.includes("table-keys")).startTime,
            performance.getEntriesByType("navigation")[0].loadEventStart,
        ]"""
    )
    assert begun >= stood


def test_the_key_for_decisions_unfolds_what_waits_for_a_player_and_goes_to_its_choices(
    browser: Browser, hall_server: LiveHall
) -> None:
    """No word of the question that the glossary knows comes before them."""
    page = seated(browser, hall_server, "Gudrun", still=True).page
    seen = 0
    for campaign in hall_server.demo["campaigns"]:
        for fight in campaign["encounters"].values():
            page.goto(f"/campaigns/{campaign['id']}/encounters/{fight}/")
            if page.locator("[data-ask] > details:not([open])").count():
                page.keyboard.press("a")
                assert page.evaluate("document.activeElement.matches('[data-ask] form *')"), campaign["system"]
                seen += 1
    assert seen, "in the demo somebody is asked"


def test_the_key_for_decisions_goes_to_the_answer_with_the_star(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    seen = 0
    for campaign in hall_server.demo["campaigns"]:
        for fight in campaign["encounters"].values():
            page.goto(f"/campaigns/{campaign['id']}/encounters/{fight}/")
            asked = page.locator("[data-ask]").first
            if not asked.count():
                continue
            page.keyboard.press("a")
            expect(asked.locator(":focus")).to_have_count(1)
            focused, number = asked.evaluate(LAST_IS_BEST)
            assert focused == number, campaign["system"]
            seen += 1
    assert seen, "in the demo somebody is asked"


@pytest.mark.parametrize("name", ["Anna", "Boris"])
def test_players_have_keys_and_the_decision_that_waited_for_them(
    browser: Browser, hall_server: LiveHall, name: str
) -> None:
    """What was asked before the page came has the focus, and a key leads back to it."""
    page = seated(browser, hall_server, name, still=True).page
    for campaign in hall_server.demo["campaigns"]:
        for fight in campaign["encounters"].values():
            answer = page.goto(f"/campaigns/{campaign['id']}/encounters/{fight}/")
            if not answer or not answer.ok:
                continue
            mine = page.locator("#now").get_attribute("data-asked")
            if mine:
                focused = page.locator(f"[data-ask='{mine}'] :focus")
                expect(focused).to_have_count(1)
                page.locator("#log-title").focus()
                page.keyboard.press("a")
                expect(focused).to_have_count(1)
            page.keyboard.press("?")
            expect(page.locator("[data-keys]")).to_be_visible()
            expect(page.locator("[data-keys]")).not_to_contain_text("Undo")
            page.keyboard.press("Escape")
            page.keyboard.press("l")
            expect(page.locator("#log-title")).to_be_focused()
            page.keyboard.press("/")
            expect(page.locator("[data-palette]")).to_be_visible()


def test_a_player_ends_the_turn_by_a_key(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, anna = (seated(browser, hall_server, name, still=True) for name in ("Gudrun", "Anna"))
    campaign = campaign_of(hall_server, "kaos")["id"]
    program = Program(gudrun, hall_server)
    hero = program.begin(campaign, "Torunn", hall_server.demo["logins"][1]["user"])
    fight = program.prepare(campaign, "The stile")
    program.do(f"encounters/{fight}/", "fight.join", combatant=hero, side="party")
    show_to_players(gudrun.page, f"/campaigns/{campaign}/encounters/{fight}/")
    gudrun.onward()
    anna.page.goto(f"/campaigns/{campaign}/encounters/{fight}/")
    expect(anna.page.locator("[data-turn][data-mine]")).to_have_count(1)
    version = anna.version()
    anna.page.keyboard.press("e")
    anna.wait_beyond(version)
