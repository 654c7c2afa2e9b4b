"""Somebody reads the log while others act: they stay there, a bar calls them, and pressed it leads to the stage."""

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Program
from tests.browser.heroes import recover
from tests.browser.seats import Seat, campaign_of, seated
from tests.browser.test_calls import SOON, let_act, two_of_the_party
from tests.browser.test_every_page import addresses
from tests.halls import LiveHall

#: The stage stands whole in the window: below the place of the bar, or at the top, by what comes first, the jump
#: to it or the page drawn anew.
_IN_SIGHT = """() => {
    const { top, bottom } = document.querySelector("#stage").getBoundingClientRect();
    return top >= 0 && (bottom <= innerHeight || top < 100);
}"""


def test_whoever_reads_the_log_on_a_phone_is_called_and_stays(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, anna = seated(browser, hall_server, "Gudrun"), seated(browser, hall_server, "Anna", phone=True)
    page = anna.page
    recover(Program(gudrun, hall_server), campaign_of(hall_server, "sda"), "rook", "brann")
    fight = two_of_the_party(gudrun, addresses(hall_server)["campaign"])
    for _ in range(3):
        let_act(gudrun, "Rook")
        let_act(gudrun, "Brann")
    page.goto(fight)
    expect(page.locator("#stage")).to_have_attribute("data-seen", "")
    page.locator("#log .log__line").last.scroll_into_view_if_needed()
    expect(page.locator("#stage")).not_to_have_attribute("data-seen", "")
    call = page.locator(f'[data-calls] [data-as][data-in="{fight.strip("/").rpartition("/")[2]}"]')
    expect(call).to_be_hidden(timeout=SOON)
    let_act(gudrun, "Rook")
    expect(call).to_be_visible(timeout=SOON)
    expect(call).to_contain_text("Rook, it is your turn")
    page.wait_for_timeout(500)
    expect(page.locator("#stage")).not_to_have_attribute("data-seen", "")
    assert not page.locator("#stage :focus").count()
    _press(anna)
    expect(call).to_be_hidden(timeout=SOON)
    expect(page.locator("#stage :focus")).to_have_count(1)
    page.wait_for_function(_IN_SIGHT)


def _press(anna: Seat) -> None:
    """Tap the bar where it stands: to click it, Chromium may scroll to the place that it left when it stuck."""
    box = anna.page.locator("[data-calls] [data-as]").first.bounding_box()
    assert box
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
