"""The data is what the tables say, and data that is not is refused by file and entry."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.content.homebrew import Told, checked
from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import OwnBook, Refused, amount, opened
from rules.engine.page.blocks import Items, ranks_of
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Armour
from rules.systems.fortune.screen import almanac

CREATURES = tuple(library.creatures())


def test_there_is_enough_of_everything() -> None:
    counts = {section: len(entries) for section, entries in FORTUNE.compendium().items()}
    assert counts["lineages"] == 5
    assert counts["cultures"] == 8
    assert counts["classes"] == 7
    assert counts["features"] == 22 + 8
    assert counts["spells"] == 31
    assert counts["creatures"] == 30 + 8 + 8
    assert counts["languages"] == 8
    assert len(library.damage_types()) == 9


def test_every_entry_has_a_sentence_and_every_thing_can_be_picked_up() -> None:
    for section, entries in FORTUNE.compendium().items():
        for entry in entries:
            assert entry.summary.endswith("."), f"{section} {entry.key}"
            assert entry.source
        if section in library.CARRIED:
            assert all(FORTUNE.item(section, entry.key).name for entry in entries)


@pytest.mark.parametrize(
    ("key", "health", "stamina", "attack", "damage", "reach"),
    [
        ("brawler", 20, "mettle", ("mettle", "agility"), "1d10", 40),
        ("devoted", 14, "heart", ("heart",), "1d6", 60),
        ("elementalist", 10, "intellect", ("intellect",), "1d6", 80),
        ("knight", 18, "mettle", ("mettle",), "1d10", 120),
        ("maverick", 14, "heart", ("agility",), "1d8", 80),
        ("ranger", 16, "agility", ("agility",), "1d8", 120),
        ("shapeshifter", 16, "heart", ("heart",), "1d8", 60),
    ],
)
def test_classes_are_as_their_table_says(
    key: str, health: int, stamina: str, attack: tuple[str, ...], damage: str, reach: int
) -> None:
    one = library.classes()[key]
    assert (one.health, one.stamina_stat, one.attack, one.damage, one.range) == (health, stamina, attack, damage, reach)
    levels = {feature.level for feature in library.features_of(key).values()}
    assert levels <= set(range(1, 9))
    assert {1, 2, 3, 5, 6, 7} <= levels


def test_every_feature_belongs_to_something() -> None:
    owners = {*library.classes(), *library.lineages(), *library.cultures(), *library.forms(), *library.features()}
    owners |= {"novice", "veteran", "creature", "classes"}
    assert {one.of for one in library.features().values()} <= owners
    for one in library.features().values():
        if one.choose and one.key != "shapeshifter_shape_changer":
            assert len(library.features_of(one.key)) >= one.choose


@pytest.mark.parametrize("key", CREATURES)
def test_creatures_can_fight_and_show_their_figures(key: str) -> None:
    creature, sheet = library.creatures()[key], FORTUNE.creature(key)
    assert sheet.resources["health"].now == sheet.resources["health"].most == creature.health
    weapon = library.weapon_of(sheet.items["attack"])
    assert weapon is not None
    assert amount(weapon.damage).dice
    shown = {row.name: row.shown.value for row in ranks_of(FORTUNE.page(sheet, {}))}
    assert shown["armour"] == str(creature.armour)
    assert shown["counter"] == str(creature.armour - 5)
    assert shown["attack"] == f"+{creature.attack}"


def test_every_number_of_a_sheet_opens_into_its_parts() -> None:
    for sheet in (FORTUNE.fresh_sheet("Anna"), FORTUNE.creature("oni"), FORTUNE.unmade_sheet("New")):
        page = FORTUNE.page(sheet, {})
        for row in ranks_of(page):
            number = f"{row.kind}.{row.name}" if row.kind else row.name
            assert FORTUNE.explain(sheet, number, {}) == row.shown
            if row.kind:
                least, most = FORTUNE.rank_range(row.kind, row.name)
                assert least <= row.rank <= most
        for gauge in page.vitals.gauges:
            assert FORTUNE.explain(sheet, f"resource.{gauge.name}", {}) == gauge.explained
    with pytest.raises(Refused):
        FORTUNE.explain(FORTUNE.fresh_sheet("Anna"), "body.wings", {})


def test_arms_that_do_not_help_say_so() -> None:
    sheet = FORTUNE.creature("goblin")
    things = ("weapons.axe", "armour.heavy", "shields.light_shield")
    sheet.items = {thing: replace(FORTUNE.item(*thing.split(".")), in_use=True) for thing in things}
    blocks = [block for block in FORTUNE.page(sheet, {}).columns[1] if isinstance(block, Items)]
    told = [row.facts[-1] for block in blocks for row in block.rows]
    assert told == ["not trained", "not trained", "not trained in light shields"]


def test_everything_of_the_game_can_begin_an_entry_of_a_campaign() -> None:
    for section, shelf in FORTUNE.shelves().items():
        assert shelf.own(), section
        for told in shelf.own().values():
            assert shelf.entry("", checked(shelf, told)).facts or section == "features"


def test_a_feature_and_a_spell_of_a_campaign_are_found_by_the_rules() -> None:
    feature = {"name": "Owl Eyes", "of": "novice", "does": "add", "on": ["spot"], "by": 2}
    told = checked(FORTUNE.shelves()["features"], feature)
    spell = checked(FORTUNE.shelves()["spells"], {"name": "Mend", "level": 1, "lists": ["divine"], "heals": "1d6"})
    sections = {"features": {"ours.owl": told}, "spells": {"ours.mend": spell}}
    sections = {"features": {"ours.owl": told}, "spells": {"ours.mend": spell}}
    book = OwnBook(json.dumps(sections))
    with opened(book):
        assert library.features_of("novice")["ours.owl"].effects[0].by == 2
        assert library.spells()["ours.mend"].heals == "1d6"
        assert FORTUNE.rank_range("feature", "ours.owl") == (0, 1)
    assert "ours.owl" not in library.features()
    with opened(OwnBook(book.text, frozenset({"ours.owl"}))):
        assert "ours.owl" not in library.offered(library.features_of("novice"))


@pytest.mark.parametrize(
    ("section", "told", "sentence"),
    [
        ("features", {"name": "Odd", "does": "add"}, "needs something it applies to"),
        ("features", {"name": "Odd", "does": "dice", "on": ["damage"], "dice": "seven"}, "not an amount"),
        ("spells", {"name": "Odd", "lists": []}, "needs a list"),
        ("weapons", {"name": "Odd", "group": "axes", "damage": "d"}, "not an amount"),
        ("creatures", {"name": "Odd", "stats": {"mettle": 1}}, "is missing"),
    ],
)
def test_what_does_not_fit_together_is_refused(section: str, told: Told, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        checked(FORTUNE.shelves()[section], told)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[armour.tin]\nname = "Tin"\ndescription = "x"', "base is missing"),
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nbase = "3"', "must be a whole number"),
        ('[armour.tin]\nname = ""\ndescription = "x"\nbase = 3', "is empty"),
        ('[armour.tin]\ncolour = "grey"', "unknown field 'colour'"),
        ("[boots.tin]\nbase = 1", "has no section"),
        ('[armour.tin]\nname = "Tin"\ndescription = "x"\nbase = 3\nedition = "9z"', "unknown '9z'"),
    ],
)
def test_data_that_does_not_fit_is_refused_by_name(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "armour.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=complaint):
        filed(file, "armour", Armour, library)


def test_sections_of_features_do_not_overlap() -> None:
    listed = almanac.entries()
    keys = [one.key for section in ("features", "class_features", "creature_features") for one in listed[section]]
    assert len(keys) == len(set(keys)) == len(library.features())
