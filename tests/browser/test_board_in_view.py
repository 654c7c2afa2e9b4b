"""What somebody has in view of the board stays where it is, whatever changes on it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import Hero, begin_heroes, place_heroes
from tests.browser.seats import Seat
from tests.browser.test_board import BOARD, come_to_turn, on_board, token
from tests.browser.test_board_lines import at, drag, kind, lines, tap, tool
from tests.browser.test_taps import DESK, GAMES, prepare
from tests.halls import LiveHall

WATCHER, WALKER, BUILDER, GAME = "Birte", "Svanhild", "Gerda", "sda"
FOE = GAMES[GAME][0]
#: Metres to the east that a new board does not show, and metres within which everybody stands.
OUTSIDE, WITHIN = 12, 4
#: Pixels of a row of buttons with its frame, where what is said may be of two lines.
MOST_OF_A_ROW = 80


def lies(seat: Seat) -> list[float]:
    """Where the squares lie in the drawing of the board, how large they and it are, and where it lies on the page."""
    found: list[float] = on_board(
        seat,
        """it => {
            const [at, box] = [it.getScreenCTM(), it.getBoundingClientRect()];
            const down = box.y + scrollY;
            return [at.a, at.e - box.x, at.f - box.y, box.width, box.height, down].map(Math.round);
        }""",
    )
    return found


def reach(seat: Seat) -> float:
    """The metres in view to the east."""
    left, _, width, _ = (seat.page.locator(BOARD).get_attribute("viewBox") or "").split()
    return float(left) + float(width)


@pytest.fixture
def evening(browser: Browser, hall_server: LiveHall, request: pytest.FixtureRequest) -> Evening:
    evening, hero = Evening(browser, hall_server, GAME), getattr(request, "param", WATCHER)
    begin_heroes(evening, hall_server, Hero(hero, "Anna"))
    evening.gudrun.page.set_viewport_size(DESK)
    prepare(evening, hall_server, f"{hero} in view", hero, FOE)
    return evening


def test_what_is_in_view_stays_until_somebody_would_stand_outside(evening: Evening, hall_server: LiveHall) -> None:
    gudrun, anna = evening.gudrun, evening.anna
    program = Program(gudrun, hall_server)
    for seat in evening.seats:
        seat.catch_up()
    before = {seat.page: lies(seat) for seat in evening.seats}
    the_pencil_moves_nothing(gudrun)
    draw_to_the_edge(gudrun)
    for seat in evening.seats:
        expect(lines(seat, "wall")).to_have_count(1)
        assert lies(seat)[:-1] == before[seat.page][:-1]
    place_heroes(program, gudrun, {WATCHER: (-1, 0), FOE: (WITHIN, 0)})
    for seat in evening.seats:
        expect(token(seat, FOE)).to_have_attribute("data-x", "4.0")
        assert lies(seat)[:-1] == before[seat.page][:-1]
    place_heroes(program, gudrun, {FOE: (OUTSIDE, 0)})
    for seat in evening.seats:
        expect(token(seat, FOE)).to_have_attribute("data-x", "12.0")
        assert reach(seat) > OUTSIDE
    place_heroes(program, gudrun, {FOE: (0, 1)})
    expect(token(anna, FOE)).to_have_attribute("data-x", "0.0")
    assert reach(anna) > OUTSIDE
    fitted(anna, gudrun)
    for seat in evening.seats:
        assert not seat.complaints


def the_pencil_moves_nothing(seat: Seat) -> None:
    before = lies(seat)
    tool(seat, "draw").click()
    tools = seat.page.locator("[data-drawing]")
    expect(tools).to_be_in_viewport(ratio=1)
    assert lies(seat) == before
    board, below = seat.page.locator(BOARD).bounding_box(), tools.bounding_box()
    assert board
    assert below
    assert board["y"] + board["height"] <= below["y"], "the tools cover the board"


def draw_to_the_edge(seat: Seat) -> None:
    """A wall so near the edge that a new board would show more ground."""
    kind(seat, "Wall").click()
    drag(seat, at(seat, reach(seat) - 0.5, -1.5), at(seat, reach(seat) - 0.5, 1.5))
    tool(seat, "draw").click()


def fitted(seat: Seat, other: Seat) -> None:
    """All of it is shown on a press, for whoever presses; nobody else sees another board for that."""
    theirs = lies(other)
    tool(seat, "fit").tap()
    expect(tool(seat, "fit")).to_be_disabled()
    assert reach(seat) < OUTSIDE
    assert lies(other)[:-1] == theirs[:-1]


@pytest.mark.parametrize("evening", [WALKER], indirect=True)
def test_what_is_said_of_a_path_stands_below_the_board_in_one_row(evening: Evening) -> None:
    """On a phone that has scrolled so far that the board ends below the window, too."""
    anna = evening.anna
    come_to_turn(evening, WALKER)
    east, north = anna.place_of(WALKER)
    x, y = at(anna, east - 2, north - 1)
    dock = anna.page.locator(".dock").bounding_box()
    assert dock
    down = anna.page.evaluate("low => { scrollBy(0, -low); return scrollY }", dock["y"] - y - 30)
    anna.page.touchscreen.tap(x, dock["y"] - 30)
    bar = anna.page.locator("[data-path-form]")
    expect(bar).to_be_in_viewport(ratio=1)
    said, board, dock = (anna.page.locator(one).bounding_box() for one in (".path", BOARD, ".dock"))
    assert said
    assert board
    assert dock
    assert anna.page.evaluate("scrollY") > down, "the board did not end below the window"
    assert board["y"] + board["height"] <= said["y"] <= dock["y"] - said["height"]
    tops = [bar.get_by_role("button", name=name).bounding_box() for name in ("Move", "Change")]
    assert len({round(top["y"]) for top in tops if top}) == 1
    assert said["height"] < MOST_OF_A_ROW
    assert not anna.complaints


@pytest.mark.parametrize("evening", [BUILDER], indirect=True)
def test_the_pen_says_that_it_waits_and_goes_with_the_fight(evening: Evening, hall_server: LiveHall) -> None:
    gudrun = evening.gudrun
    gudrun.catch_up()
    tool(gudrun, "draw").click()
    kind(gudrun, "Wall").click()
    waits = gudrun.page.get_by_text("Tap the next point")
    expect(waits).to_be_hidden()
    two_stretches(gudrun, 2.5)
    expect(waits).to_be_visible()
    kind(gudrun, "Remove").click()
    expect(waits).to_be_hidden()
    kind(gudrun, "Wall").click()
    two_stretches(gudrun, -1.5)
    expect(lines(gudrun, "wall")).to_have_count(4)
    gudrun.page.get_by_role("button", name="Finish here").click()
    expect(waits).to_be_hidden()
    expect(gudrun.page.locator("[data-overlay] circle")).to_have_count(0)
    fight = gudrun.page.url.partition("/encounters/")[2].partition("/")[0]
    Program(gudrun, hall_server).do(f"encounters/{fight}/", "fight.end", winner="party", told="They yield.")
    expect(tool(gudrun, "draw")).to_have_count(0)
    expect(gudrun.page.locator("[data-drawing]")).to_have_count(0)
    expect(gudrun.page.locator(".board--drawing")).to_have_count(0)
    for seat in evening.seats:
        assert not seat.complaints


def two_stretches(seat: Seat, north: float) -> None:
    """Two taps, and a third that goes on from the second."""
    for corner in ((-3.5, north), (-1.5, north), (-1.5, north + 1)):
        tap(seat, *corner)
