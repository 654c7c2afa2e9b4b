"""Texts that name people by reference: each reader gets the names that they may know."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_PLACE = re.compile(r"\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Said:
    """A text in which ``{0}``, ``{1}`` stand for the people in ``about``, by id; an empty id is somebody unknown."""

    text: str
    about: tuple[str, ...]

    def __str__(self) -> str:
        """The text for readers who know nobody."""
        return in_words(self, {})

    @property
    def pieces(self) -> list[str]:
        """The text in pieces: words, an id, words again, and so on; braces that stand for nobody are words."""
        pieces = [""]
        for at, piece in enumerate(_PLACE.split(self.text)):
            if at % 2 and int(piece) < len(self.about):
                pieces += [self.about[int(piece)], ""]
            else:
                pieces[-1] += f"{{{piece}}}" if at % 2 else piece
        return pieces


#: A text of a game's own: one that names nobody stands as it is.
Wording = str | Said


def joined(*parts: Wording) -> Wording:
    """Texts as one.

    >>> joined("attack: ", Said("help from {0}", ("a",)), Said(" and {0}", ("b",)))
    Said(text='attack: help from {0} and {1}', about=('a', 'b'))
    """
    text, about = "", tuple[str, ...]()
    for part in parts:
        if isinstance(part, Said):
            text, about = text + _shifted(part.text, len(about)), about + part.about
        else:
            text += plainly(part)
    return Said(text, about) if about else "".join(map(str, parts))


def _shifted(text: str, by: int) -> str:
    """A text with its places for people counted from ``by``."""
    return _PLACE.sub(lambda place: f"{{{int(place[1]) + by}}}", text)


def in_words(wording: Wording, names: Mapping[str, str]) -> str:
    """A text with the names in it that its reader knows, by id.

    >>> in_words(Said("{0} bites {1}.", ("a", "b")), {"b": "Rook"})
    'Somebody bites Rook.'
    """
    if isinstance(wording, str):
        return wording
    told = ""
    for at, piece in enumerate(wording.pieces):
        told += (names.get(piece) or somebody(told)) if at % 2 else piece
    return told


def somebody(before: str = "") -> str:
    """The word for people of whom a reader does not know, behind a piece of text: a sentence begins with a capital."""
    before = before.rstrip()
    return "Somebody" if not before or before.endswith((".", "!", "?")) else "somebody"


def plain_wording(wording: Wording) -> Any:
    """A text as a memo holds it: whoever is kept from a reader is left out of ``about``."""
    if isinstance(wording, str):
        return wording
    return {"text": wording.text, "about": {str(place): who for place, who in enumerate(wording.about)}}


def wording_from(told: Any) -> Wording:
    """A text from what a memo held.

    >>> wording_from(plain_wording(Said("{0} holds {1}, and {0} pulls.", ("a", "b"))))
    Said(text='{0} holds {1}, and {0} pulls.', about=('a', 'b'))
    """
    if not isinstance(told, dict):
        return str(told)
    count = 1 + max(map(int, _PLACE.findall(told["text"])), default=-1)
    return Said(told["text"], tuple(told["about"].get(str(place), "") for place in range(count)))


def plainly(told: str) -> str:
    """A text that people wrote, without the braces that would stand for names in a sentence."""
    return told.replace("{", "(").replace("}", ")")
