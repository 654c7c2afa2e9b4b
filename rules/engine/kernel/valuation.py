"""The weighing of a command: which of its fields advice compares, and what each choice comes to on average."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.kernel.sheets import Json

#: The worth of a choice, in the shares that it is made of; their sum is its value.
Worth = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """The means by which a choice is paid for: its name, and the worth of one of it in the unit of the weighing."""

    name: str
    worth: float


@dataclass(frozen=True, slots=True)
class Weighing:
    """The fields whose legal values are compared, and the expectation by which they are.

    ``worth`` gives, for the same command with other values in those fields, its expectation, from the very
    distributions that its odds are made of; it refuses what ``odds`` and ``perform`` refuse. ``unit`` is what is
    counted, and ``sentence`` tells people what is expected and what is taken for granted in it. ``shares`` name the
    parts of a value, of which one grows as the other shrinks where something is kept back. ``upto`` holds the highest
    legal value of a number; of a number that is not in it few values are tried. ``among`` holds the choices of a pick
    that can be legal at all, where not all are, and the selections to compare of a field that holds several. ``said``
    puts a choice into a few words. ``kept`` names what is kept back for the last share by a lower number in the first
    field that is one: "dice for blows still to come". Values within ``close`` of the best are as good as it: of those
    the choice that brings most now, in the first share, is advised.

    ``listed`` are the choices themselves, where hardly any combination of all values would be legal: each holds values
    of some fields, and the form the others. Any other legal choice comes to no more than one of them; the choice that
    stands in the form is weighed beside them.

    Where the last share is a price, ``price`` is what is paid: people are told how much of it they save.
    """

    fields: tuple[str, ...]
    unit: str
    sentence: str
    worth: Callable[[Any], Worth]
    shares: tuple[str, ...] = ("Worth",)
    upto: Mapping[str, int] = field(default_factory=dict)
    said: Callable[[Any], str] | None = None
    among: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    listed: Sequence[Mapping[str, Json]] = ()
    kept: str = ""
    close: float = 0.0
    price: Price | None = None

    @classmethod
    def of_one(
        cls, unit: str, sentence: str, worth: Worth, shares: tuple[str, ...], said: str, price: Price | None = None
    ) -> "Weighing":
        """The weighing of a command without fields to choose: its worth beside that of other commands of the turn."""
        return cls((), unit, sentence, lambda _: worth, shares, said=lambda _: said, price=price)
