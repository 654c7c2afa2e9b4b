"""Entries that people read: of the compendium, the mechanics and the guide to a turn; and ready-made heroes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the compendium as lists show it; ``commands`` names those that the entry is about.

    A state that is not given ``by_hand`` is kept by the rules alone.
    """

    key: str
    name: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    source: str = ""
    commands: tuple[str, ...] = ()
    by_hand: bool = True


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


@dataclass(frozen=True, slots=True)
class Hero:
    """A ready-made hero: the words on a card, and the choices of the making by which they come to be.

    ``pitch`` says what they are good and poor at, ``play`` how they are played by somebody new. ``choices`` has the
    fields of each step that they take, by its name; a field that is left out is as the step's form begins. ``dice`` has
    the faces that fall in a step. ``figures`` names the numbers of the sheet that stand on the card, such as
    "skill.stealth" and "resource.hp".
    """

    key: str
    name: str
    pitch: str
    play: str
    figures: tuple[str, ...]
    choices: Mapping[str, Mapping[str, Any]]
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
