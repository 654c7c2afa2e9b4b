"""Several questions on a phone: each answer stands behind its own choices, by the styles alone."""

from pathlib import Path

from playwright.sync_api import Browser

STYLES = Path(__file__).parents[3] / "static/css/components/stage.css"
ASK = """<article class="ask"><h2>Mira: You won.</h2><div class="choices" style="height: 500px"></div>
<div class="ask__actions"><button>Take heart</button></div></article>"""
#: The places to which one scrolls where the second answer lies over its choices.
OVERLAPS = """async () => {
  const [, second] = document.querySelectorAll(".ask"), found = [];
  for (let y = 0; y < document.documentElement.scrollHeight; y += 100) {
    scrollTo({ top: y, behavior: "instant" });
    const choices = second.querySelector(".choices").getBoundingClientRect();
    if (second.querySelector(".ask__actions").getBoundingClientRect().top < choices.bottom) found.push(y);
  }
  return found;
}"""


def test_of_several_questions_only_the_first_answer_stays_in_the_window(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    styles = f"<style>:root {{ --dock: 56px }} {STYLES.read_text(encoding='utf-8')}</style>"
    page.set_content(f'{styles}<section class="stage"><div data-part="asks">{ASK * 2}</div></section>')
    assert page.evaluate(OVERLAPS) == []
    page.close()
