"""Traits count in the odds of a throw as in its dice: twice, by half, blank dice again, threes, luck (D-7)."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rules.engine.kernel import Command, Condition, Dice, ResourceChanged, Sheet, Table, foretell
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.checks.shared.joint_tests import TestTogether
from rules.systems.sda.checks.shared.progress import turnout
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.effects import loss_of_spirit
from rules.systems.sda.core.person import AGAIN, KEPT, TWICE, Side, counted, mos, opposed
from rules.systems.sda.core.person.called_upon import ANY, MINE
from rules.systems.sda.core.person.chances import HALF, THREES
from rules.systems.sda.core.rolls import (
    EACH,
    FIRST_FAIL,
    ROLLING,
    SETBACK,
    TOGETHER,
    Roll,
    added_up,
    pool_for,
    sum_of,
    throw,
)
from rules.systems.sda.downtime.drains import AllyDown
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.tables import hero, judged, table

EXACT = 1e-12
QUIET = {"ego_again": "never"}
#: What may be done to a throw, alone and together.
HOWS = ("", TWICE, HALF, f"{TWICE} {HALF}", AGAIN, THREES, f"{AGAIN} {THREES}", f"{HALF} {AGAIN}")


#: Small dice fall in fewer ways.
SMALL = {"agility": 4, "strength": 4, "persona": 4}


def gifted(*traits: str, called: dict[str, str] | None = None, spirit: int | None = None, **ranks: int) -> Sheet:
    """A sheet with two dice of stealth, perhaps with luck of one success or a mastery called upon."""
    sheet = hero("Anna", spirit, skill={"stealth": 1}, attribute=ranks)
    sheet.items |= {trait: SDA.item("traits", trait) for trait in traits}
    for name, skill in (called or {}).items():
        sheet.conditions[name] = Condition(name, name.title(), 1, skill)
    return sheet


def faces_of(sides: int, count: int, how: str) -> dict[tuple[int, bool], Fraction]:
    """The MoS of dice face by face, and whether all score: the slow way, without any formula."""
    found: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for first in product(range(1, sides + 1), repeat=count):
        blank = [place for place, face in enumerate(first) if not mos(face, how)] if AGAIN in how else []
        for second in product(range(1, sides + 1), repeat=len(blank)):
            last = list(first)
            for place, face in zip(blank, second, strict=True):
                last[place] = face
            scored = [mos(face, how) for face in last]
            found[sum(scored), all(scored)] += Fraction(1, sides ** (count + len(blank)))
    return found


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("sides", [4, 6, 10])
def test_sides_of_an_opposed_test(how: str, sides: int) -> None:
    """The margin, malus and granted dice and all; granted dice count plainly."""
    for malus, theirs in ((0, Side(6, 1)), (2, Side(4, 1, 1))):
        mine = Side(sides, 2, malus, how=how)
        exact: dict[int, Fraction] = defaultdict(Fraction)
        for (a, _), p in faces_of(sides, 2, how).items():
            for (b, _), q in faces_of(theirs.sides, 1, "").items():
                for (mine_more, _), r in faces_of(sides, max(0, theirs.malus - b), "").items():
                    for (more, _), s in faces_of(theirs.sides, max(0, malus - a), "").items():
                        ahead = counted(max(0, a - malus), how) + mine_more
                        exact[ahead - max(0, b - theirs.malus) - more] += p * q * r * s
        found = opposed(mine, theirs)
        told = {found.least + place: share for place, share in enumerate(found.shares)}
        for value in {*exact, *told}:
            assert told.get(value, 0.0) == pytest.approx(float(exact.get(value, 0)), abs=EXACT)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("mode", [ROLLING, FIRST_FAIL, SETBACK])
def test_rolls_of_long_tasks(how: str, mode: str) -> None:
    roll, exact = Roll(6, 2, 1, how=how), defaultdict(Fraction)
    blank = Fraction(0)
    for (value, _), share in faces_of(6, 2, how).items():
        exact[counted(value - 1 if mode == SETBACK else max(0, value - 1), how)] += share
        blank += share if value <= 1 else 0
    found = sum_of((roll,), mode)
    assert {value: pytest.approx(float(share), abs=EXACT) for value, share in exact.items()} == dict(found)
    if mode == FIRST_FAIL and HALF not in how:
        assert turnout((roll,), mode).lost == pytest.approx(float(blank), abs=EXACT)


@pytest.mark.parametrize("net_decides", [True, False])
@pytest.mark.parametrize("malus", [-2, 0, 2])
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_blank_rolls_of_long_tasks(malus: int, rounding: str, net_decides: bool) -> None:
    """A success by luck does not save a roll of which no die scores, where the house looks at the dice."""
    rolls = (Roll(4, 2, malus), Roll(6, 1, -1, halved=True), Roll(4, 0, 1, halved=True))
    exact, lost = defaultdict(Fraction), Fraction(0)
    for (mine, _), p in faces_of(4, 2, "").items():
        for (theirs, _), q in faces_of(6, 1, "").items():
            gain = added_up([(max(0, mine - malus), False), (theirs + 1, True), (0, True)], rounding)
            if gain == 0 if net_decides else mine == theirs == 0:
                lost += p * q
            else:
                exact[gain] += p * q
    found = turnout(rolls, FIRST_FAIL, rounding, net_decides=net_decides)
    assert found.lost == pytest.approx(float(lost), abs=EXACT)
    assert dict(found.gains) == {gain: pytest.approx(float(share), abs=EXACT) for gain, share in exact.items()}


CASES = [
    ((), {}),
    (("one_armed",), {}),
    (("one_armed",), {"luck": "luck"}),
    ((), {"luck": "luck"}),
    ((), {"expertise": "stealth"}),
    ((), {"mastery": "stealth"}),
    ((), {"expertise": "stealth", "mastery": "stealth"}),
    ((), {"mastery": "climbing"}),
]


@pytest.mark.parametrize(("traits", "called"), CASES)
@pytest.mark.parametrize(
    "command",
    [
        StaticTest("stealth", difficulty=2),
        StaticTest("stealth", difficulty=1, malus=1),
        OpenTest("stealth", malus=2),
        OpposedTest("stealth", "boris", their_skill="climbing", dice=1),
    ],
)
def test_odds_are_what_performs(command: Command, traits: tuple[str, ...], called: dict[str, str]) -> None:
    def people() -> dict[str, Sheet]:
        return {"anna": gifted(*traits, called=called, **SMALL), "boris": hero("Boris", attribute=SMALL)}

    def play(dice: Dice) -> tuple[int, bool]:
        at = table(dict(QUIET), **people())
        perform(command, at, dice)
        told = judged(at)
        return told["hits"] if told["verdict"] == "success" else 0, told["verdict"] == "success"

    success = sum((share for share, (_, won) in every_way(play) if won), Fraction(0))
    odds = foretell(command, table(dict(QUIET), **people()))
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(float(success), abs=EXACT)
    assert sum(odds.measure) == pytest.approx(1, abs=EXACT)


#: What the form says of luck and mastery, what was said for all rolls, and whether either goes with a roll then.
SAID = [
    ("", MINE, True, True),
    ("", ANY, True, True),
    ("", KEPT, False, False),
    (KEPT, MINE, False, False),
    ("luck", KEPT, True, False),
    ("expertise", MINE, False, True),
    ("all", KEPT, True, True),
]


@pytest.mark.parametrize(("said", "when", "lucky", "able"), SAID)
def test_luck_and_mastery_go_where_their_owner_says(said: str, when: str, lucky: bool, able: bool) -> None:
    """Luck and mastery count in the odds as in the dice."""
    command = StaticTest("stealth", difficulty=2, called=said)

    def new_table() -> Table:
        anna = gifted(called={"luck": "luck", "expertise": "stealth"}, **SMALL)
        anna.memo["gifts_when"] = when
        return table(dict(QUIET), anna=anna)

    def play(dice: Dice) -> bool:
        there = new_table()
        perform(command, there, dice)
        assert (there.me.has("luck"), there.me.has("expertise")) == (not lucky, not able)
        return judged(there)["verdict"] == "success"

    assert_foretold(command, new_table(), play)


@pytest.mark.parametrize("when", [MINE, KEPT])
def test_the_second_of_two_rolls_goes_without_luck(when: str) -> None:
    command = TestTogether(skill="stealth", second_skill="climbing", difficulty=3)

    def new_table() -> Table:
        anna = gifted(called={"luck": "luck"}, **SMALL)
        anna.memo["gifts_when"] = when
        return table(dict(QUIET), anna=anna)

    def play(dice: Dice) -> bool:
        there = new_table()
        perform(command, there, dice)
        return judged(there)["verdict"] == "success"

    assert_foretold(command, new_table(), play)


def assert_foretold(command: Command, at: Table, play: Callable[[Dice], bool]) -> None:
    success = sum((share for share, won in every_way(play) if won), Fraction(0))
    odds = foretell(command, at)
    assert odds is not None
    assert odds.chances[0].probability == pytest.approx(float(success), abs=EXACT)


@pytest.mark.parametrize(("traits", "called"), CASES)
def test_a_pool_knows_what_it_comes_to(traits: tuple[str, ...], called: dict[str, str]) -> None:
    def play(dice: Dice) -> tuple[int, bool, bool]:
        at = table(dict(QUIET), anna=gifted(*traits, called=called))
        result = throw(at, dice, pool_for(at, "anna", "stealth", malus=1), 2, "stealth")
        assert not at.me.has("luck")
        return result.net, result.all_scored, result.no_success

    ways = list(every_way(play))
    pool = pool_for(table(anna=gifted(*traits, called=called)), "anna", "stealth", malus=1)
    for value, share in enumerate(pool.measure(2)):
        assert share == pytest.approx(float(sum(p for p, (net, _, _) in ways if net == value)), abs=EXACT)
    for value, share in enumerate(pool.all_scoring(2)):
        assert share == pytest.approx(float(sum(p for p, (net, full, _) in ways if full and net == value)), abs=EXACT)
    assert pool.none_scoring(2) == pytest.approx(float(sum(p for p, (_, _, none) in ways if none)), abs=EXACT)


@pytest.mark.parametrize("place", ["underground", "town", ""])
def test_losses_of_spirit_by_place(place: str) -> None:
    def anna() -> Sheet:
        sheet = gifted("born_underground", spirit=9)
        if place:
            sheet.conditions[place] = Condition(place, place)
        return sheet

    command = AllyDown(number_down=2)

    def play(dice: Dice) -> int:
        at = table(dict(QUIET), anna=anna())
        perform(command, at, dice)
        return -sum(f.by for f in at.facts if isinstance(f, ResourceChanged) and f.reason == "an ally down")

    shares: dict[int, Fraction] = defaultdict(Fraction)
    for share, lost in every_way(play):
        shares[lost] += share
    odds = foretell(command, table(dict(QUIET), anna=anna()))
    assert odds is not None
    assert odds.measure == pytest.approx([float(shares[value]) for value in range(len(odds.measure))], abs=EXACT)


def test_both_kinds_of_strangeness_cancel() -> None:
    sheet = gifted("born_underground", "sun_worshipper")
    sheet.conditions |= {name: Condition(name, name) for name in ("underground", "darkness")}
    assert [loss_of_spirit(sheet, lost) for lost in (0, 1, 4)] == [0, 1, 4]
    assert [loss_of_spirit(gifted(), lost) for lost in (0, 1, 4)] == [0, 1, 4]
