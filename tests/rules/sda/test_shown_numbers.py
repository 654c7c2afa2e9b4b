"""Situations whose numbers are easily shown as others than performing comes to, each held against performing it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import Command, Condition, described_fields
from rules.systems.sda import SDA
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.effects import spells
from tests.rules.sda.shown import READINGS
from tests.rules.truth.check import check
from tests.rules.truth.examples import scenarios, situations_in
from tests.rules.truth.situations import Situation, copied

#: Played by chance where the dice fall in more ways than these.
RUNS, WAYS, SEED = 200, 400, 5
#: The same for situations that are only looked at in passing.
FEW, FEW_WAYS = 40, 200
STEP = "magic.step_into"

pytestmark = pytest.mark.django_db


def as_in_example(one: Situation) -> Situation:
    """The situation as the worked example has it."""
    return one


def with_wound_that_bleeds_on(one: Situation) -> Situation:
    """The dice that are thrown let a wound bleed beyond its worst."""
    one.sheets[one.actor].tracks["injury"][0].ticked = {"bleeding": 3, "minor": 2}
    return replace(one, command=replace(one.command, dice=4, cover="half", light="darkness"))  # type: ignore[call-arg]


def with_better_boris(one: Situation) -> Situation:
    """Boris has become better since he announced dice, and both spar."""
    one.sheets["boris"].ranks["attribute"]["agility"] = 8
    for sheet in one.sheets.values():
        sheet.conditions["sparring"] = Condition("sparring", "Sparring")
    return one


def with_boris_out_of_spirit(one: Situation) -> Situation:
    """Boris announced dice, and has no spirit left to roll them."""
    one.sheets["boris"].resources["spirit"].now = 0
    return one


def with_choices(**chosen: Any) -> Callable[[Situation], Situation]:
    """Other choices of whoever acts."""
    return lambda one: replace(one, command=replace(one.command, **chosen))


CASES = (
    (
        "A malus beyond what a waking roll scores takes the difference off what was gathered",
        "healing.wake",
        as_in_example,
    ),
    (
        "A botched shot jams an unreliable weapon, and it is cleared after the fight",
        "ranged.clear",
        with_choices(malus=2),
    ),
    ("From a huge mount it is a long way down", "riding.stay", as_in_example),
    ("A malus beyond the roll sinks a swimmer", "move.swim", with_choices(malus=2, bonus=1)),
    ("A malus beyond the roll sinks a swimmer", "move.swim", with_choices(malus=1, bonus=2)),
    ("Whoever stands in a stance says how much of it is spent", "melee.defend", with_choices(guard=200)),
    ("A fight becomes sparring, and sparring a fight", "melee.defend", as_in_example),
    ("A flawless success teaches both who spar, each in what they fought with", "melee.defend", as_in_example),
    ("A shot does no damage either, and a flawless one teaches to dodge", "ranged.dodge", with_choices(dice=1)),
    ("Whoever spars against magic learns from a flawless casting", "magic.cast", as_in_example),
    ("Of other blasts every metre takes a die", "magic.cast", with_choices(east=-40, reward="experience")),
    ("At the same initiative whoever has more spirit announces first", "melee.meet", with_better_boris),
    ("At the same initiative whoever has more spirit announces first", "melee.meet", with_boris_out_of_spirit),
    ("Terror takes spirit and dice, less of both farther off", "magic.cast", as_in_example),
    ("A phial that misses breaks beside, and reaches whoever is there", "magic.cast", as_in_example),
    ("A life is drained by the round, and feeds whoever drains it", "magic.cast", as_in_example),
    ("Over loose rocks one success goes into the footing", "turn.run", as_in_example),
    ("On ice three successes go into the footing, and fewer bring down", "turn.run", as_in_example),
    ("Shrugging off counts twice for those who like pain", "turn.shrug_off", with_choices(malus=2)),
    (
        "A quick shooter shoots whom they watch as they move, with a die more than reactions have",
        "opportunity.shoot",
        with_wound_that_bleeds_on,
    ),
    ("A lesson that is flawless teaches the animal", "animal.teach", as_in_example),
    ("A mentor gives what they would have learnt to whoever looks on", "mentor.teach", as_in_example),
    ("Of two parties that roll the same the one with the advantage wins", "test.together", as_in_example),
    ("Whoever has both skills counts as one person where only one may work", "test.together", as_in_example),
    ("A mentor who is looked at learns the attribute all the same", "test.together", as_in_example),
    ("Against the dead a malus grants them nothing", "test.together", as_in_example),
)

#: A worked example for each roll in the world, each trial and each spell whose form has bonus and malus, by command.
LADEN = {
    "animal.train": "What an animal knows of training are dice for whoever trains it",
    "appraise.judge": "An old luxury of renown is misjudged by three",
    "disease.meet": "The flu is met and not caught",
    "disease.recover": "The plague costs a box for every day",
    "falconry.hunt": "A falcon obeys, and hunts with as many dice as there are hits",
    "food.forage": "An hour of hunting feeds somebody for each success",
    "harm.fall": "A hard skull takes a point of cuts",
    "healing.care": "Care that fails for an hour begins again",
    "healing.stop_bleeding": "First aid stops a wound in one roll",
    "lock.pick": "The other list of skills has a skill for locks alone",
    "logic.think": "Logic gives clues",
    "magic.cast": "A major injury by fire brings nothing but its box",
    "magic.in_peace": "Hours on the road pass for spells as well",
    "magic.leap": "Armour is no help against fire unless it lists it",
    "magic.maintain": "A maintained spell goes on for as many rounds as are rolled",
    "magic.prepare": "A witch fills a phial, a charge more for every two hits",
    "magic.withstand": "A hit for every ten metres carries some spells farther",
    "mentor.teach": "An apprentice's own flawless success is rewarded as always",
    "move.climb": "A wall too smooth for the roll is a fall from where one was",
    "move.cross": "A wet beam takes a success",
    "move.jump": "Five successes carry a jump to the sternum",
    "move.lift": "Eight hundred kilograms that roll take eight successes",
    "move.run": "Nine metres of speed and three successes are twenty-two and a half",
    "move.swim": "A malus beyond the roll sinks a swimmer",
    "perception.look": "The deaf miss two successes where it takes ears",
    "perception.passive": "Whoever notices in passing has bought dice for it beforehand",
    "poison.notice": "Looking for a poison a tie is enough",
    "poison.resist": "Three and two of eight, and the poison has worked twice",
    "project.begin": "A lock is picked from the beginning again after a roll without success",
    "riding.mount": "A beast that was never ridden throws its rider",
    "riding.urge": "What a mount knows of riding are dice for its rider",
    "stealth.sneak": "A malus beyond what somebody sneaking scores are dice for whoever looks",
    "tactics.plan": "A better plan is worth as many dice as the house says",
    "test.group": "A group need not share at all",
    "test.open": "The rank of the group counts for every skill in it",
    "test.opposed": "The higher measure wins, by the difference",
    "test.static": "What goes beyond the difficulty are hits",
    "test.together": "Against the dead a malus grants them nothing",
    "thief.pick_pocket": "Whoever is distracted does not notice a tie",
    "trade.haggle": "And in what is tried at leisure",
    "trap.disarm": "A bear trap is understood, then disarmed",
    "trap.spot": "A trap is as hidden as whoever laid it was quiet, and a pit less so",
    "trap.understand": "A bear trap is understood, then disarmed",
    "water.hold_breath": "Every round without air is harder than the last, and then there is night",
}


@pytest.mark.parametrize(("title", "name", "changed"), CASES, ids=lambda case: case if isinstance(case, str) else "")
def test_what_is_shown_is_what_performing_comes_to(
    title: str, name: str, changed: Callable[[Situation], Situation]
) -> None:
    noted = situations_in(SDA, [one for one in scenarios() if one.title == title])
    found = [changed(one) for one in noted if one.name == name]
    assert found
    assert not check(found, READINGS, RUNS, SEED, WAYS).failures({name})


def with_luck(one: Situation) -> Situation:
    """Luck that may bring more than any malus takes."""
    sheet = copied(one.sheets[one.actor])
    sheet.conditions["luck"] = Condition("luck", "Lucky", 3)
    return replace(one, sheets={**one.sheets, one.actor: sheet})


@pytest.mark.parametrize("name", LADEN)
def test_malus_bonus_and_luck_are_shown_as_performing_comes_to(name: str) -> None:
    found = [
        one for one in situations_in(SDA, [one for one in scenarios() if one.title == LADEN[name]]) if one.name == name
    ]
    laden = with_choices(malus=2, bonus=2)(found[0])
    assert not check([laden, with_luck(found[0])], READINGS, FEW, SEED, FEW_WAYS).failures({name})


def test_all_with_malus_and_bonus_are_laden() -> None:
    rooms = tuple(f"rules.systems.sda.{room}." for room in ("magic", "checks", "world"))
    kinds = [kind for kind in SDA.commands if kind.has_odds and kind.__module__.startswith(rooms)]
    assert LADEN.keys() == {kind.name for kind in kinds if {"bonus", "malus"} <= described_fields(kind).keys()}


@pytest.mark.parametrize("room", [1, 3, 20])
@pytest.mark.parametrize(
    "command",
    [
        OpposedTest(skill="torture", against="boris", their_skill="resist_pain", bonus=1, their_malus=1),
        OpposedTest(skill="torture", against="boris", bought=1, advantage="mine"),
        StaticTest(skill="torture", difficulty=1, bonus=1),
        StaticTest(skill="torture", difficulty=0, malus=1, reward="experience"),
        OpenTest(skill="torture", malus=1),
    ],
    ids=str,
)
def test_torment_gives_the_cruel_as_much_spirit_as_is_shown(command: Command, room: int) -> None:
    title = "Torment gives the cruel a point of spirit for each hit"
    (one,) = situations_in(SDA, [one for one in scenarios() if one.title == title])
    spirit = one.sheets[one.actor].resources["spirit"]
    spirit.now = spirit.most - room if room < spirit.most else 5
    report = check([replace(one, command=command)], READINGS, RUNS, SEED, 4_000)
    assert not report.failures({command.name})
    assert "mean spirit" in {each.number for each in report.comparisons}


def test_a_place_shows_what_resisting_it_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cloud that can be resisted, as a spell of one's own may be."""
    title = "A cloud of poison hurts again whoever stays in it, and ends with its minute"
    found = [one for one in situations_in(SDA, [one for one in scenarios() if one.title == title]) if one.name == STEP]
    resisted = {**spells.spells(), "poisonous_cloud": replace(spells.spells()["poisonous_cloud"], save="resist_poison")}
    monkeypatch.setattr(spells, "spells", lambda: resisted)
    assert not check(found, READINGS, RUNS, SEED, WAYS).failures({STEP})
