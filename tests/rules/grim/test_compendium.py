"""The data is what the tables say, and data that is not is refused by file and entry."""

from pathlib import Path

import pytest

from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import Item
from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Armour, Creature
from rules.systems.grim.content.library import price
from rules.systems.grim.core import has_track, initiative, movement, peril_threshold, size, threshold


def test_there_is_enough_of_everything() -> None:
    counts = {section: len(entries) for section, entries in GRIM.compendium().items()}
    assert counts["weapons"] >= 110
    assert counts["armour"] + counts["shields"] == 18
    assert counts["qualities"] == 47
    assert (counts["skills"], counts["attributes"], counts["ancestries"]) == (36, 7, 6)
    assert (counts["injuries"], counts["fumbles"]) == (30, 28)
    assert counts["conditions"] >= 14
    assert counts["creatures"] == 70
    assert counts["professions"] == 157
    assert counts["talents"] == 72
    assert counts["traits"] == 72 + 138


def test_every_entry_has_a_sentence_and_every_thing_can_be_picked_up() -> None:
    for section, entries in GRIM.compendium().items():
        for entry in entries:
            assert entry.summary.endswith((".", "!")), f"{section} {entry.key}"
            assert entry.source
        if section in library.CARRIED:
            assert all(GRIM.item(section, entry.key).name for entry in entries)


def test_special_skills_are_those_of_the_list() -> None:
    special = {key for key, one in library.skills().items() if one.special}
    assert special == {
        *("martial_melee", "martial_ranged", "drive", "pilot", "ride", "skulduggery", "alchemy", "counterfeit"),
        *("education", "heal", "navigation", "warfare", "incantation", "interrogation", "tradecraft"),
        *("disguise", "handle_animal", "leadership"),
    }


@pytest.mark.parametrize(
    ("key", "load", "short", "attribute", "qualities", "size"),
    [
        ("dirk", 0, 0, "agility", {"fast", "finesse", "light", "weak"}, "personal"),
        ("bare_handed", 0, 0, "brawn", {"pummeling", "slow"}, "personal"),
        ("halberd", 0, 0, "combat", {"powerful", "reach", "slow"}, "reach"),
        ("war_hammer", 0, 0, "combat", {"powerful", "slow"}, "long"),
        ("sabre", 0, 0, "combat", {"defensive"}, "regular"),
        ("hunting_bow", 1, 9, "agility", {"finesse", "weak"}, "regular"),
        ("musket", 4, 9, "combat", {"gunpowder"}, "regular"),
        ("repeating_crossbow", 4, 6, "combat", {"fast", "punishing", "repeating"}, "regular"),
    ],
)
def test_weapons_are_as_their_table_says(
    key: str, load: int, short: int, attribute: str, qualities: set[str], size: str
) -> None:
    weapon = library.weapons()[key]
    assert (weapon.load, weapon.short, weapon.attribute, weapon.size) == (load, short, attribute, size)
    assert set(weapon.qualities) == qualities


def test_a_profession_has_seven_advances_ten_skills_and_three_talents() -> None:
    for one in library.professions().values():
        assert (sum(one.bonuses.values()), len(one.skills), len(one.talents)) == (7, 10, 3), one.key
        assert bool(one.roll) == (one.archetype != "expert"), one.key


@pytest.mark.parametrize("archetype", ["academic", "commoner", "knave", "ranger", "socialite", "warrior"])
def test_the_table_of_an_archetype_has_every_face_once(archetype: str) -> None:
    spans = sorted(one.roll for one in library.professions().values() if one.archetype == archetype)
    faces = [face for least, most in spans for face in range(least, most + 1)]
    assert faces == list(range(1, 101))


def test_ancestries_and_their_traits_have_every_face_once() -> None:
    faces = [face for one in library.ancestries().values() for face in range(one.roll[0], one.roll[1] + 1)]
    assert sorted(faces) == list(range(1, 101))
    for key in library.ancestries():
        found = sorted(one.face for one in library.ancestral_traits().values() if one.ancestry == key)
        assert found == list(range(1, 13))


def test_fumbles_weigh_ninety_eight_together() -> None:
    assert sum(one.weight for one in library.fumbles().values()) == 98


def test_every_injury_stands_once_on_its_table() -> None:
    found = sorted((one.table, one.roll) for one in library.injuries().values())
    assert found == sorted((name, face) for name in ("moderate", "serious", "grievous") for face in range(2, 12))


@pytest.mark.parametrize("key", [entry.key for entry in GRIM.compendium()["creatures"]])
def test_creatures_keep_their_printed_figures(key: str) -> None:
    creature, sheet = library.creatures()[key], GRIM.creature(key)
    assert threshold(sheet) == creature.damage_threshold
    assert (initiative(sheet), movement(sheet), size(sheet)) == (creature.initiative, creature.movement, creature.size)
    assert has_track(sheet, "peril") == bool(creature.peril_threshold)
    if creature.peril_threshold:
        assert peril_threshold(sheet) == creature.peril_threshold
    weapons = [item for item in sheet.items.values() if library.weapon_of(item)]
    assert any(item.in_use for item in weapons)
    for name, printed in (("parry", creature.parry), ("dodge", creature.dodge)):
        assert bool(sheet.rank("body", f"no_{name}")) == (not printed)
        assert GRIM.explain(sheet, name, {}).value == (str(printed) if printed else "none")
    assert GRIM.page(sheet, {}).columns
    assert GRIM.vitals(sheet).looks == "unhurt"


def test_a_thing_has_its_own_figures_over_those_of_its_kind() -> None:
    odd = Item("Old faithful", "weapon", "sabre", stats={"plus": 2, "qualities": ["vicious", "no such"], "skill": "x"})
    weapon = library.weapon_of(odd)
    assert weapon is not None
    assert (weapon.name, weapon.plus, weapon.skill) == ("Old faithful", 2, "martial_melee")
    assert weapon.qualities == ("defensive", "vicious")
    assert (library.armour_of(odd), library.shield_of(odd), library.gear_of(odd)) == (None, None, None)


def test_prices_are_told_in_coins() -> None:
    assert [price(pennies) for pennies in (0, 11, 240, 42960 + 13)] == ["nothing", "11 bp", "1 gc", "179 gc 1 ss 1 bp"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[armour.tin]\nname = "Tin"', "description is missing"),
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nthreshold = "3"', "must be a whole number"),
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nqualities = ["shiny"]', "unknown 'shiny'"),
        ('[armour.tin]\ncolour = "grey"', "unknown field 'colour'"),
        ("[boots.tin]\nprice = 1", "has no section"),
    ],
)
def test_data_that_does_not_fit_is_refused_by_name(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "armour.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=complaint):
        filed(file, "armour", Armour, library)


def test_a_creature_needs_all_attributes(tmp_path: Path) -> None:
    file = tmp_path / "creatures.toml"
    figures = 'attributes = { combat = 40 }\ndamage_threshold = 4\ninitiative = 6\nmovement = 7\nfamily = "beast"'
    file.write_text(f'[creature.blob]\nname = "Blob"\ndescription = "x"\n{figures}')
    with pytest.raises(DataError, match="needs all of combat, brawn"):
        filed(file, "creature", Creature, library)


def test_a_creature_holds_a_weapon_for_a_melee_where_it_has_one() -> None:
    held = {key: item.in_use for key, item in GRIM.creature("crypt_skeleton").items.items() if item.kind == "weapon"}
    assert held == {"ruined_hunting_bow": False, "rapier": True}
