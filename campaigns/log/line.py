"""One sentence of the log, in pieces of which pages make names, links and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.kernel import Die

Names = Mapping[str, str]

_NOBODY = "Somebody"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; ``kind`` is "name", "newcomer", "entry", "number", "aside" or nothing in particular.

    A newcomer may be called after a creature; an entry is one of the compendium, by its name.
    """

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence with the dice that belong to it; a ``quiet`` one is bookkeeping that pages may leave out.

    ``order`` is the place of one that tells of turns and rounds; 0 for one of what happens in them.
    """

    parts: tuple[Part, ...]
    dice: tuple[Die, ...] = ()
    result: str = ""
    quiet: bool = False
    order: int = 0

    @property
    def text(self) -> str:
        """The sentence without its looks, for summaries and for who listens."""
        return "".join(part.text for part in self.parts)


def line_of(*parts: str | Part, dice: tuple[Die, ...] = (), result: str = "", quiet: bool = False) -> Line:
    """The sentence of these pieces; empty ones are left out."""
    made = [part if isinstance(part, Part) else Part(part) for part in parts]
    return Line(tuple(part for part in made if part.text), dice, result, quiet)


def name_of(who: str, names: Names) -> str:
    """The name of somebody, as far as the reader may know it."""
    return names.get(who, _NOBODY)


def person(who: str, names: Names) -> Part:
    """The piece that names somebody."""
    return Part(name_of(who, names), "name")


def number(value: Any) -> Part:
    """The piece that says a number."""
    return Part(str(value), "number")
