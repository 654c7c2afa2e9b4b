"""The labels of buttons and links for readers: they hold what is written there, which whoever speaks to a page says."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "templates"
_LABELLED = re.compile(r'<(a|button|summary)\b[^<>]*?aria-label="([^"]*)"[^<>]*>(.*?)</\1>', re.DOTALL)
_MARKUP = re.compile(r"\{%.*?%\}|<[^>]*>")


def labelled(html: str) -> Iterator[tuple[str, str]]:
    """The labels of a template, each with the words written there; none where either hangs on something."""
    for _, label, inner in _LABELLED.findall(html):
        written = " ".join(_MARKUP.sub("", inner).split())
        if written and "{%" not in label and "{{" not in written:
            yield label, written


def test_a_label_holds_what_is_written() -> None:
    found = [(path, pair) for path in sorted(ROOT.rglob("*.html")) for pair in labelled(path.read_text("utf-8"))]
    assert len(found) > 10
    assert not [
        (path.relative_to(ROOT).as_posix(), label, written)
        for path, (label, written) in found
        if written.casefold() not in label.casefold()
    ]
