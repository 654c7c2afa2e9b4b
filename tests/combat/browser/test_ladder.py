"""The ladder beside the stage: its dots open cards wherever they stand, and its heading covers what scrolls below."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.combat.browser.test_live_table import PHONE, WIDE, Seats, seats

__all__ = ["seats"]

#: What makes the ladder longer than its place: a window so low.
LOW = 560
LADDER = "[data-part=ladder]"
#: The window's point in the middle of the dots that a rung shows.
DOTS = """it => {
  const { left, right, top, bottom } = it.querySelector("svg").getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""
#: The rungs of which something can be seen above the heading of the ladder.
ABOVE = """it => {
  const { left, top, width } = it.getBoundingClientRect();
  const head = it.querySelector(".panel__head").getBoundingClientRect();
  const found = new Set();
  for (let y = top + 1; y < head.bottom; y += 2) {
    for (let x = left + 4; x < left + width - 20; x += 12) {
      const rung = document.elementFromPoint(x, y)?.closest("[data-rung]");
      if (rung) found.add(rung.dataset.rung);
    }
  }
  return [...found];
}"""


def in_sight(opener: Locator) -> tuple[float, float]:
    """Where the dots stand in the window, once the ladder has scrolled to them."""
    opener.evaluate('it => it.closest("[data-rung]").scrollIntoView({ block: "center", behavior: "instant" })')
    x, y = opener.evaluate(DOTS)
    return x, y


def openers(page: Page) -> list[Locator]:
    for folded in page.locator("[data-crowd] details:not([open]) > summary").all():
        folded.click()
    return page.locator(f"{LADDER} [data-card]").all()


@pytest.mark.parametrize(("who", "width"), [("gm", WIDE), ("player1", 1280), ("player1", PHONE)])
def test_the_dots_of_every_rung_open_its_card(seats: Seats, who: str, width: int) -> None:
    page = seats.sit(who, width)
    page.set_viewport_size({"width": width, "height": 844 if width == PHONE else LOW})
    seat = page.locator(".rung--seat .rung__name").inner_text()
    found = openers(page)
    assert found
    for opener in found:
        x, y = in_sight(opener)
        if width == PHONE:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
        _shows(page, opener)
    expect(page.locator(".rung--seat .rung__name")).to_have_text(seat)


def test_the_dots_open_the_card_by_keys(seats: Seats) -> None:
    gm = seats.sit("gm")
    gm.set_viewport_size({"width": WIDE, "height": LOW})
    for opener in openers(gm):
        opener.focus()
        gm.keyboard.press("Enter")
        _shows(gm, opener)


def _shows(page: Page, opener: Locator) -> None:
    """Check that the card of this rung is open, and close it."""
    told = opener.get_attribute("aria-label") or ""
    expect(page.locator("#card h2")).to_have_text(told.removeprefix("Card of "))
    expect(page.locator("#card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()


def test_no_rung_shows_above_the_heading_of_a_scrolled_ladder(seats: Seats) -> None:
    gm = seats.sit("gm")
    gm.set_viewport_size({"width": WIDE, "height": LOW})
    ladder = gm.locator(LADDER)
    gm.evaluate("scrollTo(0, 0)")
    for down in (0, 25, 60, 140):
        assert ladder.evaluate("(it, down) => (it.scrollTop = down) === it.scrollTop", down)
        assert ladder.evaluate(ABOVE) == [], f"scrolled by {down}"
