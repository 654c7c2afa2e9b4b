"""Pools of any dice come to what all their faces come to, and no share is off by more than 1e-12."""

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.odds import convolve, dice, mean, mixed, normal, pool, pools, summed
from rules.engine.odds.bursts import any_shows, burst, bursting, enough_throws, goes_on, showing
from rules.engine.odds.packing import WORD, packed, unpacked
from rules.engine.odds.sums import PROVEN_DICE, PROVEN_SIDES, plain

EXACT = 1e-12
LONG = bool(os.environ.get("WINTERHALL_LONG"))
weights = st.lists(st.integers(0, 10**6), min_size=1, max_size=9).filter(any).map(tuple)


def fallen(sides: tuple[int, ...]) -> dict[int, Fraction]:
    """Every way in which dice of these sides fall, added up."""
    sums = Counter(sum(faces) for faces in product(*(range(1, one + 1) for one in sides)))
    return {value: Fraction(ways, sums.total()) for value, ways in sums.items()}


def convolved(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    out = [0] * (len(a) + len(b) - 1)
    for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
        out[i + j] += x * y
    return tuple(out)


@pytest.mark.parametrize("sides", [(2,), (6,), (4, 4), (6, 6, 6), (20, 20), (2, 3, 4), (10, 6, 6), (100, 3), (8, 6, 4)])
def test_dice_come_to_what_their_faces_come_to(sides: tuple[int, ...]) -> None:
    exact, told = fallen(sides), mixed(sides)
    assert len(told) == sum(sides) + 1
    for value, share in enumerate(told):
        assert share == pytest.approx(float(exact.get(value, 0)), abs=EXACT)


def windows(count: int, sides: int) -> list[int]:
    """The weights of equal dice above ``count``, by adding up windows in whole numbers."""
    row = [1]
    for _ in range(count):
        wide, above = [*row, *[0] * (sides - 1)], 0
        for place, weight in enumerate(wide):
            above += weight - (row[place - sides] if sides <= place < sides + len(row) else 0)
            wide[place] = above
        row = wide
    return row


#: Corners, and some between; with WINTERHALL_LONG every pool there is.
COUNTS = range(1, PROVEN_DICE + 1) if LONG else (1, 2, 3, 7, 24, 59, 60)
SIDES = range(2, PROVEN_SIDES + 1) if LONG else (2, 3, 6, 7, 20, 53, 100)


@pytest.mark.parametrize("sides", SIDES)
def test_shares_of_equal_dice_are_as_good_as_exact(sides: int) -> None:
    for count in COUNTS:
        told, whole = dice(count, sides), sides**count
        assert not any(told[:count])
        for share, weight in zip(told[count:], windows(count, sides), strict=True):
            exact = weight / whole
            assert abs(share - exact) <= EXACT * exact
        assert sum(told) == pytest.approx(1, abs=EXACT)


def test_more_dice_than_were_proven_are_counted_in_whole_numbers() -> None:
    assert dice(70, 6) == normal(pool(plain(6), 70))
    assert mean(dice(3, 200)) == pytest.approx(301.5)
    assert dice(0, 6) == mixed(()) == (1.0,)


@given(st.integers(1, 60), st.integers(2, 100))
def test_equal_dice_are_symmetric_and_of_the_mean_they_have(count: int, sides: int) -> None:
    told = dice(count, sides)[count:]
    assert told == told[::-1]
    assert count + mean(told) == pytest.approx(count * (sides + 1) / 2)


@given(weights, weights)
def test_weights_are_combined_as_by_hand(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    assert convolve(a, b) == convolved(a, b) == convolve(b, a)


@given(weights, st.integers(0, 12))
def test_a_pool_is_as_many_dice(die: tuple[int, ...], count: int) -> None:
    told: tuple[int, ...] = (1,)
    for _ in range(count):
        told = convolved(told, die)
    assert pool(die, count) == told


@given(st.lists(st.tuples(weights, st.integers(0, 5)), max_size=4))
def test_any_mixture_is_the_sum_of_its_pools(kinds: list[tuple[tuple[int, ...], int]]) -> None:
    told: tuple[int, ...] = (1,)
    for die, count in kinds:
        told = convolved(told, pool(die, count))
    assert pools(kinds) == told


def test_sixty_dice_of_all_kinds() -> None:
    sides = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100) * 6
    told = mixed(sides)
    assert sum(told) == pytest.approx(1, abs=EXACT)
    assert mean(told) == pytest.approx(sum(sides) / 2 + 30)


# -- dice that are thrown again, dice that are looked over ----------------------------------------------------------


def again_by_hand(sides: int, again: tuple[int, ...], throws: int) -> dict[int, Fraction]:
    share = {0: Fraction(1)}
    shares: dict[int, Fraction] = {}
    for throw in range(throws):
        following: dict[int, Fraction] = {}
        for (total, p), face in product(share.items(), range(1, sides + 1)):
            goes = face in again and throw + 1 < throws
            where = following if goes else shares
            where[total + face] = where.get(total + face, Fraction(0)) + p / sides
        share = following
    return shares


@pytest.mark.parametrize(("sides", "again"), [(6, (6,)), (6, (1, 6)), (4, (4,)), (10, ())])
@pytest.mark.parametrize("throws", [1, 2, 3, 5])
def test_a_die_thrown_again_comes_to_what_its_throws_come_to(sides: int, again: tuple[int, ...], throws: int) -> None:
    exact, told = again_by_hand(sides, again, throws), bursting(1, sides, again, throws)
    assert sum(told) == pytest.approx(1, abs=EXACT)
    for value in {*exact, *range(len(told))}:
        at = told[value] if value < len(told) else 0.0
        assert at == pytest.approx(float(exact.get(value, 0)), abs=EXACT)


def test_what_is_left_out_of_dice_without_end_is_bounded() -> None:
    for again in ((6,), (1, 6)):
        throws = enough_throws(6, len(again))
        assert goes_on(6, len(again), throws) <= 1e-13 < goes_on(6, len(again), throws - 1)
        usual, longer = bursting(1, 6, again), bursting(1, 6, again, throws + 9)
        assert max(abs(a - b) for a, b in zip(usual, longer, strict=False)) <= 1e-13
    # A d6 that bursts on a 6 has the mean 3.5 + 3.5 / 6 + ... = 4.2; two of them twice that.
    assert mean(bursting(1, 6, (6,))) == pytest.approx(4.2, abs=1e-10)
    assert mean(bursting(2, 6, (6,))) == pytest.approx(8.4, abs=1e-10)
    assert mean(bursting(1, 6, (1, 6))) == pytest.approx(3.5 * 1.5, abs=1e-10)
    assert sum(burst(6, (6,), 3)) == 6**3


@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("faces", [1, 2])
def test_as_many_dice_show_a_face_as_fall_on_it(count: int, faces: int) -> None:
    ways = Counter(sum(face <= faces for face in fell) for fell in product(range(1, 7), repeat=count))
    for number, share in enumerate(showing(count, 6, faces)):
        assert share == pytest.approx(ways[number] / 6**count, abs=EXACT)
    assert any_shows(count, 6, faces) == pytest.approx(1 - ways[0] / 6**count, abs=EXACT)


shares = weights.map(normal)


@given(st.lists(shares, max_size=4))
def test_shares_are_summed_as_weights_are(parts: list[tuple[float, ...]]) -> None:
    told = summed(parts)
    by_hand: dict[int, float] = {0: 1.0}
    for part in parts:
        after: dict[int, float] = {}
        for (a, p), (b, q) in product(by_hand.items(), enumerate(part)):
            after[a + b] = after.get(a + b, 0.0) + p * q
        by_hand = after
    assert told == pytest.approx([by_hand[value] for value in range(len(told))], abs=EXACT)


def test_whoever_only_counts_waits_for_no_dataclasses() -> None:
    """Counting odds imports little: the modules that tell of them are fetched when they are asked for."""
    asked = "import sys, rules.engine.odds.runs, rules.engine.odds.contests; print('dataclasses' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


@pytest.mark.parametrize("count", [511, 512, 513])
@pytest.mark.parametrize("width", [WORD, WORD + 1])
def test_weights_are_taken_apart_as_they_were_packed(count: int, width: int) -> None:
    weights = tuple(range(count))
    assert unpacked(packed(weights, width), width, count) == weights


def test_what_cannot_be_adds_up_with_the_largest_weights() -> None:
    assert convolve((0,), (1 << 70, 1)) == (0, 0) == convolve((1 << 70, 1), (0,))
