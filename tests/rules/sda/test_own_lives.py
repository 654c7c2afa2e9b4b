"""Peoples, kin, occupations and traits of a campaign's own: offered, drawn, paid for, booked, and acting on rolls."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.engine.character.creation import MAKING, is_unmade
from rules.engine.content.homebrew import checked
from rules.engine.kernel import (
    Choice,
    ExperienceChanged,
    Item,
    OwnBook,
    Refused,
    SeededDice,
    Sheet,
    Table,
    foretell,
    lay_open,
    opened,
)
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.checks.skills.skill_tests import StaticTest
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.steps.all_steps import AtRandom
from rules.systems.sda.creation.steps.beginning import ChooseKin, ChoosePeople, ChooseTraits
from rules.systems.sda.creation.steps.chapters import ChooseOccupation, ChooseOrigin
from tests.rules.sda.tables import hero, table
from tests.rules.sda.test_making import (
    SHORT,
    assert_every_chapter_fits,
    assert_ledger_balances,
    assert_replays,
    assert_within_limits,
    at_random,
    refusal,
    take,
    take_presets,
    unmade_table,
    why_refused,
)

TRAIT, PEOPLE, KIN, TRADE, FLAW, SKILL = (f"ours.{one}" for one in ("trait", "people", "kin", "trade", "flaw", "skill"))
#: What a campaign wrote, in the order in which it could be written.
WRITTEN: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("skills", SKILL, {"name": "Sand Sailing", "group": "trades", "attributes": ["agility"]}),
    ("traits", TRAIT, {"name": "Dune Born", "cost": 4, "rolls": ["geography"], "dice": 1, "when": "in the desert"}),
    ("traits", FLAW, {"name": "Sunstruck", "cost": -3, "rolls": [SKILL, "brawling"], "mos": -1}),
    (
        "peoples",
        PEOPLE,
        {
            "name": "Dunefolk",
            "speed": 10,
            "age": 14,
            "size": "small",
            "attributes": dict.fromkeys(("agility", "strength", "constitution", "erudition", "persona", "wisdom"), 6),
            "experience": {"brawling": 3, SKILL: 3},
            "traits": [TRAIT],
            "like": "orc",
            "origins": {"high_men_city": 2},
        },
    ),
    ("kin", KIN, {"name": "Salt Folk", "people": PEOPLE, "cost": 2, "attribute_experience": {"agility": 6}}),
    (
        "occupations",
        TRADE,
        {
            "name": "Sand Pilot",
            "careers": ["maritime"],
            "costs": dict.fromkeys(("commerce", "maritime", "military", "primary", "service", "unemployed"), 3),
            "years": 3,
            "experience": {SKILL: 4},
            "shared": 2,
            "among": ["lifting", "ego"],
            "things": {"weapons.spear": 2},
            "one_thing": ["gear.wool_cloak", "gear.warm_outfit"],
            "also": "2 × flags\nA map of the dunes",
            "copper": 40,
            "needs_peoples": [PEOPLE],
        },
    ),
)


@dataclass
class Writing:
    """A book as it is written, each entry through the check of its shelf."""

    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()

    def write(self, section: str, key: str, told: dict[str, Any]) -> None:
        with opened(self.book):
            figures = checked(SDA.shelves()[section], told)
        self.sections.setdefault(section, {})[key] = figures

    @property
    def book(self) -> OwnBook:
        return OwnBook(json.dumps(self.sections), self.kept)


@pytest.fixture
def ours() -> Iterator[Writing]:
    """The campaign's own entries, lying open; with more written they have to be laid open anew."""
    writing = Writing()
    for section, key, told in WRITTEN:
        writing.write(section, key, told)
    with opened(writing.book):
        yield writing


def labels(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {choice.value: choice.label for choice in choices}


def withdrawn(writing: Writing, *keys: str) -> None:
    writing.kept = frozenset(keys)
    lay_open(writing.book)


def dunefolk(**more: Any) -> Table:
    """A person of the campaign's own people, made up to the occupations."""
    at = unmade_table(**more)
    take(at, "making.people", people=PEOPLE)
    take(at, "making.kin", kin=KIN)
    take(at, "making.origin", origin="high_men_city")
    take(at, "making.events", events=[])
    return at


# -- beside the game's ------------------------------------------------------------------------------------------------


def test_own_entries_stand_beside_those_of_the_game(ours: Writing) -> None:
    assert (
        len(life_shelf.peoples()),
        len(life_shelf.kin()),
        len(life_shelf.occupations()),
        len(life_shelf.traits()),
    ) == (10, 26, 81, 95)
    assert life_shelf.traits()[TRAIT].effects[0].skills == ("geography",)
    assert life_shelf.kin()[KIN] is life_shelf.peoples()[PEOPLE].kin[KIN]
    lay_open(OwnBook())
    assert PEOPLE not in life_shelf.peoples()
    assert "Dunefolk" not in str(SDA.compendium())


def test_what_does_not_fit_any_more_is_left_out(ours: Writing) -> None:
    del ours.sections["skills"]
    ours.sections["traits"]["ours.odd"] = {"name": 3}
    lay_open(ours.book)
    assert {PEOPLE, TRADE, FLAW, "ours.odd"}.isdisjoint(
        {**life_shelf.peoples(), **life_shelf.occupations(), **life_shelf.traits()}
    )
    assert TRAIT in life_shelf.traits()
    assert labels(ChoosePeople.choices(unmade_table())["people"]) == {
        key: one.name for key, one in life_shelf.shelf().peoples.items()
    }


def test_what_a_trait_says_of_a_group_it_says_of_skills_that_were_added(ours: Writing) -> None:
    ours.write("traits", "ours.sea", {"name": "Sea Legs", "rolls": ["trades"], "dice": 1})
    ours.write("skills", "ours.knots", {"name": "Knots", "group": "melee_combat", "attributes": ["agility"]})
    lay_open(ours.book)
    assert "ours.knots" in life_shelf.traits()["assassin"].effects[0].skills
    lay_open(OwnBook())
    assert "ours.knots" not in life_shelf.traits()["assassin"].effects[0].skills


@pytest.mark.parametrize(("section", "odd"), [("traits", 4), ("peoples", 2), ("kin", 1), ("occupations", 3)])
def test_nearly_all_of_the_games_own_can_be_begun_with(section: str, odd: int) -> None:
    assert len(SDA.compendium()[section]) - len(SDA.shelves()[section].own()) <= odd


# -- the path of a life -----------------------------------------------------------------------------------------------


def test_a_life_of_ones_own_is_told_by_the_sheet_and_its_ledger(ours: Writing) -> None:
    at = dunefolk()
    take(at, "making.occupation", occupation=TRADE)
    take(at, "making.occupation", occupation="enough")
    take(at, "making.reason", reason="wanderlust")
    assert take_presets(at)[-1] == "making.finish"
    sheet = at.me
    assert sheet.texts["people"] == "Salt Folk, Dunefolk"
    assert "Sand Pilot" in sheet.texts["background"]
    assert "17 years old" in sheet.texts["background"]
    assert sheet.items[f"trait-{TRAIT}"] == Item("Dune Born", "trait", entry=TRAIT)
    assert (sheet.ranks["body"]["speed"], sheet.items["spear"].count) == (10, 2)
    assert {"2flags", "flags"} & sheet.items.keys()
    booked = {(fact.name, fact.by, fact.reason) for fact in at.facts if isinstance(fact, ExperienceChanged)}
    assert {("brawling", 3, "Dunefolk"), (SKILL, 4, "Sand Pilot"), ("agility", 6, "Salt Folk")} <= booked
    assert sheet.rank("skill", SKILL) >= 1
    assert_ledger_balances(at)
    assert_replays(at)
    assert SDA.page(sheet, {}).columns


def test_each_step_says_what_it_gives_and_costs(ours: Writing) -> None:
    at = unmade_table()
    hint = next(one.hint for one in ChoosePeople.choices(at)["people"] if one.value == PEOPLE)
    assert "Brawling 3" in hint
    assert "Dune Born" in hint
    take(at, "making.people", people=PEOPLE)
    assert labels(ChooseKin.choices(at)["kin"]) == {KIN: "Salt Folk: 2 points"}
    take(at, "making.kin", kin=KIN)
    places = labels(ChooseOrigin.choices(at)["origin"])
    assert places["high_men_city"].endswith(": 2 points")
    assert life_of(at.me, {}).points_left == 23


def test_a_people_is_at_home_where_those_like_it_are(ours: Writing) -> None:
    at = dunefolk()
    life = life_of(at.me, {})
    of_orcs = {key: one.costs["orc"] for key, one in life_shelf.origins().items() if "orc" in one.costs}
    found = {key: life.cost_of_origin(one) for key, one in life_shelf.origins().items()}
    assert {key: cost for key, cost in found.items() if cost is not None} == {**of_orcs, "high_men_city": 2}
    for_orcs = next(one for one in life_shelf.occupations().values() if one.needs and "orc" in one.needs.races)
    assert "Only for" not in life.closed_occupation(for_orcs, ())


def test_an_occupation_may_be_for_one_people_only(ours: Writing) -> None:
    at = unmade_table()
    take(at, "making.people", people="elf")
    take_presets(at, until="making.occupation")
    assert why_refused(at, "making.occupation", occupation=TRADE) == "Only for Dunefolk."
    at = dunefolk()
    take(at, "making.occupation", occupation=TRADE)
    assert life_of(at.me, {}).points_left == 25 - 2 - 2 - 3


def test_a_people_without_kin_leaves_none_to_choose(ours: Writing) -> None:
    del ours.sections["kin"]
    lay_open(ours.book)
    at = unmade_table()
    take(at, "making.people", people=PEOPLE)
    assert why_refused(at, "making.kin", kin=KIN) == "Dunefolk: all of one kin."
    assert take_presets(at)[-1] == "making.finish"
    assert at.me.texts["people"] == "Dunefolk"


def test_kin_of_ones_own_among_a_people_of_the_game(ours: Writing) -> None:
    ours.write("kin", "ours.late", {"name": "Latecomers", "people": "orc", "loses": ["fearsome"], "traits": [TRAIT]})
    lay_open(ours.book)
    at = unmade_table()
    take(at, "making.people", people="orc")
    take(at, "making.kin", kin="ours.late")
    assert life_of(at.me, {}).traits == ("strong_grip", TRAIT)


def test_a_trait_is_bought_once_its_needs_are_met(ours: Writing) -> None:
    ours.write("traits", "ours.old", {"name": "Old Hand", "cost": 2, "needs_traits": [TRAIT], "needs_people": PEOPLE})
    lay_open(ours.book)
    at = dunefolk()
    take_presets(at, until="making.traits")
    take(at, "making.traits", traits=["ours.old", FLAW])
    assert life_of(at.me, {}).spent == 2 + 2 + 2 - 3 + sum(cost_of_leaving(at))
    other = unmade_table()
    take(other, "making.people", people="orc")
    take_presets(other, until="making.traits")
    assert why_refused(other, "making.traits", traits=["ours.old"]) == "Old Hand: Needs Dune Born."


def cost_of_leaving(at: Table) -> tuple[int, int]:
    life = life_of(at.me, {})
    return life.cost_of_reason(life.reason) or 0, life.cost_of_motivation(life.motivation) or 0


def test_arrays_are_distributed_as_they_were_written(ours: Writing) -> None:
    told = {**ours.sections["peoples"][PEOPLE], "attributes": {}, "arrays": "7 7 6 6 5 5\n9 6 6 6 4 4"}
    ours.write("peoples", PEOPLE, told)
    lay_open(ours.book)
    at = unmade_table()
    take(at, "making.people", people=PEOPLE)
    take(at, "making.kin", kin=KIN)
    values = {"agility": 9, "strength": 4, "constitution": 6, "erudition": 6, "persona": 6, "wisdom": 4}
    take(at, "making.array", **values)
    assert at.me.ranks["attribute"] == values


# -- by dice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_lives_by_dice_keep_every_rule(seed: int, ours: Writing) -> None:
    at, life = at_random(seed, SHORT if seed % 6 == 0 else None)
    assert not is_unmade(SDA.steps, at)
    assert_ledger_balances(at)
    assert_replays(at)
    assert_within_limits(at.me)
    assert SDA.page(at.me, {}).columns
    if not life.short:
        assert 0 <= life.spent <= life.points
        assert_every_chapter_fits(life)


def drawn() -> Iterator[Life]:
    """Many lives by dice, one after another: whoever looks for something stops where it is found."""
    return (at_random(seed)[1] for seed in range(60))


def test_dice_draw_what_is_offered_and_nothing_else(ours: Writing) -> None:
    assert any(life.people and life.people.key == PEOPLE for life in drawn())
    assert any(TRAIT in life.bought or FLAW in life.bought for life in drawn())
    withdrawn(ours, PEOPLE, TRAIT, FLAW, TRADE)
    left = list(drawn())
    assert not any(life.people and life.people.key == PEOPLE for life in left)
    assert not any({TRAIT, FLAW} & {*life.traits} for life in left)


def test_dice_pass_by_a_people_that_nobody_can_pay_for(ours: Writing) -> None:
    ours.sections["kin"][KIN]["cost"] = 12
    dear = {**ours.sections["peoples"][PEOPLE], "motivations": dict.fromkeys(life_shelf.motivations(), 12)}
    ours.write("peoples", PEOPLE, dear)
    lay_open(ours.book)
    lives = [at_random(seed, {creation.POINTS.name: 20})[1] for seed in range(40)]
    assert PEOPLE not in {life.people.key for life in lives if life.people}


# -- withdrawn, and gone ----------------------------------------------------------------------------------------------


def test_what_is_withdrawn_stays_with_whoever_has_it(ours: Writing) -> None:
    at = dunefolk()
    take(at, "making.occupation", occupation=TRADE)
    withdrawn(ours, PEOPLE, KIN, TRADE, TRAIT)
    take(at, "making.occupation", occupation="enough")
    life = life_of(at.me, {})
    assert life.people
    assert [one.key for one in life.occupations] == [TRADE]
    assert PEOPLE in labels(ChoosePeople.choices(at)["people"])
    assert TRADE not in labels(ChooseOccupation.choices(at)["occupation"])
    assert take_presets(at)[-1] == "making.finish"
    fresh = unmade_table()
    assert PEOPLE not in labels(ChoosePeople.choices(fresh)["people"])
    assert "People: choose from" in refusal(fresh, "making.people", people=PEOPLE)


def test_a_withdrawn_trait_is_held_but_not_offered(ours: Writing) -> None:
    at, other = dunefolk(), unmade_table()
    take_presets(at, until="making.traits")
    take(at, "making.traits", traits=[FLAW])
    take(other, "making.people", people="orc")
    take_presets(other, until="making.traits")
    withdrawn(ours, FLAW)
    assert FLAW in labels(ChooseTraits.choices(at)["traits"])
    assert FLAW not in labels(ChooseTraits.choices(other)["traits"])
    assert take_presets(at)[-1] == "making.finish"
    assert pool_for(table(anna=at.me), "anna", "brawling").malus == 1


def test_a_life_that_no_book_knows_any_more_can_be_begun_anew(ours: Writing) -> None:
    at = dunefolk()
    take(at, "making.occupation", occupation=TRADE)
    lay_open(OwnBook())
    assert SDA.page(at.me, {}).columns
    for step in SDA.steps:
        step.settled(at)
        step.choices(at)
        step.preset(at)
    assert why_refused(at, "making.origin", origin="high_men_city") == "Choose a kin first."
    take(at, "making.people", people="orc")
    assert take_presets(at)[-1] == "making.finish"
    assert_replays(at)


def test_what_is_left_of_a_life_in_the_middle_can_go_on(ours: Writing) -> None:
    at = dunefolk()
    take_presets(at, until="making.traits")
    take(at, "making.traits", traits=[FLAW])
    take_presets(at, until="making.finish")
    del ours.sections["traits"][FLAW], ours.sections["skills"], ours.sections["kin"]
    ours.sections["peoples"][PEOPLE]["experience"] = {"brawling": 3}
    lay_open(ours.book)
    for step in SDA.steps:
        step.settled(at)
        step.choices(at)
        step.preset(at)
    take(at, "making.finish")
    assert SDA.page(at.me, {}).columns


def test_a_trait_from_another_hall_stands_on_the_sheet_by_its_name() -> None:
    sheet = hero()
    sheet.items["trait-ours.far"] = Item("Far Travelled", "trait", entry="ours.far")
    assert SDA.page(sheet, {}).columns
    assert SDA.explain(sheet, "skill.geography", {}).value


# -- on rolls ---------------------------------------------------------------------------------------------------------


def with_trait(key: str) -> Sheet:
    sheet = hero(skill={"brawling": 2, "geography": 1})
    sheet.items["x"] = SDA.item("traits", key)
    return sheet


def test_a_trait_acts_and_stands_in_the_explanation(ours: Writing) -> None:
    assert pool_for(table(anna=with_trait(FLAW)), "anna", "brawling").malus == 1
    parts = {(part.label, part.value) for part in SDA.explain(with_trait(FLAW), "skill.brawling", {}).parts}
    assert ("Sunstruck", "−1 MoS") in parts
    parts = {(part.label, part.value) for part in SDA.explain(with_trait(TRAIT), "skill.geography", {}).parts}
    assert ("Dune Born", "+1 die: in the desert") in parts


def test_what_the_table_sees_an_occasion_for_is_offered_beside_the_roll_and_in_its_odds(ours: Writing) -> None:
    at = table(anna=with_trait(TRAIT))
    assert TRAIT in labels(StaticTest.choices(at)["traits"])
    plain, helped = (
        foretell(StaticTest(skill="geography", difficulty=2, traits=picked), at) for picked in ((), (TRAIT,))
    )
    assert plain
    assert helped
    assert helped.mean > plain.mean


def test_a_natural_talent_of_ones_own_is_for_one_skill(ours: Writing) -> None:
    ours.write("traits", "ours.gift", {"name": "Gifted", "cost": 1, "talent": True})
    lay_open(ours.book)
    at = dunefolk()
    take_presets(at, until="making.traits")
    take(at, "making.traits", traits=["ours.gift"])
    assert take_presets(at)[-1] == "making.finish"
    item = at.me.items["trait-ours.gift"]
    assert item.name.startswith("Gifted: ")


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "told", "sentence"),
    [
        ("traits", {"rolls": ["geography"]}, "Enter what it does to those rolls"),
        ("traits", {"dice": 1}, "Choose the rolls it helps or hinders."),
        ("traits", {"needs_rank": 1}, "Choose the skills in which that rank is needed."),
        ("traits", {"needs_among": ["ego"]}, "Enter the rank needed in one of them: at least 1."),
        ("traits", {"needs_virtues": ["courage.lack", "courage.excess"]}, "Choose one side of each virtue, not both."),
        ("traits", {"shared": 3}, "Choose the skills that may share that experience."),
        ("peoples", {"like": "orc"}, "enter either all six attributes, or six numbers to assign."),
        ("peoples", {"like": "orc", "attributes": {"agility": 6}}, "enter all six attributes, or none."),
        ("peoples", {"like": "orc", "arrays": "7 6 6"}, "enter 6 numbers from 4 to 9 to assign, not '7 6 6'."),
        ("peoples", {}, "People they live among is missing."),
        ("kin", {"people": "hobgoblin"}, "Hobgoblin has no attributes: enter all six for this kin."),
        ("kin", {"people": "nobody"}, "Kin of: choose from High-Man"),
        (
            "occupations",
            {"careers": [], "costs": {"arts": 1}},
            "An occupation belongs to at least one career. Choose one.",
        ),
        ("occupations", {"careers": ["arts"], "costs": {}}, "Enter after which careers it can be taken up"),
        (
            "occupations",
            {"careers": ["arts"], "costs": {"arts": 1}, "also": "Rope. Long."},
            "Write each thing on a line of its own, without full stops.",
        ),
        (
            "occupations",
            {"careers": ["arts"], "costs": {"arts": 1}, "needs_careers": ["arts"]},
            "Enter how many occupations of those careers it needs: at least 1.",
        ),
    ],
)
def test_what_says_only_half_is_refused_in_a_sentence(section: str, told: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        checked(SDA.shelves()[section], {"name": "Odd", **told})
    assert sentence in refused.value.sentence
    assert refused.value.sentence.endswith(".")


def test_nothing_is_read_when_no_book_lies_open() -> None:
    assert life_shelf.traits() is life_shelf.traits()
    at = unmade_table()
    perform(AtRandom(), at, SeededDice(3))
    assert MAKING not in at.me.memo
