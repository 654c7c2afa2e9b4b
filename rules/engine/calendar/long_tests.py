"""Long tests: work that takes many rolls and goes on from one session to the next, for games that know such a thing.

A game says what is under way on a sheet, and what is ahead of it. Beginning, rolling and changing are commands like all
others; their names are told here, so that pages and the worker can give them without knowing the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from rules.engine.kernel import Choice, Command, Sheet, Table
from rules.engine.odds import Distribution
from rules.engine.odds.purses import Drain

#: The probability below which an outcome is left out of a forecast's figures.
NOTHING = 1e-9
#: The relative precision with which a tail counts as geometric: each roll keeps an equal share of it.
EVENLY = 1e-6


@dataclass(frozen=True, slots=True)
class LongTest:
    """A long test under way: ``achieved`` of the ``goal`` that is ``measured``, after a number of ``rolls``.

    ``people`` are those who work at it, the leader first. Time that went by and was not rolled for yet is told in
    words (``waiting``), as a number that only says which of several has waited longest (``waited``), and as the rolls
    that are ``due`` for it.
    """

    key: str
    label: str
    achieved: int
    goal: int
    measured: str
    rolls: int
    each: str
    spent: str
    people: tuple[str, ...]
    facts: tuple[str, ...] = ()
    waiting: str = ""
    waited: int = 0
    due: int = 0


@dataclass(frozen=True, slots=True)
class When:
    """A number of rolls from now, the time that they take in words, and the minutes until they are made."""

    rolls: float
    time: str
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Strain:
    """The drain of a long test on a person at work who does not rest, and the amount of ``resource`` they have ``now``.

    ``drain`` says what is left once it is done, and how likely there is too little of it before that. ``rested`` says
    the same of somebody who rests when each day's work is over, where there is more than one day of it.
    """

    who: str
    resource: str
    now: int
    drain: Drain
    rested: Drain | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast of a long test if nothing changes: ``rolls[n]`` is the chance that exactly n more finish it.

    ``ever`` is the chance that it is done at all, and ``mean``, ``half`` and ``most`` say when: on average, in one case
    of two, in nine of ten; ``None`` where that cannot be said, or is farther away than anybody looks.
    """

    rolls: Distribution
    ever: float
    mean: When | None
    half: When | None
    most: When | None
    #: The last roll that was looked at.
    far: When
    #: The drain on each who works at it, the leader first, where the game knows of one and can look far enough.
    strains: tuple[Strain, ...] = ()

    @property
    def left(self) -> float:
        """The chance that it takes more rolls than were looked at."""
        return max(0.0, self.ever - sum(self.rolls))


class LongTests(Protocol):
    """The protocol by which a game keeps long tests."""

    #: The name of the memo in which sheets keep them.
    memo: str
    #: The commands that begin one, roll for it, change what bears on it and give it up; the field that names it there.
    begin: str
    roll: str
    change: str
    abandon: str
    field: str
    #: The command that lets time go by for long tests, an ``amount`` of a ``unit``: for the one that ``field`` names,
    #: or for all that somebody leads.
    pass_time: str
    units: Sequence[Choice]

    def under_way(self, sheet: Sheet) -> Sequence[LongTest]:
        """The long tests that the owner of the sheet leads."""
        ...

    def forecast(self, table: Table, key: str) -> Forecast:
        """The forecast of a long test that the actor leads; refused where nobody could roll for it."""
        ...

    def planned(self, table: Table, command: Command) -> Forecast:
        """The forecast of a long test that this command would begin."""
        ...

    def passing(self, minutes: int) -> tuple[int, str]:
        """The amount and unit that ``pass_time`` takes for ``minutes`` of the calendar.

        Nobody works day and night, so it may be less; 0 where it is not enough for anything.
        """
        ...


def forecast(
    rolls: Distribution, ever: float, in_time: Callable[[int], str], lasting: Callable[[int], int]
) -> Forecast:
    """The figures of a forecast from the chances of each number of rolls.

    ``in_time`` says in words how long so many of them take, and ``lasting`` how many minutes pass until they are made.

    >>> ahead = forecast((0.0, 0.5, 0.25, 0.25), 1.0, lambda rolls: f"{rolls} days", lambda rolls: rolls * 1440)
    >>> ahead.mean.rolls, ahead.half.time, ahead.most.time, ahead.most.minutes
    (1.75, '1 days', '3 days', 4320)
    """

    def at(rolls: float) -> When:
        whole = int(rolls + 0.5)
        return When(rolls, in_time(whole), lasting(whole))

    def when(rolls: float | None) -> When | None:
        return None if rolls is None else at(rolls)

    mean = _mean(rolls) if ever > 1 - NOTHING else None
    # A mean is told to the sixth place: beyond that it is what floating-point numbers make of it.
    mean = None if mean is None else round(mean, 6)
    return Forecast(rolls, ever, when(mean), when(_by(rolls, 0.5)), when(_by(rolls, 0.9)), at(len(rolls) - 1))


def _by(rolls: Distribution, share: float) -> int | None:
    """The number of rolls by which it is done with this probability; ``None`` if it is beyond those looked at."""
    reached = accumulate(rolls)
    return next((n for n, chance in enumerate(reached) if chance >= share - NOTHING), None)


def _mean(rolls: Distribution) -> float | None:
    """The mean number of rolls, as the sum over n of P(it still goes on after n rolls); ``None`` while unknown.

    Where the chances beyond the last roll shrink evenly by then, the rest is a geometric series; where they do not yet,
    nobody has looked far enough to tell.
    """
    going_on = [1.0 - done for done in accumulate(rolls)]
    left = max(0.0, going_on[-1])
    if left <= NOTHING:
        return sum(max(0.0, one) for one in going_on)
    # Some tests go in steps of two rolls.
    if len(going_on) < 5 or going_on[-5] <= NOTHING:
        return None
    before, kept = going_on[-3] / going_on[-5], left / going_on[-3]
    if kept >= 1.0 - NOTHING or abs(kept - before) > EVENLY * (1.0 - kept):
        return None
    return sum(going_on[:-2]) + (going_on[-2] + left) / (1.0 - kept)
