"""Tests as the book tells them, on dice that fall in every way or at random: the slow, obvious side of the oracle.

A game is played with a source of falls. :func:`every_fall` plays it again and again until all its dice have fallen in
every way; :class:`Chance` lets them fall by a seed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Protocol, TypeVar

DICE = (4, 6, 8, 10, 12, 20)
#: What each face counts for, by the table of the book.
WORTH = {face: next(mos for mos, last in enumerate((3, 7, 11, 15, 19, 20)) if face <= last) for face in range(1, 21)}

Outcome = TypeVar("Outcome")
#: What a pool came to: MoS, whether every die scored, whether none did.
Fall = tuple[int, bool, bool]


class Falls(Protocol):
    def pool(self, sides: int, count: int) -> Fall:
        """The fall of a pool of ``count`` dice."""
        ...


def _fallen(faces: tuple[int, ...]) -> Fall:
    scores = [WORTH[face] for face in faces]
    return sum(scores), bool(faces) and all(scores), bool(faces) and not any(scores)


@cache
def ways(sides: int, count: int) -> tuple[tuple[Fall, Fraction], ...]:
    """Every way in which a pool falls, face by face, put together where it comes to the same."""
    found: dict[Fall, int] = defaultdict(int)
    for faces in product(range(1, sides + 1), repeat=count):
        found[_fallen(faces)] += 1
    return tuple((fall, Fraction(number, sides**count)) for fall, number in found.items())


class _More(Exception):
    def __init__(self, sides: int, count: int) -> None:
        super().__init__()
        self.sides, self.count = sides, count


class _Prepared:
    def __init__(self, falls: tuple[Fall, ...]) -> None:
        self._left = list(falls)

    def pool(self, sides: int, count: int) -> Fall:
        if not self._left:
            raise _More(sides, count)
        return self._left.pop(0)


def every_fall(play: Callable[[Falls], Outcome]) -> Iterator[tuple[Fraction, Outcome]]:
    """Play in every way in which the pools can fall, each with its probability."""
    waiting: list[tuple[Fraction, tuple[Fall, ...]]] = [(Fraction(1), ())]
    while waiting:
        share, falls = waiting.pop()
        try:
            yield share, play(_Prepared(falls))
        except _More as more:
            waiting += [(share * part, (*falls, fall)) for fall, part in ways(more.sides, more.count)]


def shares(play: Callable[[Falls], Outcome]) -> dict[Outcome, Fraction]:
    """How likely each outcome is."""
    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    for share, outcome in every_fall(play):
        found[outcome] += share
    return found


class Chance:
    """Dice that fall at random, but the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pool(self, sides: int, count: int) -> Fall:
        return _fallen(tuple(self._random.randint(1, sides) for _ in range(count)))
