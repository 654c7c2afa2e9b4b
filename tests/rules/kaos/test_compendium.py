"""The data is what the tables say, and data that is not is refused by file and entry."""

from pathlib import Path

import pytest

from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import amount
from rules.systems.kaos import KAOS
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Armour


def test_there_is_enough_of_everything() -> None:
    counts = {section: len(entries) for section, entries in KAOS.compendium().items()}
    assert counts["skills"] == 21
    assert counts["peoples"] == 6
    assert counts["armour"] == 10
    assert counts["shields"] == 4
    assert counts["goods"] >= 60
    assert counts["creatures"] >= 13
    assert counts["spells"] >= 38
    assert counts["lifestyles"] == 7


def test_every_entry_has_a_sentence_and_every_thing_can_be_picked_up() -> None:
    for section, entries in KAOS.compendium().items():
        for entry in entries:
            assert entry.summary.endswith("."), f"{section} {entry.key}"
            assert entry.source
        if section in library.CARRIED:
            assert all(KAOS.item(section, entry.key).name for entry in entries)


@pytest.mark.parametrize(
    ("key", "half", "most"),
    [
        ("acrobatics", "agi", ("str", "agi")),
        ("athletics", "str", ("str", "tou")),
        ("craft", "per", ("per", "wil")),
        ("languages", "", ("per", "cha")),
        ("riding", "wil", ("wil", "cha")),
        ("stealth", "agi", ("agi", "agi")),
        ("witchcraft", "", ("wil", "cha")),
    ],
)
def test_skills_begin_and_end_as_their_table_says(key: str, half: str, most: tuple[str, ...]) -> None:
    skill = library.skills()[key]
    assert (skill.half, skill.most) == (half, most)


@pytest.mark.parametrize(
    ("key", "damage", "reach", "thrown", "shot"),
    [
        ("dagger", "1d4", 1, 3, 0),
        ("club", "1d6", 1, 2, 0),
        ("trident", "1d8", 1, 2, 0),
        ("dart", "1d4", 0, 3, 0),
        ("javelin", "1d6", 0, 6, 0),
        ("halberd", "1d10", 2, 0, 0),
        ("great_sword", "2d6", 1, 0, 0),
        ("long_bow", "1d8", 0, 0, 20),
    ],
)
def test_weapons_reach_and_fly_as_their_table_says(key: str, damage: str, reach: int, thrown: int, shot: int) -> None:
    weapon = library.weapons()[key]
    assert (weapon.damage, weapon.reach, weapon.thrown, weapon.shot) == (damage, reach, thrown, shot)


def test_an_ordinary_humanoid_is_as_it_was_proposed() -> None:
    sheet = KAOS.creature("humanoid")
    assert sheet.ranks["attribute"] == {"str": 15, "agi": 15, "tou": 15, "per": 12, "wil": 12, "cha": 10}
    assert sheet.resources["hp"].most == 42


@pytest.mark.parametrize("key", [entry.key for entry in KAOS.compendium()["creatures"]])
def test_creatures_can_fight_and_keep_within_their_limits(key: str) -> None:
    sheet = KAOS.creature(key)
    assert sheet.resources["hp"].now == sheet.resources["hp"].most > 0
    weapons = [weapon for item in sheet.items.values() if (weapon := library.weapon_of(item))]
    assert any(amount(weapon.damage).dice for weapon in weapons)
    assert sheet.rank("skill", "melee_combat") or sheet.rank("skill", "ranged_combat")
    assert KAOS.page(sheet, {}).columns


def test_the_demo_names_what_there_is() -> None:
    told = KAOS.demo()
    known = {entry.key for entry in KAOS.compendium()["creatures"]}
    assert {one["creature"] for fight in told["encounter"] for one in fight["creatures"]} <= known
    for one in told["character"]:
        assert set(one["skills"]) <= set(library.skills())
        for section in ("weapons", "armour", "shields", "goods"):
            assert all(KAOS.item(section, key) for key in one.get(section, ()))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nds = 3\nathletics = 1', "cost is missing"),
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nds = "3"\nathletics = 1\ncost = 1', "must be a whole number"),
        ('[armour.tin]\nname = ""\ndescription = "x"\nds = 3\nathletics = 1\ncost = 1', "is empty"),
        ('[armour.tin]\ncolour = "grey"', "unknown field 'colour'"),
        ("[boots.tin]\ncost = 1", "has no section"),
        ("[armour]\ntin = 3", "is not a table"),
    ],
)
def test_data_that_does_not_fit_is_refused_by_name(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "armour.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=complaint):
        filed(file, "armour", Armour)
