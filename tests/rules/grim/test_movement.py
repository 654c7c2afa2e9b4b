"""Movement: distances and prices, openings, what interrupts a walk, gaits, cover, jumps."""

import pytest

from rules.engine.kernel import Refused, foretell
from rules.systems.grim.content.library import gaits
from rules.systems.grim.fight.actions.distances import JUMP, LEAP, air, pace
from rules.systems.grim.fight.actions.going_far import Walk
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter, lines
from tests.rules.grim.test_advice_by_brute_force import OTTO, brawl


def alone(**more: object) -> Fight:
    """Rook, with Boris far away."""
    fight = Fight(rook=fighter("Rook", **more), boris=fighter("Boris"))  # type: ignore[arg-type]
    fight.put(BORIS, 0, 90)
    return fight


@pytest.mark.parametrize(
    ("gait", "yards"),
    [("climb", 1), ("sneak", 3), ("swim", 3), ("courser", 12), ("destrier", 13), ("wagon", 9), ("chariot", 12)],
)
def test_a_gait_goes_by_a_bonus_and_an_addition(gait: str, yards: int) -> None:
    assert pace(fighter("Rook"), gaits()[gait]) == yards


@pytest.mark.parametrize(("brawn", "jump", "leap"), [(65, 2, 1), (45, 1, 0), (25, 0, 0), (95, 3, 1)])
def test_jumps_and_leaps_go_by_brawn(brawn: int, jump: int, leap: int) -> None:
    rook = fighter("Rook", attributes={"brawn": brawn})
    assert (air(rook, JUMP), air(rook, LEAP)) == (jump, leap)


@pytest.mark.parametrize(
    ("command", "yards", "left"), [("move.walk", 7, 2), ("move.charge", 14, 1), ("move.run", 21, 0)]
)
def test_each_movement_has_its_distance_and_its_price(command: str, yards: int, left: int) -> None:
    fight = alone()
    with pytest.raises(Refused, match=f"up to {yards} yards"):
        fight.do(ROOK, command, x=0, y=yards + 1)
    fight.do(ROOK, command, x=0, y=yards)
    assert (fight.at(ROOK), fight.left(ROOK)) == ((0.0, float(yards)), left)


def test_a_walker_who_is_thrown_down_by_an_opening_gets_no_farther() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    fight.do(ROOK, "move.walk", x=0, y=-5)
    assert fight.at(ROOK) == (0, 0)
    fight.state(ROOK, "prone")
    happened = fight.do(BORIS, "opportunity.pass")
    assert fight.at(ROOK) == (0, 0)
    assert "Rook gets no further." in lines(fight, happened)


def test_a_crawler_crawls_on() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    fight.state(ROOK, "prone")
    fight.do(ROOK, "move.walk", x=0, y=-4)
    fight.do(BORIS, "opportunity.pass")
    assert fight.at(ROOK) == (0, -4)
    assert fight.has(ROOK, "prone")


@pytest.mark.parametrize("state", ["surprised", "defenseless", "helpless", "choked", "knocked_out"])
def test_whoever_has_no_reactions_gets_no_opening(state: str) -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    fight.state(BORIS, state)
    fight.do(ROOK, "move.walk", x=0, y=-5)
    assert not fight.encounter.asks
    assert fight.at(ROOK) == (0, -5)


def test_reach_strikes_where_the_charge_comes_up_and_the_charge_goes_on() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris", "weapons.pitchfork"))
    fight.put(BORIS, 0, 9)
    fight.do(ROOK, "move.charge", x=0, y=8)
    assert fight.at(ROOK) == (0, 7), "two yards before the pitchfork"
    fight.do(BORIS, "opportunity.attack", {BORIS: [98]})
    assert fight.at(ROOK) == (0, 8)
    assert fight.table(ROOK).scene.memo["turn"]["charge"] == 8


def test_a_short_weapon_does_not() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris", "weapons.sabre"))
    fight.put(BORIS, 0, 9)
    fight.do(ROOK, "move.charge", x=0, y=8)
    assert not fight.encounter.asks
    assert fight.at(ROOK) == (0, 8)


def test_whoever_follows_needs_a_free_square_and_leaves_cover() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    fight.state(BORIS, "covered", level=6)
    fight.do(ROOK, "move.step_aside", x=0, y=-1)
    fight.do(BORIS, "follow.step")
    assert fight.at(BORIS) == (0, 0)
    assert not fight.has(BORIS, "covered")


@pytest.mark.parametrize(
    ("state", "refusal"),
    [
        ("prone", "Get up first"),
        ("paralysed", "is not possible: paralysed"),
        ("strained_groin", "is not possible: strained groin"),
    ],
)
def test_states_that_hold_one_say_so(state: str, refusal: str) -> None:
    fight = alone()
    fight.state(ROOK, state)
    with pytest.raises(Refused, match=refusal):
        fight.do(ROOK, "move.run", x=0, y=9)


def test_a_strained_groin_walks_and_takes_cover() -> None:
    fight = alone()
    fight.state(ROOK, "strained_groin")
    fight.do(ROOK, "move.walk", x=0, y=3)
    fight.do(ROOK, "move.cover", x=0, y=3, level="low")
    assert fight.sheets[ROOK].conditions["covered"].level == 3


def test_the_test_of_a_gait_holds_until_one_goes_otherwise() -> None:
    fight = alone()
    assert fight.chance(ROOK, "move.walk", "success", x=0, y=1, gait="climb") == 0.45
    fight.do(ROOK, "move.walk", {ROOK: [40]}, x=0, y=1, gait="climb")
    fight.points(ROOK, 3)
    fight.do(ROOK, "move.walk", x=0, y=2, gait="climb")
    fight.do(ROOK, "move.walk", x=0, y=3)
    fight.points(ROOK, 3)
    fight.do(ROOK, "move.walk", {ROOK: [46]}, x=0, y=4, gait="climb")
    assert fight.at(ROOK) == (0, 3)


def test_wings_go_over_hard_ground() -> None:
    rook = fighter("Rook")
    rook.ranks["body"] = {"flight": 13}
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.put(BORIS, 0, 90)
    fight.do(ROOK, "terrain.set", x=0, y=5, yards=2)
    with pytest.raises(Refused, match="hard ground"):
        fight.do(ROOK, "move.charge", x=0, y=9)
    fight.do(ROOK, "move.charge", {ROOK: [40]}, x=0, y=26, gait="fly")
    assert fight.at(ROOK) == (0, 26)


def test_a_brace_keeps_from_far_movement() -> None:
    heavy = fighter("Rook", "weapons.musket")
    heavy.items["musket"].stats["qualities"] = ["brace"]
    fight = Fight(rook=heavy, boris=fighter("Boris"))
    fight.put(BORIS, 0, 90)
    for command, label in (("charge", "charge"), ("run", "run"), ("maneuver", "maneuver")):
        with pytest.raises(Refused, match=f"you cannot {label}"):
            fight.do(ROOK, f"move.{command}", x=0, y=1)
    fight.do(ROOK, "move.walk", x=0, y=1)


def test_a_planted_shield_is_pulled_out_by_whoever_moves_on() -> None:
    fight = Fight(rook=fighter("Rook", "shields.pavise"), boris=fighter("Boris"))
    fight.put(BORIS, 0, 90)
    fight.do(ROOK, "special.fix", shield="pavise")
    assert fight.sheets[ROOK].items["pavise"].stats["fixed"] is True
    assert fight.sheets[ROOK].conditions["covered"].level == 6
    fight.do(ROOK, "move.walk", x=0, y=3)
    assert "fixed" not in fight.sheets[ROOK].items["pavise"].stats
    assert not fight.has(ROOK, "covered")


def test_a_way_out_of_an_engagement_tells_who_may_strike_and_how_likely_they_hit() -> None:
    fight = brawl()
    told = {one.name: one.probability for one in fight.odds(ROOK, "move.walk", x=-3, y=0).chances}
    fight.do(ROOK, "move.walk", x=-3, y=0)
    asked = fight.chance(BORIS, "opportunity.attack", "success")
    assert told == {f"opening.{BORIS}": asked, f"opening.{OTTO}": asked}


def test_a_way_that_leaves_nobody_has_no_odds() -> None:
    fight = brawl()
    for who in (BORIS, OTTO):
        fight.put(who, 0, 20)
    assert foretell(Walk(-3, 0), fight.table(ROOK)) is None
