"""Amounts that dice decide: as they are written, and what may come of them."""

from itertools import product

import pytest

from rules.engine.kernel import Refused, amount, distribution

EXACT = 1e-12


@pytest.mark.parametrize("written", ["plenty", "sword", "2d", "0d6", "d1", "2d1", "d6-1", "d101", "99d99"])
def test_what_is_no_amount_is_refused(written: str) -> None:
    with pytest.raises(Refused, match=r"[.]$"):
        amount(written)


@pytest.mark.parametrize("written", ["d8", "1d3", "2d6", "2d6+d4", "d3+3", "2d6+2", "5", ""])
def test_every_way_is_counted(written: str) -> None:
    read = amount(written)
    ways = [sum(faces) + read.plus for faces in product(*(range(1, die + 1) for die in read.dice))]
    told = distribution(read)
    assert len(told) == read.most + 1
    for value, share in enumerate(told):
        assert share == pytest.approx(ways.count(value) / len(ways), abs=EXACT)


def test_as_many_dice_as_a_long_fall_takes_are_counted() -> None:
    assert sum(distribution(amount("99d6"))) == pytest.approx(1, abs=EXACT)
