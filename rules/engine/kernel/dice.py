"""Sources of dice faces: secure, seeded, quick and typed. The only module of the rules that touches chance.

A rule asks a :class:`Dice` for faces and cannot tell whether the operating system, a seed or a person made them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from secrets import randbelow
from typing import Protocol

from rules.engine.kernel.phrases import counted
from rules.engine.kernel.refusals import Refused

#: The most dice in one throw; more are refused before anything is rolled.
MOST_DICE = 200
#: The largest die there is.
MOST_SIDES = 1000


@dataclass(frozen=True, slots=True)
class Throw:
    """Faces that fell, in the order of the dice asked for; ``typed`` if a person read them off real dice."""

    faces: tuple[int, ...]
    typed: bool = False


class Dice(Protocol):
    """A source of faces."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        """Return one face, from 1 to its number of sides, for every die that ``who`` throws."""
        ...


class SecureDice:
    """The operating system's generator; ``randbelow`` rejects rather than folds, so every face is equally likely."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        _refuse_absurd(sides)
        return Throw(tuple(1 + randbelow(s) for s in sides))


class SeededDice:
    """Dice with a seed, which gives equal faces every time: for forecasts, tests and rolls to be checked later."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)  # noqa: S311 - repeatable on purpose

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        _refuse_absurd(sides)
        return Throw(tuple(self._random.randint(1, s) for s in sides))


class QuickDice:
    """Seeded dice for forecasts, which throw some hundred thousand times: drawn faster than :class:`SeededDice`."""

    def __init__(self, seed: int | str) -> None:
        self._choices = Random(seed).choices  # noqa: S311 - repeatable on purpose

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        count = len(sides)
        if count and sides.count(sides[0]) == count:
            return Throw(tuple(self._choices(_faces(sides[0]), k=count)))
        return Throw(tuple(self._choices(_faces(one))[0] for one in sides))


class TypedDice:
    """Faces that people typed from real dice, used up in order, one list for each who rolls.

    Dice of those who typed nothing come from ``rest``; without ``rest`` a missing die is refused. A surplus is refused
    by :meth:`all_used`, which is called when the command has been performed.
    """

    def __init__(self, faces: Mapping[str, Sequence[int]], rest: Dice | None = None) -> None:
        self._faces = {who: list(typed) for who, typed in faces.items()}
        self._rest = rest

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        _refuse_absurd(sides)
        left = self._faces.get(who, [])
        if not sides:
            return Throw(())
        if not left and self._rest is not None:
            return self._rest.roll(who, sides)
        if len(left) < len(sides):
            raise Refused(
                f"This roll takes {counted(len(sides), 'die', 'dice')}; you typed {len(left)}. Type a face for each.",
                "dice",
            )
        faces, self._faces[who] = tuple(left[: len(sides)]), left[len(sides) :]
        for face, most in zip(faces, sides, strict=True):
            if not 1 <= face <= most:
                raise Refused(f"A d{most} shows 1 to {most}, not {face}.", "dice")
        return Throw(faces, typed=True)

    def all_used(self) -> None:
        """Refuse if more faces were typed than dice were rolled."""
        surplus = sum(len(left) for left in self._faces.values())
        if surplus:
            more = counted(surplus, "die", "dice")
            raise Refused(
                f"You typed {more} too many for this roll. Remove {'it' if surplus == 1 else 'them'}.", "dice"
            )


@cache
def _faces(sides: int) -> tuple[int, ...]:
    return tuple(range(1, sides + 1))


def _refuse_absurd(sides: Sequence[int]) -> None:
    if len(sides) > MOST_DICE:
        raise Refused(f"At most {MOST_DICE} dice at once.", "dice")
    if any(not 2 <= s <= MOST_SIDES for s in sides):
        raise Refused(f"A die has 2 to {MOST_SIDES} sides.", "dice")
