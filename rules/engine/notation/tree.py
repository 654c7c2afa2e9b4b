"""Nodes of a question about dice: the roll, and the wish for it. Each knows its place and its own words."""

from dataclasses import dataclass, field
from typing import Literal

#: The ways to roll dice again: never, once, or until they show something else.
Again = Literal["", "once", "always"]
#: The ways to compare a result.
Sign = Literal[">=", ">", "<=", "<", "=", "between"]

#: Dice whose faces are read as digits: the number of digits, by the number in their name.
DIGITS = {66: 2, 666: 3}
FATE, PERCENT = -3, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a question, from one place in it to another (``start``, and before ``end``)."""

    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Wish(Node):
    """A wished result: compared with one number, or between two."""

    sign: Sign
    low: int
    high: int

    @property
    def words(self) -> str:
        """The wish in words that fit behind "come to".

        >>> Wish(">=", 7, 7).words, Wish("between", 6, 8).words
        ('7 or more', '6 to 8')
        """
        low = f"{self.low}".replace("-", "−")
        return {
            ">=": f"{low} or more",
            "<=": f"{low} or less",
            ">": f"more than {low}",
            "<": f"less than {low}",
            "=": f"exactly {low}",
            "between": f"{low} to {self.high}",
        }[self.sign]

    def holds(self, value: int) -> bool:
        match self.sign:
            case ">=":
                return value >= self.low
            case ">":
                return value > self.low
            case "<=":
                return value <= self.low
            case "<":
                return value < self.low
            case _:
                return self.low <= value <= self.high

    @property
    def face(self) -> str:
        """The wish in words that fit behind "showing"."""
        return str(self.low) if self.sign == "=" else self.words


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int

    @property
    def words(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Pool(Node):
    """Equal dice; those of the ranks from ``first`` up to, but without, ``last`` count, rank 0 being the lowest die."""

    count: int
    sides: int
    first: int = 0
    last: int = 0
    again: Again = ""
    rerolled: tuple[int, ...] = ()
    exploding: tuple[int, ...] = ()

    @property
    def is_plain(self) -> bool:
        return not (self.remarks or self.sides == FATE or self.sides in DIGITS)

    @property
    def keeps_all(self) -> bool:
        return (self.first, self.last) == (0, self.count)

    @property
    def dice(self) -> str:
        sides = {FATE: "F", PERCENT: "100"}.get(self.sides, str(self.sides))
        return f"{'' if self.count == 1 else self.count}d{sides}"

    @property
    def remarks(self) -> list[str]:
        told = [f"{_digits(DIGITS[self.sides])} d6 read as digits"] if self.sides in DIGITS else []
        if self.again:
            often = "once" if self.again == "once" else "until it shows something else"
            told.append(f"each {_listed(self.rerolled)} rolled again {often}")
        if self.exploding:
            told.append(f"each {_listed(self.exploding)} rolled again and added")
        return [*told, *self._kept()]

    def _kept(self) -> list[str]:
        if self.keeps_all:
            return []
        low, high = self.first, self.count - self.last
        if low and high:
            return [f"the {_several(low, 'lowest')} and the {_several(high, 'highest')} dropped"]
        return [f"the {_several(self.last - self.first, 'highest' if low else 'lowest')} kept"]

    @property
    def words(self) -> str:
        return f"{self.dice} ({', '.join(self.remarks)})" if self.remarks else self.dice


def _several(count: int, which: str) -> str:
    return which if count == 1 else f"{which} {count}"


def _digits(count: int) -> str:
    return {2: "two", 3: "three"}[count]


def _listed(faces: tuple[int, ...]) -> str:
    if len(faces) > 2 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]} to {faces[-1]}"
    return " or ".join(map(str, faces))


@dataclass(frozen=True, slots=True)
class Count(Node):
    """The number of dice of a pool that fulfil a wish."""

    pool: Pool
    wish: Wish

    @property
    def words(self) -> str:
        return f"dice of {self.pool.words} that show {self.wish.face}"


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """The sum of terms, each with its sign, 1 or -1."""

    terms: tuple[tuple[int, "Expression"], ...]

    @property
    def words(self) -> str:
        (sign, first), *others = self.terms
        told = ("−" if sign < 0 else "") + bracketed(first, Sum)
        return told + "".join(f" {'+' if by > 0 else '−'} {bracketed(term, Sum)}" for by, term in others)


@dataclass(frozen=True, slots=True)
class Product(Node):
    left: "Expression"
    right: "Expression"

    @property
    def words(self) -> str:
        return f"{bracketed(self.left, Sum)} × {bracketed(self.right, Sum, Product, Quotient)}"


@dataclass(frozen=True, slots=True)
class Quotient(Node):
    """A result divided by a number and rounded down."""

    left: "Expression"
    by: int

    @property
    def words(self) -> str:
        return f"{bracketed(self.left, Sum)} / {self.by} (rounded down)"


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """The highest or the lowest of several results."""

    best: bool
    among: tuple["Expression", ...]

    @property
    def words(self) -> str:
        return f"the {'highest' if self.best else 'lowest'} of {' and '.join(one.words for one in self.among)}"


Expression = Number | Pool | Count | Sum | Product | Quotient | Extreme


def bracketed(one: Expression, *kinds: type) -> str:
    """The words of a part, in brackets if it is of a kind that binds less than its surroundings."""
    return f"({one.words})" if isinstance(one, (*kinds, Count)) else one.words


@dataclass(frozen=True, slots=True)
class Question(Node):
    """A question: the roll, and the result wished for, or the dice that it is rolled against.

    ``note`` says how else it could have been read.
    """

    mine: Expression
    wish: Wish | None = None
    theirs: Expression | None = None
    note: str = ""


def parts(one: Expression) -> list[Expression]:
    """The node itself and all nodes below it."""
    match one:
        case Count(pool=pool):
            under: list[Expression] = [pool]
        case Sum(terms=terms):
            under = [term for _, term in terms]
        case Product(left=left, right=right):
            under = [left, right]
        case Quotient(left=left):
            under = [left]
        case Extreme(among=among):
            under = list(among)
        case _:
            under = []
    return [one, *(part for below in under for part in parts(below))]


def is_rolled(one: Expression) -> bool:
    """Whether there is a die in an expression."""
    return any(isinstance(part, Pool) for part in parts(one))
