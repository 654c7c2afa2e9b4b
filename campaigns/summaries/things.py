"""Things in prose: small within a sentence, as people write them, but for names of their own."""

import re
from collections.abc import Sequence
from functools import cache

from rules.engine.kernel import CLOSED, opened
from rules.registry import system_named

_ARTICLE = re.compile(r"(?i)(the|an?) ")
_SECTIONS = ("weapons", "armour", "shields", "gear", "goods")


@cache
def things_of(slug: str) -> frozenset[str]:
    """The names of all things in a game's own book."""
    with opened(CLOSED):
        book = system_named(slug).compendium()
        return frozenset(one.name for section in _SECTIONS for one in book.get(section, ()))


def in_prose(name: str, known: frozenset[str]) -> str:
    """The name of a thing within a sentence.

    A single word with a capital is a name of its own unless it is in the book; so is whatever has more than one.

    >>> [in_prose(one, frozenset({"Gambeson"})) for one in ("Gambeson", "Sealed letter", "The miller’s key")]
    ['gambeson', 'sealed letter', 'the miller’s key']
    >>> [in_prose(one, frozenset({"Gambeson"})) for one in ("Dawnblade", "The Red Book", "Ice Fang")]
    ['Dawnblade', 'the Red Book', 'Ice Fang']
    """
    found = _ARTICLE.match(name)
    article, bare = (found[0].lower(), name[found.end() :]) if found else ("", name)
    is_common = name in known or article or " " in bare
    return article + (bare[:1].lower() + bare[1:] if is_common and bare[1:] == bare[1:].lower() else bare)


def handed_out(words: str, names: Sequence[str], known: frozenset[str]) -> str:
    """A sentence of the log on what changes hands, as a story has it.

    >>> handed_out("The party gets: 12 coins and The key.", ["The key"], frozenset())
    'The party finds 12 coins and the key.'
    >>> handed_out("Rook gets from the guard: Old coat and Ice Fang.", ["Old coat", "Ice Fang"], frozenset())
    'Rook gets from the guard: old coat and Ice Fang.'
    >>> handed_out("Sword Jack gets: Sword and Swordfish.", ["Sword"], frozenset({"Sword"}))
    'Sword Jack gets: sword and Swordfish.'
    """
    head, colon, listed = words.partition(": ")
    if not colon:
        return _found(words)
    small = {name: in_prose(name, known) for name in names}
    # The longest first: a name may begin as another does.
    sought = "|".join(re.escape(name) for name in sorted(small, key=len, reverse=True))
    if sought:
        listed = re.sub(rf"(?<!\w)(?:{sought})(?!\w)", lambda found: small[found[0]], listed)
    return _found(f"{head}{' ' if names and all(map(_ARTICLE.match, names)) else colon}{listed}")


def _found(words: str) -> str:
    return re.sub(r"^The party gets(?! from)", "The party finds", words)
