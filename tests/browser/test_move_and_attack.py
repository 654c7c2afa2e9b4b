"""A move and the attack after it by one press: the attack is sent once, and whatever keeps it back is said."""

import pytest
from playwright.sync_api import Browser, Locator, Request, Route, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import place_heroes, take_hero
from tests.browser.seats import Seat
from tests.browser.test_board import come_to_turn
from tests.browser.test_taps import prepare
from tests.halls import LiveHall

FOE = "Rookie guard"
ATTACK = "melee.attack"
#: Milliseconds in which a second attack would have been sent.
MEANWHILE = 400


def is_attack(request: Request) -> bool:
    return "/perform/" in request.url and ATTACK in (request.post_data or "")


@pytest.fixture
def evening(browser: Browser, hall_server: LiveHall, request: pytest.FixtureRequest) -> Evening:
    """It is the fighter's turn, and the foe stands some metres off with the back to her."""
    evening, fighter = Evening(browser, hall_server, "sda"), str(request.param)
    take_hero(evening, hall_server, "sda", fighter)
    prepare(evening, hall_server, f"The yard of {fighter}", fighter, FOE)
    come_to_turn(evening, fighter)
    place_heroes(Program(evening.gudrun, hall_server), evening.gudrun, {fighter: (0, 0), FOE: (0, 6)})
    for seat in evening.seats:
        seat.catch_up()
    return evening


def both(seat: Seat) -> Locator:
    """The button that moves and attacks."""
    return seat.page.locator("form[data-then] button[type=submit]")


def ready(seat: Seat) -> Locator:
    return seat.page.locator(f'form[data-ready="{ATTACK}"]')


@pytest.mark.parametrize("evening", ["Ragna"], indirect=True)
def test_the_attack_is_sent_once_however_late_the_page_shows_it(evening: Evening) -> None:
    """Until the page is drawn anew the attack still stands there: a second press of it does nothing."""
    anna, sent = evening.anna, list[Request]()
    anna.page.on("request", lambda one: sent.append(one) if is_attack(one) else None)
    # Whatever is drawn after the attack never comes.
    anna.page.route("**/parts/**", lambda route: None if sent else route.continue_())
    with anna.page.expect_response(lambda answer: is_attack(answer.request)) as attacked:
        both(anna).tap()
    assert attacked.value.ok, attacked.value.text()
    button = ready(anna).locator("button[type=submit]")
    expect(button).to_be_visible()
    place = button.bounding_box()
    assert place
    anna.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    anna.page.wait_for_timeout(MEANWHILE)
    assert len(sent) == 1
    expect(evening.gudrun.asks(FOE)).to_contain_text("attacks with")


@pytest.mark.parametrize("evening", ["Sigrun"], indirect=True)
def test_an_attack_that_is_refused_after_the_move_says_why_and_stays_ready(
    evening: Evening, hall_server: LiveHall
) -> None:
    """Somebody else changes the fight in the moment between the two."""
    anna, gudrun, changed = evening.anna, evening.gudrun, list[Route]()
    program = Program(gudrun, hall_server)

    def change(route: Route) -> None:
        if is_attack(route.request) and not changed:
            changed.append(route)
            x, y = gudrun.place_of(FOE)
            place_heroes(program, gudrun, {FOE: (x, y + 1)})
            place_heroes(program, gudrun, {FOE: (x, y)})
        route.continue_()

    anna.page.route("**/perform/", change)
    with anna.page.expect_response(lambda answer: is_attack(answer.request)) as attacked:
        both(anna).tap()
    assert attacked.value.status == 409
    anna.catch_up()
    said = ready(anna).locator("[data-message]")
    expect(said).to_contain_text("This has changed since you saw it.")
    with anna.page.expect_response(lambda answer: is_attack(answer.request)) as attacked:
        ready(anna).locator("button[type=submit]").tap()
    assert attacked.value.ok, attacked.value.text()
    evening.settle()
