"""The oracle: for each kind of test the odds are those of all ways in which dice fall, and of very many throws.

Every pool of up to 4 dice, and a million throws: ``WINTERHALL_LONG=1 python -m pytest tests/rules/sda/test_oracle.py``.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from rules.engine.kernel import Command, Resource, Sheet, foretell
from rules.engine.odds import Odds, at_least, mean
from rules.systems.sda.checks.shared.progress import course, turnout, turnout_against
from rules.systems.sda.checks.shared.sharing import group, group_alone
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.person import Side, distribution, opposed
from rules.systems.sda.core.rolls import EACH, FIRST_FAIL, ROLLING, SETBACK, TOGETHER, Roll, opposed_together, sum_of
from tests.rules.sda.book import DICE, Chance, Falls, shares
from tests.rules.sda.tables import hero, table

LONG = bool(os.environ.get("WINTERHALL_LONG"))
THROWS = 1_000_000 if LONG else 20_000
EXACT = 1e-12
COUNTS = (1, 2, 3, 4)
#: Dice of both sides: each beside its neighbour, or each against each.
PAIRS = list(product(DICE, DICE)) if LONG else [(4, 6), (8, 20), (12, 10)]
BOTH = list(product(COUNTS, COUNTS)) if LONG else [(1, 1), (1, 3), (2, 2), (4, 1), (3, 4)]
Play = Callable[[Falls], int]


def somebody(sides: int, count: int, name: str = "Anna") -> Sheet:
    """A sheet whose pool for stealth is ``count`` dice of ``sides`` sides."""
    sheet = hero(name, attribute={"agility": sides}, skill={"stealth": count - 1})
    sheet.resources["spirit"] = Resource(60, 60)
    return sheet


def odds_of(command: Command, **sheets: Sheet) -> Odds:
    odds = foretell(command, table(**sheets))
    assert odds is not None
    return odds


def chance(odds: Odds, name: str) -> float:
    return next((one.probability for one in odds.chances if one.name == name), 0.0)


def assert_same_shares(exact: Mapping[int, Fraction], told: Mapping[int, float]) -> None:
    for value in {*exact, *told}:
        assert told.get(value, 0.0) == pytest.approx(float(exact.get(value, 0)), abs=EXACT), value


def assert_near_throws(play: Play, told: Mapping[int, float], seed: int) -> None:
    """Many throws are no further off than four standard errors."""
    dice = Chance(seed)
    counts = Counter(play(dice) for _ in range(THROWS))
    for value in {*counts, *told}:
        p = min(1.0, max(0.0, told.get(value, 0.0)))
        assert abs(counts[value] / THROWS - p) <= 4 * sqrt(max(p * (1 - p), 1 / THROWS) / THROWS), value


def by_value(measure: Sequence[float], least: int = 0) -> dict[int, float]:
    return {least + place: share for place, share in enumerate(measure)}


# -- static and open-ended ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize("count", COUNTS)
def test_static_tests_of_every_pool(sides: int, count: int) -> None:
    for malus, difficulty in product((0, 1, 2, 4), (0, 1, 2, 3, 5)):

        def play(dice: Falls, malus: int = malus, difficulty: int = difficulty) -> tuple[bool, bool, bool]:
            mos, all_score, none = dice.pool(sides, count)
            succeeds = max(0, mos - malus) >= difficulty
            return succeeds, succeeds and all_score, none

        exact = shares(play)
        odds = odds_of(StaticTest("stealth", difficulty=difficulty, malus=malus), anna=somebody(sides, count))
        for place, name in enumerate(("success", "flawless", "complete_failure")):
            p = sum(share for outcome, share in exact.items() if outcome[place])
            assert chance(odds, name) == pytest.approx(float(p), abs=EXACT)


@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize("count", COUNTS)
def test_open_ended_tests_of_every_pool(sides: int, count: int) -> None:
    for malus in (0, 1, 3):
        exact = shares(lambda dice, malus=malus: max(0, dice.pool(sides, count)[0] - malus))  # type: ignore[misc]
        odds = odds_of(OpenTest("stealth", malus=malus), anna=somebody(sides, count))
        assert_same_shares(exact, by_value(odds.measure))


def test_static_tests_of_a_large_pool() -> None:
    odds = odds_of(StaticTest("stealth", difficulty=6, malus=2), anna=somebody(10, 15))
    assert_near_throws(lambda dice: max(0, dice.pool(10, 15)[0] - 2), by_value(odds.measure), seed=1)


# -- opposed --------------------------------------------------------------------------------------------------------


def margin(dice: Falls, mine: Side, theirs: Side) -> int:
    """The margin of two rolls; what a malus has beyond a roll are dice for the other (SDA-029)."""
    x, y = dice.pool(mine.sides, mine.count)[0], dice.pool(theirs.sides, theirs.count)[0]
    gained = dice.pool(mine.sides, max(0, theirs.malus - y))[0]
    lost = dice.pool(theirs.sides, max(0, mine.malus - x))[0]
    return max(0, x - mine.malus) + gained - max(0, y - theirs.malus) - lost


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("counts", BOTH)
def test_opposed_tests_of_every_pool(pair: tuple[int, int], counts: tuple[int, int]) -> None:
    people = {"anna": somebody(pair[0], counts[0]), "boris": somebody(pair[1], counts[1], "Boris")}
    for maluses in ((0, 0), (1, 0), (0, 2), (2, 1)) if LONG else ((0, 0), (2, 1)):
        mine, theirs = (Side(s, c, m) for s, c, m in zip(pair, counts, maluses, strict=True))
        exact = shares(lambda dice, mine=mine, theirs=theirs: margin(dice, mine, theirs))  # type: ignore[misc]
        found = opposed(mine, theirs)
        assert_same_shares(exact, by_value(found.shares, found.least))
        ahead, level = (float(sum(p for v, p in exact.items() if keep(v))) for keep in (_ahead, _level))
        for advantage, won in (("", ahead), ("mine", ahead + level), ("theirs", ahead)):
            test = OpposedTest("stealth", "boris", advantage=advantage, malus=maluses[0], their_malus=maluses[1])
            odds = odds_of(test, **people)
            assert chance(odds, "success") == pytest.approx(won, abs=EXACT)
            assert chance(odds, "tie") == pytest.approx(0 if advantage else level, abs=EXACT)


def _ahead(value: int) -> bool:
    return value > 0


def _level(value: int) -> bool:
    return value == 0


def test_opposed_tests_of_large_pools() -> None:
    mine, theirs = Side(8, 9, 7), Side(12, 6, 4)
    found = opposed(mine, theirs)
    assert_near_throws(lambda dice: margin(dice, mine, theirs), by_value(found.shares, found.least), seed=2)


# -- shared work ----------------------------------------------------------------------------------------------------


def halved(value: int) -> int:
    """Half of a number, rounded towards 0."""
    return value // 2 if value >= 0 else -(-value // 2)


def gathered(dice: Falls, rolls: Sequence[Roll], mode: str, rounding: str) -> int:
    """The sum over all hands (SDA-034, SDA-035, SDA-037, C-28)."""
    own = helped = 0
    for roll in rolls:
        value = dice.pool(roll.sides, roll.count)[0] - roll.malus
        value = value if mode == SETBACK else max(0, value)
        if not roll.halved:
            own += value
        elif rounding == EACH:
            own += halved(value)
        else:
            helped += value
    return own + halved(helped)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("counts", BOTH)
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_assisted_and_halved_tests_of_every_pool(pair: tuple[int, int], counts: tuple[int, int], rounding: str) -> None:
    for malus, by_half, mode in product((0, 2), (False, True), (ROLLING, SETBACK)):
        rolls = (Roll(pair[0], counts[0], malus), Roll(pair[1], counts[1], 0, by_half), Roll(6, 1, 1, by_half))
        exact = shares(lambda dice, rolls=rolls, mode=mode: gathered(dice, rolls, mode, rounding))  # type: ignore[misc]
        assert_same_shares(exact, sum_of(rolls, mode, rounding))


@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_assisted_tests_of_large_pools(rounding: str) -> None:
    rolls = (Roll(12, 7, 3), Roll(8, 6, 1, halved=True), Roll(20, 4, 0, halved=True))
    assert_near_throws(lambda dice: gathered(dice, rolls, ROLLING, rounding), sum_of(rolls, ROLLING, rounding), seed=3)


# -- several rolls --------------------------------------------------------------------------------------------------


def rolls_needed(dice: Falls, steps: Sequence[tuple[Roll, ...]], mode: str, goal: int, most: int) -> int:
    """How many rolls a long task takes, 0 if more than ``most``; two skills take turns (SDA-031 to 034, SDA-039)."""
    tally = since = 0
    for number in range(most):
        gain = gathered(dice, steps[since % len(steps)], mode, EACH)
        # Whoever loses all begins anew, with the first skill (SDA-032).
        is_lost = mode == FIRST_FAIL and gain == 0
        tally, since = (0, 0) if is_lost else (max(0, tally + gain), since + 1)
        if tally >= goal and since >= len(steps):
            return number + 1
    return 0


def chance_of_each_length(steps: Sequence[tuple[Roll, ...]], mode: str, goal: int, most: int) -> dict[int, Fraction]:
    """The chance of being done after each number of rolls, tally by tally, so that equal ones are counted once."""
    states, done = {(0, 0): Fraction(1)}, dict[int, Fraction]()
    for number in range(most):
        after: dict[tuple[int, int], Fraction] = {}
        for (tally, since), p in states.items():
            rolls = steps[since % len(steps)]
            for gain, q in shares(lambda dice, rolls=rolls: gathered(dice, rolls, mode, EACH)).items():  # type: ignore[misc]
                is_lost = mode == FIRST_FAIL and gain == 0
                reached = (0, 0) if is_lost else (max(0, tally + gain), since + 1)
                if reached[0] >= goal and reached[1] >= len(steps):
                    done[number + 1] = done.get(number + 1, Fraction(0)) + p * q
                else:
                    after[reached] = after.get(reached, Fraction(0)) + p * q
        states = after
    return done


def course_of(steps: Sequence[tuple[Roll, ...]], mode: str, goal: int, most: int) -> dict[int, float]:
    found = course([turnout(rolls, mode) for rolls in steps], goal).done
    return {number: found[number] for number in range(1, min(most + 1, len(found)))}


@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("mode", [ROLLING, FIRST_FAIL, SETBACK])
def test_rolling_tests_of_every_pool(sides: int, count: int, mode: str) -> None:
    for malus, goal in product((0, 1, 2), (1, 3, 7) if LONG else (3,)):
        alone, composed = [(Roll(sides, count, malus),)], [(Roll(sides, count, malus),), (Roll(6, 2),)]
        for steps in (alone, composed):
            exact, found = chance_of_each_length(steps, mode, goal, 5), course_of(steps, mode, goal, 5)
            for number, share in found.items():
                assert share == pytest.approx(float(exact.get(number, 0)), abs=1e-9)


@pytest.mark.parametrize("mode", [ROLLING, FIRST_FAIL, SETBACK])
def test_rolling_tests_of_large_pools(mode: str) -> None:
    steps, most = [(Roll(8, 6, 4), Roll(6, 4, 0, halved=True)), (Roll(10, 5, 3),)], 8
    found = course_of(steps, mode, 18, most)
    assert_near_throws(
        lambda dice: rolls_needed(dice, steps, mode, 18, most), {**found, 0: 1 - sum(found.values())}, seed=4
    )


# -- groups ---------------------------------------------------------------------------------------------------------


def members_through(dice: Falls, members: Sequence[tuple[Roll, ...]], difficulty: int) -> int:
    """How many succeed if everybody gives what they can spare: as many as the sum is enough for (SDA-038)."""
    together = sum(max(0, dice.pool(r.sides, r.count)[0] - r.malus) for member in members for r in member)
    return min(len(members), together // difficulty)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("counts", BOTH)
def test_groups_of_every_pool(pair: tuple[int, int], counts: tuple[int, int]) -> None:
    one, other = Roll(pair[0], counts[0], 1), Roll(pair[1], counts[1])
    for members in ([(one,), (other,), (Roll(6, 1),)], [(one, Roll(6, 1)), (other,)]):
        for difficulty in (1, 3):
            exact = shares(lambda dice, m=members, d=difficulty: members_through(dice, m, d))  # type: ignore[misc]
            assert_same_shares(exact, by_value(group(members, difficulty)))


def test_groups_of_large_pools() -> None:
    members = [(Roll(8, 5),), (Roll(6, 6, 2),), (Roll(10, 3), Roll(4, 4)), (Roll(12, 2),)]
    assert_near_throws(lambda dice: members_through(dice, members, 4), by_value(group(members, 4)), seed=5)

    def succeed_alone(dice: Falls) -> int:
        each = (sum(max(0, dice.pool(r.sides, r.count)[0] - r.malus) for r in member) for member in members)
        return int(all(value >= 3 for value in each))

    everybody = group_alone(members, 3)
    assert_near_throws(succeed_alone, {1: everybody, 0: 1 - everybody}, seed=6)


# -- mixed ----------------------------------------------------------------------------------------------------------


def margin_of_sides(dice: Falls, mine: Sequence[Roll], theirs: Sequence[Roll], rounding: str) -> int:
    """Sides with helpers against each other; what is in excess on one are dice of the other's first (SDA-041)."""
    totals, excess = [], []
    for rolls in (mine, theirs):
        raw = [dice.pool(roll.sides, roll.count)[0] for roll in rolls]
        nets = [(max(0, value - roll.malus), roll.halved) for value, roll in zip(raw, rolls, strict=True)]
        helped = [net for net, by_half in nets if by_half]
        halves = sum(map(halved, helped)) if rounding == EACH else halved(sum(helped))
        totals.append(sum(net for net, by_half in nets if not by_half) + halves)
        excess.append(sum(max(0, roll.malus - value) for value, roll in zip(raw, rolls, strict=True)))
    gained, lost = dice.pool(mine[0].sides, excess[1])[0], dice.pool(theirs[0].sides, excess[0])[0]
    return totals[0] + gained - totals[1] - lost


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("counts", BOTH)
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_opposed_work_of_several_of_every_pool(pair: tuple[int, int], counts: tuple[int, int], rounding: str) -> None:
    mine = (Roll(pair[0], counts[0], 1), Roll(6, 1, 0, halved=True))
    theirs = (Roll(pair[1], counts[1]), Roll(4, 1, 1, halved=True))
    exact = shares(lambda dice: margin_of_sides(dice, mine, theirs, rounding))
    found = opposed_together(mine, theirs, rounding)
    assert_same_shares(exact, by_value(found.shares, found.least))
    lost = float(sum(share for value, share in exact.items() if value <= 0))
    assert turnout_against(mine, theirs, FIRST_FAIL, rounding).lost == pytest.approx(lost, abs=EXACT)


def test_opposed_work_of_several_of_large_pools() -> None:
    mine, theirs = (Roll(10, 6, 5), Roll(8, 4, 2, halved=True)), (Roll(8, 7, 3), Roll(6, 5, 0, halved=True))
    found = opposed_together(mine, theirs, TOGETHER)
    assert_near_throws(
        lambda dice: margin_of_sides(dice, mine, theirs, TOGETHER), by_value(found.shares, found.least), seed=7
    )


# -- what the books print themselves --------------------------------------------------------------------------------

#: How many dice of each kind are as good as sure of a difficulty, by the later text: four times out of five.
SURE = {
    1: (6, 3, 2, 2, 2, 1),
    2: (11, 5, 4, 3, 3, 2),
    3: (16, 8, 6, 4, 4, 2),
    4: (21, 10, 7, 5, 5, 3),
    5: (26, 12, 9, 7, 6, 3),
    6: (31, 15, 10, 8, 6, 4),
    7: (35, 17, 12, 9, 7, 5),
    8: (40, 19, 13, 10, 8, 5),
    9: (44, 21, 15, 11, 9, 6),
}


@pytest.mark.parametrize(("sides", "expected"), list(zip(DICE, (0.25, 0.5, 0.75, 1.0, 1.25, 2.25), strict=True)))
def test_a_die_gives_as_much_on_average_as_the_books_say(sides: int, expected: float) -> None:
    assert mean(distribution(sides, 1)) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("difficulty", SURE)
def test_so_many_dice_are_as_good_as_sure(difficulty: int) -> None:
    for sides, count in zip(DICE, SURE[difficulty], strict=True):
        assert at_least(distribution(sides, count), difficulty) >= 0.8 - EXACT
        assert at_least(distribution(sides, count - 1), difficulty) < 0.8
