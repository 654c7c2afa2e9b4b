"""Words as titles are found and texts are searched by: without accents, case or punctuation."""

import re
import unicodedata

from campaigns.models.journal import FOLDED

#: The most characters of a word, and the most words of one question.
_LONGEST, _MOST = 40, 8
_WORD = re.compile(r"[^\W_]+")


def folded(title: str) -> str:
    """A title as links look for it.

    >>> folded("  The  Wärden of Ö ")
    'the warden of o'
    """
    return " ".join(_plain(title).split())[:FOLDED]


def words_in(text: str) -> list[str]:
    """The words of a text, in order.

    >>> words_in("Björn's old_map (2d6)")
    ['bjorn', 's', 'old', 'map', '2d6']
    """
    return [word[:_LONGEST] for word in _WORD.findall(_plain(text))]


def indexed(text: str) -> str:
    """The different words of a text, as the index keeps them."""
    return " ".join(sorted(set(words_in(text))))


def asked(question: str) -> list[str]:
    """The words that somebody looks for; each may be the beginning of a longer one."""
    return list(dict.fromkeys(words_in(question)))[:_MOST]


def _plain(text: str) -> str:
    # Nearly every word of a text is plain: excerpts ask this of each.
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text)
    return "".join(one for one in parts if not unicodedata.combining(one)).casefold()
