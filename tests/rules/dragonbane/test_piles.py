"""Several weapons alike in one row of a sheet: whatever happens to one of them happens to no other."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import Judged, Table, TypedDice
from rules.engine.kernel.commands import perform
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.core import BROKEN, Push, item_from, slots_of
from rules.systems.dragonbane.core.circumstances import Frighten
from rules.systems.dragonbane.core.outfit import Repair
from tests.rules.dragonbane.fights import do, fight
from tests.rules.dragonbane.test_fight import armed

AT_FOE = {"target": "foe", "weapon": "handaxe"}
HIT = ("foe", "melee.attack", {"foe": [5]}, {"target": "rook"})

#: What befalls one of three axes: by whom, with which dice, and what they choose.
BEFALLS: dict[str, list[tuple[str, str, dict[str, list[int]], dict[str, Any]]]] = {
    "thrown": [("rook", "ranged.attack", {"rook": [19, 3]}, AT_FOE)],
    "thrown and spoilt": [("rook", "ranged.attack", {"rook": [20, 3, 4]}, AT_FOE)],
    "thrown and let fall": [("rook", "ranged.attack", {"rook": [20, 3, 1]}, AT_FOE)],
    "dropped": [("rook", "turn.drop", {}, {"thing": "handaxe"})],
    "let fall": [("rook", "melee.attack", {"rook": [20, 1]}, AT_FOE)],
    "stuck": [("rook", "melee.attack", {"rook": [20, 3]}, AT_FOE)],
    "flown off": [("rook", "melee.attack", {"rook": [20, 4, 2]}, AT_FOE)],
    "damaged": [("rook", "melee.attack", {"rook": [20, 5]}, AT_FOE)],
    "struck away": [("foe", "melee.disarm", {"foe": [5, 2], "rook": [19]}, {"target": "rook"})],
    "broken": [HIT, ("rook", "defend.parry", {"rook": [5], "foe": [6, 6]}, {"weapon": "handaxe"})],
}


def axes() -> Table:
    rook, foe = armed("Rook", "handaxe", axes=14), armed("Foe", "broadsword", swords=14)
    rook.items["handaxe"] = replace(rook.items["handaxe"], count=3)
    return fight({"rook": rook, "foe": foe}, ["rook", "foe"])


@pytest.mark.parametrize("befalls", BEFALLS)
def test_one_of_three_is_meant_and_the_others_are_at_hand(befalls: str) -> None:
    table = axes()
    for who, name, dice, chosen in BEFALLS[befalls]:
        table.scene.turn = f"{who}/1" if name != "defend.parry" else table.scene.turn
        do(table, who, name, dice, **chosen)
    items = table.sheet("rook").items
    assert items.pop("handaxe") == replace(item_from("weapons", "handaxe"), count=2, in_use=False)
    (one,) = (item for item in items.values() if item.entry == "handaxe")
    assert one.count == 1
    assert one.wear or one.stats
    assert one.in_use == (befalls in ("damaged", "broken"))
    assert ("lies_at" in one.stats) != one.in_use


def test_one_of_several_broken_ones_is_mended_at_a_time() -> None:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    table.me.ranks["skill"]["crafting"] = 12
    table.me.items = {"knife": replace(item_from("weapons", "knife"), count=3, wear=BROKEN)}
    perform(Repair("knife"), table, TypedDice({"anna": [12]}))
    assert sorted((item.count, item.wear) for item in table.me.items.values()) == [(1, 0), (2, BROKEN)]


@pytest.mark.parametrize(("section", "key"), [("weapons", "handaxe"), ("armour", "leather")])
def test_of_several_alike_one_is_worn_and_the_others_fill_slots(section: str, key: str) -> None:
    three = replace(item_from(section, key), count=3)
    each = slots_of(replace(three, count=1))
    assert slots_of(three) == 3 * each
    assert slots_of(replace(three, in_use=True)) == 2 * each
    assert slots_of(replace(three, count=1, in_use=True)) == 0


def test_a_bundle_of_gear_falls_as_one() -> None:
    table = axes()
    table.me.items["torch"] = replace(item_from("gear", "torch"), count=5)
    do(table, "rook", "turn.drop", thing="torch")
    assert (table.me.items["torch"].count, table.me.items["torch"].stats) == (5, {"lies_at": [0.0, 0.0]})


def test_fear_that_empties_the_hands_lets_fall_what_is_in_them() -> None:
    table = axes()
    table.sheet("rook").items["torch"] = replace(item_from("gear", "torch"), in_use=True)
    do(table, "rook", "peril.fear", {"rook": [20, 3]})
    items = table.sheet("rook").items
    lying = {item.entry for item in items.values() if "lies_at" in item.stats}
    assert lying == {"handaxe", "torch"}
    assert not [item for item in items.values() if item.in_use and item.entry != "unarmed"]


def test_fear_out_of_a_fight_has_things_put_away() -> None:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    perform(Frighten(), table, TypedDice({"anna": [20, 3]}))
    assert (table.me.items["knife"].in_use, table.me.items["knife"].stats) == (False, {})
    assert table.me.items["unarmed"].in_use


def test_the_push_of_a_roll_against_fear_is_judged_with_its_own_banes() -> None:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    perform(Frighten(banes=2), table, TypedDice({"anna": [19, 18, 17, 6]}))
    perform(Push("scared"), table, TypedDice({"anna": [3, 4, 5]}))
    judged = [fact for fact in table.facts if isinstance(fact, Judged)]
    assert (judged[0].numbers["extra"], judged[-1].numbers["extra"]) == (-2, -2)
