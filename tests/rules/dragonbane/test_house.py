"""House rules: campaigns keep them by their keys, and without any the book holds."""

import pytest

from rules.engine.content.switches import Switch
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content.switches import SWITCHES

#: What the book says, or our reading of it, by the key under which campaigns store what they play instead.
BOOK = {
    "attribute_generation": "roll",
    "attribute_points": 72,
    "dragons_teach": True,
    "eighteen_is_heroic": True,
    "push_condition": "matching",
    "push_after_demon": False,
    "half_strength_unusable": True,
    "three_successes_wake": True,
    "dash_doubles": "before terrain",
    "darkness": True,
    "unsteady_ground": True,
    "overload": "roll to move",
    "falling_metres": 2,
    "hunger_condition": True,
    "poison": "damage and condition",
    "fear_table": True,
    "prices_percent": 100,
    "surprise_chooses": "any card",
    "swaps_a_round": "once",
    "hold_back": False,
    "prone_gives_a_boon": True,
    "shooting_in_melee": "bane",
    "twice_the_range": False,
    "dragon_dodge_counterattacks": False,
    "dragon_is_met_by_dragons": False,
    "push_a_defence": True,
    "step_after_a_parry": True,
    "monsters_can_be_parried": "as stated",
    "game_master_picks_attacks": True,
    "creatures_at_zero": "die",
    "rally_reaches": 10,
    "diagonals": "one square",
}


def test_without_house_rules_the_book_holds() -> None:
    assert {switch.name: switch.default for switch in SWITCHES} == BOOK


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: str(switch.name))
def test_the_game_offers_every_house_rule_with_the_book_among_its_choices(switch: Switch) -> None:
    assert switch in DRAGONBANE.switches
    assert not switch.options or switch.default in switch.options
