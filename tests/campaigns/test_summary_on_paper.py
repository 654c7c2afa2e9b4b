"""A summary on paper: no page for the last few lines alone, and headings that stand by what they head."""

from collections.abc import Iterator
from types import SimpleNamespace as Plain
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from winterhall.web.pdf import is_possible

pytestmark = pytest.mark.skipif(not is_possible(), reason="the libraries that draw text are not here")
NAMES = ("Rook", "Mira", "Brann")


def pages(paragraphs: int) -> list[list[str]]:
    """The headings below the story on each page, for a story of so many paragraphs."""
    from weasyprint import CSS, HTML

    people = [Plain(name=name, line="Unhurt", rolls=1, figure=3, least=0, most=100) for name in NAMES]
    rolls = [Plain(name=name, purpose="a test", measure=3, luck=3, said="a complete failure") for name in NAMES]
    version = Plain(people=people, luck=people, best=rolls, rare=rolls)
    story = SafeString("<p>The mill stands.</p>" * paragraphs)
    shown = {"campaign": Plain(name="The Long Thaw"), "known": Plain(name="The mill"), "version": version}
    html = render_to_string("campaigns/summary_pdf.html", shown | {"story": story})
    style = CSS(filename=str(settings.BASE_DIR / "static" / "paper" / "pdf.css"))
    return [list(headings(page)) for page in HTML(string=html).render(stylesheets=[style]).pages]


def headings(page: Any) -> Iterator[str]:
    for box in page._page_box.descendants():
        if box.element_tag == "h2" and type(box).__name__ == "BlockBox":
            yield str(box.element.text)


def test_no_last_part_stands_on_a_page_alone() -> None:
    laid_out = [pages(paragraphs) for paragraphs in range(16, 34, 2)]
    assert any(len(one) == 2 for one in laid_out)
    for one in laid_out:
        assert len(one) == 1 or len(one[-1]) > 1


def test_there_is_room_between_a_table_and_the_next_heading() -> None:
    style = (settings.BASE_DIR / "static" / "paper" / "pdf.css").read_text()
    html = (settings.BASE_DIR / "templates" / "campaigns" / "summary_pdf.html").read_text()
    assert ".tale > .leaf {" in style
    assert html.count('<section class="leaf"><h2>') == html.count("<h2>")
