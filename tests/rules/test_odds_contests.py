"""Margins, granted dice, groups, flips and pushes are those of all ways in which dice fall."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.kernel import kept
from rules.engine.kernel.kept_dice import at_most_flipped, flipped, pushed
from rules.engine.odds import (
    at_least,
    at_most,
    cumulated,
    deviation,
    in_100,
    mapped,
    mean,
    mixed,
    mixture,
    normal,
    pool,
    quantile,
)
from rules.engine.odds.contests import Margin, Spread, judged, tallies
from rules.engine.odds.vocabulary import Odds
from rules.systems.sda.core.person import granting

EXACT = 1e-12
weights = st.lists(st.integers(0, 999), min_size=1, max_size=8).filter(any).map(tuple)
spreads = st.builds(Spread, st.integers(-9, 9), weights)


def counted(spread: Spread) -> dict[int, int]:
    return {value: weight for value, weight in enumerate(spread.weights, spread.least) if weight}


def by_hand(a: Spread, b: Spread, sign: int) -> dict[int, int]:
    out: Counter[int] = Counter()
    for (x, p), (y, q) in product(counted(a).items(), counted(b).items()):
        out[x + sign * y] += p * q
    return dict(out)


# -- spreads --------------------------------------------------------------------------------------------------------


@given(spreads, spreads)
def test_spreads_are_added_and_taken_off_as_by_hand(a: Spread, b: Spread) -> None:
    assert counted(a.plus(b)) == by_hand(a, b, 1)
    assert counted(a.minus(b)) == by_hand(a, b, -1)
    assert counted(a.floored()) == counted(a.to(lambda value: max(0, value)))
    assert sum(a.shares().values()) == pytest.approx(1, abs=EXACT)


@given(spreads)
def test_a_margin_is_ahead_level_or_behind(spread: Spread) -> None:
    margin, whole = Margin.of(spread), sum(spread.weights)
    told = {value: weight / whole for value, weight in counted(spread).items()}
    assert margin.ahead == pytest.approx(sum(p for v, p in told.items() if v > 0), abs=EXACT)
    assert margin.level == pytest.approx(told.get(0, 0.0), abs=EXACT)
    assert margin.ahead + margin.level + margin.behind == pytest.approx(1, abs=EXACT)
    assert margin.at_least(1) == pytest.approx(margin.ahead, abs=EXACT)
    assert sum(margin.hits()) == pytest.approx(1, abs=EXACT)
    assert margin.hits()[0] == pytest.approx(1 - margin.ahead, abs=EXACT)
    assert margin.hits_against()[0] == pytest.approx(1 - margin.behind, abs=EXACT)


def granted_by_hand(faces: Sequence[int], count: int, malus: int, others: Sequence[int]) -> dict[int, Fraction]:
    """The chance of each margin, by all throws of dice with these faces and of dice granted for the malus."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for roll in product(faces, repeat=count):
        beyond = max(0, malus - sum(roll))
        for gift in product(others, repeat=beyond):
            share = Fraction(1, len(faces) ** count * len(others) ** beyond)
            out[max(0, sum(roll) - malus) - sum(gift)] += share
    return out


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("malus", [0, 1, 2, 4])
def test_what_a_malus_has_beyond_a_roll_are_dice_for_the_other_side(count: int, malus: int) -> None:
    mine, theirs = (0, 0, 1, 1, 2, 3), (0, 1, 1, 2)
    spread = granting(pool((2, 2, 1, 1), count), malus, (1, 2, 1))
    exact = granted_by_hand(mine, count, malus, theirs)
    whole = sum(spread.weights)
    assert whole == 6**count * 4**malus
    assert {value: Fraction(weight, whole) for value, weight in counted(spread).items()} == exact


@given(weights, st.integers(0, 5), weights)
def test_a_larger_malus_never_helps(roll: tuple[int, ...], malus: int, die: tuple[int, ...]) -> None:
    less, more = (Margin.of(granting(roll, each, die)) for each in (malus, malus + 1))
    for value in range(-30, 10):
        assert more.at_least(value) <= less.at_least(value) + EXACT


def test_what_is_below_no_malus_is_a_bonus() -> None:
    assert granting((1, 1), -2, (1, 1)) == Spread(2, (1, 1))
    doubled = granting((1, 1, 1), 1, (1, 1), lambda net: 2 * net)
    assert counted(doubled) == {-1: 1, 0: 3, 2: 2}


# -- contests and groups ----------------------------------------------------------------------------------------------


def test_a_contest_is_decided_by_more_than_five() -> None:
    margin = Margin.of(Spread(3, (0, *(1,) * 20)).minus(Spread(1, (0, *(1,) * 20))))
    fell = [a + 3 - b - 1 for a, b in product(range(1, 21), repeat=2)]
    assert margin.at_least(6) == pytest.approx(sum(by > 5 for by in fell) / 400, abs=EXACT)
    assert 1 - margin.at_least(-5) == pytest.approx(sum(by < -5 for by in fell) / 400, abs=EXACT)


def as_a_group(counts: tuple[int, ...]) -> int:
    """Passes and failures cancel each other; what is left counts if it is more than what is mixed."""
    failed, mixed_up, passed = counts
    if abs(passed - failed) > mixed_up:
        return 2 if passed > failed else 0
    return 1


def test_a_group_is_judged_by_how_many_ended_where() -> None:
    members = [(0.2, 0.3, 0.5), (0.1, 0.1, 0.8), (0.6, 0.4, 0.0), (0.25, 0.5, 0.25)]
    exact: dict[tuple[int, ...], float] = defaultdict(float)
    for ends in product(range(3), repeat=4):
        share = 1.0
        for member, end in zip(members, ends, strict=True):
            share *= member[end]
        exact[tuple(ends.count(band) for band in range(3))] += share
    told = tallies(members)
    assert all(told.get(counts, 0.0) == pytest.approx(share, abs=EXACT) for counts, share in exact.items())
    whole = judged(members, as_a_group, 3)
    for band in range(3):
        assert whole[band] == pytest.approx(sum(p for c, p in exact.items() if as_a_group(c) == band), abs=EXACT)


# -- one kept die, pushes, flips ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [4, 20])
@pytest.mark.parametrize("extra", [-2, -1, 0, 1, 2])
def test_a_kept_die_is_the_lowest_or_the_highest(sides: int, extra: int) -> None:
    keeps = max if extra < 0 else min
    fell = Counter(keeps(faces) for faces in product(range(1, sides + 1), repeat=1 + abs(extra)))
    for face, share in enumerate(kept(sides, extra)):
        assert share == pytest.approx(fell[face] / fell.total(), abs=EXACT)


@pytest.mark.parametrize("level", [1, 7, 13, 19])
@pytest.mark.parametrize("final", [0, 1])
def test_a_push_rolls_a_failure_again(level: int, final: int) -> None:
    faces = range(1, 21)
    won = sum(a <= level or (b <= level and not (final and a == 20)) for a, b in product(faces, repeat=2))
    assert pushed(level / 20, final / 20) == pytest.approx(won / 400, abs=EXACT)


@given(st.integers(-5, 110))
def test_flips_help_or_hurt(target: int) -> None:
    helped = sum(face <= target or flipped(face) <= target for face in range(1, 101)) / 100
    hurt = sum(face <= target and flipped(face) <= target for face in range(1, 101)) / 100
    assert at_most_flipped(target, helps=True) == helped
    assert at_most_flipped(target, helps=False) == hurt
    assert hurt <= max(0, min(100, target)) / 100 <= helped


def test_flipping_twice_gives_the_face_back() -> None:
    assert [flipped(flipped(face)) for face in range(1, 101)] == list(range(1, 101))


# -- what is read off a distribution --------------------------------------------------------------------------------


@given(weights, st.floats(0.001, 1))
def test_a_quantile_is_the_first_value_that_is_enough(of: tuple[int, ...], share: float) -> None:
    told = normal(of)
    value = quantile(told, share)
    assert at_most(told, value) >= share - 1e-11
    assert value == 0 or at_most(told, value - 1) < share
    assert cumulated(told)[-1] == pytest.approx(1, abs=EXACT)
    assert quantile(told, 2.0) == len(told) - 1, "what is never reached is at the last value"
    assert at_most(told, value) + at_least(told, value + 1) == pytest.approx(1, abs=EXACT)


@given(st.lists(st.tuples(st.sampled_from([0.25, 0.5, 2.0]), weights), min_size=1, max_size=3))
def test_what_is_mixed_or_mapped_is_each_share_by_itself(parts: list[tuple[float, tuple[int, ...]]]) -> None:
    mixed_up, by_hand = mixture(parts), Counter[int]()
    for factor, of in parts:
        for value, weight in enumerate(of):
            by_hand[value] += factor * weight  # type: ignore[assignment]
    assert mixed_up == pytest.approx([by_hand[value] for value in range(len(mixed_up))])
    halves = mapped(mixed_up, lambda value: value // 2)
    assert halves == pytest.approx([by_hand[2 * value] + by_hand[2 * value + 1] for value in range(len(halves))])
    assert (len(mixed_up), len(halves)) == (max(len(of) for _, of in parts), (len(mixed_up) + 1) // 2)


def test_odds_tell_their_mean_and_their_quantiles() -> None:
    assert Odds("", measure=(0.5, 0.5)).mean == 0.5
    odds = Odds("", (), mixed((6, 6))[2:], "points", 2)
    assert odds.mean == pytest.approx(7)
    assert [odds.quantile(share) for share in (0.25, 0.5, 0.75)] == [5, 7, 9]
    assert deviation(mixed((6, 6))) ** 2 == pytest.approx(35 / 6)


@pytest.mark.parametrize(("probability", "so_many"), [(0, 0), (1e-9, 1), (0.5, 50), (0.996, 99), (1, 100)])
def test_nothing_is_never_or_always_so_unless_it_is(probability: float, so_many: int) -> None:
    assert in_100(probability) == so_many


def test_small_weights_are_rounded_once() -> None:
    for whole in range(2, 200):
        assert normal((1, whole - 1)) == (1 / whole, (whole - 1) / whole)


def test_large_weights_are_as_good_as_exact() -> None:
    for count in (20, 60, 300):
        of = pool((3, 4, 4, 1), count)
        for share, weight in zip(normal(of), of, strict=True):
            assert share == pytest.approx(float(Fraction(weight, 12**count)), rel=1e-15, abs=1e-300)
    assert mean(normal(pool((1, 1), 10))) == 5
