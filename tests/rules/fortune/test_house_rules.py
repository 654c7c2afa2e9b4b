"""House rules on the sheet: its figures and spells are shown and explained as the house plays them."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.content.switches import Switch
from rules.engine.kernel import Sheet
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content.switches import SWITCHES


def _value(sheet: Sheet, number: str, **house_rules: Any) -> str:
    return FORTUNE.explain(sheet, number, house_rules).value


@pytest.mark.parametrize("mode", ["climb", "swim", "dig"])
def test_a_way_to_move_that_everybody_has_is_as_fast_as_the_house_says(mode: str) -> None:
    sheet = FORTUNE.fresh_sheet("Rook")
    assert (_value(sheet, f"body.{mode}"), _value(sheet, f"body.{mode}", **{mode: 15})) == ("5 ft", "15 ft")
    sheet.ranks["body"][mode] = 30
    assert _value(sheet, f"body.{mode}", **{mode: 15}) == "30 ft"


def test_mariners_swim_twice_as_fast_as_the_house_says() -> None:
    sheet = FORTUNE.fresh_sheet("Rook")
    sheet.ranks["feature"]["mariners_water"] = 1
    assert (_value(sheet, "body.swim"), _value(sheet, "body.swim", swim=10)) == ("10 ft", "20 ft")


def test_a_spell_is_explained_as_the_house_plays_it() -> None:
    sheet = FORTUNE.fresh_sheet("Rook")
    told = [part.label for part in FORTUNE.explain(sheet, "spell.light", {"light_radius": 40}).parts]
    assert "40 ft around" in told
    told = [part.label for part in FORTUNE.explain(sheet, "spell.slow", {"sphere_rounds": 2}).parts]
    assert "2 rounds" in told


def test_armor_counts_a_shield_that_needs_no_training() -> None:
    sheet = FORTUNE.fresh_sheet("Rook")
    sheet.ranks["training"]["medium_shield"] = 0
    sheet.items["medium_shield"] = replace(sheet.items["medium_shield"], in_use=True)
    plain, free = int(_value(sheet, "armour")), int(_value(sheet, "armour", shield_training=False))
    assert free == plain + 2
    assert _value(sheet, "counter", shield_training=False) == str(free - 5)


def test_the_counter_of_creatures_is_explained_as_the_house_has_it() -> None:
    told = FORTUNE.explain(FORTUNE.creature("minotaur"), "counter", {"creature_counter": 2})
    assert (told.value, told.parts[-1].value) == ("10", "−2")
    assert _value(FORTUNE.fresh_sheet("Rook"), "counter", creature_counter=2) == _value(
        FORTUNE.fresh_sheet("Rook"), "counter"
    )


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: str(switch.name))
def test_every_house_rule_has_its_default_among_its_choices_and_a_heading(switch: Switch) -> None:
    assert not switch.options or switch.default in switch.options
    assert switch.part
