"""Ready-made heroes: six of a game, complete by its rules and unlike each other; and refusals of wrong ones."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import codec, heroes, registry
from rules.engine.character.creation import is_unmade
from rules.engine.content.entries import Hero
from rules.engine.content.files import heroes_in
from rules.engine.kernel import Refused, Table
from rules.engine.page.blocks import ranks_of
from rules.engine.system.protocol import System
from tests.toy import HEADS_GAME, HEROES

ALL = [
    pytest.param(system, hero, id=f"{system.slug}-{hero.key}")
    for system in registry.SYSTEMS
    for hero in system.heroes()
]


@pytest.mark.parametrize("system", registry.SYSTEMS, ids=lambda one: one.slug)
def test_six_of_each_game_with_data_files_and_they_differ(system: System) -> None:
    found = system.heroes()
    sheets = [heroes.made(system, hero, {}, "Hero") for hero in found]
    assert len(found) == (6 if system.data else 0)
    assert len({codec.dump(sheet) for sheet in sheets}) == len(found)
    for words in ("name", "pitch", "play"):
        assert len({getattr(hero, words) for hero in found}) == len(found)


def test_no_two_heroes_have_names_alike() -> None:
    names = [hero.name.casefold() for system in registry.SYSTEMS for hero in system.heroes()]
    assert len({name[:4] for name in names}) == len(names)


@pytest.mark.parametrize(("system", "hero"), ALL)
def test_a_hero_is_made_whole(system: System, hero: Hero) -> None:
    sheet = heroes.made(system, hero, {})
    assert sheet.name == hero.name
    table = Table({"hero": sheet}, None, {}, "hero", system.rank_range)
    assert not is_unmade(system.steps, table)
    before = codec.dump(table.me)
    system.keep_up(table)
    assert codec.dump(table.me) == before


@pytest.mark.parametrize(("system", "hero"), ALL)
def test_no_hero_begins_with_more_than_they_can_carry(system: System, hero: Hero) -> None:
    if not system.carried:
        pytest.skip("Nothing weighs anything here.")
    burden = system.explain(heroes.made(system, hero, {}), system.carried, {})
    # "5 / 9", or, where carrying asks for a skill, the skill needed with the one that they have.
    needed, _, limit = burden.value.partition(" / ")
    assert float(needed) <= float(limit or burden.parts[-1].value)


@pytest.mark.parametrize(("system", "hero"), ALL)
def test_nothing_is_left_to_spend(system: System, hero: Hero, monkeypatch: pytest.MonkeyPatch) -> None:
    left: dict[str, str] = {}
    take = heroes.perform

    def watched(step: Any, table: Table, dice: Any) -> None:
        left[step.name] = step.left(table)
        take(step, table, dice)

    monkeypatch.setattr(heroes, "perform", watched)
    heroes.made(system, hero, {})
    # Money that is left stays in the purse, and background points are for those who tell a whole life.
    kept = {step: said for step, said in left.items() if "background points" in said or step.endswith(".equipment")}
    assert not [said for step, said in left.items() if step not in kept and re.search(r"[1-9]", said)]


@pytest.mark.parametrize(("system", "hero"), ALL)
def test_a_card_has_figures_of_the_sheet_and_short_words(system: System, hero: Hero) -> None:
    page = system.page(heroes.made(system, hero, {}), {})
    shown = {f"{row.kind}.{row.name}" for row in ranks_of(page)} | {
        f"resource.{one.name}" for one in page.vitals.gauges
    }
    assert set(hero.figures) <= shown
    assert 3 <= len(hero.figures) <= 4
    assert len(hero.pitch) <= 80
    assert not hero.pitch.endswith(".")
    assert len(hero.play) <= 110
    assert hero.play.endswith(".")


# -- wrong ones -------------------------------------------------------------------------------------------------------


def test_a_hero_takes_another_name() -> None:
    assert heroes.made(HEADS_GAME, HEROES[0], {}, "Wren").name == "Wren"


def test_what_is_left_out_is_as_the_form_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = {"make.origin": {"origin": "manor"}, "make.coin": {}}
    monkeypatch.setattr("tests.toy.Origin.preset", classmethod(lambda cls, table: {"luck": 1, "origin": "street"}))
    sheet = heroes.made(HEADS_GAME, replace(HEROES[0], choices=choices), {})
    assert (sheet.rank("skill", "luck"), sheet.memo["origin"]) == (1, "manor")


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"make.wings": {}}, "There is no step 'make.wings'"),
        (
            {"make.origin": {"origin": "sea", "luck": 1}},
            r"Magda cannot be made here \(make.origin, origin\): Where from",
        ),
        ({"make.origin": {"origin": "manor", "luck": 2}}, r"\(make.origin, luck\): There are 1 points"),
        ({"make.origin": {"origin": "manor", "luck": "x"}}, r"\(make.origin, luck\): Luck must be a whole number"),
        ({"make.origin": {"origin": "manor"}}, r"\(make.origin, luck\): Luck is missing"),
        ({"make.origin": {"wings": 2}}, r"\(make.origin, wings\): .* nothing is called"),
        ({"make.coin": {}}, r"\(make.coin\): First say where you come from"),
        ({"make.origin": {"origin": "manor", "luck": 1}}, "Magda is not ready to play"),
    ],
)
def test_wrong_choices_are_refused_with_hero_step_and_field(choices: Mapping[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        heroes.made(HEADS_GAME, replace(HEROES[0], choices=choices), {})


@pytest.mark.parametrize("faces", [(), (1, 2), (3,)])
def test_dice_that_do_not_fit_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match=r"\(make.coin, dice\)"):
        heroes.made(HEADS_GAME, replace(HEROES[0], dice={"make.coin": faces}), {})


def test_an_unknown_hero_is_refused() -> None:
    with pytest.raises(Refused, match=r"There is no hero 'magdo'\. Did you mean: magda"):
        heroes.hero_named(HEADS_GAME, "magdo")


def test_a_file_says_which_hero_lacks_what(tmp_path: Path) -> None:
    assert heroes_in(tmp_path / "none.toml") == ()
    told = tmp_path / "heroes.toml"
    told.write_text('[wren]\nname = "Wren"\nfigures = []\n')
    with pytest.raises(Refused, match=r"The hero 'wren' .*pitch"):
        heroes_in(told)
