"""Values of Foundry VTT's documents: JSON of strangers, in which every question has an answer.

Values may be of any type: numbers written as text, fields within fields, HTML. Whatever cannot be read is as if it were
not there.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from rules.engine.character.names import is_unseen
from rules.engine.kernel import Json

#: The most letters of a name, of a text, and of HTML that is looked at for one; the most parts of a list.
NAME, TEXT, MARKUP, PARTS = 120, 20_000, 60_000, 300
_NUMBER = re.compile(r"[+-]?\d{1,7}(?:\.0+)?")
_LARGEST = 10_000_000
#: The names under which Foundry keeps a value, and the English of a text, within a field.
_WITHIN = ("value", "@en", "@EN")


@dataclass(frozen=True, slots=True)
class Values:
    """A part of an actor's values; every question to it has an answer."""

    told: Json

    def at(self, path: str) -> "Values":
        """The part at a path such as ``hitPoints.max``, itself at an empty one; an empty one where there is none."""
        here = self.told
        for name in filter(None, path.split(".")):
            here = here.get(name) if isinstance(here, dict) else None
        return Values(here)

    def number(self, *paths: str) -> int | None:
        """The whole number at the first of these paths that has one."""
        return next((found for path in paths if (found := _number(self.at(path).told)) is not None), None)

    def text(self, *paths: str, most: int = TEXT) -> str:
        """The text at the first of these paths that has one, without its HTML."""
        texts = (plain_text(_worded(self.at(path).told))[:most].strip() for path in paths)
        return next(filter(None, texts), "")

    def name(self, *paths: str) -> str:
        """The text at the first of these paths on one line, fit for a name."""
        return as_name(self.text(*paths, most=2 * NAME))

    def flag(self, path: str) -> bool:
        """Whether the value at a path is true."""
        told = _within(self.at(path).told)
        return told is True or told == 1 or (isinstance(told, str) and told.strip().casefold() == "true")

    def listed(self, path: str) -> list["Values"]:
        """The parts of a list; of an object with numbered parts, too."""
        told = self.at(path).told
        parts = told if isinstance(told, list) else list(told.values()) if isinstance(told, dict) else []
        return [Values(one) for one in parts[:PARTS]]

    def pairs(self, path: str) -> Iterator[tuple[str, "Values"]]:
        """The names and the parts of an object."""
        told = self.at(path).told
        for name, one in list(told.items())[:PARTS] if isinstance(told, dict) else ():
            yield as_name(name), Values(one)


# -- single values ----------------------------------------------------------------------------------------------------


def as_name(text: str) -> str:
    """A text on one line, without what does not show, no longer than a name may be."""
    seen = "".join(" " if letter.isspace() else letter for letter in text)
    return " ".join("".join(letter for letter in seen if not is_unseen(letter)).split())[:NAME].strip()


def _within(told: Json) -> Json:
    """A field's value, where it is kept within."""
    if isinstance(told, dict):
        return next((told[name] for name in _WITHIN if name in told), None)
    return told


def _number(told: Json) -> int | None:
    told = _within(told)
    if isinstance(told, bool):
        return None
    if isinstance(told, str) and _NUMBER.fullmatch(told.strip()):
        told = float(told)
    if isinstance(told, int | float) and abs(told) <= _LARGEST and told == int(told):
        return int(told)
    return None


def _worded(told: Json) -> str:
    """The words of a field; those of another language where there are no English ones."""
    if isinstance(told, dict) and not any(name in told for name in _WITHIN):
        told = next((one for name, one in told.items() if name.startswith("@")), None)
    told = _within(told)
    if isinstance(told, int | float) and not isinstance(told, bool):
        return str(told)
    return told if isinstance(told, str) else ""


_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(("p", "div", "br", "li", "ul", "ol", "tr", "table", "blockquote", "section", "hr", *_HEADINGS))
_UNTOLD = frozenset(("script", "style"))
#: A link of Foundry's, such as ``@UUID[Compendium.x.y]{Fireball}``.
_LINK = re.compile(r"@\w{1,30}\[[^\]\n]{0,300}\](?:\{([^}\n]{0,300})\})?")


class _Words(HTMLParser):
    """The words of a piece of HTML, blocks on lines of their own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.untold = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.untold += tag in _UNTOLD
        if tag in _BLOCKS:
            self.words.append("\n– " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        self.untold = max(0, self.untold - (tag in _UNTOLD))
        if tag in _BLOCKS and tag != "li":
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.untold:
            self.words.append(data)


def plain_text(markup: str) -> str:
    """The words of HTML as plain text.

    >>> plain_text("<p>Born in <b>Rookfen</b>.</p><ul><li>A scar &amp; a limp</li></ul> @UUID[Item.x]{Torch}")
    'Born in Rookfen.\\n\\n– A scar & a limp\\nTorch'
    """
    text = markup[:MARKUP]
    if "<" in text or "&" in text:
        words = _Words()
        # Marked sections are no part of HTML, and the parser stumbles over them.
        words.feed(text.replace("<![", ""))
        words.close()
        text = "".join(words.words)
    text = _LINK.sub(lambda found: found[1] or "", text)
    kept = (one for one in text if one in "\n\t" or unicodedata.category(one) not in ("Cc", "Cs", "Cn"))
    lines = (" ".join(line.split()) for line in "".join(kept).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
