"""Pages that nobody touches leave the machine in peace: what ticks on them costs a phone next to nothing."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import seated
from tests.browser.test_every_page import addresses
from tests.halls import LiveHall

#: Milliseconds in which a page comes to rest, and for which it is watched then.
SETTLES, WATCHED = 1500, 2500
#: The most elements whose style is reckoned at once: a clock and what is around it.
MOST = 20


def test_a_page_at_rest_is_not_styled_anew(browser: Browser, hall_server: LiveHall) -> None:
    there = addresses(hall_server)
    page = seated(browser, hall_server, "Gudrun").page
    page.goto(there["barrow"])
    expect(page.locator("[data-waits]").first).to_contain_text(":")
    styled = {place: _styled(page, there[place]) for place in ("barrow", "rook", "campaign")}
    page.context.close()
    assert max(styled.values()) <= MOST, styled


def _styled(page: Page, address: str) -> int:
    """The most elements of which a page at rest reckoned the style at once."""
    page.goto(address)
    page.wait_for_timeout(SETTLES)
    seen: list[dict[str, Any]] = []
    ended: list[bool] = []
    browser = page.context.browser
    assert browser
    wire = browser.new_browser_cdp_session()
    wire.on("Tracing.dataCollected", lambda told: seen.extend(told["value"]))
    wire.on("Tracing.tracingComplete", lambda _: ended.append(True))
    wire.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    page.wait_for_timeout(WATCHED)
    wire.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    wire.detach()
    return max((one["args"]["elementCount"] for one in seen if one["name"] == "UpdateLayoutTree"), default=0)
