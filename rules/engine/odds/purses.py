"""Work that is rolled for again and again, while each roll may also take something from a purse or put it in.

What a roll can do hangs on how much there is in the purse by then: with less of it there are fewer dice, and with none
perhaps nothing to roll at all. So tallies are followed for each amount apart, all tallies of one amount in a row. Only
sums of products of chances are made, none of them negative, so that each is off by 2^-53 of itself for every roll and
every gain that it took: less than 1e-12 for some thousand of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from rules.engine.odds.runs import ALMOST_ALL, FAR
from rules.engine.odds.shares import Distribution, mean

#: The probability below which a row is followed no further: for 100 rolls and as many amounts still under 1e-12.
NOTHING = 1e-16


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that a roll may do (all of them add up to 1): ``shares[i]`` is the chance to gain ``least + i``.

    ``lost`` is that to lose the whole tally instead. There is so much in the purse afterwards, if the work goes on
    (``purse``), and if this roll has done it (``when_done``). Of those that differ in the purse alone each has its
    ``part`` of the same shares.
    """

    least: int
    shares: Distribution
    purse: int
    when_done: int
    lost: float = 0.0
    part: float = 1.0


#: A function of the rolls made and the amount in the purse to the amount after a rest that may have filled it.
Rests = Callable[[int, int], int]
#: A function of the amount in the purse and the step to what a roll may do; empty where it cannot be rolled.
Turns = Callable[[int, int], Sequence[Turn]]


@dataclass(frozen=True, slots=True)
class Drain:
    """The end of the work and its purse: ``left[i]`` is the probability that it is done and the purse then holds i.

    ``done[n]`` is the probability that exactly n rolls do it, ``stuck`` that the purse lets it go on no longer; the
    rest is the probability that it still goes on.
    """

    done: Distribution
    left: Distribution
    stuck: float

    @property
    def ever(self) -> float:
        """The probability that it is done, as far ahead as was looked."""
        return min(1.0, sum(self.left))

    @property
    def on(self) -> float:
        """The probability that it still goes on as far ahead as was looked."""
        return max(0.0, 1.0 - sum(self.left) - self.stuck)

    @property
    def expected(self) -> float | None:
        """The average amount left once it is done; ``None`` where it never is."""
        done = sum(self.left)
        return mean(self.left) / done if done else None

    @property
    def assured(self) -> int:
        """The amount that is left, or more, in nine cases of ten; 0 where it is never done."""
        return self.hardly_below(0.1) or 0

    def hardly_below(self, share: float) -> int | None:
        """The amount left, or more, in all but a ``share`` of the cases in which it is done; ``None`` without any.

        >>> Drain((0.0, 1.0), (0.05, 0.15, 0.8), 0.0).hardly_below(0.1)
        1
        """
        done = sum(self.left)
        reached = accumulate(self.left)
        return next((amount for amount, sure in enumerate(reached) if sure > share * done), None) if done else None


#: The chances of all tallies below the goal, by the amount in the purse and the place of the roll (see ``_place``).
Rows = dict[tuple[int, int], list[float]]


def drain(
    turns: Turns,
    steps: int,
    goal: int,
    purse: int,
    tally: int = 0,
    rolled: int = 0,
    *,
    rests: Rests | None = None,
    far: int = FAR,
    enough: float = ALMOST_ALL,
) -> Drain:
    """The end of a tally and a purse, followed until the goal is reached, the purse is too light, or it is far enough.

    Rolls take turns among so many ``steps``, and each of them has its turn before anything is done; a roll that loses
    the tally begins with the first of them again. ``rolled`` are the rolls since then.

    >>> each = lambda purse, step: [Turn(0, (0.5,), purse - 1, purse), Turn(1, (0.5,), purse, purse)] if purse else []
    >>> drain(each, 1, 1, 2, far=9)
    Drain(done=(0.0, 0.5, 0.25, 0.0), left=(0.0, 0.25, 0.5), stuck=0.25)
    >>> drain(each, 1, 1, 2, rests=lambda rolls, purse: 2, far=2)
    Drain(done=(0.0, 0.5, 0.25), left=(0.0, 0.0, 0.75), stuck=0.0)
    """
    rows: Rows = {(purse, _place(rolled, steps)): [0.0] * tally + [1.0]}
    done, left, stuck, number = [0.0], {purse: 0.0}, 0.0, 0
    while rows and len(done) <= far and sum(done) + stuck < enough:
        rows, finished, over = _rolled(rows, turns, steps, goal)
        for amount, share in finished.items():
            left[amount] = left.get(amount, 0.0) + share
        done.append(sum(finished.values(), 0.0))
        stuck, number = stuck + over, number + 1
        if rests:
            rows = _rested(rows, partial(rests, number))
    return Drain(tuple(done), tuple([left.get(amount, 0.0) for amount in range(max(left) + 1)]), stuck)


def _place(rolls: int, steps: int) -> int:
    """The rolls since the beginning, as far as they matter: whose turn it is, and whether each step has had one.

    >>> [_place(rolls, 3) for rolls in range(8)], _place(7, 1)
    ([0, 1, 2, 3, 4, 2, 3, 4], 0)
    """
    ready = steps - 1
    return rolls if rolls < ready else ready + (rolls - ready) % steps


def _rolled(rows: Rows, turns: Turns, steps: int, goal: int) -> tuple[Rows, dict[int, float], float]:
    """The rows after one roll more, the shares that it finished by the amount in the purse, and the share stuck."""
    after: Rows = {}
    finished: dict[int, float] = {}
    stuck = 0.0
    for (purse, place), row in rows.items():
        there, onward = turns(purse, place % steps), _place(place + 1, steps)
        counts = goal if place + 1 >= steps else None
        if not there:
            stuck += sum(row)
        moved: dict[tuple[int, int, float], tuple[list[float], float]] = {}
        for turn in there:
            same = (id(turn.shares), turn.least, turn.lost)
            if same not in moved:
                moved[same] = _moved(row, turn, counts)
            kept, beyond = moved[same]
            if beyond:
                finished[turn.when_done] = finished.get(turn.when_done, 0.0) + beyond * turn.part
            if sum(kept) * turn.part > NOTHING:
                _add(after.setdefault((turn.purse, onward), []), kept, turn.part)
            if turn.lost:
                _add(after.setdefault((turn.purse, 0), []), [turn.lost * sum(row)], turn.part)
    return after, finished, stuck


def _rested(rows: Rows, rests: Callable[[int], int]) -> Rows:
    """The rows after a rest, which may change the amount of each purse."""
    after: Rows = {}
    for (purse, place), row in rows.items():
        _add(after.setdefault((rests(purse), place), []), row)
    return after


def _moved(row: Sequence[float], turn: Turn, goal: int | None) -> tuple[list[float], float]:
    """The row of tallies below the goal after a turn, and the share that reaches the goal, if that counts by now."""
    most = turn.least + len(turn.shares) - 1
    size = max(1, len(row) + max(0, most)) if goal is None else goal
    kept, beyond = [0.0] * size, 0.0
    for gain, share in enumerate(turn.shares, turn.least):
        if not share:
            continue
        fits = max(0, size - gain)
        kept[0] += share * sum(row[: max(0, -gain)])
        first = max(0, gain)
        stays = row[max(0, -gain) : fits]
        kept[first : first + len(stays)] = [old + share * new for old, new in zip(kept[first:], stays, strict=False)]
        beyond += share * sum(row[fits:])
    return kept, beyond


def _add(row: list[float], more: Sequence[float], part: float = 1.0) -> None:
    row.extend([0.0] * (len(more) - len(row)))
    for tally, chance in enumerate(more):
        row[tally] += chance * part
