"""The questions about odds, each as our rules answer it and as dyce and icepool do best."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import icepool
from dyce import H, HResult, expand

from rules.engine.odds import at_least, dice
from rules.engine.odds.contests import Margin
from rules.engine.odds.runs import FAR, Run, run
from rules.systems.sda.checks.shared.progress import turnout
from rules.systems.sda.checks.shared.sharing import group
from rules.systems.sda.core.person import Side, all_score, none_scores, opposed
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK, Roll

warnings.filterwarnings("ignore", message=".*experimental")
#: The number of faces of a die that give 0, 1, 2 ... successes: one for every full four.
FACES = {8: {0: 3, 1: 4, 2: 1}, 6: {0: 3, 1: 3}, 10: {0: 3, 1: 4, 2: 3}, 12: {0: 3, 1: 4, 2: 4, 3: 1}}
#: A run is stepped no further once its rest is less than one part in this.
LEFT = 10**13
#: The least probability that dyce is to follow: all of them, for it leaves out very unlikely ones by itself.
EVERYTHING = Fraction(0)
Ask = Callable[[], Any]


@dataclass(frozen=True)
class Question:
    """One question to all three; ``most`` are the microseconds that our answer may cost on an idle machine."""

    name: str
    ours: Ask
    dyce: Ask
    icepool: Ask
    most: float | None = None


def shares(answer: Any) -> Mapping[int, float]:
    """The probability of each value, from the answer of any of the three."""
    if isinstance(answer, Run):
        return dict(enumerate(answer.done))
    if isinstance(answer, Margin):
        return dict(enumerate(answer.shares, answer.least))
    if isinstance(answer, H):
        return {value: count / answer.total for value, count in answer.items()}
    if isinstance(answer, icepool.Die):
        return {value: count / answer.denominator() for value, count in answer.items()}
    return dict(enumerate(map(float, answer)))


# -- sums -----------------------------------------------------------------------------------------------------------


def summed(count: int, sides: int, most: float | None = None) -> Question:
    return Question(
        f"sum of {count}d{sides}",
        lambda: dice(count, sides),
        lambda: count @ H(sides),
        lambda: count @ icepool.d(sides),
        most,
    )


# -- contests -------------------------------------------------------------------------------------------------------

SIX, FIVE = Side(8, 6), Side(10, 5)
HELD_BACK, WORSE = Side(8, 6, 3), Side(10, 5, 5)


def less_granted_by_dyce(count: int, sides: int, malus: int, theirs: int) -> H[int]:
    """The roll of one side less its malus, and less the dice that its malus grants the other side."""
    roll, whole = count @ H(FACES[sides]), theirs**malus
    weights = {value - malus: ways * whole for value, ways in roll.items() if value >= malus}
    for value in range(malus):
        times = roll[value] * theirs**value
        for gift, ways in ((malus - value) @ H(FACES[theirs])).items():
            weights[-gift] = weights.get(-gift, 0) + ways * times
    return H(weights)


def less_granted_by_icepool(count: int, sides: int, malus: int, theirs: int) -> "icepool.Die[int]":
    die = icepool.Die(FACES[theirs])
    roll = count @ icepool.Die(FACES[sides])
    return roll.map(lambda value: value - malus if value >= malus else -((malus - value) @ die))


def as_read_by_dyce() -> H[int]:
    """The margin by the dice that both show, as the rule reads: for each pair, what is left and what it grants."""

    def margin(mine: HResult[int], theirs: HResult[int]) -> H[int]:
        x, y = mine.outcome, theirs.outcome
        gained, lost = max(0, 5 - y) @ H(FACES[8]) or H({0: 1}), max(0, 3 - x) @ H(FACES[10]) or H({0: 1})
        return max(0, x - 3) - max(0, y - 5) + gained - lost

    return expand(margin, 6 @ H(FACES[8]), 5 @ H(FACES[10]), min_path_probability=EVERYTHING)


def as_read_by_icepool() -> "icepool.Die[int]":
    mine, theirs = icepool.Die(FACES[8]), icepool.Die(FACES[10])

    def margin(x: int, y: int) -> "icepool.Die[int]":
        return max(0, x - 3) - max(0, y - 5) + max(0, 5 - y) @ mine - max(0, 3 - x) @ theirs

    return icepool.map(margin, 6 @ mine, 5 @ theirs)


# -- runs of rolls --------------------------------------------------------------------------------------------------

GOAL = 12


def by_ours(roll: Roll, mode: str) -> Run:
    return run((turnout((roll,), mode).step,), GOAL, enough=1.0)


def first_fail_by_dyce() -> list[float]:
    gains = 3 @ H(FACES[6])
    won, lost = H({gain: ways for gain, ways in gains.items() if gain}), gains[0]
    done, states, whole = [0.0], H({0: 1}), 1
    for _ in range(FAR):
        after, left = states + won, states.total
        whole *= gains.total
        done.append(sum(ways for tally, ways in after.items() if tally >= GOAL) / whole)
        weights = {tally: ways for tally, ways in after.items() if tally < GOAL}
        states = H({0: lost * left, **weights})
    return done


def first_fail_by_icepool() -> list[float]:
    gains = 3 @ icepool.Die(FACES[6])
    won, lost = icepool.Die({gain: ways for gain, ways in gains.items() if gain}), gains.quantity(0)
    done, states, whole = [0.0], icepool.Die({0: 1}), 1
    for _ in range(FAR):
        after, left = states + won, states.denominator()
        whole *= gains.denominator()
        done.append(sum(ways for tally, ways in after.items() if tally >= GOAL) / whole)
        weights = {tally: ways for tally, ways in after.items() if tally < GOAL}
        states = icepool.Die({0: lost * left, **weights})
    return done


def setback_by_dyce() -> list[float]:
    gains = 5 @ H(FACES[8]) - 2
    done, states, whole = [0.0], H({0: 1}), 1
    for _ in range(FAR):
        weights: dict[int, int] = {}
        whole, finished = whole * gains.total, 0
        for tally, ways in (states + gains).items():
            if tally >= GOAL:
                finished += ways
            else:
                weights[max(0, tally)] = weights.get(max(0, tally), 0) + ways
        done.append(finished / whole)
        states = H(weights)
        if states.total * LEFT < whole:
            break
    return done


def setback_by_icepool() -> list[float]:
    gains = 5 @ icepool.Die(FACES[8]) - 2
    done, states, whole = [0.0], icepool.Die({0: 1}), 1
    for _ in range(FAR):
        weights: dict[int, int] = {}
        whole, finished = whole * gains.denominator(), 0
        for tally, ways in (states + gains).items():
            if tally >= GOAL:
                finished += ways
            else:
                weights[max(0, tally)] = weights.get(max(0, tally), 0) + ways
        done.append(finished / whole)
        states = icepool.Die(weights)
        if states.denominator() * LEFT < whole:
            break
    return done


# -- flawless, complete failure, groups -----------------------------------------------------------------------------


def best_by_dyce() -> tuple[float, float]:
    scoring = 12 @ H({score: ways for score, ways in FACES[12].items() if score})
    flawless = sum(ways for score, ways in scoring.items() if score >= 20)
    return flawless / 12**12, (FACES[12][0] / 12) ** 12


def best_by_icepool() -> tuple[float, float]:
    scoring = 12 @ icepool.Die({score: ways for score, ways in FACES[12].items() if score})
    return scoring.quantity(">=", 20) / 12**12, (FACES[12][0] / 12) ** 12


MEMBERS = ((Roll(8, 6),), (Roll(10, 5),), (Roll(12, 4),))


def group_by_dyce() -> H[int]:
    together = 6 @ H(FACES[8]) + 5 @ H(FACES[10]) + 4 @ H(FACES[12])
    return together.apply(lambda value: min(3, value // 6))


def group_by_icepool() -> "icepool.Die[int]":
    pools = 6 @ icepool.Die(FACES[8]), 5 @ icepool.Die(FACES[10]), 4 @ icepool.Die(FACES[12])
    return sum(pools).map(lambda value: min(3, value // 6))


def shared_by_dyce() -> H[int]:
    """The group's success by the dice that each member shows."""

    def succeed(*members: HResult[int]) -> int:
        return min(3, sum(member.outcome for member in members) // 6)

    pools = 6 @ H(FACES[8]), 5 @ H(FACES[10]), 4 @ H(FACES[12])
    return expand(succeed, *pools, min_path_probability=EVERYTHING)


def shared_by_icepool() -> "icepool.Die[int]":
    pools = 6 @ icepool.Die(FACES[8]), 5 @ icepool.Die(FACES[10]), 4 @ icepool.Die(FACES[12])
    return icepool.map(lambda *members: min(3, sum(members) // 6), *pools)


QUESTIONS = (
    summed(4, 6),
    summed(8, 10),
    summed(12, 12),
    summed(24, 20, most=87),
    Question(
        "opposed 6d8 v 5d10",
        lambda: opposed(SIX, FIVE),
        lambda: 6 @ H(FACES[8]) - 5 @ H(FACES[10]),
        lambda: 6 @ icepool.Die(FACES[8]) - 5 @ icepool.Die(FACES[10]),
    ),
    Question(
        "the same, maluses 3 and 5, granted dice",
        lambda: opposed(HELD_BACK, WORSE),
        lambda: less_granted_by_dyce(6, 8, 3, 10) - less_granted_by_dyce(5, 10, 5, 8),
        lambda: less_granted_by_icepool(6, 8, 3, 10) - less_granted_by_icepool(5, 10, 5, 8),
        most=56,
    ),
    Question(
        "the same, asked as the rule reads",
        lambda: opposed(HELD_BACK, WORSE),
        as_read_by_dyce,
        as_read_by_icepool,
        most=56,
    ),
    Question(
        "first-fail 3d6 to 12, 100 rolls",
        lambda: by_ours(Roll(6, 3), FIRST_FAIL),
        first_fail_by_dyce,
        first_fail_by_icepool,
        most=221,
    ),
    Question(
        "setback 5d8 − 2 to 12, 100 rolls",
        lambda: by_ours(Roll(8, 5, 2), SETBACK),
        setback_by_dyce,
        setback_by_icepool,
        most=143,
    ),
    Question(
        "flawless and complete failure of 12d12",
        lambda: (at_least(all_score(12, 12), 20), none_scores(12, 12)),
        best_by_dyce,
        best_by_icepool,
    ),
    Question(
        "group 6d8, 5d10, 4d12, each needs 6",
        lambda: group(MEMBERS, 6),
        group_by_dyce,
        group_by_icepool,
        most=393,
    ),
    Question(
        "the same, asked as the rule reads",
        lambda: group(MEMBERS, 6),
        shared_by_dyce,
        shared_by_icepool,
        most=393,
    ),
)
