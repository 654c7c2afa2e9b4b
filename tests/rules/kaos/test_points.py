"""Prices of raises and of luck, and what they do and do not change."""

import pytest

from rules.engine.kernel import ExperienceChanged, Refused
from rules.systems.kaos.core import points_held
from rules.systems.kaos.core.skill_tests import PlainTest
from rules.systems.kaos.downtime.advancement import Award, Escape, RaiseAttribute, RaiseSkill
from rules.systems.kaos.downtime.luck import Reroll
from rules.systems.kaos.downtime.rest import HealFaster
from tests.rules.kaos.tables import act, hero, judged, odds, table


def test_a_raise_says_its_price_before() -> None:
    at = table(anna=hero(points=130, skill={"melee_combat": 40}, attribute={"str": 25}))
    assert odds(at, RaiseSkill("melee_combat", 3)).sentence == "40 + 41 + 42 = 123 AP of 130."
    act(at, RaiseSkill("melee_combat", 3))
    assert points_held(at.me) == 7
    row = next(fact for fact in at.facts if isinstance(fact, ExperienceChanged))
    assert (row.by, row.reason, row.bought) == (-123, "Melee Combat 43", "melee_combat")


def test_the_later_edition_is_dearer() -> None:
    at = table(
        {"raise_prices": "score after"}, anna=hero(points=200, attribute={"str": 25}, skill={"melee_combat": 40})
    )
    assert odds(at, RaiseSkill("melee_combat", 3)).sentence == "41 + 42 + 43 = 126 AP of 200."
    assert odds(at, RaiseAttribute("agi")).sentence == "63 AP of 200."


def test_an_attribute_takes_limits_along_but_no_skill() -> None:
    at = table(anna=hero(points=60))
    skills = dict(at.me.ranks["skill"])
    act(at, RaiseAttribute("str"))
    assert at.me.resources["hp"].most == at.me.resources["hp"].now == 51
    assert at.me.resources["life"].most == 39
    assert at.me.ranks["skill"] == skills
    assert points_held(at.me) == 0


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (RaiseSkill("melee_combat"), "Melee Combat 40 can rise by 0: your attributes allow 40"),
        (RaiseSkill("thaumaturgy"), "costs 1 AP; Anna has 0, 1 is missing"),
        (RaiseSkill("witchcraft"), "Witchcraft needs Willpower 20"),
        (RaiseAttribute("cha"), "costs 45 AP; Anna has 0, 45 are missing"),
        (Escape(), "costs 50 AP; Anna has 0"),
        (Reroll(), "Nothing to re-roll"),
        (PlainTest("athletics", eased=True), "An easier roll costs 5 AP; Anna has 0, 5 are missing"),
    ],
)
def test_who_cannot_pay_hears_what_is_missing(command: object, sentence: str) -> None:
    at = table(anna=hero())
    with pytest.raises(Refused, match=sentence):
        act(at, command)  # type: ignore[arg-type]


def test_a_lucky_reroll_is_for_one_failed_roll() -> None:
    at = table(anna=hero(points=25))
    act(at, PlainTest("athletics"), 80)
    act(at, Reroll(), 12)
    assert judged(at)["verdict"] == "success"
    assert points_held(at.me) == 15
    with pytest.raises(Refused, match="One re-roll per roll"):
        act(at, Reroll())
    act(at, PlainTest("athletics"), 5)
    with pytest.raises(Refused, match="succeeded"):
        act(at, Reroll())


def test_an_easier_roll_is_paid_before() -> None:
    at = table(anna=hero(points=10, skill={"athletics": 30}))
    assert odds(at, PlainTest("athletics", "hard", eased=True)).chances[0].probability == pytest.approx(1 - 0.7**2)
    act(at, PlainTest("athletics", "hard", eased=True), 90, 20)
    assert judged(at)["verdict"] == "success"
    assert points_held(at.me) == 5
    with pytest.raises(Refused, match="easy already"):
        act(at, PlainTest("athletics", "easy", eased=True))


def test_the_house_may_make_a_hard_roll_only_standard() -> None:
    at = table({"ease_hard": "standard"}, anna=hero(points=5, skill={"athletics": 30}))
    assert odds(at, PlainTest("athletics", "hard", eased=True)).chances[0].probability == pytest.approx(0.3)


@pytest.mark.parametrize(("rate", "hp"), [(2, 16), (5, 25)])
def test_points_heal_at_the_rate_of_the_house(rate: int, hp: int) -> None:
    at = table({"healing_rate": rate}, anna=hero(points=3))
    at.me.resources["hp"].now = 10
    act(at, HealFaster(3))
    assert at.me.now("hp") == hp
    assert points_held(at.me) == 0


def test_an_hour_of_good_play() -> None:
    at = table(anna=hero())
    act(at, Award(3, 15, "the siege"))
    assert points_held(at.me) == 45
    act(at, Award(1, 25, "a rule of thumb is no limit"))
    assert points_held(at.me) == 70
