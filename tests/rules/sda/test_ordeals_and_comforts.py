"""Hours that cost or give spirit: the odds agree with every way in which the dice can fall."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest

from rules.engine.kernel import Command, Dice, ResourceChanged, Table, foretell
from rules.engine.kernel.commands import perform
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.downtime.comforts import Feast, Perform
from rules.systems.sda.downtime.days import Meals, Night, Travel, Weather
from rules.systems.sda.downtime.drains import AllyDown, Drink, Grief
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.tables import hero, judged, table

#: Reasons of losses that are no part of the ordeal itself.
BESIDES = ("complete failure, ego lost", "flawless success")


def party() -> Table:
    four = dict.fromkeys(ATTRIBUTES, 4)
    weak = hero("Boris", 1, attribute={**four, "constitution": 3})
    strong = hero("Anna", 9, attribute=four, skill={"resist_cold": 1, "ego": 1})
    return table({"ego_again": "never"}, anna=strong, boris=weak)


def spirit_lost(at: Table) -> int:
    """The spirit that the ordeal itself cost."""
    taken = [fact for fact in at.facts if isinstance(fact, ResourceChanged) and fact.reason not in BESIDES]
    return -sum(fact.by for fact in taken)


ORDEALS: tuple[Command, ...] = (
    Night(people=("anna", "boris"), hours=4),
    Meals(people=("anna", "boris"), eaten=1),
    Travel(people=("boris",), hours=2, eaten=1),
    Travel(people=("boris",), hours=2, weather="freezing"),
    Weather(people=("boris",), weather="blistering", hours=3),
    Grief(people=("anna",), closeness="friend"),
    AllyDown(people=("anna", "boris")),
)


@pytest.mark.parametrize("command", ORDEALS, ids=lambda command: command.name)
def test_the_odds_of_what_is_lost_are_those_of_the_dice(command: Command) -> None:
    def play(dice: Dice) -> int:
        at = party()
        perform(command, at, dice)
        return spirit_lost(at)

    shares: dict[int, Fraction] = defaultdict(Fraction)
    for share, spirit in every_way(play):
        shares[spirit] += share
    odds = foretell(command, party())
    assert odds is not None
    assert max(shares) < len(odds.measure)
    assert odds.measure == pytest.approx([float(shares[value]) for value in range(len(odds.measure))], abs=1e-12)


def test_whoever_cannot_be_spared_reads_so() -> None:
    odds = foretell(Grief(people=("boris",), closeness="companion"), party())
    assert odds is not None
    assert odds.measure[0] == 0
    assert odds.sentence.startswith("Certain to lose something, ")


def test_a_full_night_tests_nobody() -> None:
    odds = foretell(Night(), party())
    assert odds is not None
    assert odds.sentence == "Nobody has to roll"


@pytest.mark.parametrize(
    "command",
    [Drink(portions=1), Perform(people=("boris",)), Feast(people=("anna",), cooked=True)],
    ids=lambda c: c.name,
)
def test_the_odds_of_success_are_those_of_the_dice(command: Command) -> None:
    def play(dice: Dice) -> bool:
        at = party()
        perform(command, at, dice)
        return bool(judged(at)["verdict"] == "success")

    succeeds = sum((share for share, succeeded in every_way(play) if succeeded), Fraction(0))
    odds = foretell(command, party())
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(float(succeeds), abs=1e-12)


@pytest.mark.parametrize("lacking", [0, 1, 30])
def test_nothing_lifts_spirits_beyond_what_is_lacking(lacking: int) -> None:
    def new_table() -> Table:
        there = table(anna=hero(skill={"music": 2}), boris=hero("Boris", skill={"ego": 1}))
        spirit = there.sheet("boris").resources["spirit"]
        spirit.now, spirit.most = 1, 1 + lacking
        return there

    for command in (Perform(people=("boris",)), Feast(people=("boris",))):
        odds = foretell(command, new_table())
        assert odds is not None
        assert len(odds.measure) <= lacking + 1
        assert shares_of_comfort(command, new_table) == pytest.approx(dict(enumerate(odds.measure)))


def shares_of_comfort(command: Command, at: Callable[[], Table]) -> dict[int, float]:
    """How often a comfort gives how much spirit, in every way of its dice; what a roll teaches is left out."""
    shares: dict[int, float] = defaultdict(float)

    def play(dice: Dice) -> int:
        there = at()
        perform(command, there, dice)
        taken = [one for one in there.facts if isinstance(one, ResourceChanged) and one.reason not in BESIDES]
        return sum(one.by for one in taken if one.who == "boris")

    for share, gained in every_way(play):
        shares[gained] += float(share)
    return {gained: shares[gained] for gained in range(max(shares) + 1)}
