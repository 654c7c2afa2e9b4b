"""Names on the ladder break between words: a long one is never cut in its middle, however narrow the column."""

import pytest
from playwright.sync_api import Browser

from tests.browser.seats import campaign_of, seated
from tests.halls import LiveHall

#: The words of names whose letters stand on more than one line.
_BROKEN = """() => [...document.querySelectorAll(".rung__name")].flatMap((place) => {
  const text = place.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize("width", [1440, 390])
def test_no_name_on_the_ladder_breaks_within_a_word(browser: Browser, hall_server: LiveHall, width: int) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.set_viewport_size({"width": width, "height": 900})
    for slug in ("dragonbane", "kaos"):
        page.goto(f"/campaigns/{campaign_of(hall_server, slug)['id']}/encounters/")
        fights = page.locator("main a[href*='/encounters/']").evaluate_all("all => all.map((one) => one.href)")
        for fight in sorted({one for one in fights if one.rstrip("/").rpartition("/")[2] != "encounters"}):
            page.goto(fight)
            if page.locator("[data-ladder]").count():
                assert page.evaluate(_BROKEN) == [], f"{slug}, {fight}"
