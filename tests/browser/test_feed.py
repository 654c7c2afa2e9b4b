"""The line that a browser's pages share: one for all of them, handed on when its page goes."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.seats import seated
from tests.halls import LiveHall

TABS = 8
_REMEMBER = """
window.news = [];
window.isUp = false;
document.addEventListener("hall:news", ({ detail }) => window.news.push(detail));
document.addEventListener("hall:line", ({ detail }) => (window.isUp = detail.up));
"""


class Tabs:
    """Eight pages of one person, and the lines that they opened."""

    def __init__(self, browser: Browser, hall: LiveHall) -> None:
        self.hall = hall
        first = seated(browser, hall, "Anna").page
        self.context: BrowserContext = first.context
        self.lines: list[Request] = []
        self.over: list[Request] = []
        self.context.on("request", lambda request: self._is_line(request) and self.lines.append(request))
        self.context.on("requestfinished", lambda request: self._is_line(request) and self.over.append(request))
        self.context.on("requestfailed", lambda request: self._is_line(request) and self.over.append(request))
        self.pages = [first, *(self.context.new_page() for _ in range(TABS - 1))]
        for page in self.pages:
            page.add_init_script(_REMEMBER)
            page.goto(self.sheet)
            # The first page's line before the next page comes, so that the first one listens.
            wait_for_line(page)

    @staticmethod
    def _is_line(request: Request) -> bool:
        return request.url.partition("?")[0].endswith("/feed/")

    @property
    def open_lines(self) -> int:
        return len(self.lines) - len(self.over)

    @property
    def campaign(self) -> str:
        return str(self.hall.demo["campaign"]["id"])

    @property
    def rook(self) -> str:
        return str(self.hall.demo["characters"]["rook"])

    @property
    def sheet(self) -> str:
        return f"{self.hall.url}/campaigns/{self.campaign}/characters/{self.rook}/"

    def write(self, page: Page, words: str) -> str:
        """Note something, and return the entry that it made."""
        sent = {"command": "sheet.text", "actor": self.rook, "with-text": "notes", "with-to": words}
        token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
        address = f"{self.hall.url}/campaigns/{self.campaign}/perform/"
        answer = page.request.post(address, form=sent, headers={"X-CSRFToken": token, "Referer": self.sheet})
        assert answer.ok, answer.text()
        return str(answer.json()["entry"])


def wait_for_line(page: Page) -> None:
    """Wait until a page listens: whatever is written before that is on the page itself, and no news."""
    page.wait_for_function("() => window.isUp", timeout=10_000)


def wait_for(page: Page, entry: str) -> None:
    page.wait_for_function("entry => window.news.some((one) => one.entry === entry)", arg=entry, timeout=10_000)


def times_heard(page: Page, entry: str) -> int:
    return int(page.evaluate("entry => window.news.filter((one) => one.entry === entry).length", entry))


@pytest.fixture
def tabs(browser: Browser, hall_server: LiveHall) -> Iterator[Tabs]:
    tabs = Tabs(browser, hall_server)
    yield tabs
    tabs.context.close()


def test_eight_pages_share_one_line_and_all_hear(tabs: Tabs) -> None:
    entry = tabs.write(tabs.pages[0], "heard by all")
    for page in tabs.pages:
        wait_for(page, entry)
    assert tabs.open_lines == 1
    assert [times_heard(page, entry) for page in tabs.pages] == [1] * TABS


def test_when_the_page_that_listens_goes_the_next_goes_on(tabs: Tabs) -> None:
    before = tabs.write(tabs.pages[-1], "before it goes")
    for page in tabs.pages:
        wait_for(page, before)
    for _ in range(3):
        tabs.pages.pop(0).close()
        entry = tabs.write(tabs.pages[-1], f"{len(tabs.pages)} are left")
        for page in tabs.pages:
            wait_for(page, entry)
            assert times_heard(page, before) == times_heard(page, entry) == 1
    # Each went on from where the one before it had been.
    assert len(tabs.lines) == 4
    assert all("since=" in line.url for line in tabs.lines[1:])
    expect(tabs.pages[0].locator("[data-line]")).to_be_hidden()


def look_away(page: Page, *, is_hidden: bool) -> None:
    """Let a page believe that another one is in front of it, or no more."""
    page.evaluate(
        """is_hidden => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => is_hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_pages_that_nobody_looks_at_let_go_and_catch_up_later(tabs: Tabs) -> None:
    for page in tabs.pages[1:]:
        page.close()
    page = tabs.pages[0]
    page.clock.install()
    page.reload()
    wait_for_line(page)
    wait_for(page, tabs.write(page, "seen"))
    look_away(page, is_hidden=True)
    page.clock.run_for(25_000)
    wait_until(page, lambda: tabs.open_lines == 0)
    missed = tabs.write(page, "missed")
    assert times_heard(page, missed) == 0
    look_away(page, is_hidden=False)
    page.clock.run_for(100)
    wait_for(page, missed)
    assert tabs.open_lines == 1


def wait_until(page: Page, true: Callable[[], bool], seconds: float = 10) -> None:
    """Let the browser's events come in until something is true."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
