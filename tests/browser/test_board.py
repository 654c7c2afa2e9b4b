"""The board in every game: a token goes where it is dragged, by touch and by mouse, and nothing else is asked."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.driving import drives
from tests.browser.evenings import Evening
from tests.browser.heroes import Hero, begin_heroes
from tests.browser.seats import Seat
from tests.browser.test_taps import DESK, GAMES, prepare
from tests.halls import LiveHall

BOARD = "[data-board]"
WANDERER, DIVER = "Fenja", "Hilde"
MOST_TURNS = 14
#: Steps by key that are farther than anybody goes on one turn.
FAR = 45
#: The moves in which a hand drags.
STEPS = 8


def token(seat: Seat, name: str) -> Locator:
    return seat.page.locator(f'[data-token][aria-label^="{name}"]')


def middle_of(seat: Seat, name: str) -> tuple[float, float]:
    """The middle of a token in pixels, scrolled to where no dock lies over it, as one lies at the foot of a phone."""
    token(seat, name).evaluate("it => it.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = token(seat, name).locator(".token__disc").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_board(seat: Seat, script: str, given: object = None) -> Any:
    """The finding of a script on the board of this moment: one that is redrawn meanwhile has no place any more."""
    return seat.page.evaluate(f"given => ({script})(document.querySelector('{BOARD}'), given)", given)


def metre(seat: Seat) -> float:
    """The pixels of a metre on the board."""
    return float(on_board(seat, "it => it.getScreenCTM().a"))


class Hand:
    """A hand at the board: a finger on a phone, else the mouse."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        # A touch lasts as long as the line over which it began.
        self.wire = seat.page.context.new_cdp_session(seat.page) if seat.is_phone else None

    def drag(self, name: str, east: float, north: float) -> None:
        """Press a token, drag it so many metres and hold it there."""
        x, y = middle_of(self.seat, name)
        across, down = east * metre(self.seat) / STEPS, -north * metre(self.seat) / STEPS
        self.press(x, y)
        for step in range(1, STEPS + 1):
            self._move(x + across * step, y + down * step)

    def press(self, x: float, y: float) -> None:
        if self.wire:
            self._touch("touchStart", {"x": x, "y": y})
        else:
            self.seat.page.mouse.move(x, y)
            self.seat.page.mouse.down()

    def _move(self, x: float, y: float) -> None:
        if self.wire:
            self._touch("touchMove", {"x": x, "y": y})
        else:
            self.seat.page.mouse.move(x, y)

    def let_go(self) -> None:
        if self.wire:
            self._touch("touchEnd")
        else:
            self.seat.page.mouse.up()

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        assert self.wire
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def come_to_turn(evening: Evening, name: str) -> None:
    """Pass turns over until it is somebody's, and answer whatever is asked on the way."""
    for _ in range(MOST_TURNS):
        evening.settle()
        if evening.whose_turn() == name:
            break
        evening.gudrun.onward()
    for seat in evening.seats:
        seat.catch_up()
    assert evening.whose_turn() == name


def goes(evening: Evening, seat: Seat, name: str, east: float, north: float) -> None:
    """One drag, its path told meanwhile, and the token stands elsewhere; whoever may react on the way does."""
    before = seat.place_of(name)
    hand = Hand(seat)
    hand.drag(name, east, north)
    expect(seat.page.locator("[data-path-form]")).to_be_visible()
    expect(seat.page.locator("[data-overlay] text")).to_have_text(re.compile(r"[\d.]+ (m|yd|ft|sq)"))
    with seat.page.expect_response("**/perform/") as answered:
        hand.let_go()
    assert answered.value.ok, answered.value.text()
    evening.settle()
    assert seat.place_of(name) != before
    expect(seat.page.locator("[data-path]")).to_have_count(0)
    expect(seat.page.locator("[data-part=form] form")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_token_goes_by_one_drag(browser: Browser, hall_server: LiveHall, game: str) -> None:
    foe = GAMES[game][0]
    evening = Evening(browser, hall_server, game)
    # Nobody has hurt or thrown down somebody who comes for this evening only.
    begin_heroes(evening, hall_server, Hero(WANDERER, "Anna"))
    anna, gudrun = evening.anna, evening.gudrun
    gudrun.page.set_viewport_size(DESK)
    prepare(evening, hall_server, "On the board", WANDERER, foe)
    come_to_turn(evening, WANDERER)
    turned_back(gudrun, WANDERER)
    with drives(anna.page, "table.js", "board.js", "board-ground.js", "board-path.js", "board-ping.js"):
        goes(evening, anna, WANDERER, -2, -2)
        points(evening, anna)
    watched(evening, foe)
    # Whoever leads puts those down whose turn it is not.
    goes(evening, gudrun, foe, 2, 2)
    for seat in evening.seats:
        assert not seat.complaints


def test_a_form_that_asks_for_a_place_takes_it_from_the_board(browser: Browser, hall_server: LiveHall) -> None:
    """Nobody knows the metres of a place: a tap on it fills them in, and a second one sends the form."""
    evening = Evening(browser, hall_server, "grim")
    begin_heroes(evening, hall_server, Hero(DIVER, "Anna"))
    prepare(evening, hall_server, "On the ground", DIVER, GAMES["grim"][0])
    come_to_turn(evening, DIVER)
    anna = evening.anna
    form = anna.form_of("move.maneuver")
    before, (x, y) = anna.place_of(DIVER), middle_of(anna, DIVER)
    to = x - metre(anna), y
    with drives(anna.page, "board-place.js"):
        anna.page.touchscreen.tap(*to)
        for name, value in zip("xy", (before[0] - 1, before[1]), strict=True):
            expect(form.locator(f'[name="with-{name}"]')).to_have_value(str(value))
        expect(anna.page.locator("[data-path-place]").get_by_role("button", name="Maneuver")).to_be_visible()
        expect(anna.page.locator("[data-announce]")).to_contain_text("Tap again")
        with anna.page.expect_response("**/perform/") as answered:
            anna.page.touchscreen.tap(*to)
        assert answered.value.ok, answered.value.text()
    evening.settle()
    assert anna.place_of(DIVER) != before
    expect(anna.page.locator("[data-path-place]")).to_be_hidden()
    assert not anna.complaints


def watched(evening: Evening, foe: str) -> None:
    """While the game master holds a token in the air, the others see where it would go, and soon no more."""
    gudrun, anna = evening.gudrun, evening.anna
    hand = Hand(gudrun)
    hand.drag(foe, 3, 3)
    expect(anna.page.locator("[data-ping-place] path")).to_have_count(1)
    expect(gudrun.page.locator("[data-ping-place] path")).to_have_count(0)
    gudrun.page.keyboard.press("Escape")
    hand.let_go()
    expect(anna.page.locator("[data-ping-place] path")).to_have_count(0)


def turned_back(seat: Seat, name: str) -> None:
    """By keys: a path that the rules refuse says why, and Escape leaves all as it was."""
    before = seat.place_of(name)
    token(seat, name).focus()
    for _ in range(FAR):
        seat.page.keyboard.press("ArrowLeft")
    expect(seat.page.locator("[data-path][data-refused]")).to_be_visible()
    expect(seat.page.locator("[data-announce]")).not_to_be_empty()
    seat.page.keyboard.press("Escape")
    expect(seat.page.locator("[data-path]")).to_have_count(0)
    assert seat.place_of(name) == before


def points(evening: Evening, seat: Seat) -> None:
    """A long press points at a place, and everybody sees it for a moment."""
    board = seat.page.locator(BOARD)
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    hand = Hand(seat)
    hand.press(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.2)
    for other in evening.seats:
        expect(other.page.locator("[data-ping-place] circle")).to_have_count(1)
    hand.let_go()
    for other in evening.seats:
        expect(other.page.locator("[data-ping-place] circle")).to_have_count(0)
