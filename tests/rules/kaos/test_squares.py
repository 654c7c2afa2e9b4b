"""The squares of a fight: which are near, how far a way leads, and from where somebody is reached."""

from itertools import product

import pytest

from rules.engine.kernel import Barrier, Refused
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.fight.base import Square, standing, steps
from rules.systems.kaos.fight.base.squares import around, towards
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter

#: The eight directions, with the square that each leads to.
COMPASS: dict[str, Square] = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
SIDE = 1.5


@pytest.mark.parametrize("reach", [1, 2])
def test_around_a_square_is_all_within_reach_but_the_square_itself(reach: int) -> None:
    near = range(-reach, reach + 1)
    assert set(around((3, -2), reach)) == {(3 + x, y - 2) for x, y in product(near, near)} - {(3, -2)}


@pytest.mark.parametrize("diagonals", [True, False])
def test_a_way_leads_as_far_as_its_squares_and_never_beyond(diagonals: bool) -> None:
    start = (3, -2)
    for east, north, most in product(range(-4, 5), range(-4, 5), range(6)):
        end = (start[0] + east, start[1] + north)
        to = towards(start, end, most, diagonals=diagonals)
        whole, walked = (steps(start, each, diagonals=diagonals) for each in (end, to))
        assert walked <= most
        assert to == end if whole <= most else walked >= most - (0 if diagonals else 1)
        assert steps(to, end) == steps(start, end) - steps(start, to)


@pytest.mark.parametrize(("x", "y"), COMPASS.values(), ids=COMPASS)
def test_whoever_strikes_comes_from_their_own_side_as_near_as_it_takes(x: int, y: int) -> None:
    for weapon, reach in (("weapons.long_sword", 1), ("weapons.long_spear", 2)):
        fight = Fight(rook=fighter("Rook", weapon), boris=fighter("Boris"))
        fight.put(BORIS, 0, 0)
        fight.put(ROOK, 4 * x * SIDE, 4 * y * SIDE)
        fight.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS)
        assert standing(fight.table(ROOK), ROOK) == (reach * x, reach * y)


def test_nobody_strikes_through_a_wall() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    fight.encounter.barriers["wall"] = Barrier("wall", -90, 0.75, 90, 0.75)
    with pytest.raises(Refused, match="A wall stands between you and Boris"):
        fight.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS)


def test_whoever_strikes_goes_round_a_wall_by_themselves_but_not_out_of_a_square_that_was_picked() -> None:
    def walled() -> Fight:
        fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
        fight.encounter.barriers["wall"] = Barrier("wall", -0.75, 0.75, 0.75, 0.75)
        return fight

    fight = walled()
    fight.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS)
    assert standing(fight.table(ROOK), ROOK) in {(-1, 1), (1, 1)}
    fight = walled()
    fight.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS, x=2, y=2)
    assert standing(fight.table(ROOK), ROOK) == (1, 1)
    with pytest.raises(Refused, match="A wall stands between you and Boris"):
        walled().do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS, x=-2, y=0)


def test_where_somebody_stands_nobody_steps_nor_beyond_the_edge_of_the_board() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"), mira=fighter("Mira"))
    for who, x, y in ((ROOK, 0, 0), (BORIS, 0, 4.5), ("mira", 0, 3)):
        fight.put(who, x, y)
    fight.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS)
    assert standing(fight.table(ROOK), ROOK) in {(-1, 2), (1, 2)}
    edge = Fight(rook=fighter("Rook"), boris=fighter("Boris"), mira=fighter("Mira"))
    for who, x, y in ((ROOK, 499.5, 4.5), (BORIS, 499.5, 0), ("mira", 499.5, 1.5)):
        edge.put(who, x, y)
    edge.do(ROOK, "melee.attack", {ROOK: [99]}, target=BORIS)
    assert standing(edge.table(ROOK), ROOK) == (332, 1)


@pytest.mark.parametrize("way", COMPASS)
def test_a_tumble_goes_on_in_every_direction_of_the_compass(way: str) -> None:
    fight = _tumbling()
    fight.do(ROOK, "tumble.on", to=way)
    assert standing(fight.table(ROOK), ROOK) == COMPASS[way]


def test_a_tumble_may_end_where_it_is_and_leaves_no_board() -> None:
    fight = _tumbling()
    assert _open(fight) == {"stay", *COMPASS}
    fight.put(ROOK, 500, 0)
    assert _open(fight) == {"stay", *(way for way, (east, _) in COMPASS.items() if east <= 0)}
    fight.do(ROOK, "tumble.on")
    assert fight.encounter.combatants[ROOK].x == 500


def _open(fight: Fight) -> set[str]:
    """The squares to which a tumble may go on."""
    return {choice.value for choice in command_named(KAOS, "tumble.on").choices(fight.table(ROOK))["to"]}


def _tumbling() -> Fight:
    """Rook has struck, and may go on."""
    fight = Fight(rook=fighter("Rook", acrobatics=50), boris=fighter("Boris"))
    fight.do(ROOK, "melee.tumble", {ROOK: [2]}, target=BORIS)
    fight.do(BORIS, "attack.defend", {BORIS: [2], ROOK: [2]})
    return fight
