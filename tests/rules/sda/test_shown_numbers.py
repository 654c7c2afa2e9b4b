"""Situations whose numbers are easily shown as others than performing comes to, each held against performing it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel.commands import Command
from rules.engine.kernel.sheets import Condition
from rules.systems.sda import SDA
from rules.systems.sda.magic import shelf
from rules.systems.sda.skill_tests import OpenTest, OpposedTest, StaticTest
from tests.rules.sda.shown import READINGS
from tests.rules.truth.check import check
from tests.rules.truth.examples import played, scenarios
from tests.rules.truth.situations import Situation

#: Played by chance where the dice fall in more ways than these.
RUNS, WAYS, SEED = 200, 400, 5
STEP = "magic.step_into"

pytestmark = pytest.mark.django_db


def alike(one: Situation) -> Situation:
    """The situation as the worked example has it."""
    return one


def bleeding_out(one: Situation) -> Situation:
    """The dice that are thrown let a wound bleed beyond its worst."""
    one.sheets[one.actor].tracks["injury"][0].ticked = {"bleeding": 3, "minor": 2}
    return replace(one, command=replace(one.command, dice=4, cover="half", light="darkness"))  # type: ignore[call-arg]


def changed_since(one: Situation) -> Situation:
    """Whoever announced dice has become better since, and both spar."""
    one.sheets["boris"].ranks["attribute"]["agility"] = 8
    for sheet in one.sheets.values():
        sheet.conditions["sparring"] = Condition("sparring", "Sparring")
    return one


def spent_since(one: Situation) -> Situation:
    """Whoever announced dice has no spirit left to roll them."""
    one.sheets["boris"].resources["spirit"].now = 0
    return one


def burdened(**chosen: Any) -> Callable[[Situation], Situation]:
    """Other choices of whoever acts."""
    return lambda one: replace(one, command=replace(one.command, **chosen))


CASES = (
    ("A malus beyond what a waking roll scores takes the difference off what was gathered", "healing.wake", alike),
    ("A botched shot jams an unreliable weapon, and it is cleared after the fight", "ranged.clear", burdened(malus=2)),
    ("From a huge mount it is a long way down", "riding.stay", alike),
    ("A malus beyond the roll sinks a swimmer", "move.swim", burdened(malus=2, bonus=1)),
    ("A malus beyond the roll sinks a swimmer", "move.swim", burdened(malus=1, bonus=2)),
    ("Whoever stands in a stance says how much of it is spent", "melee.defend", burdened(guard=200)),
    ("A fight becomes sparring, and sparring a fight", "melee.defend", alike),
    ("A flawless success teaches both who spar, each in what they fought with", "melee.defend", alike),
    ("A shot does no damage either, and a flawless one teaches to dodge", "ranged.dodge", burdened(dice=1)),
    ("Whoever spars against magic learns from a flawless casting", "magic.cast", alike),
    ("Of other blasts every metre takes a die", "magic.cast", burdened(east=-40, reward="experience")),
    ("At the same initiative whoever has more spirit announces first", "melee.meet", changed_since),
    ("At the same initiative whoever has more spirit announces first", "melee.meet", spent_since),
    ("Terror takes spirit and dice, less of both farther off", "magic.cast", alike),
    ("A phial that misses breaks beside, and reaches whoever is there", "magic.cast", alike),
    ("A life is drained by the round, and feeds whoever drains it", "magic.cast", alike),
    ("Shrugging off counts twice for those who like pain", "turn.shrug_off", burdened(malus=2)),
    (
        "A quick shooter shoots whom they watch as they move, with a die more than reactions have",
        "opportunity.shoot",
        bleeding_out,
    ),
    ("A lesson that is flawless teaches the animal", "animal.teach", alike),
    ("A mentor gives what they would have learnt to whoever looks on", "mentor.teach", alike),
    ("Of two parties that roll the same the one with the advantage wins", "test.together", alike),
    ("Whoever has both skills counts as one person where only one may work", "test.together", alike),
    ("A mentor who is looked at learns the attribute all the same", "test.together", alike),
    ("Against the dead a malus grants them nothing", "test.together", alike),
)


@pytest.mark.parametrize(("title", "name", "changed"), CASES, ids=lambda case: case if isinstance(case, str) else "")
def test_what_is_shown_is_what_performing_comes_to(
    title: str, name: str, changed: Callable[[Situation], Situation]
) -> None:
    noted = played(SDA, [one for one in scenarios() if one.title == title])
    found = [changed(one) for one in noted if one.name == name]
    assert found
    assert not check(found, READINGS, RUNS, SEED, WAYS).failures({name})


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
    (one,) = played(SDA, [one for one in scenarios() if one.title == title])
    spirit = one.sheets[one.actor].resources["spirit"]
    spirit.now = spirit.most - room if room < spirit.most else 5
    report = check([replace(one, command=command)], READINGS, RUNS, SEED, 4_000)
    assert not report.failures({command.name})
    assert "mean spirit" in {each.number for each in report.comparisons}


def test_a_place_shows_what_resisting_it_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cloud that can be resisted, as a spell of one's own may be."""
    title = "A cloud of poison hurts again whoever stays in it, and ends with its minute"
    found = [one for one in played(SDA, [one for one in scenarios() if one.title == title]) if one.name == STEP]
    resisted = {**shelf.spells(), "poisonous_cloud": replace(shelf.spells()["poisonous_cloud"], save="resist_poison")}
    monkeypatch.setattr(shelf, "spells", lambda: resisted)
    assert not check(found, READINGS, RUNS, SEED, WAYS).failures({STEP})
