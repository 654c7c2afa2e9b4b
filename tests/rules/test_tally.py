"""Tallies add up whoever counted which part; shares and spreads say how far they can be trusted."""

import json
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.forecast.tally import Tally, spread, total, wilson

NAMES = st.sampled_from([("fights",), ("won", "party"), ("won",), ("rounds", 3), ("gauge", "rook", "boxes", 2)])


def _tally(names: list[tuple[str | int, ...]]) -> Tally:
    tally = Tally()
    for name in names:
        tally.count(*name)
    return tally


@given(st.lists(NAMES), st.lists(NAMES), st.lists(NAMES))
def test_parts_add_up_in_any_order(a: list, b: list, c: list) -> None:
    whole = _tally([*a, *b, *c]).plain()
    assert total([_tally(c), _tally(a), _tally(b)]).plain() == whole
    assert (_tally(a) + (_tally(b) + _tally(c))).plain() == whole


@given(st.lists(NAMES))
def test_a_tally_survives_json(names: list) -> None:
    tally = _tally(names)
    assert Tally.from_plain(json.loads(json.dumps(tally.plain()))) == tally


def test_counts_are_read_by_how_their_names_begin() -> None:
    tally = _tally([("fell", "rook"), ("fell", "rook"), ("fell", "rook", "party"), ("rounds", 10), ("rounds", 9)])
    assert tally.under("fell") == {"rook": 2}
    assert tally.under("fell", "rook") == {"party": 1}
    assert list(tally.under("rounds")) == [9, 10]
    assert tally.of("won", "nobody") == 0


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("confidence", [0.90, 0.95, 0.99])
def test_the_interval_holds_the_true_chance_about_as_often_as_it_says(chance: float, confidence: float) -> None:
    """Counted exactly, over all that 200 fights can come to."""
    fights = 200
    held = sum(
        comb(fights, won) * chance**won * (1 - chance) ** (fights - won)
        for won in range(fights + 1)
        if wilson(won, fights, confidence).holds(chance)
    )
    assert held == pytest.approx(confidence, abs=0.04)


def test_a_spread_leaves_out_as_much_at_either_end() -> None:
    assert spread(dict.fromkeys(range(1, 101), 1)).least == 5
    assert spread(dict.fromkeys(range(1, 101), 1)).most == 95
    assert spread({4: 1}).mean == 4
    assert spread({}).most == 0
