"""The table does not jump: neither while it loads, nor when others act while somebody looks at it."""

from playwright.sync_api import Browser, expect

from tests.browser.seats import Seat, campaign_of, seated
from tests.halls import LiveHall
from tests.jumps import WATCH

#: The fights of the demo: one that goes on, and one that is being prepared.
FIGHTS = ("barrow", "gate")
#: Turns that the game master carries on while the player looks on.
TURNS = 3
#: Milliseconds in which what has come glides to its place.
GLIDES = 400


def stands(seat: Seat) -> None:
    """Nothing has jumped so far."""
    seat.page.wait_for_timeout(GLIDES)
    assert seat.page.evaluate("window.seen.jumps") == []


def test_nothing_jumps_while_a_fight_loads_and_when_others_act(browser: Browser, hall_server: LiveHall) -> None:
    campaign = campaign_of(hall_server, "sda")
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    fought, prepared = (f"/campaigns/{campaign['id']}/encounters/{campaign['encounters'][name]}/" for name in FIGHTS)
    # One that is being prepared is no player's.
    for seat, address in ((gudrun, prepared), (gudrun, fought), (anna, fought)):
        seat.page.add_init_script(f"({WATCH})()")
        seat.page.goto(address)
        expect(seat.page.locator("#stage")).to_be_visible()
        stands(seat)
    for _ in range(TURNS):
        while gudrun.answer():
            gudrun.catch_up()
        gudrun.onward()
        anna.catch_up()
        stands(anna)
    for seat in (gudrun, anna):
        assert not seat.complaints
        seat.page.context.close()
