"""Creatures have traits as characters have them: the bestiary's, and those that a campaign gives its own."""

import json

import pytest

from rules.engine.content.homebrew import checked
from rules.engine.kernel import OwnBook, Refused, opened
from rules.systems.sda import SDA
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.core.person import figure, held

SIX = dict.fromkeys(("agility", "strength", "constitution", "erudition", "persona", "wisdom"), 6)


@pytest.mark.parametrize("key", compendium.creatures())
def test_all_that_the_bestiary_names_stands_on_the_sheet(key: str) -> None:
    creature, sheet = compendium.creatures()[key], SDA.creature(key)
    assert [trait.key for trait, _ in held(sheet)] == list(creature.traits)
    assert "traits" not in sheet.texts
    assert SDA.page(sheet, {}).columns


def test_creatures_are_called_as_people_say_it_and_ones_own_as_written() -> None:
    assert not [key for key in compendium.creatures() if "," in SDA.creature(key).name]
    assert SDA.creature("guard_rookie").name == "Rookie guard"
    assert compendium.creatures()["guard_rookie"].name == "Guard, Rookie", "the bestiary is in alphabetical order"
    told = {"name": "Thing, Bog", "attributes": SIX, "speed": {"walk": 6}, "traits": []}
    figures = checked(SDA.shelves()["creatures"], told)
    with opened(OwnBook(json.dumps({"creatures": {"ours.bog": figures}}))):
        assert SDA.creature("ours.bog").name == "Thing, Bog"


def test_only_words_are_without_figures() -> None:
    named = {key for creature in compendium.creatures().values() for key in creature.traits}
    acting = {key for key in named if life_shelf.traits()[key].figures or life_shelf.traits()[key].opens}
    breaths = {f"{kind}_breath" for kind in ("poisonous", "fire", "ice", "pestilence")}
    assert named - acting == {"brittle", "quadruped", *breaths}


def test_traits_of_creatures_have_no_price() -> None:
    named = {key for creature in compendium.creatures().values() for key in creature.traits} - {"arcane_initiate"}
    assert {life_shelf.traits()[key].cost for key in named} == {None}


def test_a_creature_of_ones_own_has_traits_of_the_game_and_of_ones_own() -> None:
    told = {"name": "Bog Thing", "attributes": SIX, "speed": {"walk": 6}, "traits": ["undead", "ours.bog"]}
    book = {"traits": {"ours.bog": {"name": "Bog Born", "cost": 1, "figures": {"sees_in_dark": 2}}}}
    with opened(OwnBook(json.dumps(book))):
        figures = checked(SDA.shelves()["creatures"], told)
    with opened(OwnBook(json.dumps({**book, "creatures": {"ours.thing": figures}}))):
        sheet = SDA.creature("ours.thing")
        assert (figure(sheet, "unliving"), figure(sheet, "sees_in_dark")) == (1, 2)
        assert "undead, bog born" in SDA.shelves()["creatures"].entry("", figures).facts


def test_an_older_entry_of_a_creature_has_none() -> None:
    told = {"name": "Bog Thing", "attributes": SIX, "speed": {"walk": 6}}
    figures = checked(SDA.shelves()["creatures"], told)
    del figures["traits"]
    with opened(OwnBook(json.dumps({"creatures": {"ours.thing": figures}}))):
        assert not list(held(SDA.creature("ours.thing")))


def test_what_is_no_trait_is_refused() -> None:
    told = {"name": "Bog Thing", "attributes": SIX, "speed": {"walk": 6}, "traits": ["wet"]}
    with pytest.raises(Refused, match="Traits"):
        checked(SDA.shelves()["creatures"], told)
