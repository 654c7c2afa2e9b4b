"""The odds of letting a failure stand, of a potion and of who acts first, against counting them out."""

from itertools import product

import pytest

from rules.engine.fight.rolled_order import acts_first
from rules.engine.kernel import Condition
from rules.engine.odds import Odds
from rules.systems.kaos.core import health
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter


def _chance(odds: Odds, name: str) -> float:
    return next(chance.probability for chance in odds.chances if chance.name == name)


def _lost(to: str, *, hp: int = 50) -> Fight:
    """Boris has lost a struggle, and could pay for another roll."""
    strong = fighter("Rook", attribute={"str": 21})
    fight = Fight(rook=strong, boris=fighter("Boris", points=10))
    fight.sheets[BORIS].resources["hp"].now = hp
    fight.do(ROOK, "action.grapple", {ROOK: [1], BORIS: [96]}, target=BORIS, to=to)
    return fight


def test_giving_in_foretells_what_bare_hands_do() -> None:
    odds = _lost("hurt", hp=5).odds(BORIS, "luck.accept")
    assert odds.measure[3:6] == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-12)
    assert _chance(odds, "down") == pytest.approx(1 / 3, abs=1e-12)


def test_giving_in_to_a_hold_leaves_nothing_to_chance() -> None:
    odds = _lost("hold").odds(BORIS, "luck.accept")
    assert (odds.chances, odds.measure) == ((), ())
    assert "The failed roll stands" in odds.sentence


def test_the_damage_of_a_struggle_that_is_let_stand_may_be_typed() -> None:
    fight = _lost("hurt")
    fight.do(BORIS, "luck.accept", {ROOK: [3]})
    assert health.hp(fight.sheets[BORIS]) == 45


def test_a_defence_that_failed_foretells_the_blow() -> None:
    fight = Fight(
        rook=fighter("Rook", "weapons.long_sword", melee_combat=60),
        boris=fighter("Boris", points=10, attribute={"agi": 60}),
    )
    fight.sheets[BORIS].resources["hp"].now = 2
    fight.do(ROOK, "melee.attack", {ROOK: [5]}, target=BORIS)
    fight.do(BORIS, "attack.defend", {BORIS: [99]})
    bonus = fight.sheets[ROOK].rank("attribute", "str") // 10
    odds = fight.odds(BORIS, "luck.accept")
    assert odds.measure[1 + bonus : 9 + bonus] == pytest.approx((1 / 8,) * 8, abs=1e-12)


def test_damage_that_counts_foretells_the_tumble_after_it() -> None:
    rook = fighter("Rook", "weapons.dagger", points=10, melee_combat=60, acrobatics=40)
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.do(ROOK, "melee.tumble", {ROOK: [5]}, target=BORIS)
    fight.do(BORIS, "attack.defend", {BORIS: [99], ROOK: [1]})
    odds = fight.odds(ROOK, "damage.stands")
    assert _chance(odds, "tumbles") == pytest.approx(0.4, abs=1e-12)
    fight.do(ROOK, "damage.stands", {ROOK: [40]})
    assert [ask.commands for ask in fight.encounter.asks.values()] == [("tumble.on",)]


def test_a_potion_gives_what_is_missing_at_most() -> None:
    rook = fighter("Rook", "goods.healing_draught")
    rook.resources["hp"].now -= 4
    odds = Fight(rook=rook, boris=fighter("Boris")).odds(ROOK, "action.potion", potion="healing_draught")
    pairs = [min(a + b, 4) for a, b in product(range(1, 7), repeat=2)]
    assert odds.measure == pytest.approx([pairs.count(given) / 36 for given in range(5)], abs=1e-12)


def test_a_potion_for_whoever_cast_says_that_it_does_nothing() -> None:
    rook = fighter("Rook", "goods.healing_draught")
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.sheets[ROOK].resources["hp"].now -= 5
    fight.sheets[ROOK].conditions["drained"] = Condition("drained", "Drained")
    assert "within the last hour" in fight.odds(ROOK, "action.potion", potion="healing_draught").sentence


@pytest.mark.parametrize("agilities", [(25, 21), (18, 18), (30, 12, 19), (20, 20, 20), (15, 15, 24)])
def test_who_acts_first_is_counted_out(agilities: tuple[int, ...]) -> None:
    """Every throw of initiative; those who are level throw dice until they differ, so each is as often the first."""
    found = [0.0] * len(agilities)
    for faces in product(range(1, 11), repeat=len(agilities)):
        keys = [(face + agi // 10, agi) for face, agi in zip(faces, agilities, strict=True)]
        level = [at for at, key in enumerate(keys) if key == max(keys)]
        for at in level:
            found[at] += 1 / len(level) / 10 ** len(agilities)
    named = {str(at): (agility // 10, agility) for at, agility in enumerate(agilities)}
    assert list(acts_first(named).values()) == pytest.approx(found, abs=1e-12)
    assert sum(found) == pytest.approx(1, abs=1e-12)
