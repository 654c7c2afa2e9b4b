"""A portrait, as people choose it: from a file, cut by drag, slider and keys, saved, seen by others, and removed."""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.driving import drives
from tests.browser.seats import Seat, seated
from tests.browser.test_journal import send
from tests.browser.test_sheet import axe_finds, sheet_address
from tests.halls import LiveHall
from tests.pictures import painted

PASTED = """async (bytes) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], "pasted.png", { type: "image/png" }));
    document.querySelector("[data-picture]").dispatchEvent(new ClipboardEvent("paste", { clipboardData: files }));
}"""

DRAWN_AGAIN = """() => {
    const one = document.querySelector("#part-vitals img");
    return one?.getAttribute("src").startsWith("/pictures/") && one.complete;
}"""


def opened(browser: Browser, hall: LiveHall, who: str, *, phone: bool = False) -> tuple[Seat, Locator]:
    seat = seated(browser, hall, who, phone=phone)
    seat.page.goto(sheet_address(hall))
    seat.page.get_by_role("button", name="Change the picture of Rook").click()
    dialog = seat.page.locator("[data-picture]")
    expect(dialog).to_be_visible()
    return seat, dialog


def choose(dialog: Locator, body: bytes) -> None:
    # Before the dialog stands open nobody listens to its fields, and nobody sees them.
    expect(dialog).to_be_visible()
    file = {"name": "rook.png", "mimeType": "image/png", "buffer": body}
    dialog.locator("[data-picture-file]").first.set_input_files(files=[file])


def shown(page: Page) -> Image.Image:
    """The portrait at the head of the sheet, as the hall answers it."""
    address = page.locator("#part-vitals img.portrait").get_attribute("src") or ""
    return Image.open(BytesIO(page.request.get(address).body())).convert("RGB")


def is_red(image: Image.Image) -> bool:
    red, _, blue = image.getpixel((image.width // 2, image.height // 2))  # type: ignore[misc]
    return bool(red > blue)


def test_a_portrait_is_cut_saved_seen_and_removed(browser: Browser, hall_server: LiveHall) -> None:
    anna, dialog = opened(browser, hall_server, "Anna")
    page = anna.page
    with drives(page, "picture-crop.js", "picture-dialog.js"):
        # Red on the left, blue on the right; the square begins in the middle.
        choose(dialog, painted(600, 200))
        canvas = dialog.locator("canvas")
        expect(canvas).to_be_focused()
        for key in ("+", "+", "-", *["ArrowLeft"] * 40):
            canvas.press(key)
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_be_hidden()
        expect(page.locator("[data-saved]")).to_have_text("Saved")
    assert is_red(shown(page))

    boris = seated(browser, hall_server, "Boris").page
    boris.goto(sheet_address(hall_server))
    assert is_red(shown(boris))
    expect(boris.locator("[data-picture-open]")).to_have_count(0)

    page.get_by_role("button", name="Change the picture of Rook").click()
    page.evaluate(PASTED, list(painted(600, 200)))
    box = dialog.locator("canvas").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 5, middle)
    page.mouse.down()
    for _ in range(3):
        page.mouse.move(box["x"] + 5, middle, steps=8)
    page.mouse.up()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    assert not is_red(shown(page))

    # The page draws it once more when it is told of it; a picture that is removed meanwhile would not be found.
    page.wait_for_function(DRAWN_AGAIN)
    page.get_by_role("button", name="Change the picture of Rook").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("#part-vitals svg.portrait")).to_have_text("Ro")
    assert anna.complaints == []


def test_a_picture_of_a_journal_page_comes_and_goes_at_once(browser: Browser, hall_server: LiveHall) -> None:
    gudrun = seated(browser, hall_server, "Gudrun")
    page = gudrun.page
    page.goto(send(page, hall_server, {"kind": "place", "title": "The old mill", "text": "It stands still."}))
    expect(page.locator("article .portrait")).to_be_hidden()
    dialog = page.locator("[data-picture]")
    page.get_by_role("button", name="Picture").click()
    choose(dialog, painted(600, 200))
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator("article img.portrait")).to_be_visible()
    page.get_by_role("button", name="Picture").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("article .portrait")).to_be_hidden()
    assert gudrun.complaints == []


def test_what_cannot_be_read_is_said_in_the_dialog(browser: Browser, hall_server: LiveHall) -> None:
    seat, dialog = opened(browser, hall_server, "Anna", phone=True)
    assert axe_finds(seat.page) == []
    choose(dialog, b"no picture at all")
    expect(dialog.get_by_role("alert")).to_have_text(re.compile("cannot read this file"))
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    choose(dialog, painted(600, 200))
    expect(dialog.get_by_role("alert")).to_be_hidden()
    assert axe_finds(seat.page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
