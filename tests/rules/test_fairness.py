"""The chi-square test: against known values, and against dice of which we know whether they are fair."""

from math import erfc, exp, sqrt
from random import Random

import pytest

from rules.engine.odds import fairness
from rules.engine.odds.fairness import Fit, critical, fit, power, rolls_needed, tail, told, upper_gamma

#: From printed tables: degrees of freedom, chance, and the statistic that is exceeded with it.
TABLE = [
    (1, 0.05, 3.841459), (1, 0.01, 6.634897), (2, 0.05, 5.991465), (3, 0.001, 16.266236), (4, 0.95, 0.710723),
    (5, 0.05, 11.070498), (5, 0.01, 15.086272), (7, 0.10, 12.017037), (9, 0.05, 16.918978), (9, 0.01, 21.665994),
    (11, 0.05, 19.675138), (19, 0.05, 30.143527), (19, 0.01, 36.190869), (30, 0.99, 14.953457), (99, 0.05, 123.225221),
    (99, 0.01, 134.641617),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "chance", "statistic"), TABLE)
def test_the_tail_is_that_of_printed_tables(freedom: int, chance: float, statistic: float) -> None:
    assert tail(statistic, freedom) == pytest.approx(chance, rel=2e-6)
    assert critical(freedom, chance) == pytest.approx(statistic, rel=1e-6)


@pytest.mark.parametrize("x", [0.0, 1e-9, 0.3, 1.0, 1.9, 2.0, 2.1, 7.0, 60.0, 700.0])
def test_where_it_has_a_closed_form_it_is_that(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(exp(-x), rel=1e-12, abs=1e-300)
    assert upper_gamma(2, x) == pytest.approx(exp(-x) * (1 + x), rel=1e-12, abs=1e-300)
    assert upper_gamma(0.5, x) == pytest.approx(erfc(sqrt(x)), rel=1e-11, abs=1e-300)
    assert upper_gamma(5, x) == pytest.approx(
        exp(-x) * sum(x**k / f for k, f in enumerate((1, 1, 2, 6, 24))), rel=1e-12
    )


def test_series_and_continued_fraction_of_the_gamma_function_agree() -> None:
    for a in (0.5, 3.0, 9.5, 49.5, 499.5):
        left, right = upper_gamma(a, (a + 1) * (1 - 1e-12)), upper_gamma(a, (a + 1) * (1 + 1e-12))
        assert left == pytest.approx(right, rel=1e-9)


def test_a_fit_is_what_one_reckons_by_hand() -> None:
    found = fit([16, 18, 16, 14, 12, 12])
    assert (found.rolls, found.freedom) == (88, 5)
    assert found.statistic == pytest.approx(sum((n - 88 / 6) ** 2 for n in (16, 18, 16, 14, 12, 12)) / (88 / 6))
    assert found.chance == pytest.approx(0.8490, abs=2e-4)
    assert fit([0, 0]).chance == 1.0


# -- how much it finds ------------------------------------------------------------------------------------------------


#: So many dice are thrown: of a hundred alone chance would find 84 or accuse three now and then.
TRIES = 200


def shown(random: Random, sides: int, rolls: int, by: float) -> list[int]:
    """How often each face fell of a die whose last face is too frequent by so much."""
    fair = (1 - 1 / sides - by) / (sides - 1)
    weights = [fair] * (sides - 1) + [1 / sides + by]
    counts = [0] * sides
    for face in random.choices(range(sides), weights, k=rolls):
        counts[face] += 1
    return counts


def test_without_a_fault_its_power_is_the_rate_of_false_alarms() -> None:
    assert power(20, 5_000, by=0.0) == pytest.approx(fairness.ALARM, rel=0.02)
    assert power(6, 5_000, by=0.0, alarm=0.05) == pytest.approx(0.05, rel=0.02)


#: Noncentralities of chi-square that are published for an alarm of 0.05, by degrees of freedom and power.
NONCENTRAL = [
    (1, 0.8, 7.849), (2, 0.8, 9.635), (3, 0.8, 10.903), (5, 0.8, 12.828), (1, 0.9, 10.507), (2, 0.9, 12.654),
    (3, 0.9, 14.171), (5, 0.9, 16.469),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "surely", "noncentral"), NONCENTRAL)
def test_power_is_that_of_published_tables(freedom: int, surely: float, noncentral: float) -> None:
    """A small fault of very many rolls is a noncentral chi-square."""
    rolls = 1_000_000
    by = sqrt(noncentral / (rolls * (freedom + 1) * (1 + 1 / freedom)))
    assert power(freedom + 1, rolls, by=by, alarm=0.05) == pytest.approx(surely, abs=2e-3)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_a_loaded_die_is_found_after_as_many_rolls_as_are_said(sides: int) -> None:
    rolls, random = rolls_needed(sides), Random(f"loaded {sides}")
    assert power(sides, rolls) >= 0.9 > power(sides, rolls - 20)
    found = sum(fit(shown(random, sides, rolls, fairness.LOADED)).is_unusual for _ in range(TRIES))
    assert found >= 0.85 * TRIES


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_fair_dice_are_hardly_ever_accused(sides: int) -> None:
    random = Random(f"fair {sides}")
    accused = sum(fit(shown(random, sides, rolls_needed(sides), 0.0)).is_unusual for _ in range(TRIES))
    assert accused <= 0.02 * TRIES


# -- in words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1.0, "nothing unusual; nearly every fair set looks at least this uneven"),
        (0.62, "nothing unusual; six fair sets in ten look at least this uneven"),
        (0.34, "nothing unusual; one fair set in three looks at least this uneven"),
        (0.06, "nothing unusual; one fair set in 17 looks at least this uneven"),
        (0.02, "a little uneven, as fair dice can be: one fair set in 50 looks at least this uneven"),
        (0.002, "unusual: only one fair set in 500 looks at least this uneven"),
        (1e-9, "unusual: not one fair set in 10,000 looks at least this uneven"),
    ],
)
def test_it_is_said_in_words(chance: float, words: str) -> None:
    assert told(Fit(1_000, 1.0, 19, chance)) == words


def test_of_few_rolls_nothing_is_said() -> None:
    assert told(fit([30, 0, 0, 0, 0, 0])).startswith("unusual")
    few = fit([29, 0, 0, 0, 0, 0])
    assert told(few) == "too few rolls: 30 are needed"
    assert not few.is_unusual
