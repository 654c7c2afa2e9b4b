"""A whole fight by the keyboard alone, what a screen reader is told of the stage, and the page at 200 %.

Nothing here clicks. Tab goes to where a key is pressed, so whatever it never reaches cannot be done without a mouse.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rules.registry import system_named
from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.heroes import begin_in_order, place_heroes
from tests.browser.seats import Seat, adding, campaign_of, seated, show_to_players
from tests.halls import LiveHall

#: The most presses of Tab from one end of the table to the other, and the most steps of the fight.
MOST_TABS, MOST_STEPS = 250, 200
HERO, BEGINNER, OTHER, PLAYED, FOE = "Kari", "Runa", "Hedda", "Sigrun", "Goblin"
#: Where the buttons of a fight write.
WRITES = re.compile(r"/(perform|begin)/$")
#: What the foe loses before the first blow: all hit points but one.
NEARLY_ALL = 27
#: What the stage said when somebody last looked at it.
READ = Path(__file__).with_name("stage.txt")
#: What makes a page wider than its window, by its first class.
BESIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((it) => it.getBoundingClientRect().right > innerWidth + 1).map((it) => it.classList[0] ?? it.tagName)"""


class Hands:
    """The hands of somebody who has a keyboard and nothing else."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.page = seat, seat.page

    def go_to(self, control: Locator) -> None:
        """Press Tab until the focus is on a control."""
        expect(control).to_be_visible()
        for _ in range(MOST_TABS):
            if control.evaluate("it => it === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {control}")

    def press(self, control: Locator, key: str = "Enter") -> None:
        self.go_to(control)
        self.page.keyboard.press(key)

    def do(self, control: Locator) -> None:
        """Press a button that writes, and wait until the page shows what came of it."""
        with self.page.expect_response(WRITES) as answered:
            self.press(control)
        assert answered.value.ok, answered.value.text()
        self.seat.catch_up()

    def onward(self) -> None:
        """Carry the fight on, and send the form that this may open."""
        way = self.page.locator("[data-way=onward]")
        if way.evaluate("it => it.tagName") == "A":
            self.press(way)
            self.do(self.page.locator("[data-part=form] form button[type=submit]").first)
        else:
            self.do(way.locator("button"))

    def answer(self, ask: Locator) -> None:
        """Answer an ask as its form proposes; what waits for a player is unfolded first."""
        folded = ask.locator("> details:not([open]) > summary")
        if folded.count():
            self.press(folded)
        self.do(ask.locator("form.answer").first.locator("button[type=submit]").first)


def prepare(hands: Hands, campaign: str) -> None:
    """A hero and a foe in a fight that has begun."""
    page = hands.page
    page.goto(f"/campaigns/{campaign}/encounters/")
    hands.go_to(page.get_by_label("Name"))
    page.keyboard.type("The ledge")
    page.keyboard.press("Enter")
    page.wait_for_url("**/encounters/*/?*")
    hands.press(adding(page, HERO))
    expect(hands.seat.ladder(HERO)).to_have_count(1)
    hands.go_to(page.get_by_label("Search the bestiary"))
    page.keyboard.type(FOE)
    hands.press(page.get_by_role("button", name=f"Add {FOE}", exact=True))
    expect(hands.seat.ladder(FOE)).to_have_count(1)
    hands.onward()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def wound(hands: Hands, name: str, amount: int) -> None:
    """Wound somebody by hand, from their card: what is left of the fight is short, however the dice fall."""
    hands.press(hands.seat.ladder(name).locator("[data-card]"))
    field = hands.page.locator("#card input[type=number]")
    expect(field).to_be_focused()
    hands.page.keyboard.type(str(amount))
    with hands.page.expect_response("**/perform/") as answered:
        hands.page.keyboard.press("Enter")
    assert answered.value.ok, answered.value.text()
    hands.page.keyboard.press("Escape")
    expect(hands.page.locator("#card")).to_be_hidden()


def fight(hands: Hands) -> int:
    """Fight until one of the two is out of it; returns the number of things done."""
    page, out = hands.page, hands.page.locator("[data-part=ladder] .rung--out")
    for step in range(MOST_STEPS):
        if out.count():
            return step
        asked, ready = page.locator("[data-part=asks] article").first, page.locator("[data-ready] button[type=submit]")
        if asked.count():
            hands.answer(asked)
        elif ready.count():
            hands.do(ready)
        else:
            hands.onward()
    raise AssertionError(f"nobody is out of the fight after {MOST_STEPS} steps")


def end(hands: Hands) -> None:
    """End the fight, from its menu."""
    page = hands.page
    while page.locator("[data-part=asks] article").count():
        hands.answer(page.locator("[data-part=asks] article").first)
    hands.press(page.locator("summary", has_text="The fight"))
    ends = page.locator("[data-part=now] [data-do='fight.end']")
    if ends.evaluate("it => it.tagName") == "FORM":
        hands.do(ends.locator("button"))
    else:
        hands.press(ends)
        hands.do(page.locator("[data-part=form] form button[type=submit]").first)
    expect(page.get_by_role("heading", name="The fight is over")).to_be_visible()


def test_a_whole_fight_by_keys(browser: Browser, hall_server: LiveHall) -> None:
    hands, campaign = Hands(seated(browser, hall_server, "Gudrun", still=True)), campaign_of(hall_server, "kaos")["id"]
    # Nobody has hurt or disarmed somebody who comes for this fight only.
    hero, anna = system_named("kaos").heroes()[0], hall_server.demo["logins"][1]["user"]
    Program(hands.seat, hall_server).begin(campaign, HERO, anna, hero.key)
    prepare(hands, campaign)
    hands.seat.stay()
    wound(hands, FOE, NEARLY_ALL)
    with drives(hands.page, "table.js", "table-stage.js", "table-look.js", "play.js"):
        assert fight(hands) > 0
        end(hands)
    assert hands.seat.has_stayed()
    assert not hands.seat.complaints


# -- a table at which nothing hangs on dice ---------------------------------------------------------------------------


@pytest.fixture
def table(browser: Browser, hall_server: LiveHall) -> Seat:
    """A game master's table at which nothing hangs on dice."""
    return beside_a_foe(browser, hall_server, BEGINNER)


def beside_a_foe(browser: Browser, hall: LiveHall, beginner: str) -> Seat:
    """A game master's table: a beginner of Anna's beside a foe, who acts after them."""
    seat = seated(browser, hall, "Gudrun", still=True)
    campaign, anna = campaign_of(hall, "kaos")["id"], hall.demo["logins"][1]["user"]
    program = Program(seat, hall)
    program.begin(campaign, beginner, anna)
    page = seat.page
    page.goto(f"/campaigns/{campaign}/encounters/")
    page.get_by_label("Name").fill("The shelf")
    page.get_by_role("button", name="Prepare").click()
    adding(page, beginner).click()
    expect(seat.ladder(beginner)).to_have_count(1)
    seat.bring(FOE)
    place_heroes(program, seat, {beginner: (0, 0), FOE: (0, 1)})
    begin_in_order(program, seat, {beginner: 20, FOE: 10})
    return seat


# -- after somebody else's turn ----------------------------------------------------------------------------------------


def test_enter_goes_on_when_a_player_has_ended_the_turn(browser: Browser, hall_server: LiveHall) -> None:
    """The foe's lit button has the focus, as after a turn that the game master ended, unless she is busy elsewhere."""
    gudrun = beside_a_foe(browser, hall_server, OTHER)
    page, fight = gudrun.page, gudrun.page.url.partition("?")[0]
    show_to_players(page, fight)
    anna = seated(browser, hall_server, "Anna", still=True)
    anna.page.goto(fight)
    gudrun.form_of("fight.place")
    for place in ("[data-part=form] button[type=submit]", "[data-search]", "#log-title"):
        page.locator(place).first.focus()
        _end_turn(anna, page)
        page.wait_for_timeout(300)
        expect(page.locator(place).first).to_be_focused()
        if page.locator("[data-close]").count():
            page.locator("[data-close]").click()
        gudrun.onward()
    page.locator("#now-title").focus()
    _end_turn(anna, page)
    expect(page.locator("[data-ready] .button--primary")).to_be_focused()
    with page.expect_response(WRITES):
        page.keyboard.press("Enter")


def test_no_button_for_a_hero_of_a_player_has_the_focus_when_their_turn_comes(
    browser: Browser, hall_server: LiveHall
) -> None:
    """One Enter too many would act for whoever plays them; the key for what comes next goes on from there."""
    gudrun = beside_a_foe(browser, hall_server, PLAYED)
    page, turn = gudrun.page, gudrun.page.locator("[data-turn]")
    for _ in range(2):
        page.keyboard.press("n")
        expect(turn).to_contain_text(FOE)
        expect(page.locator("[data-ready] .button--primary")).to_be_focused()
        gudrun.catch_up()
        page.keyboard.press("n")
        expect(turn).to_contain_text(PLAYED)
        expect(page.locator("#now-title")).to_be_focused()
        gudrun.catch_up()


def _end_turn(player: Seat, page: Page) -> None:
    """Let a player end the turn, until another page shows the foe's."""
    player.onward()
    expect(page.locator("[data-turn]")).to_contain_text(FOE)


# -- what is read aloud -----------------------------------------------------------------------------------------------


def read(seat: Seat, what: str) -> str:
    """The text that a screen reader finds on the stage, without addresses, which are new in every hall."""
    seat.catch_up()
    expect(seat.page.locator("#stage [data-odds-place]:empty")).to_have_count(0)
    lines = seat.page.locator("#stage").aria_snapshot().splitlines()
    return "\n".join((f"# {what}", *(line for line in lines if "/url:" not in line)))


def test_the_stage_reads_as_it_did(table: Seat) -> None:
    """Where this fails because the stage says something better now, write the file anew: WINTERHALL_WRITE=1."""
    seen = [read(table, "A turn")]
    form = table.form_of("melee.attack")
    seen.append(read(table, "A form"))
    table.send(form, dice={BEGINNER: "05"})
    seen.append(read(table, "What came of it"))
    told = "\n\n".join(seen) + "\n"
    if os.environ.get("WINTERHALL_WRITE"):
        READ.write_text(told, encoding="utf-8")
    assert told == READ.read_text(encoding="utf-8")


# -- at 200 % ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Gudrun", "Anna"])
def test_at_200_percent_nothing_lies_beside_the_window(browser: Browser, hall_server: LiveHall, name: str) -> None:
    """A window of 1280 × 800 pixels at 200 % is 640 × 400 for the style sheet."""
    page = seated(browser, hall_server, name, still=True).page
    page.set_viewport_size({"width": 640, "height": 400})
    for campaign in hall_server.demo["campaigns"]:
        for encounter in campaign["encounters"].values():
            page.goto(f"/campaigns/{campaign['id']}/encounters/{encounter}/")
            assert page.evaluate(BESIDE) == [], f"{campaign['system']} {page.url}"
            asked = page.locator("[data-ask]")
            if asked.count():
                expect(asked.locator(".ask__sentence").first).to_be_in_viewport(ratio=1)
                # A bar that stays in the window would lie over the choices.
                expect(asked.locator(".ask__actions").first).to_have_css("position", "static")
