"""An opening on a phone: to let it go, and all others of the round with it, takes one tap and no scroll."""

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening
from tests.browser.heroes import take_hero
from tests.browser.test_taps import REACHED, prepare, wait_for_turn
from tests.halls import LiveHall

HERO, FOE = "Sorrel", "Rookie guard"


def test_one_tap_passes_up_all_openings_of_the_round(browser: Browser, hall_server: LiveHall) -> None:
    evening = Evening(browser, hall_server, "sda")
    anna, gudrun = evening.anna, evening.gudrun
    take_hero(evening, hall_server, "sda", HERO)
    prepare(evening, hall_server, "The open flank", HERO, FOE)
    wait_for_turn(evening, FOE)
    gudrun.do("turn.move", x=0, y=4)
    anna.catch_up()
    expect(anna.asks()).to_have_count(1)
    passes = anna.page.get_by_role("button", name="Pass this round")
    assert passes.evaluate(REACHED), "it does not lie in the window"
    passes.tap()
    expect(anna.asks()).to_have_count(0)
    anna.catch_up()
    assert gudrun.place_of(FOE) == (0, 4)
    gudrun.do("turn.move", x=0, y=1)
    anna.catch_up()
    expect(anna.asks()).to_have_count(0)
