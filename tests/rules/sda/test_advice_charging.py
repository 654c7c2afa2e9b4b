"""Advice on a charge: how many dice run, and how many are left to strike with."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from rules.engine.kernel import Condition, TypedDice
from tests.rules.sda.dice_outcomes import FirstThrows
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import SPIRIT, advice, margins, ranked, swordsman, values, wounds


def fight_at_distance(far: int = 13, *, running: int = 4) -> Fight:
    """Rook, and Boris so many metres away: 9 are run without a roll, 2 the sword reaches, each MoS is 2 more."""
    rook, boris = swordsman("Rook", 3, running=running), swordsman("Boris", 0)
    fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
    fight.does("", "fight.place", combatant="boris", x=0, y=far, facing=180)
    return fight


@cache
def value_of_blow(dice: int, answer: int, spare: int) -> float:
    """The worth of a blow, with d10 for each hit of either, by every face of every die."""
    found = 0.0
    for hits, share in margins(dice, answer, -spare, 0).items():
        cost = wounds(abs(hits), 0, ours=hits < 0) + SPIRIT * abs(hits)
        found += share * (cost if hits > 0 else -cost)
    return found


def value_of_charge(running: int, left: int, need: int, answers: int) -> float:
    found = 0.0
    for faces in product(range(1, 7), repeat=running):
        spare = sum(face > 3 for face in faces) - need
        if spare >= 0:
            found += max(0.0, min(value_of_blow(left, answer, spare) for answer in range(answers + 1))) / 6**running
    return found


@pytest.mark.parametrize(("far", "need"), [(13, 1), (15, 2)])
def test_the_dice_of_a_charge_are_shared_as_every_throw_would_have_it(far: int, need: int) -> None:
    found = advice(fight_at_distance(far), "rook", "turn.charge", weapon="one_handed_sword")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}
    # Of five dice one is for the blow at least, which takes four at most; Boris has one, and one for the opening.
    few = {running: told[running] for running in (2, 3, 4)}
    expected = {running: value_of_charge(running, 5 - running, need, 2) for running in few}
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
    fight = fight_at_distance(11)
    fight.rolls("rook", "turn.charge", {"rook": [4, 5]}, target="boris", dice=2, weapon="one_handed_sword")
    found = advice(fight, "rook", "charge.strike")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}
    expected = {dice: min(value_of_blow(dice, answer, 2) for answer in range(3)) for dice in (1, 2, 3)}
    assert told == pytest.approx({0: 0.0, **expected}, abs=1e-12)
    assert {one.label for one in found.choices if not one.given["dice"]} == {"Hold back"}


def test_on_bad_ground_whoever_falls_does_not_get_there() -> None:
    rook, boris = fighter("Rook", "spear", polearms=3, running=3), swordsman("Boris", 0)
    fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
    fight.does("", "fight.place", combatant="boris", x=0, y=9, facing=180)
    for ground, falls in (("open", 0.0), ("minor", 1 / 4)):
        odds = fight.odds("rook", "turn.charge", target="boris", dice=2, terrain=ground)
        named = {one.name: one.probability for one in odds.chances}
        assert named["success"] == pytest.approx(1 - falls), "the spear needs no MoS for the way, be it on loose rocks"
        assert sum(odds.measure) == pytest.approx(1)
    safe, bad = (advice(fight, "rook", "turn.charge", weapon="spear", terrain=ground) for ground in ("open", "minor"))
    two_safe, two_bad = (values(one, "dice", "bought")[2, 0] for one in (safe, bad))
    assert 0 < two_bad < two_safe


#: A horse runs with dice of so many faces.
STRONG = 20


def mounted() -> Fight:
    """Rook rides a horse that is trained for battle and runs with dice of its own."""
    horse = replace(fighter("Horse", running=4, brawling=1, strength=STRONG, constitution=STRONG), kind="creature")
    fight = Fight(rook=swordsman("Rook", 1, riding=4), boris=swordsman("Boris", 0), horse=horse).on(rook=0, boris=-1)
    fight.sheets["rook"].conditions["mounted"] = Condition("mounted", "Riding", source="horse")
    there = fight.encounter.combatants
    there["horse"].x, there["horse"].y = there["rook"].x, there["rook"].y
    fight.does("", "fight.place", combatant="boris", x=0, y=13, facing=180)
    return fight


def value_of_ride(faces: Sequence[int]) -> float:
    """The worth of the blow by its advice, once the horse has run and these faces have fallen; 0 without a blow."""
    fight = mounted()
    given = {"target": "boris", "weapon": "one_handed_sword", "dice": len(faces)}
    fight.does("rook", "turn.charge", FirstThrows(TypedDice({"horse": list(faces)}), 1), **given)
    if not any("charge.strike" in ask.commands for ask in fight.encounter.asks.values()):
        return 0.0
    found = advice(fight, "rook", "charge.strike")
    most = max(int(one.given["dice"]) for one in found.choices if not one.given["bought"])
    return max(0.0, values(found, "dice", "bought")[most, 0])


def test_a_charge_on_horseback_is_worth_what_its_blow_is() -> None:
    found = advice(mounted(), "rook", "turn.charge", weapon="one_handed_sword")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}
    expected = sum(value_of_ride([face]) for face in range(1, STRONG + 1)) / STRONG
    assert told[1] == pytest.approx(expected, abs=1e-12)
    assert [told[dice] for dice in sorted(told)] == sorted(told.values()), "no die that runs is missed in the blow"


def test_a_bought_die_that_runs_is_paid() -> None:
    found = values(advice(fight_at_distance(), "rook", "turn.charge", weapon="one_handed_sword"), "dice", "bought")
    # Either leaves all four for the blow; the first die that is bought for a pool of five costs five.
    assert found[1, 1] == pytest.approx(found[1, 0] - 5 * SPIRIT)
