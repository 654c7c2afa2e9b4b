"""Entries that people read: of the compendium, of the numbered mechanics, and of the guide to a turn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the compendium as lists show it; ``commands`` names those that the entry is about."""

    key: str
    name: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    source: str = ""
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One numbered rule in a few words of our own.

    ``gm`` says where the game master enters what the rule leaves to them ("the difficulty of a test"); empty for a
    rule that is decided by the game itself.
    """

    number: str
    title: str
    gm: str = ""


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
