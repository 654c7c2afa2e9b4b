"""The odds of every test agree with every way in which its dice can fall."""

import contextlib
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.kernel import Command, Dice, Fact, Judged, Sheet, Table, foretell
from rules.engine.odds import Odds
from rules.engine.odds.bursts import any_shows
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.person import DICE, Side, all_score, chances, distribution, none_scores, opposed
from rules.systems.sda.core.rolls import with_hits
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.tables import hero, judged, table

EXACT = 1e-12


@cache
def thrown(sides: int, count: int) -> tuple[tuple[int, int, int, bool, bool, bool], ...]:
    """(MoS, of so many ways, ...) of all ways in which the dice fall: each die counts by the table of the book."""
    worth = {face: next(m for m, last in enumerate((3, 7, 11, 15, 19, 20)) if face <= last) for face in range(1, 21)}
    ways: dict[tuple[int, bool, bool, bool], int] = defaultdict(int)
    for faces in product(range(1, sides + 1), repeat=count):
        scores = [worth[face] for face in faces]
        ways[sum(scores), bool(count) and all(scores), bool(count) and not any(scores), sides in faces] += 1
    return tuple((mos, number, sides**count, *kinds) for (mos, *kinds), number in ways.items())


def counted(sides: int, count: int) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for mos, number, whole, *_ in thrown(sides, count):
        shares[mos] += Fraction(number, whole)
    return shares


def assert_same_shares(shares: dict[int, Fraction], told: tuple[float, ...], least: int = 0) -> None:
    for value in range(min(least, *shares), max(least + len(told), *(v + 1 for v in shares))):
        at = told[value - least] if 0 <= value - least < len(told) else 0.0
        assert at == pytest.approx(float(shares.get(value, 0)), abs=EXACT)


@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize("count", range(5))
def test_a_pool_comes_to_what_its_faces_come_to(sides: int, count: int) -> None:
    assert_same_shares(counted(sides, count), distribution(sides, count))
    shares: dict[int, Fraction] = defaultdict(Fraction, {0: Fraction(0)})
    blank = highest = Fraction(0)
    for mos, number, whole, all_of_them, none_of_them, has_highest in thrown(sides, count):
        shares[mos] += Fraction(number * all_of_them, whole)
        blank += Fraction(number * none_of_them, whole)
        highest += Fraction(number * has_highest, whole)
    assert_same_shares(shares, all_score(sides, count))
    assert none_scores(sides, count) == pytest.approx(float(blank), abs=EXACT)
    assert any_shows(count, sides) == pytest.approx(float(highest), abs=EXACT)


def counted_margin(mine: Side, theirs: Side) -> dict[int, Fraction]:
    """The chance of each margin: both rolls in every way, and the dice that a malus grants to a roll in every way."""
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for (x, p), (y, q) in product(counted(mine.sides, mine.count).items(), counted(theirs.sides, theirs.count).items()):
        mine_granted = counted(mine.sides, max(0, theirs.malus - y) if mine.count else 0)
        theirs_granted = counted(theirs.sides, max(0, mine.malus - x) if theirs.count else 0)
        for (g, r), (h, s) in product(mine_granted.items(), theirs_granted.items()):
            shares[max(0, x - mine.malus) + g - max(0, y - theirs.malus) - h] += p * q * r * s
    return shares


@pytest.mark.parametrize("sides", [(4, 4), (6, 8), (8, 6), (20, 4), (12, 10)])
@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (1, 3), (4, 2), (3, 4), (4, 4), (2, 0), (0, 2)])
@pytest.mark.parametrize("maluses", [(0, 0), (1, 0), (0, 2), (2, 2), (3, 1)])
def test_opposed_pools_with_maluses_and_granted_dice(
    sides: tuple[int, int], counts: tuple[int, int], maluses: tuple[int, int]
) -> None:
    mine, theirs = (Side(s, c, m) for s, c, m in zip(sides, counts, maluses, strict=True))
    shares, margin = counted_margin(mine, theirs), opposed(mine, theirs)
    assert_same_shares(shares, margin.shares, margin.least)
    assert margin.ahead == pytest.approx(float(sum(p for v, p in shares.items() if v > 0)), abs=EXACT)
    assert margin.level == pytest.approx(float(shares.get(0, 0)), abs=EXACT)
    assert margin.behind == pytest.approx(float(sum(p for v, p in shares.items() if v < 0)), abs=EXACT)


sides = st.builds(Side, st.sampled_from(DICE), st.integers(0, 9), st.integers(0, 6))


@given(sides, sides)
def test_the_other_side_sees_the_same_margin_mirrored(mine: Side, theirs: Side) -> None:
    one, other = opposed(mine, theirs), opposed(theirs, mine)
    assert sum(one.shares) == pytest.approx(1, abs=EXACT)
    assert one.ahead == pytest.approx(other.behind, abs=EXACT)
    assert one.hits() == pytest.approx(other.hits_against(), abs=EXACT)
    flawless, whole = chances.flawless_opposed(mine, theirs, ties=True), all_score(mine.sides, mine.count)
    assert all(part <= of + EXACT for part, of in zip(flawless, whole, strict=True))


# -- the commands themselves, played in every way -----------------------------------------------------------------

ANNA = hero("Anna", attribute={"agility": 6, "strength": 3}, skill={"stealth": 1, "climbing": 0})
BORIS = hero("Boris", attribute={"wisdom": 8, "strength": 4}, skill={"perception": 1, "climbing": 1})


class _Judgement(Exception):
    """The test has been judged; what follows from it is not counted here."""


class _Court(Table):
    def happen(self, *happened: Fact) -> None:
        super().happen(*happened)
        if any(isinstance(fact, Judged) for fact in happened):
            raise _Judgement


def shares_when_performed(command: Command) -> dict[str, dict[object, Fraction]]:
    """How often each verdict, quality and number of hits comes out, when the command is performed in every way."""

    def play(dice: Dice) -> dict[str, object]:
        at = _Court({"anna": _fresh(ANNA), "boris": _fresh(BORIS)}, actor="anna")
        with contextlib.suppress(_Judgement):
            command.perform(at, dice)
        return judged(at)

    shares: dict[str, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for share, outcome in every_way(play):
        won = outcome["hits"] if outcome["verdict"] == "success" else 0
        for name, value in {**outcome, "won": won}.items():
            shares[name][value] += share
    return shares


def _fresh(sheet: Sheet) -> Sheet:
    return hero(sheet.name, **{kind: dict(ranks) for kind, ranks in sheet.ranks.items()})


def odds_of(command: Command) -> Odds:
    odds = foretell(command, table(anna=_fresh(ANNA), boris=_fresh(BORIS)))
    assert odds is not None
    return odds


def chance(odds: Odds, name: str) -> float:
    return next((c.probability for c in odds.chances if c.name == name), 0.0)


def assert_odds_agree(odds: Odds, shares: dict[str, dict[object, Fraction]]) -> None:
    assert chance(odds, "success") == pytest.approx(float(shares["verdict"].get("success", 0)), abs=EXACT)
    assert chance(odds, "flawless") == pytest.approx(float(shares["quality"].get("flawless", 0)), abs=EXACT)
    failed = float(shares["quality"].get("complete failure", 0))
    assert chance(odds, "complete_failure") == pytest.approx(failed, abs=EXACT)


@pytest.mark.parametrize("skill", ["stealth", "climbing"])
@pytest.mark.parametrize("difficulty", [0, 1, 2])
@pytest.mark.parametrize("more", [{}, {"malus": 1}, {"bonus": 1}, {"dice": 1}, {"bought": 1}])
def test_a_static_test_does_what_it_foretold(skill: str, difficulty: int, more: dict[str, int]) -> None:
    command = StaticTest(skill, difficulty=difficulty, **more)
    odds, shares = odds_of(command), shares_when_performed(command)
    assert_odds_agree(odds, shares)
    assert_same_shares(shares["measure"], odds.measure)  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [{}, {"malus": 1}, {"dice": 1}, {"bought": 2}])
def test_an_open_test_does_what_it_foretold(more: dict[str, int]) -> None:
    command = OpenTest("stealth", **more)
    odds, shares = odds_of(command), shares_when_performed(command)
    assert_odds_agree(odds, shares)
    assert_same_shares(shares["hits"], odds.measure)  # type: ignore[arg-type]


@pytest.mark.parametrize("skills", [("stealth", "perception"), ("climbing", "climbing")])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"advantage": "mine"},
        {"advantage": "theirs"},
        {"malus": 1, "their_malus": 1, "dice": 1, "their_dice": 1},
        {"their_malus": 1, "they_roll": False},
    ],
)
def test_an_opposed_test_does_what_it_foretold(skills: tuple[str, str], more: dict[str, object]) -> None:
    command = OpposedTest(skills[0], "boris", skills[1], **more)  # type: ignore[arg-type]
    odds, shares = odds_of(command), shares_when_performed(command)
    assert_odds_agree(odds, shares)
    assert chance(odds, "tie") == pytest.approx(float(shares["verdict"].get("tie", 0)), abs=EXACT)
    assert_same_shares(shares["won"], odds.measure)  # type: ignore[arg-type]


def test_a_success_that_is_always_flawless_is_not_just_enough() -> None:
    """Of one die every success is flawless; of two dice, one of which may fail, it is not."""
    one = StaticTest("stealth", difficulty=1).odds(table(rook=hero(skill={"stealth": 0}))).sentence
    assert one.endswith(" to succeed")
    hits = (0.5, 0.4, 0.1)
    assert with_hits("succeed", 0.5, hits, 0.2).endswith(" to succeed, about 1 hit")
    assert with_hits("succeed", 0.9, (0.1, 0.9), 0.2).endswith("about 1 hit")
    assert with_hits("win", 0.9, (0.8, 0.2), 0.2) == "90\xa0% to win, just enough"
    assert with_hits("win", 0.9, (0.8, 0.2), 0.9) == "90\xa0% to win"
    assert with_hits("win", 0.0, (1.0,), 0.0) == "No way to win"
