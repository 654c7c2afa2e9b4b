"""Refusals: the exceptions by which a rule says that something is not allowed, and what would be."""

from collections.abc import Collection
from difflib import get_close_matches

#: The most names that a refusal lists.
_FEW = 8


class Refused(Exception):
    """A refusal: the rules (or the state of play) do not allow this.

    ``sentence`` is written for players and says what would be allowed; ``field`` names the choice that it is about,
    so that a page can put the sentence beside it (empty where it is about the whole command).
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class Unknown(Refused):
    """A refusal of something that does not exist here: a skill, a weapon, a combatant, an ask."""


class NotNow(Refused):
    """A refusal of something that the rules allow, but not at this moment: not your turn, the fight is over."""


class Incomplete(Refused):
    """A refusal of choices that are right so far: something is still to be chosen, and the sentence says what."""


def unknown(what: str, called: str, known: Collection[str], field: str = "") -> Unknown:
    """The refusal of an unknown key, with those that were perhaps meant.

    >>> unknown("skill", "Swords", ("sword", "axe")).sentence
    "There is no skill 'Swords'. Did you mean: sword."
    """
    near = get_close_matches(called.casefold().replace(" ", "_"), known)
    listed = near or [*list(known)[:_FEW], *(["…"] if len(known) > _FEW else [])]
    hint = "Did you mean" if near else "There are"
    return Unknown(f"There is no {what} {called!r}. {hint}: {', '.join(listed) or 'none'}.", field or what)
