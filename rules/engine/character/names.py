"""Names as people may give them: to themselves, to a campaign, a character, an encounter, a token."""

import unicodedata

from rules.engine.kernel import Refused

#: Kinds of characters that nobody sees: control and format characters (among them those that turn the direction of
#: writing and those without width), halves of characters, ends of lines and paragraphs.
_UNSEEN_KINDS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
#: Letters and marks that look like nothing, too: fillers, the joiner, the empty Braille cell.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

UNSEEN_IN_NAME = "A name can only have visible characters. Type it again by hand."


def is_unseen(letter: str) -> bool:
    """Whether a character does not show."""
    return letter in _UNSEEN or unicodedata.category(letter) in _UNSEEN_KINDS


def check_name(name: str, field: str = "name") -> None:
    """Refuse a name with characters that do not show: it could look like another, or turn the text around it."""
    if any(map(is_unseen, name)):
        raise Refused(UNSEEN_IN_NAME, field)


def alike(name: str) -> str:
    """A key of a name, equal for names that people would read as one: case, width and blanks do not count."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(letter for letter in plain if not "\ufe00" <= letter <= "\ufe0f").split())
