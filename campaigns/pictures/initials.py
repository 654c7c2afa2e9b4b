"""Initials: the letters that stand for a name where there is no picture, and on tokens."""

_ARTICLES = ("the", "a", "an")


def initials(name: str) -> str:
    """The first letters of the first and the last word of a name without articles; a number at its end stays whole.

    A single word gives two of its letters, so that Rook and Runa are not the same.

    >>> initials("Old Henk"), initials("rook"), initials("Wolf 12"), initials("The Brann of the Fells"), initials("—")
    ('OH', 'Ro', 'W12', 'BF', '?')
    """
    words = ["".join(filter(str.isalnum, word)) for word in name.split()]
    words = [word for word in words if word and word.casefold() not in _ARTICLES]
    if len(words) < 2:
        return "".join(words)[:2].capitalize() or "?"
    last = words[-1]
    return words[0][0].upper() + (last[:2] if last.isdigit() else last[0].upper())
