"""Traits: by themselves, offered beside a roll, and in the odds as in the dice."""

from collections import defaultdict
from fractions import Fraction

import pytest

from rules.engine.kernel import Command, Dice, ResourceChanged, Sheet, foretell
from rules.engine.kernel.commands import perform
from rules.engine.page.blocks import Explained, Tiles
from rules.systems.sda import SDA
from rules.systems.sda.checks.long.long_tasks import BeginTask
from rules.systems.sda.checks.skills.skill_tests import OpenTest, StaticTest
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.content.trait_entries import FIGURES
from rules.systems.sda.core.person import TWICE, figure, offered
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.downtime.days import Night, Weather
from rules.systems.sda.downtime.drains import AllyDown
from rules.systems.sda.world.livelihood import Haggle
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.tables import hero, judged, table


def gifted(*traits: str, spirit: int | None = None, **ranks: dict[str, int]) -> Sheet:
    sheet = hero("Anna", spirit, **ranks)
    sheet.items |= {trait: SDA.item("traits", trait) for trait in traits}
    return sheet


def why(sheet: Sheet, number: str) -> list[tuple[str, str]]:
    shown: Explained = SDA.explain(sheet, number, {})
    return [(part.label, part.value) for part in shown.parts]


# -- in the data ----------------------------------------------------------------------------------------------------


def test_every_figure_is_one_that_some_trait_changes() -> None:
    assert {name for trait in life_shelf.traits().values() for name in trait.figures} == set(FIGURES)


def test_skills_name_commands_that_there_are() -> None:
    names = {command.name for command in SDA.commands}
    assert {test for skill in SKILLS.values() for test in skill.tests} <= names


def test_an_entry_of_a_skill_names_its_tests() -> None:
    skills = {entry.key: entry for entry in SDA.compendium()["skills"]}
    assert skills["climbing"].facts == ("Athleticism", "Strength", "tests: Climb")
    assert skills["climbing"].commands == ("move.climb",)
    assert skills["seamanship"].facts == ("Trades", "Wisdom")


# -- on a sheet -----------------------------------------------------------------------------------------------------


def test_an_explanation_shows_what_acts_and_what_may() -> None:
    assert ("Fearsome", "−2 MoS") in why(gifted("fearsome"), "skill.persuasion")
    assert ("Fearsome", "+2 MoS: it is a threat") in why(gifted("fearsome"), "skill.insult_intimidation")
    assert ("Dynamo", "MoS count twice") in why(gifted("dynamo"), "skill.resist_fatigue")
    assert ("Horned Head", "1") in why(gifted("horned_head"), "armour.cutting")


def test_a_pool_past_the_limit_of_spirit() -> None:
    at = table(anna=gifted("relentless", spirit=3, skill={"stealth": 5}))
    assert pool_for(at, "anna", "stealth").available == 4
    assert pool_for(table(anna=hero(spirit=3, skill={"stealth": 5})), "anna", "stealth").available == 3


def test_figures_add_up() -> None:
    assert figure(gifted("fist_of_iron", "fist_of_steel"), "fists") == 4
    assert figure(gifted(), "fists") == 0
    assert TWICE in pool_for(table(anna=gifted("ascetic")), "anna", "resist_hunger").how
    assert [choice.value for choice in offered(gifted("assassin", "dynamo"))] == ["assassin"]


def test_the_sheet_honours_the_house_rule_about_burdens() -> None:
    sheet = hero(skill={"stealth": 2})
    sheet.items["anvil"] = SDA.item("armour", "full_plate_suit")
    sheet.items["anvil"].stats["encumbrance"] = 30
    assert SDA.explain(sheet, "skill.stealth", {}).value == "2d6"
    assert SDA.explain(sheet, "skill.stealth", {"encumbrance_costs_dice": False}).value == "3d6"


def test_a_long_task_stands_on_the_sheet_while_it_runs() -> None:
    at = table(anna=hero(skill={"climbing": 1}))
    assert not _tasks(at.me)
    perform(BeginTask(skill="climbing", task="The wall", difficulty=7, mode="first_fail"), at, _NoDice())
    (block,) = _tasks(at.me)
    assert [(row.label, row.shown.value) for row in block.rows] == [("The wall", "0 / 7")]
    assert ("A roll without success", "loses all of it") in why(at.me, "task.p1")


class _NoDice:
    def roll(self, who: str, sides: object) -> None:  # type: ignore[override]
        raise AssertionError("nothing is rolled")


def _tasks(sheet: Sheet) -> list[Tiles]:
    blocks = [block for column in SDA.page(sheet, {}).columns for block in column]
    return [block for block in blocks if isinstance(block, Tiles) and block.name == "tasks"]


# -- in the odds ----------------------------------------------------------------------------------------------------


def shares_when_performed(command: Command, *traits: str) -> tuple[dict[int, Fraction], float]:
    """The share of each loss of spirit or measure, and of success, when a command is performed in every way."""

    def play(dice: Dice) -> tuple[int, bool]:
        at = table({"ego_again": "never"}, anna=gifted(*traits, spirit=9, skill={"insult_intimidation": 1}))
        perform(command, at, dice)
        lost = -sum(f.by for f in at.facts if isinstance(f, ResourceChanged) and "ego" not in f.reason and f.by < 0)
        return lost, judged(at)["verdict"] == "success"

    shares: dict[int, Fraction] = defaultdict(Fraction)
    success = Fraction(0)
    for share, (lost, succeeded) in every_way(play):
        shares[lost] += share
        success += share * succeeded
    return shares, float(success)


@pytest.mark.parametrize(
    ("command", "trait"),
    [
        (Night(hours=4), "dynamo"),
        (Weather(weather="freezing", hours=8), "heat_conservation"),
        (AllyDown(number_down=2), "fearless"),
    ],
)
def test_losses_are_as_foretold(command: Command, trait: str) -> None:
    shares, _ = shares_when_performed(command, trait)
    odds = foretell(command, table(anna=gifted(trait, spirit=9)))
    assert odds is not None
    assert odds.measure == pytest.approx([float(shares[value]) for value in range(len(odds.measure))], abs=1e-12)


@pytest.mark.parametrize(
    "command",
    [
        StaticTest("insult_intimidation", difficulty=3, traits=("fearsome",)),
        OpenTest("insult_intimidation", malus=1, traits=("fearsome",)),
        StaticTest("persuasion", difficulty=1),
    ],
)
def test_picked_traits_are_in_the_odds(command: Command) -> None:
    _, success = shares_when_performed(command, "fearsome")
    odds = foretell(command, table(anna=gifted("fearsome", skill={"insult_intimidation": 1})))
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(success, abs=1e-12)


def test_haggling_with_the_cool_headed_is_as_foretold() -> None:
    def people() -> dict[str, Sheet]:
        return {"anna": hero(skill={"persuasion": 0}), "boris": gifted("cool_headed", skill={"persuasion": 0})}

    command = Haggle(target="boris", pays=False)

    def play(dice: Dice) -> bool:
        at = table({"ego_again": "never"}, **people())
        perform(command, at, dice)
        return bool(judged(at)["verdict"] == "success")

    better = sum((share for share, won in every_way(play) if won), Fraction(0))
    odds = foretell(command, table(**people()))
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(float(better), abs=1e-12)
