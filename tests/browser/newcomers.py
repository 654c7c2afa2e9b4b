"""A newcomer with a phone makes a character: where they begin, and what it costs them in clicks and keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import Seat, seated
from tests.browser.test_sheet import TOO_SMALL, axe_finds, crushed
from tests.halls import LiveHall, new_hall

COUNTS = """window.counted = JSON.parse(sessionStorage.getItem("counted") ?? "[0, 0]");
const note = (what) => { counted[what] += 1; sessionStorage.setItem("counted", JSON.stringify(counted)); };
addEventListener("pointerdown", () => note(0), true);
addEventListener("input", ({ inputType }) => inputType && note(1), true);"""


@contextmanager
def furnished_hall(folder: Path, **env: str) -> Iterator[LiveHall]:
    """A hall of its own, with the demo's people in it."""
    hall = new_hall(folder, **env)
    hall.open()
    try:
        hall.furnish()
        yield hall
    finally:
        hall.close()


def new_campaign(browser: Browser, hall: LiveHall, name: str, game: str) -> str:
    """Begin a campaign as its game master, and return its address."""
    page = seated(browser, hall, "Gudrun").page
    page.goto("/campaigns/new/")
    page.get_by_label("Name of the campaign").fill(name)
    page.get_by_label(game).check()
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    address = page.url
    page.context.close()
    return address


def with_a_phone(browser: Browser, hall: LiveHall, address: str) -> Seat:
    """The game master with a phone, on a campaign's page, with nothing counted yet."""
    seat = seated(browser, hall, "Gudrun", phone=True)
    seat.page.add_init_script(COUNTS)
    seat.page.goto(address)
    return seat


def begin(page: Page, name: str, way: str) -> None:
    page.get_by_role("link", name="character").first.click()
    expect(page.get_by_label("Name of your character")).to_be_focused()
    page.keyboard.type(name)
    page.get_by_role("button", name=way).click()


def print_clicks_and_keys(page: Page, what: str) -> tuple[int, int]:
    """Print and return how many clicks and keystrokes it took."""
    clicks, keys = page.evaluate("counted")
    print(f"{what}: {clicks} clicks, {keys} keystrokes")  # noqa: T201 - counted to be read
    return clicks, keys


def no_fault(page: Page) -> None:
    """Check that axe finds nothing, nothing is too small for a thumb, and nothing too wide or narrow for the phone."""
    assert axe_finds(page) == []
    assert crushed(page) == []
    assert page.evaluate(TOO_SMALL.replace("[type=checkbox]", ":is([type=checkbox], [type=radio])")) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
