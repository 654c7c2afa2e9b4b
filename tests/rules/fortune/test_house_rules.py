"""House rules on the sheet: its figures and spells are shown and explained as the house plays them."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.content.switches import Switch
from rules.engine.kernel import Resource, Sheet
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content import library
from rules.systems.fortune.content.switches import SWITCHES
from rules.systems.fortune.core import weapon_words
from tests.rules.fortune.tables import creature, fight


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


def test_creatures_keep_lent_stamina_only_as_long_as_the_house_has_it() -> None:
    """Stamina of a creature's own stays."""
    at = fight(wolf=creature(), foe=creature())
    at.sheets["foe"].resources["stamina"] = Resource(4, 4)
    most = []
    for each in (3, 5, 0, 2):
        at.house_rules = {"creature_stamina": each}
        FORTUNE.keep_up(at)
        held = at.sheets["wolf"].resources["stamina"]
        most.append((held.now, held.most))
        assert at.sheets["foe"].most("stamina") == 4
    level = at.sheets["wolf"].rank("body", "level")
    assert most == [(each * level, each * level) for each in (3, 5, 0, 2)]
    assert level > 0


def test_a_whip_is_told_with_the_range_that_the_house_gives_it() -> None:
    whip = library.weapons()["whip"]
    assert "10 to 20 ft" in weapon_words(whip)
    assert "20 ft" in weapon_words(whip, house_rules={"whip_near": True})


def test_the_compendium_says_that_the_counter_of_creatures_is_a_default() -> None:
    told = next(one for one in FORTUNE.compendium()["creatures"] if one.key == "minotaur")
    assert "Armor 12, Counter 7 by default" in told.facts


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: str(switch.name))
def test_every_house_rule_has_its_default_among_its_choices_and_a_heading(switch: Switch) -> None:
    assert not switch.options or switch.default in switch.options
    assert switch.part
