"""Every way in which dice can fall, each with its probability: slow, obvious, and no formula in it."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from math import factorial, prod
from random import Random
from typing import TypeVar

from rules.engine.kernel import Dice, Throw

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


class FirstThrows:
    """The first throws fall in every way; what follows from them, such as ego, shows a 1 and decides nothing."""

    def __init__(self, dice: Dice, count: int) -> None:
        self.dice, self.left = dice, count

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if not self.left:
            return Throw((1,) * len(sides))
        self.left -= 1
        thrown: Throw = self.dice.roll(who, sides)
        return thrown


def every_way(play: Callable[[_Prepared], Outcome]) -> Iterator[tuple[Fraction, Outcome]]:
    """Play again and again until all dice that are ever thrown have fallen in every way."""
    waiting: list[tuple[Fraction, tuple[Faces, ...]]] = [(Fraction(1), ())]
    while waiting:
        share, throws = waiting.pop()
        try:
            yield share, play(_Prepared(throws))
        except _MoreDice as more:
            waiting += [(share * part, (*throws, faces)) for faces, part in every_throw(more.sides)]


@cache
def every_throw(sides: tuple[int, ...]) -> list[tuple[Faces, Fraction]]:
    """Every throw of some dice. Like dice show the same in many orders: that is played once and counts for all.

    In which order they lie is left to chance, so that a rule which minds the order comes out wrong and is found.
    """
    shuffled = Random(repr(sides))
    like = [_of_like_dice(one, len(list(dice)), shuffled) for one, dice in groupby(sides)]
    return [
        (tuple(face for faces, _ in parts for face in faces), prod((part for _, part in parts), start=Fraction(1)))
        for parts in product(*like)
    ]


def _of_like_dice(sides: int, count: int, shuffled: Random) -> list[tuple[Faces, Fraction]]:
    found = []
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        orders = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
        found.append((tuple(shuffled.sample(faces, count)), Fraction(orders, sides**count)))
    return found
