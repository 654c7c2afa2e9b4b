"""The desk in each game: after every exchange the next turn stands in the window, and so does whoever acts."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.evenings import Program
from tests.browser.heroes import recover
from tests.browser.seats import Seat, campaign_of, seated
from tests.browser.test_taps import DESK, GAMES, REACHED
from tests.halls import LiveHall

#: Exchanges that are looked at in each game, and the most turns that they take.
EXCHANGES, MOST_TURNS = 6, 24
#: The foes: more than the window has room for on the ladder, together with the party.
FOES = 5
#: The seconds in which a page comes to rest.
SETTLES = 5.0
#: Whether whoever acts stands in the window, and within the part of the ladder that is shown.
LIT = """() => {
  const lit = document.querySelector("[data-ladder] [aria-current]").getBoundingClientRect();
  const ladder = document.querySelector("[data-part=ladder]").getBoundingClientRect();
  return lit.top >= Math.max(0, ladder.top) && lit.bottom <= Math.min(innerHeight, ladder.bottom);
}"""


@pytest.fixture
def gudrun(browser: Browser, hall_server: LiveHall, request: pytest.FixtureRequest) -> Seat:
    """The game master's desk, at a fight of the whole party with a band that has just begun."""
    game = str(request.param)
    campaign = campaign_of(hall_server, game)
    seat = seated(browser, hall_server, "Gudrun", still=True)
    seat.page.set_viewport_size(DESK)
    program = Program(seat, hall_server)
    recover(program, campaign, *campaign["characters"])
    fight = program.prepare(campaign["id"], "In sight")
    seat.page.goto(f"/campaigns/{campaign['id']}/encounters/{fight}/")
    for place, who in enumerate(campaign["characters"].values()):
        program.do(f"encounters/{fight}/", "fight.join", combatant=who, x=2 * place)
    seat.catch_up()
    for _ in range(FOES):
        seat.bring(GAMES[game][0])
    seat.onward()
    return seat


def settle(seat: Seat) -> None:
    """Answer whatever is asked as its form proposes."""
    seat.catch_up()
    while seat.answer():
        seat.catch_up()


def soon(holds: Callable[[], bool]) -> bool:
    """Whether something holds once the page has come to rest: what is drawn anew comes part by part."""
    until = time.monotonic() + SETTLES
    while not (found := holds()) and time.monotonic() < until:
        time.sleep(0.1)
    return found


def strike(seat: Seat) -> bool:
    """Send what stands ready, and answer whatever follows; says whether there was anything to send."""
    seat.catch_up()
    blow = seat.page.locator("[data-ready] button[type=submit]")
    if not blow.count():
        return False
    with seat.page.expect_response("**/perform/"):
        blow.click()
    settle(seat)
    return True


@pytest.mark.parametrize("gudrun", GAMES, indirect=True)
def test_the_next_turn_and_whoever_acts_are_in_sight_after_every_exchange(gudrun: Seat) -> None:
    page, exchanges = gudrun.page, 0
    onward = page.locator(".now__onward")
    for _ in range(MOST_TURNS):
        settle(gudrun)
        exchanges += strike(gudrun)
        if exchanges == EXCHANGES or not onward.count():
            break
        assert soon(lambda: onward.count() == 0 or onward.evaluate(REACHED)), "one scrolls for the next turn"
        assert soon(lambda: page.evaluate(LIT)), "one scrolls for whoever acts"
        settle(gudrun)
        if not onward.count():
            break
        gudrun.onward()
    assert exchanges, "nobody ever struck"
    assert not gudrun.complaints
