"""The laws that every template and every style sheet keeps, so that the hall's content policy never bites."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.look.serve import PAGES, render

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
TEMPLATES = sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("tests/look/gallery/*.html")])
DATA = {"application/json"}
TAG = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
KILOBYTE = 1000
#: Scripts that no page brings: they are fetched when somebody opens what they are for, presses a key, reads on below
#: the stage, or leads the fight.
ON_DEMAND = {
    *("board.js", "board-draw.js", "board-ground.js", "board-path.js", "board-ping.js"),
    *("board-place.js", "board-scale.js", "faces.js"),
    *("look-up.js", "palette.js", "picture-crop.js", "picture-dialog.js", "journal-handout.js"),
    *("making-drafts.js", "making-elsewhere.js", "bestiary.js", "table-keys.js"),
}
#: The script of a page that needs none of those of the table or the sheet.
ALONE = {"replay.js"}


class Faults(HTMLParser):
    """Collects what a strict content policy would block, or would send a visitor's address elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.notice = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") not in DATA):
            self.found.append(f"inline <{tag}>")
        for name, value in given.items():
            if name == "style" or name.startswith(("on", "hx-on")):
                self.found.append(f"{name} on <{tag}>")
            if name in {"src", "href", "action", "srcset"} and re.match(r"\s*(https?:|//|javascript:)", value or ""):
                self.found.append(f"foreign {name} on <{tag}>")
        self._look_at_notice(tag, (given.get("class") or "").split())

    def handle_endtag(self, tag: str) -> None:
        if tag == self.notice:
            self.notice = ""

    def _look_at_notice(self, tag: str, classes: list[str]) -> None:
        """A notice leads on by a button: a word in its sentence is too low for a thumb."""
        if "notice" in classes:
            self.notice = tag
        elif self.notice and tag == "a" and "button" not in classes:
            self.found.append("a link in a notice that is no button")


def faults(html: str) -> list[str]:
    """The forbidden things on a page. Template tags are taken out: they are not HTML yet."""
    parser = Faults()
    parser.feed(TAG.sub("", html))
    return parser.found


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<style>p{}</style>",
        '<p style="color: red">',
        '<button onclick="go()">',
        '<button hx-on:click="go()">',
        '<script src="https://elsewhere.example/x.js"></script>',
        '<img src="//elsewhere.example/x.png">',
        '<a href="javascript:go()">',
        '<p class="notice"><span>Robin is half made: <a href="/making/">Continue</a></span></p>',
    ],
)
def test_a_fault_is_seen(html: str) -> None:
    assert faults(html)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_is_strict(path: Path) -> None:
    assert faults(path.read_text()) == []


@pytest.mark.parametrize("page", PAGES)
def test_page_of_the_gallery_is_strict(page: str) -> None:
    assert faults(render(page)) == []


def test_style_sheets_load_nothing_from_elsewhere() -> None:
    styles = {path.name: path.read_text() for path in (STATIC / "css").rglob("*.css")}
    foreign = re.compile(r"(url\(|@import)\s*[\"']?(https?:|//|data:)")
    assert {name for name, text in styles.items() if foreign.search(text)} == set()


def test_the_index_imports_every_style_sheet_once() -> None:
    css = STATIC / "css"
    imported = re.findall(r'@import url\("([^"]+)"\)', (css / "index.css").read_text())
    present = {path.relative_to(css).as_posix() for path in css.rglob("*.css")} - {"index.css"}
    assert sorted(imported) == sorted(present)


def scripts_of(html: str) -> Iterator[int]:
    """The size of each script that a page asks for."""
    for address in re.findall(r'<script[^>]*\ssrc="([^"]+)"', html):
        found = finders.find(address.removeprefix("/static/"))
        assert isinstance(found, str), f"{address} does not exist"
        yield Path(found).stat().st_size


@pytest.mark.parametrize("page", PAGES)
def test_no_page_ships_more_than_100_kb_of_script(page: str) -> None:
    assert sum(scripts_of(render(page))) < 100 * KILOBYTE


def test_all_scripts_together_are_still_light() -> None:
    left_out = ON_DEMAND | ALONE
    ours = sum(path.stat().st_size for path in (STATIC / "js").rglob("*.js") if path.name not in left_out)
    # No page brings all of them; the editor of the journal and its drafts come with that page alone, and so do the
    # sections of the sheet; what devices are told comes with the page of notices. What one page brings over the line is
    # held where every page is opened.
    assert ours < 138 * KILOBYTE


def test_fonts_stay_below_400_kb_and_bring_their_licences() -> None:
    fonts = STATIC / "fonts"
    assert sum(path.stat().st_size for path in fonts.glob("*.woff2")) < 400 * KILOBYTE
    families = {path.name.partition("-")[0] for path in fonts.glob("*.woff2")}
    assert {family for family in families if not (fonts / f"{family}-OFL.txt").exists()} == set()


def test_every_icon_in_use_is_in_the_sprite() -> None:
    have = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons" / "sprite.svg").read_text()))
    used = {name for path in TEMPLATES for name in re.findall(r'{% icon "([^"]+)"', path.read_text())}
    assert used - have == set()
