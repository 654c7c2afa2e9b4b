"""The odds of a wound, shown for each line, are what comes of it when the dice fall."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction

import pytest

from rules.engine.kernel import Condition, Dice, Line, Said, Sheet, foretell
from rules.engine.odds import Odds
from rules.systems.sda.fight.wounds import TakeWound
from rules.systems.sda.fight.wounds.damage import wound
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter

ONCE = {"ego_again": "never"}


def wounded(boxes: int, kind: str, **conditions: Condition) -> Fight:
    """Boris has a wound to take: on a line with one minor box left, or on a whole one."""
    few = {"agility": 4, "wisdom": 4, "persona": 4, "constitution": 5}
    boris = fighter("Boris", **few)
    boris.ranks["skill"] |= {"resist_shock": 1, "natural_healing": 2}
    boxes_of_line = {"minor": 3, "major": 1, "bleeding": 3}
    boris.tracks["injury"] = [Line(dict(boxes_of_line), {"minor": 2}), Line(dict(boxes_of_line))]
    boris.conditions |= conditions
    fight = Fight(anna=fighter("Anna", **few), boris=boris, house_rules=ONCE).on(anna=0, boris=-1)
    at = fight.table("boris")
    at.ask("boris", "You are hurt: which line?", "wound.take", boxes=boxes, type=kind, by="anna")
    fight._keep(at)
    return fight


def foretold(fight: Fight, line: str) -> Odds | None:
    at = fight.table("boris")
    return foretell(TakeWound(at.asks_for("boris", TakeWound.name)[0].key, line=line), at)


def limit(boris: Sheet) -> int:
    return boris.conditions["about_to_be_stunned"].level


def minutes(boris: Sheet) -> int:
    return (boris.conditions["bleeding_to_death"].rounds or 0) // 10


@pytest.mark.parametrize(
    ("boxes", "kind", "line", "conditions", "read"),
    [
        (2, "bludgeoning", "0", {}, limit),
        (4, "bludgeoning", "1", {}, limit),
        (2, "bludgeoning", "0", {"about_to_be_stunned": Condition("about_to_be_stunned", "Stunned", 1)}, limit),
        (3, "cutting", "0", {}, minutes),
        (5, "piercing", "1", {}, minutes),
    ],
)
def test_what_is_foretold_of_a_line_is_what_happens(
    boxes: int, kind: str, line: str, conditions: dict[str, Condition], read: Callable[[Sheet], int]
) -> None:
    fight = wounded(boxes, kind, **conditions)
    expected: dict[int, Fraction] = {}

    def play(dice: Dice) -> int:
        there = deepcopy(fight)
        there.does("boris", "wound.take", dice, line=line)
        return read(there.sheets["boris"])

    for share, found in every_way(play):
        expected[found] = expected.get(found, Fraction(0)) + share
    told = foretold(fight, line)
    assert told is not None
    assert dict(enumerate(told.measure)) == pytest.approx({n: expected.get(n, 0) for n in range(len(told.measure))})
    assert len(expected) > 1
    least = 1 if read is limit else 2
    assert told.chances[0].probability == pytest.approx(sum(s for n, s in expected.items() if n >= least))


@pytest.mark.parametrize(
    ("boxes", "kind", "line"), [(2, "bludgeoning", "1"), (1, "cutting", "0"), (2, "piercing", "0")]
)
def test_most_wounds_leave_nothing_to_chance(boxes: int, kind: str, line: str) -> None:
    assert foretold(wounded(boxes, kind), line) is None


def test_to_foretell_a_wound_hurts_nobody() -> None:
    fight = wounded(5, "cutting")
    before = deepcopy((fight.sheets, fight.encounter))
    assert foretold(fight, "1")
    assert (fight.sheets, fight.encounter) == before


@pytest.mark.parametrize(
    ("boxes", "line", "said"), [(3, "1", "you would go down on line 1"), (3, "0", ""), (1, "1", ""), (5, "1", "")]
)
def test_a_line_is_advised_because_others_would_take_one_down(boxes: int, line: str, said: str) -> None:
    at = wounded(boxes, "cutting").table("boris")
    assert TakeWound(at.asks_for("boris", TakeWound.name)[0].key, line=line).recommendation(at) == said


@pytest.mark.parametrize(("by", "whence"), [("anna", ", from {0}"), ("boris", "")])
def test_whoever_is_hurt_is_told_by_whom_unless_it_is_their_own_doing(by: str, whence: str) -> None:
    at = Fight(anna=fighter("Anna"), boris=fighter("Boris")).on(anna=0, boris=-1).table("boris")
    wound(at, by, "boris", "piercing", 2)
    (ask,) = at.asks_for("boris", TakeWound.name)
    assert ask.title == Said(f"You take 2 injuries, piercing{whence}: which line?", (by,))
