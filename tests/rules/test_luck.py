"""Percentiles: true for every roll of every game, and even from 0 to 100 when all are taken together."""

import os
from collections.abc import Callable, Iterator
from math import sqrt
from random import Random

import pytest

from rules.engine.kernel import (
    Dice,
    Die,
    Rolled,
    SeededDice,
    Sheet,
    Table,
    TypedDice,
    among,
    amounts,
    chance_to_be_as_far,
    even,
    kept_dice,
    rolled,
    spread,
    unusual,
    usual,
)
from rules.engine.odds import mean, normal, pool
from rules.engine.odds.fairness import fit
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from rules.systems.dragonbane.creation.attributes import best_of_four, roll_attributes
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import throw_dice
from tests.rules.legal_play import LegalPlay
from tests.toy import HEADS_GAME

Throw = Callable[[Table, Dice], object]


def pool_of(sides: int, count: int, how: str = "") -> Throw:
    return lambda table, dice: throw_dice(table, dice, "a", sides, count, "pool", how)


def kept_of(sides: int, extra: int) -> Throw:
    return lambda table, dice: kept_dice.throw_kept(table, dice, "a", "test", sides, extra)


def amount_of(written: str) -> Throw:
    return lambda table, dice: amounts.throw(table, dice, "a", "amount", amounts.amount(written))


#: Every kind of throw that a game makes.
KINDS: dict[str, Throw] = {
    **{f"{count}d{sides}": pool_of(sides, count) for sides in chances.DICE for count in (1, 2, 3, 5, 9)},
    **{f"5d8 {how}": pool_of(8, 5, how) for how in (chances.THREES, chances.FIVES, chances.AGAIN, chances.TWICE)},
    **{f"d{sides} {extra:+d}": kept_of(sides, extra) for sides in (20, 100) for extra in (-2, -1, 0, 1, 2)},
    **{written: amount_of(written) for written in ("d4", "d6", "2d6", "d8", "d3+3", "2d6+d4", "3d10", "d10+2")},
    "best of four": roll_attributes,
}


def thrown(kind: str, seed: int) -> Iterator[Rolled]:
    """Every roll of dice that are thrown on and on."""
    throw, dice = KINDS[kind], SeededDice(f"{kind} {seed}")
    while True:
        table = Table({"a": Sheet("A")}, actor="a")
        throw(table, dice)
        yield from (fact for fact in table.facts if isinstance(fact, Rolled))


@pytest.mark.parametrize(("face", "passed"), [(1, True), (12, True), (13, False)])
def test_a_kept_die_says_whether_it_succeeds(face: int, passed: bool) -> None:
    table = Table({"a": Sheet("A")}, actor="a")
    kept_dice.throw_kept(table, TypedDice({"a": [face, 20]}), "a", "test", 20, 1, lambda fell: fell <= 12)
    (fact,) = table.facts
    assert isinstance(fact, Rolled)
    assert [die.passed for die in fact.dice] == [passed, None]


def spread_evenly(times: int, seed: int) -> list[int]:
    """How many of so many rolls of all kinds lie in each hundredth, spread within equal results."""
    shares, counts = Random(f"shares {seed}"), [0] * 100
    sources = [thrown(kind, seed) for kind in KINDS]
    for place in range(times):
        fact = next(sources[place % len(sources)])
        assert fact.exactly is not None
        counts[min(99, int(spread(fact.percentile, fact.exactly, shares.random())))] += 1
    return counts


def test_the_luck_of_thousands_of_rolls_is_even() -> None:
    found = fit(spread_evenly(20_000, 1))
    assert 0.001 < found.chance < 0.999, found


@pytest.mark.skipif("WINTERHALL_LONG" not in os.environ, reason="Takes about a minute.")
def test_the_luck_of_a_million_rolls_is_even() -> None:
    found = fit(spread_evenly(1_000_000, 2))
    print(f"chi-square of 100 hundredths: {found.statistic:.1f}, chance {found.chance:.3f}")  # noqa: T201 - to be read
    assert 0.001 < found.chance < 0.999, found


def test_a_roll_that_is_told_half_a_tie_too_lucky_would_be_found() -> None:
    """The negative control: without the half of equal results nothing is even."""
    counts, sources = [0] * 100, [thrown(kind, 3) for kind in KINDS]
    for place in range(20_000):
        fact = next(sources[place % len(sources)])
        counts[min(99, int(fact.percentile))] += 1
    assert fit(counts).chance < 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_the_average_luck_of_every_kind_is_fifty(kind: str) -> None:
    source = thrown(kind, 4)
    lucks = [next(source).percentile for _ in range(2_000)]
    assert sum(lucks) / len(lucks) == pytest.approx(50, abs=2 * usual(2_000))


# -- the facts --------------------------------------------------------------------------------------------------------


def test_a_roll_tells_what_was_to_be_expected() -> None:
    fact = rolled("a", "two coins", (Die(2, 2, 1), Die(2, 1)), 1, normal(pool((1, 1), 2)))
    assert (fact.percentile, fact.expected, fact.exactly, fact.drawn) == (50, 1.0, 0.5, False)
    low = rolled("a", "test", (Die(20, 1),), 1, even(20), low=True)
    assert (low.percentile, low.expected) == (97.5, 10.5)
    card = rolled("a", "card", (Die(10, 3, 3),), 3, among((3, 7)), low=True, drawn=True)
    assert (card.percentile, card.expected, card.exactly) == (75, 5.0, 0.5)


def test_the_best_three_of_four_are_a_distribution() -> None:
    assert sum(best_of_four()) == pytest.approx(1)
    assert mean(best_of_four()) == pytest.approx(12.2446, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", [*SYSTEMS, HEADS_GAME], ids=lambda system: system.slug)
def test_every_roll_of_every_game_is_true(system: System, seed: int) -> None:
    game, count = LegalPlay(system, seed), 0
    for played in game.play(400):
        for fact in played.facts:
            if isinstance(fact, Rolled):
                count += 1
                assert fact.exactly, f"{fact} does not say how likely it was"
                assert fact.expected is not None
                half = 50 * fact.exactly
                assert half - 1e-9 <= fact.percentile <= 100 - half + 1e-9, fact
                assert all(1 <= die.face <= die.sides for die in fact.dice)
    assert count


def test_fair_pages_of_many_rows_show_a_mark_once_in_twenty() -> None:
    chance = Random("fair pages")
    pages = [[chance_to_be_as_far(100, chance.gauss(50, 100 / sqrt(1200))) for _ in range(10)] for _ in range(4_000)]
    assert sum(any(one < 0.05 for one in page) for page in pages) / 4_000 == pytest.approx(0.40, abs=0.03)
    assert sum(any(unusual(page)) for page in pages) / 4_000 == pytest.approx(0.05, abs=0.012)


def test_what_is_far_from_usual_is_marked_among_many_rows() -> None:
    far, usual_ones = chance_to_be_as_far(400, 58), [0.2, 0.9, 0.04, 0.6] * 5
    assert unusual([*usual_ones, far]) == [False] * 20 + [True]
