"""The engine by itself: typed dice, facts that always apply, and facts that survive JSON."""

import secrets
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import codec
from rules.engine.kernel import (
    Almanac,
    Encounter,
    Fact,
    Homemade,
    House,
    Line,
    Refused,
    Resource,
    SecureDice,
    SeededDice,
    Sheet,
    TypedDice,
    evolve_almanac,
    evolve_encounter,
    evolve_homemade,
    evolve_house,
    evolve_sheet,
    facts,
)
from rules.engine.kernel.dice import MOST_DICE
from rules.engine.odds import at_least, in_words, less, mean, normal, often, percentile, pool
from tests.facts import ONE_OF_EACH, rook

# -- dice ---------------------------------------------------------------------------------------------------------


def test_typed_faces_are_used_up_in_order() -> None:
    dice = TypedDice({"anna": [3, 6, 1]})
    assert dice.roll("anna", [6, 6]).faces == (3, 6)
    last = dice.roll("anna", [4])
    assert (last.faces, last.typed) == ((1,), True)
    dice.all_used()


def test_a_missing_die_is_refused() -> None:
    with pytest.raises(Refused, match="This roll takes 3 dice; you typed 2"):
        TypedDice({"anna": [3, 6]}).roll("anna", [6, 6, 6])


def test_a_surplus_die_is_refused_at_the_end() -> None:
    dice = TypedDice({"anna": [3, 6]})
    dice.roll("anna", [6])
    with pytest.raises(Refused, match="You typed 1 die too many for this roll"):
        dice.all_used()


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    with pytest.raises(Refused, match="A d6 shows 1 to 6"):
        TypedDice({"anna": [face]}).roll("anna", [6])


def test_whoever_typed_nothing_rolls_with_the_rest() -> None:
    dice = TypedDice({"anna": [3]}, SeededDice(7))
    thrown = dice.roll("boris", [6, 6])
    assert not thrown.typed
    assert dice.roll("anna", [6]).typed
    dice.all_used()


def test_no_dice_are_no_throw() -> None:
    assert TypedDice({}).roll("anna", []).faces == ()


def test_the_same_seed_gives_the_same_faces() -> None:
    sides = [4, 6, 8, 10, 12, 20]
    assert SeededDice("winter").roll("", sides) == SeededDice("winter").roll("", sides)
    assert SeededDice("winter").roll("", sides * 9) != SeededDice("dawn").roll("", sides * 9)


@given(st.lists(st.integers(2, 1000), max_size=MOST_DICE))
def test_secure_faces_are_faces(sides: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.engine.kernel.dice.randbelow", secrets.randbelow)  # tests have a seeded one
        faces = SecureDice().roll("", sides).faces
    assert len(faces) == len(sides)
    assert all(1 <= face <= most for face, most in zip(faces, sides, strict=True))


@pytest.mark.parametrize("sides", [[6] * (MOST_DICE + 1), [1], [1001]])
@pytest.mark.parametrize("dice", [SecureDice(), SeededDice(1), TypedDice({"": [1] * (MOST_DICE + 1)})])
def test_absurd_throws_are_refused(dice: SecureDice, sides: list[int]) -> None:
    with pytest.raises(Refused):
        dice.roll("", sides)


# -- odds ---------------------------------------------------------------------------------------------------------


def test_a_pool_of_dice_is_a_distribution() -> None:
    two = normal(pool((1, 1), 2))
    assert two == (0.25, 0.5, 0.25)
    assert mean(two) == 1
    assert at_least(two, 1) == 0.75
    assert less(two, 1) == (0.75, 0.25)
    assert less(two, 5) == (1.0,)
    assert percentile(two, 1) == 50


def test_chances_are_said_as_people_say_them() -> None:
    told = [in_words(p) for p in (0, 0.004, 0.03, 0.28, 0.5, 0.97, 0.995, 1)]
    assert told[:5] == ["no chance", "under 1\xa0%", "3\xa0%", "28\xa0%", "50\xa0%"]
    assert told[5:] == ["97\xa0%", "over 99\xa0%", "certain"]


def test_how_often_somebody_does_something_is_a_sentence() -> None:
    chances = (0, 0.005, 0.03, 0.1, 0.27, 0.5, 0.95, 0.995, 1)
    assert [often("you", "parry it", chance) for chance in chances] == [
        "you never parry it",
        "you hardly ever parry it",
        "you parry it 3 times in 100",
        "you parry it 10 times in 100",
        "you parry it 27 times in 100",
        "you parry it 50 times in 100",
        "you parry it 95 times in 100",
        "you almost always parry it",
        "you always parry it",
    ]


# -- facts --------------------------------------------------------------------------------------------------------


def test_every_kind_of_fact_stands_in_the_list() -> None:
    assert {type(fact) for fact in ONE_OF_EACH} == set(get_args(Fact))
    assert len({codec.fact_name(fact) for fact in ONE_OF_EACH}) == len(ONE_OF_EACH)


@pytest.mark.parametrize("fact", ONE_OF_EACH, ids=lambda fact: type(fact).__name__)
def test_every_fact_survives_json(fact: Fact) -> None:
    text = codec.dump_facts([fact])
    assert codec.facts_from(text) == [fact]
    assert codec.dump_facts(codec.facts_from(text)) == text


@pytest.mark.parametrize("fact", ONE_OF_EACH, ids=lambda fact: type(fact).__name__)
def test_every_fact_applies_even_where_there_is_nothing_that_it_is_about(fact: Fact) -> None:
    if isinstance(fact, get_args(facts.SheetFact)):
        assert evolve_sheet(None, fact) is None or isinstance(fact, facts.Begun)
        bare = evolve_sheet(Sheet("Nobody"), fact)
        assert bare is not None
        assert codec.sheet_from(codec.dump(bare)) == bare
    elif isinstance(fact, get_args(facts.SceneFact)):
        scene = evolve_encounter(Encounter(), fact)
        assert codec.encounter_from(codec.dump(scene)) == scene
    elif isinstance(fact, facts.RuleChosen):
        house = evolve_house(House(), fact)
        assert codec.house_from(codec.dump(house)) == house
    elif isinstance(fact, get_args(facts.AlmanacFact)):
        almanac = evolve_almanac(Almanac(), fact)
        assert codec.almanac_from(codec.dump(almanac)) == almanac
    elif isinstance(fact, get_args(facts.BookFact)):
        assert evolve_homemade(None, fact) is None or isinstance(fact, facts.HomebrewWritten)
        homemade = evolve_homemade(Homemade("weapons", "Axe", {}), fact)
        assert homemade is not None
        assert codec.homemade_from(codec.dump(homemade)) == homemade


@pytest.mark.parametrize(
    "fact", [fact for fact in ONE_OF_EACH if getattr(fact, "part", "")], ids=lambda fact: type(fact).__name__
)
def test_a_fact_changes_the_part_of_a_sheet_that_it_names(fact: facts.SheetFact) -> None:
    part = "name" if isinstance(fact, facts.TextChanged) and fact.name == "name" else fact.part
    before, after = rook(), evolve_sheet(rook(), fact)
    assert {each.name for each in fields(Sheet) if getattr(before, each.name) != getattr(after, each.name)} == {part}
    assert after.copied() == after


def test_a_begun_sheet_is_a_copy() -> None:
    given_sheet = Sheet("Anna")
    begun = evolve_sheet(None, facts.Begun("a", given_sheet))
    assert begun == given_sheet
    assert begun is not given_sheet


amounts = st.integers(-30, 30)


@given(st.lists(amounts, max_size=9), st.integers(0, 20))
def test_a_resource_stays_between_nothing_and_its_most(changes: list[int], most: int) -> None:
    sheet = Sheet("Anna", resources={"s": Resource(most, most)})
    for by in changes:
        evolve_sheet(sheet, facts.ResourceChanged("a", "s", by))
        assert 0 <= sheet.now("s") <= most


@given(st.lists(amounts, max_size=9))
def test_ticks_stay_on_the_boxes_that_there_are(changes: list[int]) -> None:
    sheet = Sheet("Anna", tracks={"injury": [Line({"minor": 3})]})
    for by in changes:
        evolve_sheet(sheet, facts.BoxesTicked("a", "injury", 0, "minor", by))
        assert 0 <= sheet.tracks["injury"][0].ticked.get("minor", 0) <= 3


@given(amounts)
def test_a_rank_gained_and_lost_leaves_the_very_same_sheet(by: int) -> None:
    sheet = Sheet("Anna", ranks={"skill": {"stealth": 2}})
    before = codec.dump(sheet)
    for change in (by, -by):
        evolve_sheet(sheet, facts.RankChanged("a", "skill", "stealth", change))
        evolve_sheet(sheet, facts.RankChanged("a", "skill", "acting", change))
    sheet.ranks["skill"].setdefault("stealth", 2)
    assert codec.dump(sheet) == before
