"""Every way in which dice can fall, each with its probability: slow, obvious, and no formula in it."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from rules.engine.dice import Throw

Outcome = TypeVar("Outcome")
Faces = tuple[int, ...]


class _MoreDice(Exception):
    def __init__(self, sides: Sequence[int]) -> None:
        super().__init__()
        self.sides = tuple(sides)


class _Prepared:
    """Dice that fall as prepared, and ask what comes next once all that was prepared has fallen."""

    def __init__(self, throws: Sequence[Faces]) -> None:
        self._left = list(throws)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if not self._left:
            raise _MoreDice(sides)
        return Throw(self._left.pop(0))


def every_way(play: Callable[[_Prepared], Outcome]) -> Iterator[tuple[Fraction, Outcome]]:
    """Play again and again until all dice that are ever thrown have fallen in every way."""
    waiting: list[tuple[Fraction, tuple[Faces, ...]]] = [(Fraction(1), ())]
    while waiting:
        share, throws = waiting.pop()
        try:
            yield share, play(_Prepared(throws))
        except _MoreDice as more:
            ways = list(product(*(range(1, s + 1) for s in more.sides)))
            waiting += [(share / len(ways), (*throws, faces)) for faces in ways]
