"""What a command lets advice weigh: which of its fields are chosen, and what each choice comes to on average."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.sheets import Json

#: What a choice is worth, in the shares that it is made of; together they are its value.
Worth = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Weighing:
    """The fields whose legal values are compared, and the expectation by which they are.

    ``worth`` says of the same command with other values in those fields what it comes to, from the very distributions
    that its odds are made of; it refuses what ``odds`` and ``perform`` refuse. ``unit`` is what is counted, and
    ``sentence`` tells people what is expected and what is taken for granted in it. ``shares`` name the parts of a
    value, of which one grows as the other shrinks where something is kept back. ``upto`` says of a number beyond which
    value none is legal; of one that is not named few values are tried. ``among`` says of a pick which of its choices
    can be legal at all, where not all are, and of a field that holds several which selections of them are compared.
    ``said`` puts a choice into a few words.

    ``listed`` are the choices themselves, where of all values of all fields together hardly any would be legal: what
    each holds, all else as the form has it. Whatever else is legal comes to no more than one of them; what stands in
    the form is weighed beside them.
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

    @classmethod
    def of_one(cls, unit: str, sentence: str, worth: Worth, shares: tuple[str, ...], said: str) -> "Weighing":
        """Where nothing is chosen but that it is done: what it comes to beside what may be done instead."""
        return cls((), unit, sentence, lambda _: worth, shares, said=lambda _: said)
