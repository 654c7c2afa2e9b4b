"""House rules of WinterDawn that weigh and carry: figures that no single roll shows (D-12)."""

import pytest

from rules.engine.kernel import Condition, Item, Json, Sheet, Table
from rules.systems.sda.content.compendium import creatures
from rules.systems.sda.content.house_rules.general import AS_BLUNT
from rules.systems.sda.core.person import carried, carrying_limit
from rules.systems.sda.core.rolls import MOUNTED, load, on_the_back, pool_for
from rules.systems.sda.creation.life.new_sheet import creature_sheet, fresh_sheet, item_from
from rules.systems.sda.system import SDA


def anna(**carried_things: int) -> Sheet:
    sheet = fresh_sheet("Anna")
    sheet.items |= {key: Item(key, "gear", entry=key, count=count) for key, count in carried_things.items()}
    return sheet


def in_the_saddle(house: dict[str, Json], rider: Sheet) -> Table:
    rider.conditions[MOUNTED] = Condition(MOUNTED, "On a horse", 0, "horse")
    return Table({"anna": rider, "horse": creature_sheet("horse_riding")}, house_rules=house, actor="anna")


@pytest.mark.parametrize(
    ("house", "weight"),
    [({}, 5.5), ({"coins_to_a_burden": 50}, 6.0), ({"coins_to_a_burden": 0}, 5.0), ({"rations_to_a_burden": 2}, 3.0)],
)
def test_coins_and_rations_weigh_what_the_house_says(house: dict[str, Json], weight: float) -> None:
    assert carried(anna(silver=50, dried_ration=5), house) == weight


@pytest.mark.parametrize(("house", "shown"), [({}, "0"), ({"armour_against_other_damage": AS_BLUNT}, "3")])
def test_the_sheet_shows_the_armour_of_its_house(house: dict[str, Json], shown: str) -> None:
    sheet = fresh_sheet("Anna")
    sheet.items["plate"] = Item("Plate", "armour", in_use=True, stats={"protection": {"bludgeoning": 3}})
    assert SDA.explain(sheet, "armour.burning", house).value == shown


def test_the_sheet_shows_the_burden_of_its_house() -> None:
    sheet = anna(dried_ration=30)
    assert SDA.explain(sheet, "burden", {}).value == "30 / 24"
    assert SDA.explain(sheet, "burden", {"rations_to_a_burden": 0}).value == "0 / 24"
    assert SDA.explain(sheet, "skill.climbing", {}).value == "0d6"
    assert SDA.explain(sheet, "skill.climbing", {"rations_to_a_burden": 0}).value == "1d6"


def test_an_attribute_without_a_die_says_so() -> None:
    sheet = anna()
    sheet.ranks["attribute"]["strength"] = 3
    without = {"die_below_four": "none"}
    assert [part.value for part in SDA.explain(sheet, "attribute.strength", without).parts[:2]] == ["none", "crippling"]
    assert SDA.explain(sheet, "skill.climbing", without).value == "0d4 −1"


def test_riders_burden_their_mounts_with_all_that_they_carry() -> None:
    rider = anna()
    table = in_the_saddle({}, rider)
    assert on_the_back(table, "horse") == 20
    rider.items["full_plate_suit"] = item_from("armour", "full_plate_suit")
    assert on_the_back(table, "horse") == 20 + 31
    assert on_the_back(table, "anna") == 0


def test_a_mount_that_is_loaded_beyond_its_limit_has_fewer_dice() -> None:
    horse = creature_sheet("horse_riding")
    assert carrying_limit(horse) == 65
    dice = [
        pool_for(in_the_saddle({"rider_weighs": weight}, anna()), "horse", "running").available
        for weight in (20, 65, 66, 98, 131)
    ]
    assert dice == [4, 4, 3, 2, 0]


def test_no_creature_of_the_bestiary_is_burdened_by_what_it_is_printed_with() -> None:
    assert [key for key in creatures() if load(creature_sheet(key)) > 1] == []


def test_a_guard_has_a_die_for_reflex() -> None:
    table = Table({"guard": creature_sheet("guard_rookie")}, actor="guard")
    assert pool_for(table, "guard", "reflex").available == 1
