"""People are made by the rules, step by step or by the dice; every step but the dice may be taken again."""

from collections import Counter
from typing import Any

import pytest

from rules.engine.character.creation import is_unmade, next_step, steps_of
from rules.engine.kernel import Command, Refused, SeededDice, Sheet, Table, TypedDice
from rules.engine.kernel.commands import perform
from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.content.library import CROWN, wares
from rules.systems.grim.core import bonus, current, left_skills, movement, threshold
from rules.systems.grim.creation.at_random import AtRandom, _people
from rules.systems.grim.creation.origin import AssignAttributes, ChooseAncestry, ChooseProfession, RollAttributes
from rules.systems.grim.creation.steps import Equip, Finish, TakeAdvances

#: Three d10 for each attribute: 40, 52, 38, 45, 28, 55, 41.
DICE = [5, 5, 5, 9, 9, 9, 1, 2, 10, 10, 5, 5, 1, 1, 1, 10, 10, 10, 6, 5, 5]
ROLLS = [40, 52, 38, 45, 28, 55, 41]
ASSIGNED: dict[str, Any] = {"attribute_rolls": "assigned"}
DWARF = ChooseAncestry("dwarf", "dwarf_rooted")
SMITH = ChooseProfession("artisan")


def _begun(house_rules: dict[str, Any] | None = None) -> Table:
    return Table({"anna": GRIM.unmade_sheet("Anna")}, None, house_rules or {}, "anna", GRIM.rank_range)


def _do(at: Table, *steps: Command) -> Sheet:
    for step in steps:
        perform(step, at, SeededDice(1))
        GRIM.keep_up(at)
    return at.me


def _rolled(house_rules: dict[str, Any] | None = None) -> Table:
    at = _begun(house_rules)
    perform(RollAttributes(), at, TypedDice({"anna": DICE}))
    return at


def _advances() -> TakeAdvances:
    artisan = library.professions()["artisan"]
    first = next(iter(artisan.bonuses))
    return TakeAdvances(artisan.skills[:7], (f"{first}.1",), artisan.talents[:2])


def test_somebody_is_made_step_by_step() -> None:
    at = _rolled()
    assert GRIM.page(at.me, {}).columns
    assert list(at.me.ranks["attribute"].values()) == ROLLS
    sheet = _do(at, DWARF, SMITH)
    assert (bonus(sheet, "brawn"), bonus(sheet, "agility")) == (6, 2)
    assert sheet.rank("trait", "dwarf_rooted") == 1
    artisan = library.professions()["artisan"]
    assert current(sheet) == artisan
    _do(at, _advances())
    assert all(sheet.rank("skill", key) == 1 for key in artisan.skills[:7])
    assert left_skills(sheet) == list(artisan.skills[7:])
    assert sheet.rank("talent", artisan.talents[1]) == 1
    _do(at, Equip("armour.quilted", "shields.buckler", ("weapons.cudgel",), ("gear.rope", "gear.rope")))
    assert threshold(sheet) == bonus(sheet, "brawn") + 1
    assert sheet.items["cudgel"].in_use
    assert sheet.items["rope"].count == 2
    assert sheet.now("coin") == 30 * CROWN - 2640 - 240 - 60 - 48
    _do(at, Finish())
    assert sheet.xp("reward", "points") == 0
    assert not is_unmade(GRIM.steps, at)
    with pytest.raises(Refused, match="is ready to play"):
        _do(at, DWARF)


def test_the_steps_come_in_order_and_say_what_they_settled() -> None:
    at = _begun()
    assert [state.waits[:10] for state in steps_of(GRIM.steps, at)][1:] == ["Roll the a"] * 5
    at = _rolled()
    states = steps_of(GRIM.steps, at)
    assert states[0].settled == ", ".join(map(str, ROLLS))
    assert states[0].waits == "Already rolled. The roll stands."
    upcoming = next_step(states)
    assert upcoming is not None
    assert upcoming.step is ChooseAncestry
    _do(at, DWARF, SMITH)
    settled = {state.step: state.settled for state in steps_of(GRIM.steps, at)}
    assert settled[ChooseAncestry] == "Dwarf, Rooted"
    assert settled[ChooseProfession] == "Artisan, commoner"
    assert _advances().left(at) == "0 advances left"


def test_rolls_may_be_assigned_where_it_is_the_custom() -> None:
    at = _rolled(ASSIGNED)
    assert not at.me.ranks["attribute"]
    with pytest.raises(Refused, match="Roll the attributes first"):
        _do(at, DWARF)
    with pytest.raises(Refused, match="assign each of them once"):
        _do(at, AssignAttributes(40, 40, 38, 45, 28, 55, 41))
    best_first = sorted(ROLLS, reverse=True)
    assert AssignAttributes(*best_first).left(at) == ""
    assert list(_do(at, AssignAttributes(*best_first)).ranks["attribute"].values()) == best_first
    with pytest.raises(Refused, match="In this campaign attributes stay as rolled"):
        _do(_rolled(), AssignAttributes(*ROLLS))


def test_a_trait_that_is_not_picked_is_rolled_once() -> None:
    at = _rolled()
    perform(ChooseAncestry("ogre"), at, TypedDice({"anna": [3]}))
    assert at.me.rank("trait", "ogre_bruiser") == 1
    _do(at, DWARF)
    assert at.me.ranks["trait"] == {"dwarf_rooted": 1} | {
        key: rank for key, rank in at.me.ranks["trait"].items() if not rank
    }
    perform(ChooseAncestry("ogre"), at, TypedDice({}))
    assert at.me.rank("trait", "ogre_bruiser") == 1


def test_a_step_taken_again_writes_the_sheet_anew() -> None:
    at = _rolled()
    _do(at, DWARF, SMITH, _advances(), Equip("", "", ("weapons.cudgel",)))
    sheet = _do(at, ChooseAncestry("elf", "elf_ageless"), ChooseProfession("watchman"))
    assert (bonus(sheet, "brawn"), bonus(sheet, "agility"), movement(sheet)) == (4, 4, 7)
    assert not any(sheet.ranks["skill"].values())
    assert current(sheet) == library.professions()["watchman"]
    assert "cudgel" in sheet.items
    with pytest.raises(Refused, match="Choose advances first"):
        _do(at, Finish())


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (ChooseAncestry("elf", "dwarf_rooted"), "This trait belongs to another ancestry"),
        (ChooseProfession("archmage"), "Profession: choose from"),
        (TakeAdvances(skills=library.professions()["artisan"].skills, talents=("nothing",)), "Talents: choose from"),
        (
            TakeAdvances(library.professions()["artisan"].skills, (), library.professions()["artisan"].talents),
            "You can afford",
        ),
        (Equip("armour.full_plate"), "Armour: choose from"),
        (Equip("armour.leather", "", ("weapons.greatsword",)), "You have 30 gc"),
    ],
)
def test_whatever_the_rules_do_not_allow_is_refused(step: Command, sentence: str) -> None:
    at = _rolled()
    _do(at, DWARF, SMITH)
    if isinstance(step, Equip):
        _do(at, TakeAdvances())
    with pytest.raises(Refused, match=sentence):
        _do(at, step)


def test_reward_points_that_are_left_are_kept_and_points_of_fortune_follow_the_house_rules() -> None:
    at = _rolled({"fortune_points": 3, "fate_points": 2, "reward_points": 700})
    _do(at, DWARF, SMITH, TakeAdvances(library.professions()["artisan"].skills[:4]), Equip(), Finish())
    assert at.me.xp("reward", "points") == 300
    assert (at.me.now("fortune"), at.me.now("fate")) == (3, 2)


@pytest.mark.parametrize("seed", range(40))
def test_whoever_is_made_at_random_keeps_every_rule(seed: int) -> None:
    at = _begun(ASSIGNED if seed % 2 else None)
    sheet = _do(at, AtRandom())
    ancestry = next(one for one in library.ancestries().values() if one.name == sheet.texts["ancestry"])
    profession = current(sheet)
    assert profession is not None
    assert profession.name == sheet.texts["profession"]
    assert all(28 <= value <= 55 for value in sheet.ranks["attribute"].values())
    skills = [key for key, rank in sheet.ranks["skill"].items() if rank]
    talents = [key for key, rank in sheet.ranks["talent"].items() if rank]
    assert set(skills) <= set(profession.skills)
    assert set(talents) <= set(profession.talents)
    raised = {key: sheet.rank("bonus", key) - ancestry.bonuses.get(key, 0) for key in library.attributes()}
    assert all(0 <= by <= profession.bonuses.get(key, 0) for key, by in raised.items())
    assert len(skills) + len(talents) + sum(raised.values()) == 10
    assert sheet.now("coin") >= 0
    assert all(f"{item.kind}s.{item.entry}" in wares() for item in sheet.items.values() if item.kind == "weapon")
    assert not is_unmade(GRIM.steps, at)


@pytest.mark.parametrize(("face", "people"), [(1, "human"), (50, "human"), (51, "elf"), (61, "dwarf"), (100, "ogre")])
def test_peoples_are_drawn_as_the_table_prints_them(face: int, people: str) -> None:
    assert _people(face, 50).key == people


@pytest.mark.parametrize("humans", [0, 20, 50, 75, 90, 100])
def test_humans_are_as_many_as_the_house_has_them_and_the_others_as_likely_as_each_other(humans: int) -> None:
    found = Counter(_people(face, humans).key for face in range(1, 101))
    assert found.pop("human", 0) == humans
    assert set(found.values()) <= {(100 - humans) // 5}
    assert len(found) == (5 if humans < 100 else 0)
