"""Figures that follow from others, and that every number of a sheet says where it comes from."""

from dataclasses import replace

import pytest

from rules.engine.character.edits import SetRank, SetResource
from rules.engine.kernel import Condition, Item, Sheet, Table, Unknown
from rules.engine.page.blocks import Cover, Items, Page, Ranks, Tiles
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import figures, item_from, weapon_of
from tests.rules.legal_play import SeededDice


def _anna(**attributes: int) -> tuple[Table, Sheet]:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    table.me.ranks["attribute"] |= attributes
    DRAGONBANE.keep_up(table)
    return table, table.me


def test_limits_and_movement_follow() -> None:
    table, anna = _anna(con=14, wil=8, agl=16)
    assert (anna.resources["hp"].most, anna.resources["wp"].most) == (14, 8)
    assert figures.movement_of(anna) == 14
    anna.memo["kin"] = "halfling"
    anna.items["sturdy"] = item_from("abilities", "sturdy")
    DRAGONBANE.keep_up(Table(table.sheets, actor="anna"))
    assert figures.movement_of(anna) == 12
    assert anna.resources["hp"].most == 16


def test_what_is_written_by_hand_stays() -> None:
    table, anna = _anna()
    SetResource("hp", now=10, most=30).perform(table, SeededDice(1))
    SetRank("body", "movement", 3).perform(table, SeededDice(1))
    DRAGONBANE.keep_up(table)
    assert anna.memo["printed"] == ["hp", "movement"]
    fresh = Table(table.sheets, None, {}, "anna", DRAGONBANE.rank_range)
    SetRank("attribute", "con", 15).perform(fresh, SeededDice(1))
    DRAGONBANE.keep_up(fresh)
    assert (anna.resources["hp"].most, anna.rank("body", "movement")) == (30, 3)


def test_the_base_chance_follows_until_a_level_is_written() -> None:
    _, anna = _anna(cha=16)
    assert figures.level_of(anna, "performance") == 7
    anna.ranks["skill"]["performance"] = 9
    assert figures.level_of(anna, "performance") == 9
    assert figures.level_of(anna, "mentalism") == 0


def test_damage_bonus_is_that_of_the_arm() -> None:
    _, anna = _anna(str=17, agl=13)
    weapons = library.weapons()
    assert figures.damage_bonus(anna, weapons["broadsword"]) == "d6"
    assert figures.damage_bonus(anna, weapons["dagger"]) == "d4"
    assert figures.damage_bonus(anna, weapons["heavy_crossbow"]) == ""
    assert figures.damage_bonus(anna, weapons["small_shield"]) == "d6"


def test_a_shield_parries_with_the_best_skill_of_strength() -> None:
    _, anna = _anna()
    anna.ranks["skill"] = {"axes": 12, "knives": 18, "swords": 11}
    assert figures.skill_for(anna, library.weapons()["small_shield"]) == "axes"


def test_a_pack_gives_room_and_small_things_share_it() -> None:
    _, anna = _anna(str=11)
    assert figures.room(anna) == 6
    anna.items |= {key: item_from("gear", key) for key in ("backpack", "rope", "lantern", "lockpicks")}
    anna.items["rations"] = replace(item_from("gear", "rations"), count=5)
    anna.items["gold"] = replace(item_from("coins", "gold"), count=120)
    assert figures.room(anna) == 8
    assert figures.carried(anna) == 1 + 1 + 2 + 1
    anna.items["tent"] = replace(item_from("gear", "tent"), count=3)
    assert figures.is_overloaded(anna)


def test_a_thing_of_ones_own_overrides_the_compendium_as_far_as_it_fits() -> None:
    own = Item("Bell hammer", "weapon", stats={"skill": "hammers", "damage": "3d6", "hands": 2, "durability": "much"})
    weapon = weapon_of(own)
    assert (weapon.name, weapon.skill, weapon.damage, weapon.hands) == ("Bell hammer", "hammers", "3d6", 2)
    assert weapon.durability == 0


def _numbers(page: Page) -> list[str]:
    found = []
    for column in page.columns:
        for block in column:
            if isinstance(block, Tiles):
                found += [f"{row.kind}.{row.name}" if row.kind else row.name for row in block.rows]
            elif isinstance(block, Ranks):
                found += [f"{row.kind}.{row.name}" for group in block.groups for row in group.rows]
    return found


@pytest.mark.parametrize("key", ["", *library.creatures()])
def test_every_number_of_a_sheet_is_explained(key: str) -> None:
    sheet = DRAGONBANE.creature(key) if key else DRAGONBANE.fresh_sheet("Anna")
    page = DRAGONBANE.page(sheet, {})
    numbers = _numbers(page)
    assert len(numbers) > 40
    for number in (*numbers, *(f"resource.{gauge.name}" for gauge in page.vitals.gauges)):
        shown = DRAGONBANE.explain(sheet, number, {})
        assert shown.label
        assert shown.parts or shown.value in ("–", "0")


def test_what_is_no_number_is_refused() -> None:
    for number in ("", "skill", "skill.juggling", "body.wings", "luck"):
        with pytest.raises(Unknown):
            DRAGONBANE.explain(DRAGONBANE.fresh_sheet("Anna"), number, {})


def test_a_sheet_shows_what_is_worn_broken_and_hindered() -> None:
    _, anna = _anna()
    anna.items["chain"] = replace(item_from("armour", "chainmail"), in_use=True)
    anna.items["axe"] = replace(item_from("weapons", "handaxe"), wear=2)
    anna.conditions["dazed"] = Condition("dazed", "Dazed")
    page = DRAGONBANE.page(anna, {})
    blocks = {block.name: block for column in page.columns for block in column}
    cover, weapons = blocks["protection"], blocks["weapons"]
    assert isinstance(cover, Cover)
    assert cover.rows == (("Chainmail", ("4", "Evade, Sneaking")),)
    assert isinstance(weapons, Items)
    assert next(row for row in weapons.rows if row.key == "axe").worn == "broken"
    evade = DRAGONBANE.explain(anna, "skill.evade", {})
    assert [part.label for part in evade.parts if part.value == "bane"] == ["Dazed", "Chainmail"]


@pytest.mark.parametrize(
    ("hp", "conditions", "looks", "out"),
    [
        (10, (), "unhurt", False),
        (9, (), "hurt", False),
        (5, (), "badly hurt", False),
        (0, (), "down", True),
        (0, ("rallied",), "down", False),
        (0, ("dead",), "dead", True),
        (10, ("unconscious",), "down", True),
    ],
)
def test_looks_follow_from_hit_points_and_conditions(
    hp: int, conditions: tuple[str, ...], looks: str, out: bool
) -> None:
    _, anna = _anna()
    anna.resources["hp"].now = hp
    anna.conditions = {name: Condition(name, name) for name in conditions}
    vitals = DRAGONBANE.vitals(anna)
    assert (vitals.looks, vitals.out) == (looks, out)
