"""Tables as they are printed: fumbles by weight, injuries by d12, spells and mechanics in full."""

import pytest

from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.content.states import TABLES
from rules.systems.grim.fight.attacks.fumbles import rows


def test_fumbles_are_28_rows_of_weight_98() -> None:
    assert len(library.fumbles()) == 28
    assert len(rows()) == 98


@pytest.mark.parametrize(
    ("face", "row"), [(6, 1), (7, 2), (24, 4), (25, 5), (50, 10), (70, 15), (85, 20), (94, 24), (95, 25), (98, 28)]
)
def test_each_place_of_the_fumble_table_is_the_row_that_its_weight_says(face: int, row: int) -> None:
    assert rows()[face - 1] == list(library.fumbles().values())[row - 1]


@pytest.mark.parametrize("table", TABLES)
def test_each_injury_table_has_ten_rows_between_luck_and_the_next_table(table: str) -> None:
    found = [one for one in library.injuries().values() if one.table == table]
    assert [one.roll for one in found] == list(range(2, 12))
    assert all(one.surgery == (table == "grievous") == bool(one.after and one.loses) for one in found)


def test_all_mechanics_are_claimed() -> None:
    assert [one.number for one in GRIM.mechanics()] == [f"GRM-{number:03}" for number in range(1, 128)]
