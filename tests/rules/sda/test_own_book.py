"""A campaign's own book stands beside the game's, for whoever has it open, and for nobody else."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import (
    CLOSED,
    Item,
    OwnBook,
    RankChanged,
    Refused,
    Sheet,
    Table,
    TypedDice,
    Unknown,
    foretell,
    lying_open,
    opened,
)
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.checks.skills.skill_tests import StaticTest
from rules.systems.sda.content import compendium, equipment
from rules.systems.sda.content.skills import GROUPS, SKILLS, group_named, members, open_to, skill_named
from rules.systems.sda.core.rolls import pool_of, skill_choices
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.new_sheet import on_sale, outfit, wares
from rules.systems.sda.downtime.advancement import RaiseSkill
from rules.systems.sda.fight.base import arms
from rules.systems.sda.screen import almanac

KEY = "ours.Ice-Sail_ing"
SAILING = {"name": "Ice sailing", "description": "Race over the frozen lakes.", "group": "acumen"}
SECTIONS: dict[str, dict[str, Any]] = {
    "skills": {KEY: {**SAILING, "attributes": ["agility", "wisdom"]}},
    "conditions": {"ours.blind": {"name": "Snow-blind", "description": "Sees nothing but white."}},
}
WRITTEN = OwnBook(json.dumps(SECTIONS))
KEPT = OwnBook(WRITTEN.text, frozenset({KEY}))


def anna(**ranks: int) -> Sheet:
    sheet = SDA.fresh_sheet("Anna")
    sheet.ranks["skill"] = dict(ranks)
    return sheet


def knowing(rank: int) -> Sheet:
    sheet = anna()
    sheet.ranks["skill"][KEY] = rank
    return sheet


def test_what_nobody_described_says_nothing() -> None:
    creatures, skills = SDA.shelves()["creatures"], SDA.shelves()["skills"]
    told = {**next(iter(creatures.own().values())), "description": ""}
    assert creatures.sheet
    assert "background" not in creatures.sheet("ours.x", told).texts
    with opened(OwnBook(json.dumps({"skills": {KEY: {**SECTIONS["skills"][KEY], "description": ""}}}))):
        assert skills.own()[KEY]["description"] == ""


def table_of(sheet: Sheet) -> Table:
    return Table({"anna": sheet}, actor="anna", rank_range=SDA.rank_range)


def with_things(**more: Any) -> OwnBook:
    """The book with a copy of the game's longsword, a mail, and a thing."""
    told = {section: {} for section in ("weapons", "armour", "gear", "creatures")}
    for section, found in told.items():
        key, figures = next(iter(SDA.shelves()[section].own().items()))
        found[f"ours.{section}"] = {**figures, "name": f"Ours like {key}", **more.get(section, {})}
    return OwnBook(json.dumps({**SECTIONS, **told}))


# -- skills -----------------------------------------------------------------------------------------------------------


def test_a_skill_stands_in_its_group_while_the_book_lies_open() -> None:
    with opened(WRITTEN):
        assert SKILLS[KEY].name == "Ice sailing"
        assert GROUPS["acumen"].skills[-1] == KEY
        assert skill_named("ICE SAILING").key == skill_named(KEY).key == KEY
        assert "Ice sailing" in str(SDA.page(anna(), {}))
    assert KEY not in SKILLS
    assert KEY not in GROUPS["acumen"].skills
    with pytest.raises(Unknown):
        skill_named(KEY)


def test_an_own_skill_is_rolled_like_any_other_and_its_group_helps() -> None:
    sheet = knowing(2)
    sheet.ranks["group"]["acumen"] = 1
    with opened(WRITTEN):
        pool = pool_of(sheet, "anna", KEY)
        assert (pool.skill, pool.dice) == (KEY, 4)
        test = StaticTest(skill=KEY, difficulty=1)
        assert foretell(test, table_of(sheet))
        table = table_of(sheet)
        perform(test, table, TypedDice({"anna": [6, 5, 4, 3]}))
        assert table.facts


def test_an_own_skill_is_raised_with_experience() -> None:
    sheet = knowing(1)
    sheet.experience["skill"] = {KEY: 8}
    with opened(WRITTEN):
        table = table_of(sheet)
        perform(RaiseSkill(KEY), table, TypedDice({}))
        assert RankChanged("anna", "skill", KEY, 1) in table.facts
        assert SDA.rank_range("skill", KEY) == (0, 20)


def test_a_name_that_the_game_has_stays_the_games() -> None:
    book = OwnBook(json.dumps({"skills": {KEY: {**SECTIONS["skills"][KEY], "name": "Logic"}}}))
    with opened(book):
        assert skill_named("logic").key == "logic"
        assert skill_named(KEY).name == "Logic"


def test_what_is_kept_back_is_for_those_who_have_it() -> None:
    with opened(KEPT):
        assert KEY in {choice.value for choice in skill_choices(knowing(1))}
        assert KEY not in {choice.value for choice in skill_choices(anna())}
        assert KEY in open_to(knowing(1))
        assert "Ice sailing" in str(SDA.page(knowing(1), {}))
        assert "Ice sailing" not in str(SDA.page(anna(), {}))
        assert SKILLS[KEY] in members(group_named("acumen"), knowing(1))
        assert pool_of(anna(), "anna", "acumen").skill != KEY, "a group stands for a skill that is known to be there"
        with pytest.raises(Unknown) as refused:
            skill_named("ice sailing")
        assert KEY not in refused.value.sentence
        assert skill_named(KEY).key == KEY, "whoever has it goes by its key"


# -- the rest of the library ------------------------------------------------------------------------------------------


def test_own_weapons_armour_gear_creatures_and_conditions_are_there() -> None:
    with opened(with_things()):
        assert compendium.weapons()["ours.weapons"].name.startswith("Ours")
        assert compendium.armour()["ours.armour"].protection
        assert compendium.gear()["ours.gear"].category
        assert compendium.creatures()["ours.creatures"].attributes
        assert compendium.conditions()["ours.blind"].description == "Sees nothing but white."
        assert SDA.creature("ours.creatures").name.startswith("Ours")
    assert "ours.weapons" not in compendium.weapons()


def test_a_weapon_of_our_own_may_be_used_with_a_skill_of_our_own() -> None:
    with opened(with_things(weapons={"skills": {KEY: 1}, "attribute": ""})):
        weapon = compendium.weapons()["ours.weapons"]
        assert [way.skill for way in weapon.skills] == [KEY]
        item = SDA.item("weapons", "ours.weapons")
        assert equipment.weapon_of(item) is not None
    assert equipment.weapon_of(item) is None, "elsewhere nobody knows how to use it"


def test_a_weapon_whose_skill_is_gone_is_refused_in_words() -> None:
    shelf = SDA.shelves()["weapons"]
    for attribute in ("", "agility"):
        told = {**shelf.own()["longsword"], "skills": {KEY: 0}, "attribute": attribute}
        with pytest.raises(Refused, match="skill names an unknown"):
            shelf.entry("ours.weapons", told)


def test_a_weapon_is_used_by_an_own_skill_beside_those_of_the_game() -> None:
    picks = {**SECTIONS["skills"][KEY], "name": "Ice picks", "group": "melee_combat", "attributes": ["agility"]}
    book = OwnBook(json.dumps({**json.loads(with_things().text), "skills": {KEY: picks}}))
    with opened(book):
        asked = next(figure for figure in SDA.shelves()["weapons"].figures if figure.name == "skills")
        assert asked.options()[KEY] == "Ice picks"
    with opened(OwnBook(book.text, frozenset({KEY}))):
        assert KEY not in asked.options()
    told = {**json.loads(book.text)["weapons"]["ours.weapons"], "skills": {KEY: 0}, "attribute": ""}
    with opened(OwnBook(json.dumps({"skills": {KEY: picks}, "weapons": {"ours.pick": told}}))):
        sheet = knowing(3)
        sheet.items["pick"] = replace(SDA.item("weapons", "ours.pick"), in_use=True)
        assert [way.skill for way in arms(sheet)["pick"].skills] == [KEY]


@pytest.mark.parametrize("section", ["weapons", "armour", "gear"])
def test_what_is_bought_is_what_is_picked_up(section: str) -> None:
    book = with_things()
    with opened(book):
        shelf, told = SDA.shelves()[section], book.section(section)[f"ours.{section}"]
        assert shelf.item
        assert SDA.item(section, f"ours.{section}") == shelf.item(f"ours.{section}", told)


def test_shops_sell_what_has_a_price_to_whoever_may_know_of_it() -> None:
    ware = "weapons.ours.weapons"
    dear, free = with_things(weapons={"price": 70}), with_things(weapons={"price": 0})
    with opened(dear):
        assert on_sale("weapons")[ware] == 70
        bought = outfit(Life({"equipment": {"bought": [ware]}}, {}))
        assert bought["ours.weapons"] == replace(SDA.item("weapons", "ours.weapons"), in_use=True)
    with opened(free):
        assert ware not in on_sale("weapons")
    with opened(OwnBook(dear.text, frozenset({"ours.weapons"}))):
        assert ware not in on_sale("weapons")
        assert wares()[ware] == 70, "whoever bought it has paid for it"
    assert ware not in wares()


def test_what_is_carried_stays_as_it_was_when_it_was_taken() -> None:
    with opened(with_things(weapons={"encumbrance": 3})):
        item = SDA.item("weapons", "ours.weapons")
    with opened(with_things(weapons={"encumbrance": 9})):
        weapon = equipment.weapon_of(item)
        assert weapon is not None
        assert weapon.encumbrance == 3
        by_hand = equipment.weapon_of(Item("Ours", "weapon", "ours.weapons"))
        assert by_hand is not None
        assert by_hand.encumbrance == 9, "a thing without figures has those that are written now"


ODD: list[Mapping[str, Any]] = [
    {},
    {"name": "Odd"},
    {**SAILING, "attributes": ["beauty"]},
    {**SAILING, "attributes": []},
    {**SAILING, "group": "luckless", "attributes": ["wisdom"]},
    {**SAILING, "name": " ", "attributes": ["wisdom"]},
]


@pytest.mark.parametrize("told", ODD)
def test_what_fits_nowhere_spoils_nobodys_evening(told: Mapping[str, Any]) -> None:
    with opened(OwnBook(json.dumps({"skills": {"ours.odd": told, **SECTIONS["skills"]}}))):
        assert "ours.odd" not in SKILLS
        assert KEY in SKILLS
        assert SDA.page(anna(), {})


# -- what is kept of it -----------------------------------------------------------------------------------------------


def test_the_closed_book_costs_nothing_and_the_same_book_is_made_once() -> None:
    assert compendium.library() is compendium.printed()
    with opened(WRITTEN):
        first = compendium.library()
    with opened(OwnBook(WRITTEN.text, frozenset({KEY}))):
        assert compendium.library() is first is not compendium.printed()


def test_the_games_lists_are_the_games_alone_whoever_asks_first() -> None:
    almanac._printed.cache_clear()
    with opened(with_things()):
        listed = SDA.compendium()
        assert not re.search(r"\bours\.\w", str(listed))
        assert lying_open() is not CLOSED
    almanac._printed.cache_clear()
    assert SDA.compendium() == listed
