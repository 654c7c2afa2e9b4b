"""A picture under the board: the game master sends one and sets its scale by two taps, and it lies under all tokens."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.driving import drives
from tests.browser.evenings import Evening
from tests.browser.seats import PHONE, Seat
from tests.browser.test_board import BOARD
from tests.browser.test_board_lines import at, tool
from tests.browser.test_taps import DESK, prepare
from tests.halls import LiveHall
from tests.pictures import painted

#: How often the house refuses what is sent: a picture that shows nothing, and one that would be too small.
REFUSALS = 2


def squared(side: int = 50, across: int = 16, down: int = 12) -> bytes:
    """A floor of flags, each as many pixels wide, with a pool."""
    image = Image.effect_noise((side * across, side * down), 24).convert("RGB")
    image = Image.blend(image, Image.new("RGB", image.size, (150, 128, 96)), 0.8)
    draw = ImageDraw.Draw(image)
    for x in range(across + 1):
        draw.line((x * side, 0, x * side, image.height), fill=(70, 58, 44), width=2)
    for y in range(down + 1):
        draw.line((0, y * side, image.width, y * side), fill=(70, 58, 44), width=2)
    draw.rectangle((side * 3, side * 2, side * 6, side * 4), fill=(52, 92, 110))
    found = BytesIO()
    image.save(found, "PNG")
    return found.getvalue()


def choose(seat: Seat, body: bytes) -> None:
    """Choose a picture in the tool, which is open."""
    file: Any = {"name": "floor.png", "mimeType": "image/png", "buffer": body}
    seat.page.locator("[data-ground-file]").set_input_files(files=[file])


def picture(seat: Seat) -> Locator:
    return seat.page.locator(f"{BOARD} .board__picture")


def lies(seat: Seat) -> tuple[float, float, float]:
    """The left and the upper edge of the picture as it is drawn, and its width, in metres."""
    found = [float(picture(seat).get_attribute(name) or 0) for name in ("x", "y", "width")]
    return found[0], found[1], found[2]


def button(seat: Seat, name: str) -> Locator:
    return seat.page.locator("[data-laying]").get_by_role("button", name=name, exact=True)


def refused(seat: Seat) -> Locator:
    return seat.page.locator("[data-laying] .field__error")


@pytest.fixture
def evening(browser: Browser, hall_server: LiveHall) -> Evening:
    evening = Evening(browser, hall_server, "sda")
    evening.gudrun.page.set_viewport_size(DESK)
    prepare(evening, hall_server, "On the floor", "Rook", "Rookie guard")
    return evening


def test_a_picture_is_chosen_scaled_moved_and_taken_off(evening: Evening) -> None:
    gudrun, anna = evening.gudrun, evening.anna
    assert not tool(anna, "scale").count()
    taken_in_hand(gudrun)
    with drives(gudrun.page, "board-scale.js"):
        refused_in_a_sentence(gudrun)
        choose(gudrun, squared())
        for seat in evening.seats:
            expect(picture(seat)).to_have_count(1)
        gudrun.catch_up()
        scaled_by_two_taps(evening)
        laid_by_its_squares(evening)
        dragged(evening)
        laid_by_numbers(evening)
        taken_off_and_undone(evening)
    for seat in evening.seats:
        # What the house refuses, browsers call a resource that failed.
        refusals = REFUSALS if seat is gudrun else 0
        assert [said.startswith("Failed to load resource") for said in seat.complaints] == [True] * refusals


def taken_in_hand(seat: Seat) -> None:
    """The tool offers nothing before its script has come, which would not hear what is chosen."""
    page, held = seat.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/board-scale*.js", hold)
    with page.expect_request("**/board-scale*.js"):
        tool(seat, "scale").click()
    expect(page.locator("[data-laying]")).to_be_hidden()
    for route in held:
        route.continue_()
    expect(page.locator("[data-laying]")).to_be_visible()


def refused_in_a_sentence(seat: Seat) -> None:
    """Refusals of a file that is no picture, and of one that shows nothing, stand beside the button."""
    choose(seat, b"no picture at all")
    expect(refused(seat)).to_contain_text("Your browser cannot read this file")
    choose(seat, painted(4, 4))
    expect(refused(seat)).to_contain_text("too few to show anything")


def scaled_by_two_taps(evening: Evening) -> None:
    """Two places that are 3 metres apart now are said to be 6 metres apart: the picture is twice as wide."""
    gudrun = evening.gudrun
    before = lies(gudrun)[2]
    for place in ((-2.4, 0.6), (0.6, 0.6)):
        gudrun.page.mouse.click(*at(gudrun, *place))
    length = gudrun.page.locator("#ground-length")
    expect(length).to_be_focused()
    assert abs(float(length.input_value()) - 3) < 0.2
    length.fill("6")
    version = gudrun.version()
    length.press("Enter")
    gudrun.wait_beyond(version)
    gudrun.catch_up()
    evening.anna.catch_up()
    expect(length).to_be_hidden()
    assert abs(lies(evening.anna)[2] - 2 * before) < before / 10


def laid_by_its_squares(evening: Evening) -> None:
    offered = button(evening.gudrun, "Fit its squares to the board")
    offered.click()
    expect(offered).to_have_count(0)
    evening.anna.catch_up()
    left, upper, width = lies(evening.anna)
    assert width == pytest.approx(16, abs=0.05)
    assert abs(left % 1 - 0.5) < 0.05
    assert abs(upper % 1 - 0.5) < 0.05


def dragged(evening: Evening) -> None:
    """By a finger on a narrow window, two metres to the east."""
    gudrun = evening.gudrun
    gudrun.page.set_viewport_size(PHONE)
    before = lies(gudrun)
    wire = gudrun.page.context.new_cdp_session(gudrun.page)
    points = [dict(zip("xy", at(gudrun, east, -2), strict=True)) for east in (-1, 0, 1)]
    for kind, held in (("Start", points[:1]), ("Move", points[1:2]), ("Move", points[2:]), ("End", [])):
        wire.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": held})
    wire.detach()
    expect(picture(evening.anna)).not_to_have_attribute("x", f"{before[0]:g}")
    assert abs(lies(evening.anna)[0] - before[0] - 2) < 0.2
    gudrun.page.set_viewport_size(DESK)
    gudrun.catch_up()


def laid_by_numbers(evening: Evening) -> None:
    gudrun = evening.gudrun
    gudrun.page.get_by_text("In numbers").click()
    width = gudrun.page.locator("#ground-width")
    width.fill("0.5")
    width.press("Enter")
    expect(refused(gudrun)).to_contain_text("Make it 1 m or more")
    width.fill("20")
    width.press("Enter")
    for seat in evening.seats:
        expect(picture(seat)).to_have_attribute("width", "20")


def taken_off_and_undone(evening: Evening) -> None:
    gudrun = evening.gudrun
    button(gudrun, "Remove picture").click()
    for seat in evening.seats:
        expect(picture(seat)).to_have_count(0)
    button(gudrun, "Put it back").click()
    for seat in evening.seats:
        expect(picture(seat)).to_have_count(1)
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(picture(seat)).to_have_count(0)
    gudrun.page.locator(BOARD).press("Escape")
    expect(gudrun.page.locator("[data-laying]")).to_be_hidden()
