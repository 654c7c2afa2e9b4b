"""Advice on a charge: how many dice run, and how many are left to strike with."""

from functools import cache
from itertools import product

import pytest

from tests.rules.sda.fights import Fight
from tests.rules.sda.test_advice import SPIRIT, advice, boxes, margins, ranked, swordsman, values


def lines(far: int = 13, *, running: int = 4) -> Fight:
    """Rook, and Boris so many metres away: 9 are run without a roll, 2 the sword reaches, each MoS is 2 more."""
    rook, boris = swordsman("Rook", 3, running=running), swordsman("Boris", 0)
    fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
    fight.does("", "fight.place", combatant="boris", x=0, y=far, facing=180)
    return fight


@cache
def struck(dice: int, answer: int, spare: int) -> float:
    """What the blow comes to, with d10 for each hit of either, by every face of every die."""
    found = 0.0
    for hits, share in margins(dice, answer, -spare, 0).items():
        found += share * (1 if hits > 0 else -1) * (boxes(10, abs(hits), 0) + SPIRIT * abs(hits))
    return found


def charged(running: int, left: int, need: int, answers: int) -> float:
    found = 0.0
    for faces in product(range(1, 7), repeat=running):
        spare = sum(face > 3 for face in faces) - need
        if spare >= 0:
            found += max(0.0, min(struck(left, answer, spare) for answer in range(answers + 1))) / 6**running
    return found


@pytest.mark.parametrize(("far", "need"), [(13, 1), (15, 2)])
def test_the_dice_of_a_charge_are_shared_as_every_throw_would_have_it(far: int, need: int) -> None:
    found = advice(lines(far), "rook", "turn.charge", weapon="one_handed_sword")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}
    # Of five dice one is for the blow at least, which takes four at most; Boris has one, and one for the opening.
    few = {running: told[running] for running in (2, 3, 4)}
    expected = {running: charged(running, 5 - running, need, 2) for running in few}
    assert few == pytest.approx(expected, abs=1e-12)
    assert set(told) == {1, 2, 3, 4}
    assert ranked(found)


def test_whom_to_charge_is_weighed_and_nobody_who_is_too_near_or_hidden() -> None:
    sheets = {who: swordsman(who.capitalize(), 0) for who in ("boris", "dora", "zoe")}
    fight = Fight(rook=swordsman("Rook", 3, running=4), **sheets).on(rook=0, boris=-1)
    for who, x, y in (("boris", 0, 13), ("dora", 4, 10), ("zoe", 0, 4)):
        fight.does("", "fight.place", combatant=who, x=x, y=y, facing=180)
        fight.encounter.combatants[who].side = "foes"
    found = advice(fight, "rook", "turn.charge", target="boris")
    assert {one.given["target"] for one in found.choices} == {"boris", "dora"}
    assert found.best.given["target"] == "dora"
    assert found.best.label.startswith("Dora: run with")
    fight.encounter.combatants["dora"].hidden = True
    alone = advice(fight, "rook", "turn.charge", target="boris")
    assert {one.given["target"] for one in alone.choices} == {"boris"}


def test_the_blow_of_a_charge_is_weighed_with_the_mos_that_running_left() -> None:
    fight = lines(11)
    fight.rolls("rook", "turn.charge", {"rook": [4, 5]}, target="boris", dice=2, weapon="one_handed_sword")
    found = advice(fight, "rook", "charge.strike")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}
    expected = {dice: min(struck(dice, answer, 2) for answer in range(3)) for dice in (1, 2, 3)}
    assert told == pytest.approx({0: 0.0, **expected}, abs=1e-12)
    assert {one.label for one in found.choices if not one.given["dice"]} == {"Hold back"}


def test_on_bad_ground_whoever_falls_does_not_get_there() -> None:
    fight = lines(10)
    odds = fight.odds("rook", "turn.charge", target="boris", dice=1, terrain="minor")
    named = {one.name: one.probability for one in odds.chances}
    assert named["success"] + named["falls"] <= 1
    safe, bad = (advice(fight, "rook", "turn.charge", terrain=ground) for ground in ("open", "minor"))
    assert bad.best.value < safe.best.value
