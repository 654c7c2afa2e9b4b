"""Making a character on a phone: by thumb, with every click and every key counted, and without a script as well."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import Seat, seated
from tests.browser.test_sheet import TOO_SMALL, axe_finds
from tests.halls import LiveHall, new_hall

COUNTS = """window.counted = JSON.parse(sessionStorage.getItem("counted") ?? "[0, 0]");
const note = (what) => { counted[what] += 1; sessionStorage.setItem("counted", JSON.stringify(counted)); };
addEventListener("pointerdown", () => note(0), true);
addEventListener("input", ({ inputType }) => inputType && note(1), true);"""


@pytest.fixture(scope="module")
def toy_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHall]:
    """A hall of its own, in which the toy game is played."""
    hall = new_hall(tmp_path_factory.mktemp("toy"), DJANGO_SETTINGS_MODULE="tests.toy_settings")
    hall.open()
    try:
        hall.furnish()
        yield hall
    finally:
        hall.close()


@pytest.fixture(scope="module")
def campaign(browser: Browser, toy_hall: LiveHall) -> str:
    """A campaign of the toy game, with its address."""
    page = seated(browser, toy_hall, "Gudrun").page
    page.goto("/campaigns/new/")
    page.get_by_label("What is it called?").fill("Coins")
    page.get_by_label("Heads").check()
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("heading", name="Coins")).to_be_visible()
    return page.url


@pytest.fixture
def phone(browser: Browser, toy_hall: LiveHall, campaign: str) -> Seat:
    """The game master with a phone, on the campaign's page, with nothing counted yet."""
    seat = seated(browser, toy_hall, "Gudrun", phone=True)
    seat.page.add_init_script(COUNTS)
    seat.page.goto(campaign)
    return seat


def said(page: Page, what: str) -> tuple[int, int]:
    """Print and return how many clicks and keystrokes it took."""
    clicks, keys = page.evaluate("counted")
    print(f"{what}: {clicks} clicks, {keys} keystrokes")  # noqa: T201 - counted to be read
    return clicks, keys


def begin(page: Page, name: str, way: str) -> None:
    page.get_by_role("link", name="character").first.click()
    expect(page.get_by_label("What is your character called?")).to_be_focused()
    page.keyboard.type(name)
    page.get_by_role("button", name=way).click()


def no_fault(page: Page) -> None:
    assert axe_finds(page) == []
    assert page.evaluate(TOO_SMALL.replace("[type=checkbox]", ":is([type=checkbox], [type=radio])")) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_two_clicks_and_a_name_make_somebody_at_random(phone: Seat) -> None:
    begin(phone.page, "Wren", "At random")
    expect(phone.page.get_by_role("heading", name="Wren")).to_be_visible()
    assert "/making/" not in phone.page.url
    assert said(phone.page, "at random") == (2, len("Wren"))


def test_step_by_step_by_thumb(phone: Seat) -> None:
    page = phone.page
    begin(page, "Finch", "Step by step")
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    phone.stay()
    no_fault(page)
    page.get_by_text("The manor").click()
    expect(page.locator(".change")).to_contain_text("15/40")
    for _ in range(2):
        page.get_by_role("button", name="Luck: more").click()
    expect(page.locator("[data-message-of=luck]")).to_contain_text("1 points to spend")
    expect(page.locator("[data-making-left]")).to_have_text("-1 points left")
    page.get_by_role("button", name="Luck: less").click()
    expect(page.locator("[data-message-of=luck]")).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="The first coin")).to_be_focused()
    assert phone.has_stayed(), "the page was loaded again"
    no_fault(page)
    page.get_by_text("I rolled real dice").click()
    page.get_by_label("dice show").press_sequentially("2")
    page.get_by_role("button", name="Roll").click()
    page.wait_for_url(lambda url: "/making/" not in url)
    expect(page.get_by_role("heading", name="Finch")).to_be_visible()
    assert said(page, "step by step, two steps") == (9, len("Finch") + 1)
    assert not [one for one in phone.complaints if "inline style" not in one], "axe alone may complain"


def test_what_is_left_waits_and_an_earlier_step_opens_again(phone: Seat, campaign: str) -> None:
    page = phone.page
    begin(page, "Robin", "Step by step")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.get_by_role("link", name="Go on later").click()
    page.get_by_role("link", name="Robin").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.get_by_role("link", name="Where from").click()
    expect(page.get_by_role("button", name="Choose this instead")).to_be_visible()
    page.get_by_text("The manor").click()
    page.get_by_role("button", name="Choose this instead").click()
    expect(page.locator(".stones")).to_contain_text("The manor")


def test_while_the_line_is_down_a_step_waits_and_is_taken_once(phone: Seat) -> None:
    page = phone.page
    begin(page, "Jay", "Step by step")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[data-line]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Step 2 of 2")).to_be_visible(timeout=20_000)


def test_without_scripts_it_works_too(browser: Browser, toy_hall: LiveHall, campaign: str, phone: Seat) -> None:
    context = browser.new_context(
        java_script_enabled=False, base_url=toy_hall.url, storage_state=phone.page.context.storage_state()
    )
    page = context.new_page()
    page.goto(campaign)
    begin(page, "Rail", "Step by step")
    page.locator("[name=with-luck]").fill("9")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("alert").filter(has_text="0 to 5")).to_be_visible()
    page.locator("[name=with-luck]").fill("2")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Roll").click()
    expect(page.get_by_role("heading", name="Rail")).to_be_visible()
    assert "/making/" not in page.url
    context.close()
