"""Odds of several days of natural healing, against every way in which the dice of all of them can fall."""

from collections import defaultdict
from fractions import Fraction

import pytest

from rules.engine.kernel import ConditionSet, Sheet, Table, is_possible
from rules.engine.kernel.commands import perform
from rules.engine.kernel.sheets import Condition
from rules.systems.sda import SDA
from rules.systems.sda.fight.base import lines
from rules.systems.sda.world.recovery import HealNaturally, boxes
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.tables import hero, table

EXACT = 1e-9
#: The boxes ticked, line by line.
Wounds = tuple[dict[str, int], ...]


def hurt(*lines_hurt: dict[str, int], spirit: int = 10, ranks: int = 1) -> Sheet:
    """Somebody with these boxes ticked, line by line."""
    sheet = hero("Boris", spirit=spirit, skill={"natural_healing": ranks})
    for line, ticked in zip(sheet.tracks["injury"], lines_hurt, strict=False):
        line.ticked.update(ticked)
    return sheet


def left_after(ranks: int, wounds: Wounds, days: int) -> dict[int, Fraction]:
    """P(boxes left) after so many days, played out."""

    def play(dice: object) -> int:
        at = table(boris=hurt(*wounds, ranks=ranks))
        for _ in range(days):
            if is_possible(HealNaturally, at):
                count = sum(1 for line in lines(at.me) if boxes(line))
                perform(HealNaturally(), at, FirstThrows(dice, count))  # type: ignore[arg-type]
        return sum(boxes(line) for line in lines(at.me))

    found: dict[int, Fraction] = defaultdict(Fraction)
    for share, left in every_way(play):
        found[left] += share
    return found


@pytest.mark.parametrize("days", [1, 2])
@pytest.mark.parametrize(
    ("ranks", "wounds"), [(1, ({"minor": 2},)), (0, ({"minor": 1}, {"minor": 2}))], ids=["one line", "two lines"]
)
def test_several_days_heal_as_foretold(days: int, ranks: int, wounds: Wounds) -> None:
    odds = SDA.odds_of_rest(table(boris=hurt(*wounds, ranks=ranks)), days)
    assert odds is not None
    played, most = left_after(ranks, wounds, days), sum(sum(ticked.values()) for ticked in wounds)
    assert odds.measure == pytest.approx([float(played[most - healed]) for healed in range(most + 1)], abs=EXACT)
    assert odds.chances[0].probability == pytest.approx(float(played[0]), abs=EXACT)


def test_whoever_is_incapacitated_is_up_again_as_foretold() -> None:
    wounds = ({"minor": 1, "major": 1},)

    def play(dice: object) -> bool:
        at = table(boris=lying(*wounds))
        perform(HealNaturally(), at, FirstThrows(dice, 1))  # type: ignore[arg-type]
        return not at.me.has("incapacitated")

    odds = SDA.odds_of_rest(table(boris=lying(*wounds)), 1)
    assert odds is not None
    up = sum(share for share, is_up in every_way(play) if is_up)
    assert odds.chances[1].probability == pytest.approx(float(up), abs=EXACT)
    assert "to be up again by then" in odds.sentence


def lying(*wounds: dict[str, int]) -> Sheet:
    sheet = hurt(*wounds)
    sheet.conditions["incapacitated"] = Condition("incapacitated", "Incapacitated")
    return sheet


def test_a_day_is_as_its_command_foretells_it() -> None:
    at = table(boris=hurt({"minor": 3, "major": 1}, {"minor": 2}))
    whole, first = SDA.odds_of_rest(at, 1), HealNaturally().odds(at)
    assert whole is not None
    assert whole.chances[0].probability == pytest.approx(first.chances[0].probability, abs=EXACT)


def test_more_days_heal_more_and_the_mean_is_said() -> None:
    at = table(boris=hurt({"minor": 3, "major": 1}))
    found = [odds for days in range(1, 6) if (odds := SDA.odds_of_rest(at, days))]
    chances = [odds.chances[0].probability for odds in found]
    assert chances == sorted(chances)
    assert len(set(chances)) > 3
    assert {odds.sentence.rpartition("takes ")[2] for odds in found} == {found[0].sentence.rpartition("takes ")[2]}
    assert found[0].sentence.endswith("days on average")


def prepared() -> Table:
    at = table(boris=hurt({"minor": 1}))
    at.happen(ConditionSet("boris", Condition("buys_dice", "Buys dice", 1, source="natural_healing")))
    return at


@pytest.mark.parametrize(
    "at",
    [table(boris=hurt({"minor": 3}, spirit=1, ranks=4)), prepared(), table(boris=hurt())],
    ids=["little spirit", "prepared", "whole"],
)
def test_what_hangs_on_every_roll_before_is_not_said_to_be_exact(at: Table) -> None:
    assert SDA.odds_of_rest(at, 3) is None
