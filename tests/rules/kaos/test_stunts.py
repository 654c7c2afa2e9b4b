"""Stunts: what the game master is asked, what it takes by their word, and what becomes of the weapon in it."""

from typing import Any

import pytest

from rules.engine.kernel import Rolled
from rules.systems.kaos.fight.base import standing
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter

LEAP: dict[str, Any] = {"words": "Off the table"}
BLOW = {**LEAP, "target": BORIS, "attack": "melee_combat"}
SHOT = {**LEAP, "target": BORIS, "attack": "ranged_combat"}
UNASKED = {"stunt_asks": False}


def stunt(*things: str, points: int = 0, **house_rules: Any) -> Fight:
    rook = fighter("Rook", *things, points=points, acrobatics=30, melee_combat=40, ranged_combat=50)
    return Fight(house_rules=house_rules, rook=rook, boris=fighter("Boris"))


@pytest.mark.parametrize(
    ("chosen", "proposed"),
    [
        (LEAP, "Acrobatics standard"),
        ({**LEAP, "mode": "hard", "x": 0, "y": 3}, "2 squares, Acrobatics hard"),
        ({**LEAP, "acrobatics": False}, "No roll"),
        ({**BLOW, "x": 1, "y": 1}, "1 square, Acrobatics standard, then Melee Combat hard"),
        ({**SHOT, "acrobatics": False, "attack_mode": "standard"}, "then Ranged Combat standard"),
    ],
)
def test_the_game_master_reads_what_is_proposed(chosen: dict[str, Any], proposed: str) -> None:
    fight = stunt()
    fight.do(ROOK, "action.stunt", **chosen)
    (ask,) = fight.encounter.asks.values()
    assert fight.table(ROOK).words(ask.title) == f"Rook tries a stunt: Off the table. {proposed}. How hard is it?"


def test_the_game_masters_word_counts_and_not_what_was_proposed() -> None:
    fight = stunt(points=20)
    fight.do(ROOK, "action.stunt", **BLOW, x=1, y=1, eased=True, eased_attack=True)
    happened = fight.do(ROOK, "stunt.allow", {ROOK: [99, 41]}, acrobatics=False, mode="hard", attack_mode="standard")
    assert [len(fact.dice) for fact in happened if isinstance(fact, Rolled)] == [2], "an easy attack and nothing else"
    assert standing(fight.table(ROOK), ROOK) == (1, 1)
    assert fight.sheets[ROOK].xp("advancement", "points") == 15


@pytest.mark.parametrize(
    ("allowed", "dice", "paid"),
    [
        ({"mode": "hard", "attack_mode": "hard"}, [2, 99, 2, 99], 10),
        ({"mode": "easy", "attack_mode": "hard"}, [2, 99, 2, 99], 5),
        ({"mode": "standard", "attack_mode": "easy"}, [2, 99, 2, 99], 5),
    ],
)
def test_points_are_paid_for_what_is_not_easy_yet(allowed: dict[str, str], dice: list[int], paid: int) -> None:
    fight = stunt(points=20)
    fight.do(ROOK, "action.stunt", **BLOW, eased=True, eased_attack=True)
    fight.do(ROOK, "stunt.allow", {ROOK: dice}, acrobatics=True, **allowed)
    assert fight.sheets[ROOK].xp("advancement", "points") == 20 - paid
    assert fight.table(BORIS).asks_for(BORIS, "attack.defend")


def test_whom_a_stunt_without_an_attack_names_is_not_struck() -> None:
    fight = stunt(**UNASKED)
    fight.do(ROOK, "action.stunt", {ROOK: [2]}, words="A bow to him", target=BORIS, x=0, y=2)
    assert not fight.encounter.asks
    assert standing(fight.table(ROOK), ROOK) == (0, 1)


@pytest.mark.parametrize(("chosen", "kept"), [(BLOW, True), (SHOT, False)])
def test_a_dagger_is_kept_in_a_blow_and_gone_in_a_throw(chosen: dict[str, Any], kept: bool) -> None:
    fight = stunt("weapons.dagger", **UNASKED)
    fight.do(ROOK, "action.stunt", {ROOK: [2, 2, 2]}, weapon="dagger", **chosen)
    assert fight.sheets[ROOK].items["dagger"].in_use == kept
    (ask,) = fight.encounter.asks.values()
    assert ask.known["blow"]["damage"] == "1d4"
    assert ask.known["blow"]["weapon"] == "Dagger"
    assert ask.known["blow"]["purpose"] == "action.stunt"


def test_a_thing_at_hand_does_what_is_said_of_it() -> None:
    fight = stunt(**UNASKED)
    fight.do(ROOK, "action.stunt", {ROOK: [2, 2, 2]}, **SHOT)
    (ask,) = fight.encounter.asks.values()
    assert (ask.known["blow"]["damage"], ask.known["blow"]["bonus"]) == ("1d3", 2)
    assert ask.known["blow"]["purpose"] == "action.stunt"


def test_nobody_dead_is_struck_at_the_end_of_a_stunt() -> None:
    fight = stunt()
    fight.do(ROOK, "action.stunt", **BLOW)
    fight.do(BORIS, "harm.suffer", amount=200)
    assert fight.sheets[BORIS].has("dead")
    fight.put(BORIS, 0, 1.5)
    fight.do(ROOK, "stunt.allow", {ROOK: [2]})
    assert not fight.encounter.asks
