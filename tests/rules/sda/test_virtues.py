"""Virtue rolls and what they add to a pool: the odds agree with every way in which the dice can fall."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.kernel import Condition, Dice, Refused, Sheet, Table, described_fields, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds import less
from rules.systems.sda import SDA
from rules.systems.sda.checks.skills.skill_tests import StaticTest
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.person import ALLOWED, ASKED, LEANING, Call, calls
from rules.systems.sda.core.person.virtue_bonus import CALLED
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.fight.actions.quick_shots import ShootOpening
from rules.systems.sda.scenes.virtues import RollVirtue
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.tables import hero, judged, table


def caller(stage: str, end: str = "lack", step: int = 1, measure: int = 0) -> Sheet:
    """A sheet that called upon an end of a virtue, courage."""
    sheet = hero(virtue={"courage": step}, skill={"stealth": 1})
    condition = Call(stage, "courage", end, measure, "I slip out").condition
    sheet.conditions[condition.name] = condition
    return sheet


@pytest.mark.parametrize("bought", [0, 1, 2])
@pytest.mark.parametrize(("end", "step"), [("lack", 0), ("lack", 1), ("excess", 1), ("excess", 3)])
def test_the_odds_of_a_virtue_roll_are_those_of_its_dice(end: str, step: int, bought: int) -> None:
    def play(dice: Dice) -> int:
        at = table(anna=caller(ALLOWED, end, step))
        perform(RollVirtue(bought=bought), at, dice)
        return int(judged(at)["measure"])

    shares: dict[int, Fraction] = defaultdict(Fraction)
    for share, measure in every_way(play):
        shares[measure] += share
    odds = foretell(RollVirtue(bought=bought), table(anna=caller(ALLOWED, end, step)))
    assert odds is not None
    assert odds.measure == pytest.approx([float(shares[value]) for value in range(len(odds.measure))], abs=1e-12)
    assert odds.chances[0].probability == pytest.approx(1 - float(shares[0]), abs=1e-12)


@pytest.mark.parametrize(
    ("end", "labels"),
    [
        ("lack", ("Asks to be an iconoclast", "May be an iconoclast", "Iconoclast")),
        ("excess", ("Asks to be a zealot", "May be a zealot", "Zealot")),
    ],
)
def test_an_end_that_is_a_noun_has_its_article_within_a_sentence(end: str, labels: tuple[str, ...]) -> None:
    calls_of_faith = [Call(stage, "faith", end, 0, "I pray") for stage in (ASKED, ALLOWED, CALLED)]
    assert tuple(one.condition.label for one in calls_of_faith) == labels


def test_whoever_chooses_luck_for_a_roll_chooses_the_virtue_too() -> None:
    """But for a night, for which no scene and no virtue lasts."""
    forms = {kind.name: described_fields(kind).keys() for kind in SDA.commands}
    assert {name for name, fields in forms.items() if "called" in fields and "virtue" not in fields} == {"healing.rest"}


def test_a_shot_at_an_opening_goes_with_a_virtue_or_against_it() -> None:
    rook = caller(CALLED, measure=1)
    rook.ranks["skill"]["bows"] = 2
    rook.items |= {"bow": replace(SDA.item("weapons", "short_bow"), in_use=True), "arrow": SDA.item("gear", "arrow")}
    rook.items["quick_shooter"] = SDA.item("traits", "quick_shooter")
    fight = Fight(rook=rook, boris=fighter("Boris")).on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=20)
    fight.does("rook", "turn.watch", target="boris")
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.move", x=5, y=20)
    offered = [one.value for one in ShootOpening.choices(fight.table("rook"))["virtue"]]
    assert offered == ["courage:for", "courage:against"]
    plain, against = (fight.odds("rook", ShootOpening.name, dice=4, virtue=way) for way in ("", offered[1]))
    assert against.measure == less(plain.measure, 1)
    with pytest.raises(Refused):
        fight.odds("rook", ShootOpening.name, dice=5)
    assert fight.odds("rook", ShootOpening.name, dice=5, virtue=offered[0]).measure[0] < plain.measure[0]


@pytest.mark.parametrize("way", ["for", "against"])
def test_the_odds_of_a_test_know_of_the_virtue(way: str) -> None:
    command = StaticTest(skill="stealth", difficulty=1, virtue=f"courage:{way}")

    def play(dice: Dice) -> bool:
        at = table({"ego_again": "never"}, anna=caller(CALLED, measure=1))
        perform(command, at, dice)
        return bool(judged(at)["verdict"] == "success")

    succeeds = sum((share for share, succeeded in every_way(play) if succeeded), Fraction(0))
    odds = foretell(command, table(anna=caller(CALLED, measure=1)))
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(float(succeeds), abs=1e-12)


def test_a_pool_says_what_a_virtue_does_to_it() -> None:
    at = table(anna=caller(CALLED, measure=3))
    helped, hindered = (pool_for(at, "anna", "stealth", virtue=f"courage:{way}") for way in ("for", "against"))
    assert (helped.dice, helped.malus) == (5, 0)
    assert (hindered.dice, hindered.malus) == (2, 3)
    assert ("In accord with craven", "+3 dice", "SDA-083") in [(p.label, p.value, p.rule) for p in helped.parts]
    assert ("Against craven", "−3 MoS", "SDA-084") in [(p.label, p.value, p.rule) for p in hindered.parts]


@pytest.mark.parametrize("picked", ["courage:for", "courage:sideways", "pride:for", "nonsense"])
def test_only_what_was_called_and_rolled_for_counts(picked: str) -> None:
    sheet = caller(ALLOWED) if picked == "courage:for" else caller(CALLED, measure=2)
    with pytest.raises(Refused, match="has not called upon"):
        pool_for(table(anna=sheet), "anna", "stealth", virtue=picked)


def test_conditions_of_other_kinds_are_no_calls() -> None:
    at: Table = table(anna=hero())
    at.me.conditions |= {name: Call(CALLED, "courage", "lack").condition for name in ("virtue.x",)}
    assert [one.virtue for one in calls(at.me, CALLED)] == ["courage"]
    assert not calls(at.me, ALLOWED)


@pytest.mark.parametrize("way", ["for", "against"])
def test_whoever_goes_about_all_of_it_so_rolls_every_skill_so(way: str) -> None:
    said, leans = caller(CALLED, measure=2), caller(CALLED, measure=2)
    leans.conditions[LEANING] = Condition(LEANING, "", source=f"courage:{way}")
    for skill in SKILLS:
        one = pool_for(table(anna=said), "anna", skill, virtue=f"courage:{way}")
        assert pool_for(table(anna=leans), "anna", skill) == one
        assert pool_for(table(anna=leans), "anna", skill, virtue="neither") == pool_for(table(anna=said), "anna", skill)
