"""Grapples and luck: what is foretold is held against counting, and nothing of the other's score is told."""

from itertools import product
from random import Random

import pytest

from rules.engine.kernel import Refused, TypedDice
from rules.engine.odds import Odds
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter

FACES = range(1, 101)


def _passes(face: int, score: int) -> bool:
    return face == 1 or (face <= score and face <= 95)


def _shares(mine: int, theirs: int, rounds: int = 100) -> tuple[float, float]:
    """P(one wins) and P(the other does), round by round, each round counted out over all 10,000 pairs."""
    pairs = [(_passes(a, mine), _passes(b, theirs)) for a, b in product(FACES, FACES)]
    win = sum(a and not b for a, b in pairs) / len(pairs)
    lose = sum(b and not a for a, b in pairs) / len(pairs)
    won = lost = 0.0
    left = 1.0
    for _ in range(rounds):
        won, lost, left = won + left * win, lost + left * lose, left * (1 - win - lose)
    return won, lost


def _chance(odds: Odds, name: str) -> float:
    return next(chance.probability for chance in odds.chances if chance.name == name)


def _asked(rook: int, boris: int, *, loser: str) -> Fight:
    """Rook grapples Boris, and one of them has lost and may pay for luck."""
    points = {ROOK: 10 if loser == ROOK else 0, BORIS: 10 if loser == BORIS else 0}
    fight = Fight(
        rook=fighter("Rook", points=points[ROOK], melee_combat=rook),
        boris=fighter("Boris", points=points[BORIS], melee_combat=boris),
    )
    faces = {ROOK: [96], BORIS: [1]} if loser == ROOK else {ROOK: [1], BORIS: [96]}
    fight.do(ROOK, "action.grapple", faces, target=BORIS)
    return fight


@pytest.mark.parametrize(("rook", "boris"), [(40, 40), (61, 33), (97, 1), (5, 90)])
def test_a_grapple_and_both_ways_of_luck_are_counted_out(rook: int, boris: int) -> None:
    fight = Fight(rook=fighter("Rook", melee_combat=rook), boris=fighter("Boris", melee_combat=boris))
    odds = fight.odds(ROOK, "action.grapple", target=BORIS)
    assert _chance(odds, "success") == pytest.approx(_shares(rook, boris)[0], abs=1e-12)
    assert _chance(odds, "failure") == pytest.approx(_shares(rook, boris)[1], abs=1e-12)
    for loser, mine, theirs in ((ROOK, rook, boris), (BORIS, boris, rook)):
        level = sum(_passes(face, mine) for face in FACES) / 100
        luck = _asked(rook, boris, loser=loser).odds(loser, "luck.reroll")
        assert _chance(luck, "success") == pytest.approx(level, abs=1e-12)
        assert _chance(luck, "wins") == pytest.approx(level * _shares(mine, theirs)[0], abs=1e-12)
        assert any("for 10 AP" in chance.label for chance in luck.chances)


def test_an_easier_grapple_is_reckoned_with_when_the_other_one_tries_their_luck() -> None:
    rook = fighter("Rook", points=5, melee_combat=40)
    fight = Fight(rook=rook, boris=fighter("Boris", points=10, melee_combat=40))
    fight.do(ROOK, "action.grapple", {ROOK: [90, 1], BORIS: [96]}, target=BORIS, eased=True)
    easy = 1 - 0.6**2
    win, lose = 0.4 * (1 - easy), easy * 0.6
    odds = fight.odds(BORIS, "luck.reroll")
    assert _chance(odds, "wins") == pytest.approx(0.4 * win / (win + lose), abs=1e-9)


def test_played_often_luck_wins_as_often_as_foretold() -> None:
    random, wins, times = Random(7), 0, 3000
    foretold = _chance(_asked(61, 33, loser=BORIS).odds(BORIS, "luck.reroll"), "wins")
    for _ in range(times):
        fight = _asked(61, 33, loser=BORIS)
        faces = {who: [random.randint(1, 100) for _ in range(200)] for who in (ROOK, BORIS)}
        fight.do(BORIS, "luck.reroll", TypedDice(faces))
        wins += not fight.sheets[BORIS].has("grappled")
    assert wins / times == pytest.approx(foretold, abs=0.03)


def test_what_waits_for_luck_holds_no_score_of_either() -> None:
    fight = _asked(61, 33, loser=BORIS)
    ask = next(iter(fight.encounter.asks.values()))
    assert "33" not in str(ask.known)
    assert "61" not in str(ask.known)


def test_luck_is_refused_alike_before_and_in_play() -> None:
    fight = _asked(61, 33, loser=BORIS)
    fight.sheets[BORIS].experience["advancement"]["points"] = 9
    for attempt in (fight.odds, fight.do):
        with pytest.raises(Refused, match="costs 10 AP; Boris has 9, 1 is missing"):
            attempt(BORIS, "luck.reroll")


def test_whoever_leaves_meanwhile_is_held_by_nobody() -> None:
    fight = _asked(61, 33, loser=ROOK)
    fight.do("", "fight.leave", combatant=BORIS)
    assert not fight.encounter.asks
    assert not fight.encounter.memo.get("holds")


def test_an_opposed_test_out_of_a_fight_foretells_what_luck_is_worth() -> None:
    fight = Fight(rook=fighter("Rook", points=10, stealth=61), boris=fighter("Boris", stealth=33))
    fight.encounter = None  # type: ignore[assignment]
    fight.do(ROOK, "test.opposed", {ROOK: [96], BORIS: [1]}, skill="stealth", against=BORIS)
    odds = fight.odds(ROOK, "ap.reroll")
    assert _chance(odds, "wins") == pytest.approx(0.61 * _shares(61, 33)[0], abs=1e-12)


@pytest.mark.parametrize(("harm", "faces"), [("harm.suffer", []), ("harm.fall", [3] * 10)])
def test_whoever_is_felled_beside_the_blows_lets_go_of_others(harm: str, faces: list[int]) -> None:
    rook = fighter("Rook", melee_combat=40)
    rook.resources["hp"].now = 20
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.do(ROOK, "action.grapple", {ROOK: [1], BORIS: [96]}, target=BORIS)
    assert fight.sheets[BORIS].has("grappled")
    chosen = {"amount": 30} if harm == "harm.suffer" else {"squares": 20}
    fight.do(ROOK, harm, {ROOK: faces}, **chosen)
    assert fight.sheets[ROOK].has("unconscious")
    assert not fight.sheets[BORIS].has("grappled")
