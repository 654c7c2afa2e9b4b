"""Lines and fog on the board: the game master draws them by hand, everybody sees them, and walls stop people."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.driving import drives
from tests.browser.evenings import Evening, Program
from tests.browser.heroes import Hero, begin_heroes, place_heroes
from tests.browser.seats import PHONE, Seat
from tests.browser.test_board import BOARD, Hand, come_to_turn, on_board, token
from tests.browser.test_late_answers import Delay
from tests.browser.test_taps import DESK, GAMES, prepare
from tests.halls import LiveHall

WANDERER, PAINTER, WALKER = "Hedda", "Solveig", "Ragna"
GAME = "sda"
#: Milliseconds in which news would have moved the board.
MEANWHILE = 500
#: Notes at every frame, while a token is on its way to the place behind the wall, whether the stage can be pressed.
WATCH_CORNERS = """name => {
  window.offered = [];
  const look = () => {
    const { x, y } = document.querySelector(`[data-token][aria-label^="${name}"]`)?.dataset ?? {};
    if (Number(x) === 0 && Number(y) === 3) return;
    if (Number(x) !== 0 || Number(y) !== 0) window.offered.push(!document.querySelector('[data-part="now"][inert]'));
    requestAnimationFrame(look);
  };
  look();
}"""


def at(seat: Seat, east: float, north: float) -> tuple[float, float]:
    """Where a place lies on the screen, in pixels."""
    found = on_board(
        seat,
        """(it, [x, y]) => {
            it.scrollIntoView({ block: "center", behavior: "instant" });
            const at = new DOMPoint(x, -y).matrixTransform(it.getScreenCTM());
            return [at.x, at.y];
        }""",
        [east, north],
    )
    return found[0], found[1]


def tap(seat: Seat, east: float, north: float) -> None:
    x, y = at(seat, east, north)
    if seat.is_phone or seat.page.viewport_size == PHONE:
        seat.page.touchscreen.tap(x, y) if seat.is_phone else seat.page.mouse.click(x, y)
    else:
        seat.page.mouse.click(x, y)


def tool(seat: Seat, name: str) -> Locator:
    return seat.page.locator(f'[data-board-tool="{name}"]')


def kind(seat: Seat, label: str) -> Locator:
    return seat.page.locator(".drawing__kind").filter(has_text=re.compile(rf"^\s*{label}"))


def lines(seat: Seat, kind: str) -> Locator:
    return seat.page.locator(f'[data-line][data-kind="{kind}"]')


def drawn_by_taps(evening: Evening) -> None:
    """A wall goes on from tap to tap; Escape lays the pencil down, and the tool with the next."""
    gudrun = evening.gudrun
    tool(gudrun, "draw").click()
    kind(gudrun, "Wall").click()
    for corner in ((-3.4, 2.6), (2.4, 2.4), (2.6, 4.6)):
        tap(gudrun, *corner)
    for seat in evening.seats:
        expect(lines(seat, "wall")).to_have_count(2)
    gudrun.page.locator(BOARD).press("Escape")
    gudrun.page.keyboard.press("Escape")
    expect(gudrun.page.locator("[data-drawing]")).to_be_hidden()


def drawn_by_a_drag(evening: Evening) -> None:
    """A door and cover, each dragged; a tap opens the door, and so does Enter."""
    gudrun = evening.gudrun
    tool(gudrun, "draw").click()
    for label, ends in (("Door", ((2.5, 4.5), (3.5, 4.5))), ("Cover ½", ((-3.5, -2.5), (-0.5, -2.5)))):
        kind(gudrun, label).click()
        (x, y), (to_x, to_y) = (at(gudrun, *end) for end in ends)
        drag(gudrun, (x, y), (to_x, to_y))
    tool(gudrun, "draw").click()
    for seat in evening.seats:
        expect(lines(seat, "door")).to_have_count(1)
        expect(lines(seat, "cover")).to_have_count(1)
    tap(gudrun, 3, 4.5)
    expect(lines(evening.anna, "door")).to_have_class(re.compile("barrier--open"))
    expect(gudrun.log("A door opens.")).to_be_visible()
    lines(gudrun, "door").focus()
    gudrun.page.keyboard.press("Enter")
    expect(lines(evening.anna, "door")).not_to_have_class(re.compile("barrier--open"))


def drag(seat: Seat, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = seat.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    mouse.move(*end)
    mouse.up()


def covered_by_fog(evening: Evening, foe: str) -> None:
    """Fog comes over a foe by one drag, players see them no more, and by one press all of it lifts again."""
    gudrun, anna = evening.gudrun, evening.anna
    east, north = gudrun.place_of(foe)
    expect(token(anna, foe)).to_be_visible()
    kind(gudrun, "Fog").click()
    drag(gudrun, at(gudrun, east - 0.5, north - 0.5), at(gudrun, east + 1.5, north + 1.5))
    for seat in evening.seats:
        expect(seat.page.locator(".board__fog")).to_have_count(1)
    expect(token(anna, foe)).to_have_count(0)
    expect(token(gudrun, foe)).to_be_visible()
    fog, top = kind(gudrun, "Fog").locator("input"), gudrun.page.locator(BOARD).bounding_box()
    expect(fog).to_be_checked()
    drag(gudrun, at(gudrun, east + 2.5, north - 0.5), at(gudrun, east + 3.5, north + 1.5))
    expect(gudrun.page.locator("#board-fog rect")).to_have_count(2)
    expect(fog).to_be_checked()
    assert gudrun.page.locator(BOARD).bounding_box() == top
    gudrun.page.get_by_role("button", name="Lift all fog").click()
    expect(token(anna, foe)).to_be_visible()
    expect(anna.page.locator(".board__fog")).to_have_count(0)
    tool(gudrun, "draw").click()


def led_round_a_wall(evening: Evening, seat: Seat) -> None:
    """A drag behind the wall shows the way round its end; let go, it is walked as far as nobody may react to it."""
    before = seat.place_of(WANDERER)
    hand = Hand(seat)
    hand.drag(WANDERER, -2, 3)
    expect(seat.page.locator("[data-path][data-course]")).to_be_visible()
    expect(seat.page.locator("[data-overlay] path")).to_have_attribute("d", re.compile(r"L\S+ \S+ \S+ \S+"))
    with seat.page.expect_response("**/perform/") as answered:
        hand.let_go()
    assert answered.value.ok, answered.value.text()
    evening.settle()
    assert seat.place_of(WANDERER) != before


def taken_away(evening: Evening) -> None:
    gudrun = evening.gudrun
    tool(gudrun, "draw").click()
    kind(gudrun, "Remove").click()
    tap(gudrun, 0, 2.5)
    for seat in evening.seats:
        expect(lines(seat, "wall")).to_have_count(1)
    gudrun.turn("undo")
    expect(lines(gudrun, "wall")).to_have_count(2)


@pytest.mark.parametrize("evening", [WALKER], indirect=True)
def test_the_button_of_a_way_round_a_wall_walks_all_of_it(evening: Evening, hall_server: LiveHall) -> None:
    """A tap behind the wall and *Move*, as on a phone."""
    gudrun, anna = evening.gudrun, evening.anna
    come_to_turn(evening, WALKER)
    place_heroes(Program(gudrun, hall_server), gudrun, {WALKER: (0, 0), GAMES[GAME][0]: (0, -12)})
    gudrun.catch_up()
    tool(gudrun, "draw").click()
    kind(gudrun, "Wall").click()
    drag(gudrun, at(gudrun, -1.5, 1.5), at(gudrun, 1.5, 1.5))
    expect(lines(anna, "wall")).to_have_count(1)
    anna.catch_up()
    tap(anna, 0, 3)
    path = anna.page.locator("[data-path][data-course]")
    expect(path).to_be_visible()
    legs = len(path.get_attribute("data-course").split()) // 2
    assert legs > 1
    anna.page.evaluate(WATCH_CORNERS, WALKER)
    path.get_by_role("button", name="Move").click()
    expect(token(gudrun, WALKER)).to_have_attribute("data-y", re.compile(r"^3(\.0)?$"))
    assert gudrun.place_of(WALKER) == (0, 3)
    expect(anna.page.locator('[data-part="now"]:not([inert])')).to_be_visible()
    offered = anna.page.evaluate("window.offered")
    assert offered
    assert not any(offered), "between two legs the stage could be pressed"
    for seat in evening.seats:
        assert not seat.complaints


@pytest.fixture
def evening(browser: Browser, hall_server: LiveHall, request: pytest.FixtureRequest) -> Evening:
    evening, hero = Evening(browser, hall_server, GAME), getattr(request, "param", WANDERER)
    begin_heroes(evening, hall_server, Hero(hero, "Anna"))
    evening.gudrun.page.set_viewport_size(DESK)
    prepare(evening, hall_server, f"Behind walls with {hero}", hero, GAMES[GAME][0])
    return evening


def test_walls_doors_and_cover_are_drawn_and_stop_people(evening: Evening) -> None:
    gudrun = evening.gudrun
    come_to_turn(evening, WANDERER)
    expect(token(gudrun, WANDERER)).to_be_visible()
    with drives(gudrun.page, "board-draw.js"):
        drawn_by_taps(evening)
        drawn_by_a_drag(evening)
    led_round_a_wall(evening, evening.anna)
    taken_away(evening)
    covered_by_fog(evening, GAMES[GAME][0])
    assert not tool(evening.anna, "draw").count()
    for seat in evening.seats:
        assert not seat.complaints


@pytest.mark.parametrize("evening", [PAINTER], indirect=True)
def test_the_board_stays_under_the_pen_while_a_line_is_on_its_way(evening: Evening) -> None:
    """News of the line come before the answer to it; the next one is drawn meanwhile where the hand is."""
    gudrun = evening.gudrun
    tool(gudrun, "draw").click()
    kind(gudrun, "Door").click()
    late = Delay(gudrun.page, "**/perform/")
    drag(gudrun, at(gudrun, -2.5, 1.5), at(gudrun, -1.5, 1.5))
    before = gudrun.page.locator(BOARD).bounding_box()
    late.until_asked()
    expect(lines(gudrun, "door")).to_have_count(1)
    gudrun.page.wait_for_timeout(MEANWHILE)
    assert gudrun.page.locator(BOARD).bounding_box() == before
    expect(gudrun.page.locator("[data-outdated]")).to_have_count(0)
    kind(gudrun, "Cover ½").click()
    drag(gudrun, at(gudrun, -2.5, -0.5), at(gudrun, -1.5, -0.5))
    late.let_come()
    for seat in evening.seats:
        expect(lines(seat, "cover")).to_have_count(1)
