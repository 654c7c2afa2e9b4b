"""The odds of a fight, held against counting every way in which the dice can fall."""

from itertools import product

import pytest

from rules.engine.odds import Chance, Odds
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter

FACES = range(1, 101)


def _passes(face: int, score: int) -> bool:
    return face == 1 or (face <= score and face <= 95)


def _share(score: int, mode: str) -> float:
    """P(a test succeeds), by counting single dice or all 10,000 pairs."""
    if mode == "standard":
        return sum(_passes(face, score) for face in FACES) / 100
    judge = all if mode == "hard" else any
    return sum(judge(_passes(face, score) for face in pair) for pair in product(FACES, FACES)) / 10_000


def _chance(odds: Odds, name: str) -> float:
    return next(chance.probability for chance in odds.chances if chance.name == name)


@pytest.mark.parametrize("melee", [1, 40, 96])
@pytest.mark.parametrize("agility", [0, 33, 99])
def test_a_plain_attack_against_a_plain_defence_is_all_10000_pairs(melee: int, agility: int) -> None:
    fight = Fight(
        house_rules={"defence_known": True},
        rook=fighter("Rook", "weapons.long_sword", melee_combat=melee),
        boris=fighter("Boris", attribute={"agi": agility}),
    )
    hits = sum(_passes(a, melee) and not _passes(d, agility) for a, d in product(FACES, FACES)) / 10_000
    odds = fight.odds(ROOK, "melee.attack", target=BORIS)
    assert _chance(odds, "hits") == pytest.approx(hits, abs=1e-12)
    assert _chance(odds, "strikes") == pytest.approx(_share(melee, "standard"), abs=1e-12)


@pytest.mark.parametrize(("mode", "chosen"), [("hard", {"hindered": True}), ("easy", {"eased": True})])
@pytest.mark.parametrize("melee", [1, 40, 97])
def test_hard_and_easy_attacks_are_counted_by_pairs_as_well(mode: str, chosen: dict[str, bool], melee: int) -> None:
    fight = Fight(
        house_rules={"defence_known": True},
        rook=fighter("Rook", "weapons.long_sword", points=5, melee_combat=melee),
        boris=fighter("Boris", attribute={"agi": 33}),
    )
    odds = fight.odds(ROOK, "melee.attack", target=BORIS, **chosen)
    struck = _share(melee, mode)
    assert _chance(odds, "strikes") == pytest.approx(struck, abs=1e-12)
    assert _chance(odds, "hits") == pytest.approx(struck * (1 - _share(33, "standard")), abs=1e-12)


def test_without_the_house_rule_nothing_of_the_defence_is_told() -> None:
    odds = [
        Fight(rook=fighter("Rook", "weapons.long_sword"), boris=fighter("Boris", attribute={"agi": agility})).odds(
            ROOK, "melee.attack", target=BORIS
        )
        for agility in (5, 90)
    ]
    assert odds[0] == odds[1]


@pytest.mark.parametrize(
    ("chosen", "score", "mode"),
    [
        ({}, 33, "standard"),
        ({"eased": True}, 33, "easy"),
        ({"how": "parry"}, 61, "standard"),
        ({"how": "parry", "eased": True}, 61, "easy"),
    ],
)
def test_every_way_to_defend_is_exact(chosen: dict[str, object], score: int, mode: str) -> None:
    boris = fighter("Boris", attribute={"agi": 33}, points=7, melee_combat=61)
    boris.resources["hp"].now = 6
    fight = Fight(rook=fighter("Rook", "weapons.long_sword"), boris=boris)
    fight.do(ROOK, "melee.attack", {ROOK: [1]}, target=BORIS)
    odds = fight.odds(BORIS, "attack.defend", **chosen)
    avoids = _share(score, mode)
    assert _chance(odds, "avoids") == pytest.approx(avoids, abs=1e-12)
    # 1d8 and 2 for strength: 4 and more of the die are 6 hit points and more.
    assert _chance(odds, "down") == pytest.approx((1 - avoids) * 5 / 8, abs=1e-12)
    assert odds.measure[0] == pytest.approx(avoids, abs=1e-12)


def test_a_surprise_is_reckoned_with_by_whoever_defends() -> None:
    boris = fighter("Boris", attribute={"agi": 33})
    boris.ranks["resistance"] = {"physical": 2}
    fight = Fight(rook=fighter("Rook", "weapons.long_sword", deception=27), boris=boris)
    fight.do(ROOK, "melee.surprise", {ROOK: [1]}, target=BORIS)
    counted: dict[int, float] = {}
    for defence, deception, die in product(FACES, FACES, range(1, 9)):
        times = 2 if _passes(deception, 27) else 1
        lost = 0 if _passes(defence, 33) else max(0, (die + 2) * times - 2)
        counted[lost] = counted.get(lost, 0) + 1 / 80_000
    odds = fight.odds(BORIS, "attack.defend")
    assert len(odds.measure) == max(counted) + 1
    for lost, share in enumerate(odds.measure):
        assert share == pytest.approx(counted.get(lost, 0.0), abs=1e-9)


def test_damage_rolled_again_is_compared_with_what_fell() -> None:
    fight = Fight(rook=fighter("Rook", "weapons.great_sword", points=10), boris=fighter("Boris"))
    fight.do(ROOK, "melee.attack", {ROOK: [1]}, target=BORIS)
    fight.do(BORIS, "attack.defend", {ROOK: [3, 3]}, how="nothing")
    odds = fight.odds(ROOK, "damage.again")
    more = sum(a + b > 6 for a, b in product(range(1, 7), range(1, 7))) / 36
    less = sum(a + b < 6 for a, b in product(range(1, 7), range(1, 7))) / 36
    assert _chance(odds, "more") == pytest.approx(more, abs=1e-12)
    assert _chance(odds, "less") == pytest.approx(less, abs=1e-12)


def test_a_spell_says_what_it_drains_and_whether_one_falls() -> None:
    rook = fighter("Rook", thaumaturgy=39)
    fight = Fight(rook=rook, boris=fighter("Boris"))
    odds = fight.odds(ROOK, "spell.cast", spell="firebolt", target=BORIS)
    assert "drains 60 of 50 hit points and leaves you unconscious" in odds.sentence
    assert odds.chances == (Chance("cast", "goes off", 0.39),)
    assert sum(odds.measure) == pytest.approx(1, abs=1e-12)


def test_a_stunt_is_both_rolls_together() -> None:
    rook = fighter("Rook", acrobatics=30, ranged_combat=50)
    odds = Fight(rook=rook, boris=fighter("Boris")).odds(
        ROOK, "action.stunt", words="A mug", attack="ranged_combat", target=BORIS
    )
    assert _chance(odds, "strikes") == pytest.approx(_share(30, "standard") * _share(50, "hard"), abs=1e-12)
