"""The guide to a turn, for people who learn a game: a short list of things to do, with the commands that do them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """One thing to do: its name, what it does in a sentence, the rule, and the command that does it.

    ``command`` is empty for a thing that people simply say, or that another command carries.
    """

    name: str
    sentence: str
    rule: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """Things to do under one heading by their price: "One action", "Free, once each", "On somebody else's turn"."""

    title: str
    sentence: str
    ways: tuple[Way, ...]
