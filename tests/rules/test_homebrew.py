"""Additions of campaigns work in play, and the game's own data passes the same check, in every game."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rules import registry
from rules.engine.content.homebrew import Shelf, checked
from rules.engine.kernel import Begun, Fact, Item, Refused, Sheet
from rules.engine.system.protocol import System
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.core import rating_of, slots_of, wears_metal
from rules.systems.dragonbane.core import weapon_of as dragonbane_weapon
from rules.systems.kaos import KAOS
from rules.systems.kaos.content import library as kaos_library
from rules.systems.kaos.core import figures as kaos_figures
from rules.systems.sda import SDA
from rules.systems.sda.content.equipment import weapon_of as sda_weapon
from rules.systems.sda.core.person import body as sda_body
from rules.systems.sda.fight.base import arms
from tests.rules.legal_play import LegalPlay

SHELVES = [(system, shelf) for system in registry.SYSTEMS for shelf in system.shelves().values()]
IDS = [f"{system.slug} {shelf.section}" for system, shelf in SHELVES]
games_with_shelves = pytest.mark.parametrize(
    "system", [system for system in registry.SYSTEMS if system.shelves()], ids=lambda system: system.slug
)
OWN = [
    (system, shelf, key) for system in registry.SYSTEMS for shelf in system.shelves().values() for key in shelf.own()
]


def like(system: System, section: str, key: str, **other: Any) -> dict[str, Any]:
    """The figures of one of the game's own, with some of them otherwise."""
    return {**system.shelves()[section].own()[key], "name": "Frostbrand", **other}


def thing(system: System, section: str, told: dict[str, Any]) -> Item:
    shelf = system.shelves()[section]
    assert shelf.item
    return shelf.item("ours.x", checked(shelf, told))


@games_with_shelves
def test_weapons_armour_things_and_creatures_can_be_added(system: System) -> None:
    sections = set(system.shelves())
    assert {"weapons", "armour", "creatures"} <= sections
    assert sections & {"gear", "goods"}
    assert sections <= set(system.compendium())


@pytest.mark.parametrize(("system", "shelf", "key"), OWN, ids=[f"{s.slug} {h.section} {k}" for s, h, k in OWN])
def test_the_games_own_entries_pass_the_same_check(system: System, shelf: Shelf, key: str) -> None:
    told = checked(shelf, shelf.own()[key])
    assert checked(shelf, told) == told, "checking twice changes nothing"
    shown = shelf.entry("x", told)
    own = next(entry for entry in system.compendium()[shelf.section] if entry.key == key)
    assert shown.name == own.name
    said, games = words_of(shown.facts), words_of(own.facts)
    # What nobody carries may be known to the game by more than figures: a skill by the commands that roll it.
    assert said == games if shelf.item or shelf.sheet else set(said) <= set(games)


@pytest.mark.parametrize(("system", "shelf"), SHELVES, ids=IDS)
def test_most_of_the_games_own_can_be_begun_with(system: System, shelf: Shelf) -> None:
    assert len(shelf.own()) >= 0.4 * len(system.compendium()[shelf.section])


@pytest.mark.parametrize(("system", "shelf"), SHELVES, ids=IDS)
def test_an_own_entry_becomes_what_the_games_own_would(system: System, shelf: Shelf) -> None:
    key, told = next(iter(shelf.own().items()))
    if shelf.sheet:
        ours, games = shelf.sheet("x", checked(shelf, told)), system.creature(key)
        for sheet in (ours, games):
            sheet.texts.pop("gm_notes", None)
        assert (ours.ranks, ours.resources, ours.items) == (games.ranks, games.resources, games.items)
        assert system.page(ours, {})
    elif shelf.item:
        ours, games = shelf.item("x", checked(shelf, told)), system.item(shelf.section, key)
        assert (ours.name, ours.kind) == (games.name, games.kind)
        sheet = system.fresh_sheet("Anna")
        sheet.items["x"] = ours
        assert system.page(sheet, {})


@pytest.mark.parametrize(("system", "shelf"), SHELVES, ids=IDS)
def test_odd_figures_are_refused_with_sentences(system: System, shelf: Shelf) -> None:
    told = next(iter(shelf.own().values()))
    for figure in shelf.figures:
        for odd in (
            object,
            -1000,
            10**9,
            "\x00" * 700,
            [[]],
            {"nothing": 1},
            None if figure.start is None else -1000.5,
        ):
            with pytest.raises(Refused) as refused:
                checked(shelf, {**told, figure.name: odd})
            assert refused.value.sentence.endswith(".")
            assert refused.value.field == figure.name


# -- what is carried works as it was written --------------------------------------------------------------------------


def test_a_winterdawn_weapon_strikes_as_it_was_written() -> None:
    told = like(SDA, "weapons", "longsword", damage_bonus=9, types={"freezing": 1})
    item = thing(SDA, "weapons", told)
    weapon = sda_weapon(item)
    assert weapon is not None
    assert [kind.type for kind in weapon.types] == ["freezing"]
    sheet = SDA.fresh_sheet("Anna")
    sheet.items = {"x": Item(**{**item_as_dict(item), "in_use": True})}
    arm = arms(sheet)["x"]
    assert arm.damage == 6 + max(9, weapon.damage.two_handed_bonus or 0) if weapon.damage else False
    assert sda_body.weight_of(item) == told["encumbrance"]


def test_winterdawn_armour_takes_off_what_was_written() -> None:
    item = thing(
        SDA, "armour", like(SDA, "armour", next(iter(SDA.shelves()["armour"].own())), protection={"cutting": 3.5})
    )
    sheet = Sheet("Anna", items={"x": Item(**{**item_as_dict(item), "in_use": True})})
    assert sda_body.protection(sheet, "cutting", {}) == 4
    assert sda_body.weight_of(sheet.items["x"]) == item.stats["encumbrance_worn"]


@pytest.mark.parametrize("stats", [{"skills": 1}, {"skills": {"wings": 0}}, {"skills": {}, "bands": None}])
def test_odd_figures_written_by_hand_make_no_weapon(stats: dict[str, Any]) -> None:
    assert sda_weapon(Item("Odd", "weapon", "ours.x", stats=stats)) is None


def test_a_dragon_and_demon_weapon_and_mail() -> None:
    weapon = dragonbane_weapon(thing(DRAGONBANE, "weapons", like(DRAGONBANE, "weapons", "broadsword", damage="3d6")))
    assert (weapon.name, weapon.damage, weapon.skill) == ("Frostbrand", "3d6", "swords")
    mail = thing(DRAGONBANE, "armour", like(DRAGONBANE, "armour", "leather", rating=7, metal=True))
    sheet = Sheet("Anna", items={"x": Item(**{**item_as_dict(mail), "in_use": True})})
    assert (rating_of(mail), wears_metal(sheet)) == (7, True)
    gear = {"name": "Chest", "slots": 3, "each": 2}
    assert slots_of(Item(**{**item_as_dict(thing(DRAGONBANE, "gear", gear)), "count": 5})) == 9


def test_a_kaos_weapon_shield_and_potion() -> None:
    told = like(KAOS, "weapons", next(iter(KAOS.shelves()["weapons"].own())), damage="3d6", type="cold")
    weapon = kaos_library.weapon_of(thing(KAOS, "weapons", told))
    assert weapon is not None
    assert (weapon.name, weapon.damage, weapon.type) == ("Frostbrand", "3d6", "cold")
    shield = kaos_figures.shield_of(thing(KAOS, "shields", {"name": "Wall", "ds": 9, "athletics": 20}))
    assert shield is not None
    assert (shield.ds, shield.athletics) == (9, 20)
    potion = kaos_library.good_of(thing(KAOS, "goods", {"name": "Draught", "heals": "2d6"}))
    assert potion is not None
    assert potion.heals == "2d6"


class OwnPlay(LegalPlay):
    """A party that carries nothing but what a campaign wrote itself, against creatures of its own."""

    def _begin(self) -> list[Fact]:
        return [self._armed(fact) if isinstance(fact, Begun) else fact for fact in super()._begin()]

    def _armed(self, begun: Begun) -> Begun:
        sheet, shelves = begun.sheet, self.system.shelves()
        if sheet.kind == "creature":
            bestiary = shelves["creatures"]
            assert bestiary.sheet
            sheet = bestiary.sheet("ours.foe", checked(bestiary, self.random.choice(list(bestiary.own().values()))))
        for shelf in shelves.values():
            told = self.random.choice(list(shelf.own().values()))
            if shelf.item and (thing := shelf.item(f"ours.{shelf.section}", checked(shelf, told))):
                sheet.items[f"ours.{shelf.section}"] = replace(thing, in_use=True)
        return replace(begun, sheet=sheet)


@games_with_shelves
@pytest.mark.parametrize("seed", range(4))
def test_fights_with_our_own_go_on_like_any_other(system: System, seed: int) -> None:
    game = OwnPlay(system, seed)
    played = list(game.play(250))
    assert len(played) > 50
    for who, sheet in game.documents.sheets.items():
        assert system.page(sheet, {}), who
    assert all(sentence.endswith((".", "?", "!")) for sentence in game.sentences)


def words_of(facts: Iterable[str]) -> list[str]:
    """The words of an entry, whatever the order in which the game lists its skills."""
    return sorted(word.strip(",.:;") for word in " ".join(facts).split())


def item_as_dict(item: Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in Item.__slots__}


# -- what is needed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "shelf"), SHELVES, ids=IDS)
def test_what_is_not_marked_as_needed_may_be_left(system: System, shelf: Shelf) -> None:
    """A figure that one entry of the game's own does without, another may need (a range and its steps)."""
    own = shelf.own().values()
    for figures in own:
        told = {figure.name: figures[figure.name] for figure in shelf.figures if figure.start is None}
        try:
            checked(shelf, told)
        except Refused as refused:
            left = next((figure for figure in shelf.figures if figure.name == refused.field), None)
            assert left is None or any(not other[left.name] for other in own), f"{left} is needed"


@pytest.mark.parametrize(("system", "shelf"), SHELVES, ids=IDS)
def test_what_is_marked_as_needed_may_not_be_left(system: System, shelf: Shelf) -> None:
    figures = next(iter(shelf.own().values()), None)
    for figure in shelf.figures if figures else ():
        if figure.start is None:
            with pytest.raises(Refused) as refused:
                checked(shelf, {name: value for name, value in figures.items() if name != figure.name})
            assert refused.value.field == figure.name
