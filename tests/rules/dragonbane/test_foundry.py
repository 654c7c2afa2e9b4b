"""Actors of Foundry VTT: what comes onto the sheet, what is told, and that nothing in a file breaks anything."""

from contextlib import suppress

from rules import codec
from rules.engine.character.foundry import LINES
from rules.engine.kernel import Refused, Sheet
from rules.systems.dragonbane.core import figures
from rules.systems.dragonbane.system import DRAGONBANE
from tests.rules.foundry_actors import GNARL, ORLA, VERLAN, mangled, shelf_of

SHELF = shelf_of(DRAGONBANE)
MANY = 200


def imported(told: object) -> tuple[Sheet, tuple[str, ...]]:
    assert DRAGONBANE.foundry
    return DRAGONBANE.foundry.imported(told, SHELF)


def test_a_character_comes_with_everything_that_there_is_here() -> None:
    sheet, _ = imported(ORLA)
    assert (sheet.name, sheet.kind, sheet.memo) == (
        "Orla",
        "character",
        {"kin": "dwarf", "profession": "fighter", "age": "adult"},
    )
    assert sheet.ranks["attribute"] == {"str": 15, "con": 14, "agl": 13, "int": 9, "wil": 12, "cha": 10}
    assert sheet.ranks["skill"] == {"swords": 12, "elementalism": 10}
    assert sheet.experience == {"skill": {"swords": 1}}
    assert (sheet.resources["hp"].now, sheet.resources["hp"].most) == (9, 14)
    assert figures.movement_of(sheet) == figures.usual_movement(sheet)
    assert list(sheet.conditions) == ["exhausted"]
    held = {item.name: (item.kind, item.entry, item.count, item.in_use) for item in sheet.items.values()}
    assert held["Broadsword"] == ("weapon", "broadsword", 1, True)
    assert held["Greatsword"] == ("weapon", "greatsword", 1, False)
    assert held["Studded leather armour"] == ("armour", "studded_leather", 1, True)
    assert held["Horned Helm"] == ("armour", "", 1, True)
    assert held["Torch"] == ("gear", "torch", 3, False)
    assert held["Silver coins"] == ("coin", "silver", 12, False)
    assert held["Unforgiving"] == ("ability", "unforgiving", 1, False)
    assert "Copper coins" not in held
    dagger = figures.weapon_of(next(item for item in sheet.items.values() if item.name == "Whisper"))
    assert (dagger.skill, dagger.damage, dagger.features) == ("knives", "d8+1", ("subtle",))
    spark = next(item for item in sheet.items.values() if item.name == "Spark")
    assert spark.stats == {"school": "elementalism", "rank": 1, "range": 20, "damage": "2d6"}
    assert sheet.texts["appearance"] == "Tall, one grey eye"
    assert sheet.texts["memento"] == "Lucky tooth"
    assert sheet.texts["notes"] == "Owes the miller 3 silver\n\nInjury: Cracked Rib"
    assert DRAGONBANE.page(sheet, {})


def test_the_report_tells_each_thing_that_stayed_behind() -> None:
    assert set(imported(ORLA)[1]) == {
        "Charisma is 40 in the file. Here it is 1 to 18, so it was left out.",
        "Beast Lore is 25 in the file. Skills go to 18 here, so it was left out.",
        "The skill Astral Lore is not known here (level 8).",
        "The ability Stone Stare is not in the compendium. Its text was imported; its effect is up to you.",
        "Spark does d6 more for each power level in the file. Here every level adds the same dice.",
        "Greatsword stays in the pack: both hands are full.",
        "Whisper is not in the compendium. It was imported with its numbers; check them.",
        "Horned Helm is not in the compendium. It was imported with its numbers; check them.",
        "Lucky tooth is not in the compendium. It was imported as plain gear.",
        "By the rules here Orla has 14 hit points at most; the file says 16.",
        "The injury Cracked Rib has no rules on this sheet. It is in the notes.",
        "Iron ore (material) has no place on a sheet here.",
    }


def test_monsters_and_people_of_the_game_master_keep_their_figures() -> None:
    gnarl, report = imported(GNARL)
    assert (gnarl.kind, gnarl.resources["hp"].most, gnarl.ranks["skill"]) == ("creature", 40, {"awareness": 12})
    assert gnarl.ranks["body"] == {"movement": 14, "armour": 3, "ferocity": 2, "size": 1}
    assert report == ("The file has no attack table. Write the six attacks on the sheet.",)
    verlan, report = imported(VERLAN)
    assert (verlan.kind, verlan.resources["hp"].now, verlan.resources["wp"].most) == ("creature", 11, 8)
    assert verlan.rank("attribute", "str") == 13
    assert (verlan.memo["kin"], report) == ("elf", ())


def test_no_mangled_actor_breaks_anything() -> None:
    made = 0
    for seed in range(MANY):
        with suppress(Refused):
            sheet, report = imported(mangled((ORLA, GNARL, VERLAN)[seed % 3], seed))
            assert codec.plain(codec.sheet_from(codec.dump(sheet))) == codec.plain(sheet)
            assert DRAGONBANE.page(sheet, {})
            assert all(0 <= one.now <= one.most for one in sheet.resources.values())
            assert len(report) <= LINES + 1
            made += 1
    assert made > MANY / 2
