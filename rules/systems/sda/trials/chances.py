"""The exact odds of work that several hands or several rolls add up to; it needs no table.

A round of rolls comes to a gain; gains add up to a tally, until it reaches the difficulty. Gains are kept as
``{value: probability}``, for a malus may take something back (SDA-034).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rules.engine.odds import Distribution
from rules.systems.sda.chances import Margin, all_score, counted, distribution, none_scores

Gains = Mapping[int, float]

#: What a roll that comes to nothing does to the tally: nothing, take all of it, or let a malus gnaw at it
#: (SDA-031 to SDA-034).
ROLLING, FIRST_FAIL, SETBACK = "rolling", "first_fail", "setback"
#: How the halves of helpers are rounded (C-28).
EACH, TOGETHER = "each helper", "helpers together"
#: More rolls than this are not looked ahead, and less than this share is not chased further.
FAR, ALMOST_ALL = 100, 0.999


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of one hand at the work: so many of equal sides, less a malus; ``halved`` for a mere helper's.

    ``how`` says what traits do to the throw.
    """

    sides: int
    count: int
    malus: int = 0
    halved: bool = False
    how: str = ""


def half(value: int) -> int:
    """One for every two, towards nothing on either side (SDA-037).

    >>> half(3), half(-3)
    (1, -1)
    """
    return int(value / 2)


def added_up(values: Iterable[tuple[int, bool]], rounding: str = EACH) -> int:
    """What hands come to together, each given as its measure and whether it is halved (SDA-035, SDA-037, C-28).

    >>> added_up([(2, False), (3, True), (1, True)]), added_up([(2, False), (3, True), (1, True)], TOGETHER)
    (3, 4)
    """
    listed = list(values)
    full = sum(value for value, halved in listed if not halved)
    halves = [value for value, halved in listed if halved]
    return full + (half(sum(halves)) if rounding == TOGETHER else sum(map(half, halves)))


# -- one round of rolls ---------------------------------------------------------------------------------------------


def gain_of(mode: str, raw: int, malus: int, how: str = "") -> int:
    """What one roll counts: never less than nothing, but in a setback test what the malus has beyond it (SDA-034)."""
    return counted(raw - malus if mode == SETBACK else max(0, raw - malus), how)


@lru_cache(maxsize=1024)
def sum_of(rolls: tuple[Roll, ...], mode: str = ROLLING, rounding: str = EACH) -> Gains:
    """The gain of all hands together, exactly (SDA-035, SDA-037, SDA-039)."""
    full = joined(_single(roll, mode) for roll in rolls if not roll.halved)
    helpers = [_single(roll, mode) for roll in rolls if roll.halved]
    if rounding == TOGETHER:
        return joined((full, _halved(joined(helpers))))
    return joined((full, *map(_halved, helpers)))


def _single(roll: Roll, mode: str) -> Gains:
    out: dict[int, float] = {}
    for raw, share in enumerate(distribution(roll.sides, roll.count, roll.how)):
        _add(out, gain_of(mode, raw, roll.malus, roll.how), share)
    return out


def _halved(gains: Gains) -> Gains:
    out: dict[int, float] = {}
    for value, share in gains.items():
        _add(out, half(value), share)
    return out


def joined(parts: Iterable[Gains]) -> Gains:
    """The sum of independent gains."""
    total: dict[int, float] = {0: 1.0}
    for part in parts:
        sums: dict[int, float] = {}
        for one, p in total.items():
            for other, q in part.items():
                _add(sums, one + other, p * q)
        total = sums
    return total


def _add(out: dict[int, float], value: int, share: float) -> None:
    out[value] = out.get(value, 0.0) + share


def as_distribution(gains: Gains) -> Distribution:
    """The same with its places from 0, where nothing is below 0."""
    return tuple(gains.get(value, 0.0) for value in range(max(gains) + 1))


def flawless(rolls: tuple[Roll, ...], reach: int, rounding: str = EACH) -> float:
    """P(every die of the first hand scores and all together reach the difficulty) (SDA-046)."""
    first, others = rolls[0], rolls[1:]
    mine: dict[int, float] = {0: 0.0}
    for raw, share in enumerate(all_score(first.sides, first.count, first.how)):
        _add(mine, gain_of(ROLLING, raw, first.malus, first.how), share)
    if first.halved:
        return 0.0
    return sum(share for value, share in joined((mine, sum_of(others, ROLLING, rounding))).items() if value >= reach)


# -- against others -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def opposed_together(mine: tuple[Roll, ...], theirs: tuple[Roll, ...], rounding: str = EACH) -> Margin:
    """The margin of an opposed test in which either side may have helpers (SDA-026, SDA-041).

    A malus beyond a roll's MoS gives the first of the other side as many dice, which know no malus (SDA-029). What they
    will show depends on nothing else, so each side's own excess counts against it, and both sides are independent.
    """
    ours, others = _ahead_by(mine, theirs[0].sides, rounding), _ahead_by(theirs, mine[0].sides, rounding)
    shares = joined((ours, {-value: share for value, share in others.items()}))
    least, most = min(shares), max(shares)
    return Margin(least, tuple(shares.get(value, 0.0) for value in range(least, most + 1)))


def _ahead_by(rolls: tuple[Roll, ...], their_sides: int, rounding: str) -> Gains:
    """What a side comes to, less what the dice show that its excess gives to the other."""
    full = joined(_ahead_alone(roll, their_sides) for roll in rolls if not roll.halved)
    helpers = [roll for roll in rolls if roll.halved]
    if rounding != TOGETHER:
        return joined((full, *(_ahead_alone(roll, their_sides) for roll in helpers)))
    return joined((full, _ahead_as_one(helpers, their_sides)))


def _ahead_alone(roll: Roll, their_sides: int) -> Gains:
    out: dict[int, float] = {}
    for (net, given), share in _net_and_given(roll, their_sides).items():
        _add(out, (half(net) if roll.halved else net) - given, share)
    return out


def _ahead_as_one(helpers: Sequence[Roll], their_sides: int) -> Gains:
    """The same of helpers whose sum is halved once."""
    total: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for roll in helpers:
        sums: dict[tuple[int, int], float] = {}
        for (nets, gifts), p in total.items():
            for (net, given), q in _net_and_given(roll, their_sides).items():
                sums[nets + net, gifts + given] = sums.get((nets + net, gifts + given), 0.0) + p * q
        total = sums
    out: dict[int, float] = {}
    for (nets, gifts), share in total.items():
        _add(out, half(nets) - gifts, share)
    return out


def _net_and_given(roll: Roll, their_sides: int) -> dict[tuple[int, int], float]:
    """What is left of a roll, and what the dice show that its excess gives to the other side."""
    out: dict[tuple[int, int], float] = {}
    for raw, share in enumerate(distribution(roll.sides, roll.count, roll.how)):
        for given, chance in enumerate(distribution(their_sides, max(0, roll.malus - raw))):
            key = (gain_of(ROLLING, raw, roll.malus, roll.how), given)
            out[key] = out.get(key, 0.0) + share * chance
    return out


# -- many rolls -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turnout:
    """What one roll of a long task may do: ``lost`` is the chance that all of the tally goes, else it gains."""

    gains: Gains
    lost: float = 0.0

    def scaled(self, times: int) -> "Turnout":
        """A roll that stands for so many at once; the malus has been taken before (D-8)."""
        return Turnout({value * times: share for value, share in self.gains.items()}, self.lost)


def turnout(rolls: tuple[Roll, ...], mode: str, rounding: str = EACH, *, net_decides: bool = True) -> Turnout:
    """One roll of a long task by one hand or several (SDA-031 to SDA-035).

    ``net_decides`` whether a roll that its malus brought to nothing counts as one without any MoS (C-27).
    """
    gains = sum_of(rolls, mode, rounding)
    if mode != FIRST_FAIL:
        return Turnout(gains)
    blank = gains.get(0, 0.0)
    if net_decides:
        return _but_for_nothing(gains, blank)
    lost = 1.0
    for roll in rolls:
        lost *= none_scores(roll.sides, roll.count, roll.how) if roll.count else 1.0
    return _but_for_nothing(gains, min(blank, lost))


def turnout_against(mine: tuple[Roll, ...], theirs: tuple[Roll, ...], mode: str, rounding: str = EACH) -> Turnout:
    """The same against somebody: what is won by counts, and a roll that is not won is one without MoS (SDA-041)."""
    hits = opposed_together(mine, theirs, rounding).hits()
    gains = {value: share for value, share in enumerate(hits) if share}
    return _but_for_nothing(gains, gains.get(0, 0.0)) if mode == FIRST_FAIL else Turnout(gains)


def _but_for_nothing(gains: Gains, lost: float) -> Turnout:
    kept = {value: share for value, share in gains.items() if value}
    blank = gains.get(0, 0.0) - lost
    return Turnout({0: blank, **kept} if blank > 0 else kept, lost)


@dataclass(frozen=True, slots=True)
class Course:
    """How a long task may go on: ``done[n]`` is the chance that exactly n more rolls finish it.

    ``left`` is what is not done by then, ``next_lost`` the chance that the next roll loses everything.
    """

    done: Distribution
    left: float
    next_lost: float

    @property
    def now(self) -> float:
        """The chance that the next roll finishes it."""
        return self.done[1] if len(self.done) > 1 else 0.0

    @property
    def expected(self) -> float | None:
        """How many rolls it takes on average; ``None`` where it may well never be done."""
        finished = sum(self.done)
        if finished < ALMOST_ALL:
            return None
        return sum(n * share for n, share in enumerate(self.done)) / finished

    def within(self, share: float) -> int:
        """After how many rolls it is as likely as this to be done; where it never is, as far as one looked."""
        reached = accumulate(self.done)
        return next((n for n, chance in enumerate(reached) if chance >= share), len(self.done) - 1)


def course(
    turnouts: Sequence[Turnout],
    goal: int,
    tally: int = 0,
    rolled: int = 0,
    first: Turnout | None = None,
    *,
    far: int = FAR,
    enough: float = ALMOST_ALL,
) -> Course:
    """How many more rolls it takes until the tally reaches the goal, with exact probabilities.

    Rolls take turns among ``turnouts``, and each of them has its turn before anything is done (SDA-039). ``first`` is
    the next roll, where it is not as usual. One looks ``far`` ahead, until it is as likely as ``enough`` to be done.
    """
    states: dict[int, float] = {tally: 1.0}
    done = [0.0]
    upcoming = first or turnouts[rolled % len(turnouts)]
    lost = upcoming.lost
    for roll in range(rolled + 1, rolled + 1 + far):
        states, finished = _rolled_once(states, upcoming, goal, roll >= len(turnouts))
        done.append(finished)
        upcoming = turnouts[roll % len(turnouts)]
        if sum(done) >= enough or not (_can_gain(turnouts) or any(value >= goal for value in states)):
            break
    return Course(tuple(done), max(0.0, 1.0 - sum(done)), lost)


def mixed(courses: Sequence[tuple[float, Course]]) -> Course:
    """One of several courses, each with its chance, where it is not known yet which."""
    longest = max(len(each.done) for _, each in courses)
    done = [sum(share * each.done[n] for share, each in courses if n < len(each.done)) for n in range(longest)]
    lost = sum(share * each.next_lost for share, each in courses)
    return Course(tuple(done), max(0.0, 1.0 - sum(done)), lost)


def _rolled_once(
    states: dict[int, float], by: Turnout, goal: int, all_had_a_turn: bool
) -> tuple[dict[int, float], float]:
    after: dict[int, float] = {}
    finished = 0.0
    for tally, share in states.items():
        if by.lost:
            _add(after, 0, share * by.lost)
        for gain, chance in by.gains.items():
            reached = max(0, tally + gain)
            if reached >= goal and all_had_a_turn:
                finished += share * chance
            else:
                _add(after, reached, share * chance)
    return after, finished


def _can_gain(turnouts: Sequence[Turnout]) -> bool:
    return any(value > 0 and share for each in turnouts for value, share in each.gains.items())


def is_sure(turnouts: Sequence[Turnout], goal: int) -> bool:
    """Whether a task is done some day whatever has happened before, for it could be done from nothing (SDA-031).

    >>> [is_sure([one], 50) for one in (Turnout({0: 0.9, 1: 0.1}), Turnout({0: 1.0}), Turnout({2: 0.5}, 0.5))]
    [True, False, True]
    """
    return all(_at_best(turnouts, goal, start) for start in range(len(turnouts)))


def _at_best(turnouts: Sequence[Turnout], goal: int, start: int) -> bool:
    """Whether the luckiest rolls reach the goal from nothing, beginning with one of those that take turns."""
    tally = 0
    # Where a whole turn of them gains nothing, more of them do not either.
    for roll in range(start, start + (goal + 1) * len(turnouts)):
        gains = [value for value, share in turnouts[roll % len(turnouts)].gains.items() if share > 0]
        tally = max(0, tally + max(gains)) if gains else 0
        if tally >= goal and roll - start + 1 >= len(turnouts):
            return True
    return False
