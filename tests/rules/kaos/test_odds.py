"""The odds agree with every way in which the dice can fall, counted one by one."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules.engine.kernel import amount, distribution
from rules.engine.odds import mean
from rules.systems.kaos.core import chances, health
from rules.systems.kaos.core.skill_tests import OpposedTest, PlainTest
from rules.systems.kaos.downtime.harm import Fall
from rules.systems.kaos.downtime.rest import Tend
from rules.systems.kaos.fight.base import Blow
from tests.rules.kaos.tables import act, hero, judged, odds, table

EXACT = 1e-12
FACES = range(1, 101)
#: Ends, middles, and what is out of reach.
TARGETS = (-10, 0, 1, 2, 17, 40, 50, 94, 95, 96, 99, 100, 130)


def succeeds(face: int, target: int) -> bool:
    """A single die, read off the rules: 1 always, 96 and more never, otherwise at or below the target."""
    return face == 1 or (face <= 95 and face <= target)


@cache
def share(target: int, mode: str) -> Fraction:
    """P(success), by looking at all 100 faces or all 10,000 pairs of them."""
    if mode == "standard":
        return Fraction(sum(succeeds(face, target) for face in FACES), 100)
    both = all if mode == "hard" else any
    good = sum(both((succeeds(a, target), succeeds(b, target))) for a, b in product(FACES, repeat=2))
    return Fraction(good, 10_000)


@pytest.mark.parametrize("mode", chances.MODES)
@pytest.mark.parametrize("target", TARGETS)
def test_the_chance_of_a_test_is_counted(target: int, mode: str) -> None:
    assert chances.chance(target, mode) == pytest.approx(float(share(target, mode)), abs=EXACT)


@pytest.mark.parametrize(("target", "mode"), [(40, "standard"), (40, "easy"), (40, "hard"), (97, "hard"), (1, "easy")])
def test_what_is_rolled_is_judged_as_the_odds_reckon(target: int, mode: str) -> None:
    """Every face (and a grid of pairs) is really rolled, by the command itself."""
    faces = (
        [(face,) for face in FACES] if mode == "standard" else list(product((1, 2, 39, 40, 41, 95, 96, 100), repeat=2))
    )
    for fell in faces:
        at = table(anna=hero())
        act(at, PlainTest("other", mode, 0, target), *fell)
        both = all if mode == "hard" else any
        assert (judged(at)["verdict"] == "success") == both(succeeds(face, target) for face in fell)


@cache
def opposed_round_by_round(mine: Fraction, theirs: Fraction, cap: int) -> tuple[float, float, float, float]:
    """An opposed test played round by round: who wins, who loses, nobody, and how many rounds on average."""
    won = lost = rounds = Fraction(0)
    still = Fraction(1)
    for count in range(1, cap + 1):
        win, lose = still * mine * (1 - theirs), still * theirs * (1 - mine)
        won, lost = won + win, lost + lose
        rounds += count * (win + lose)
        still -= win + lose
    return float(won), float(lost), float(still), float(rounds + cap * still)


@pytest.mark.parametrize("mine", [1, 20, 50, 95])
@pytest.mark.parametrize("theirs", [1, 35, 95])
@pytest.mark.parametrize("cap", [1, 3, 100])
def test_an_opposed_test_in_closed_form_is_the_loop(mine: int, theirs: int, cap: int) -> None:
    ends = chances.opposed(chances.chance(mine), chances.chance(theirs), cap)
    told = (ends.mine, ends.theirs, ends.nobody, ends.rounds)
    assert told == pytest.approx(opposed_round_by_round(Fraction(mine, 100), Fraction(theirs, 100), cap), abs=1e-9)
    assert ends.mine + ends.theirs + ends.nobody == pytest.approx(1, abs=EXACT)


def test_the_odds_of_an_opposed_test_reckon_with_both_modes() -> None:
    at = table(anna=hero(skill={"stealth": 40}), boris=hero("Boris", attribute={"per": 30}))
    told = odds(at, OpposedTest("stealth", "boris", "per", mode="easy", their_mode="hard"))
    won, lost, nobody, _ = opposed_round_by_round(share(40, "easy"), share(30, "hard"), 100)
    assert [one.probability for one in told.chances] == pytest.approx([won, lost, nobody], abs=1e-9)


@pytest.mark.parametrize(("text", "bonus", "times"), [("1d3", 0, 1), ("2d6", 2, 1), ("2d6", 2, 2)])
def test_damage_is_doubled_with_its_bonus(text: str, bonus: int, times: int) -> None:
    blow = Blow("anna", "boris", "Sword", text, bonus, times=times)
    ways = [(sum(faces) + bonus) * times for faces in product(*(range(1, die + 1) for die in amount(text).dice))]
    told = blow.rolled()
    for value in range(max(ways) + 1):
        assert told[value] == pytest.approx(ways.count(value) / len(ways), abs=EXACT)
    assert mean(told) == pytest.approx(sum(ways) / len(ways), abs=1e-9)


def test_reduction_is_taken_off_every_way() -> None:
    told = chances.after_reduction(distribution(amount("2d6")), 5)
    ways = [max(0, a + b - 5) for a, b in product(range(1, 7), repeat=2)]
    assert [pytest.approx(ways.count(value) / 36, abs=EXACT) for value in range(8)] == list(told)


def test_tending_gives_what_its_odds_say() -> None:
    at = table(anna=hero(skill={"healing": 40}), boris=hero("Boris"))
    at.sheet("boris").resources["hp"].now = 10
    told = odds(at, Tend("boris"))
    assert told.measure == pytest.approx((0.6, *[0.4 / 6] * 6), abs=EXACT)
    assert told.mean == pytest.approx(0.4 * 3.5)


def test_a_fall_says_how_likely_it_stuns() -> None:
    at = table(anna=hero())
    at.me.resources["hp"].now = 7
    told = odds(at, Fall(4))
    ways = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert told.chances[0].probability == pytest.approx(sum(way >= 7 for way in ways) / 36, abs=EXACT)


def test_temporary_hit_points_break_a_fall() -> None:
    at = table(anna=hero())
    at.me.resources["hp"].now = 7
    health.grant_temporary(at, "anna", 3, "a spell")
    ways = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert odds(at, Fall(4)).chances[0].probability == pytest.approx(sum(way >= 10 for way in ways) / 36, abs=EXACT)
    act(at, Fall(4), 4, 5)
    assert not at.me.has("unconscious")
