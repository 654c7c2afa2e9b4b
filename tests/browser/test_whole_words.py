"""Words stay whole: names on the ladder and names of figures break between words, however narrow their place."""

import pytest
from playwright.sync_api import Browser

from rules.registry import SYSTEMS
from tests.browser.seats import campaign_of, seated
from tests.halls import LiveHall

#: The most letters of a word that has room in every place; what is longer may be cut.
_LONGEST = 20
#: The words whose letters stand on more than one line.
_BROKEN = """most => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // What is only read aloud stands in a single pixel.
    if (!text.parentElement.checkVisibility() || text.parentElement.offsetWidth === 1) continue;
    for (const word of text.data.matchAll(/[\\p{L}’]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (word[0].length <= most && lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_no_word_breaks_in_its_middle(browser: Browser, hall_server: LiveHall, slug: str, width: int) -> None:
    page = seated(browser, hall_server, "Gudrun", still=True).page
    page.set_viewport_size({"width": width, "height": 900})
    campaign = f"/campaigns/{campaign_of(hall_server, slug)['id']}/"
    page.goto(f"{campaign}encounters/")
    listed = page.locator("main a[href*='/encounters/']").evaluate_all("all => all.map((one) => one.href)")
    fights = sorted({one for one in listed if not one.rstrip("/").endswith("encounters")})
    assert fights
    for address in (campaign, f"{campaign}party/", *fights):
        page.goto(address)
        assert page.evaluate(_BROKEN, _LONGEST) == [], address
