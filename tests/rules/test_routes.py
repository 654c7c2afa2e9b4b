"""Routes round walls and doors that are shut: as short as squares allow, through nothing, and out of the fog."""

from collections import deque
from itertools import pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as some

from rules.engine.fight import ground
from rules.engine.fight.fog import is_clear
from rules.engine.fight.routes import LONGEST, route
from rules.engine.kernel import Barrier, Encounter, FogArea

HERE, THERE = (0.0, 0.0), (4.0, 0.0)
#: A wall between the two, three squares long.
WALL = Barrier("wall", 1.5, -1.5, 1.5, 1.5)
corners = some.tuples(some.integers(-4, 4), some.integers(-4, 4)).map(lambda at: (at[0] + 0.5, at[1] + 0.5))
walls = some.builds(lambda one, other: Barrier("wall", *one, *other), corners, corners)
places = some.tuples(some.integers(-5, 5), some.integers(-5, 5)).map(lambda at: (float(at[0]), float(at[1])))


def scene(*barriers: Barrier, fog: tuple[FogArea, ...] = ()) -> Encounter:
    return Encounter(barriers={str(at): one for at, one in enumerate(barriers)}, fog=fog)


def length(start: tuple[float, float], ends: tuple[tuple[float, float], ...]) -> float:
    """The metres of a way along its corners."""
    return round(sum(ground.metres(one, other) for one, other in pairwise((start, *ends))), 2)


def test_a_way_that_nothing_stops_is_straight() -> None:
    for one in (
        scene(),
        scene(Barrier("door", 1.5, -9, 1.5, 9, is_open=True)),
        scene(Barrier("cover", 1.5, -9, 1.5, 9, 2)),
    ):
        assert route(one, HERE, THERE, 1) == (THERE,)


def test_a_way_round_a_wall_turns_at_its_ends() -> None:
    found = route(scene(WALL), HERE, THERE, 1)
    assert found[-1] == THERE
    assert {abs(north) for _, north in found[:-1]} == {2.0}
    assert round(hypot(1, 2) + hypot(2, 2) + 1, 1) >= round(length(HERE, found), 1) > 4


def test_walls_that_meet_let_nobody_through_and_a_room_without_a_door_has_no_way_in() -> None:
    room = [((2.5, -1.5), (5.5, -1.5)), ((5.5, -1.5), (5.5, 1.5)), ((5.5, 1.5), (2.5, 1.5)), ((2.5, 1.5), (2.5, -1.5))]
    closed = [Barrier("wall", *one, *other) for one, other in room]
    assert route(scene(*closed), HERE, THERE, 1) == ()
    # Through the door at the far side.
    closed[1] = Barrier("door", 5.5, -1.5, 5.5, 1.5, is_open=True)
    assert length(HERE, route(scene(*closed), HERE, THERE, 1)) > 8


def test_a_way_longer_than_anybody_goes_is_none() -> None:
    assert route(scene(Barrier("wall", 1.5, -LONGEST, 1.5, LONGEST)), HERE, THERE, 1) == ()


def test_nobody_is_led_through_fog_and_what_stands_in_it_changes_no_way() -> None:
    """The short way round lies in the fog: it is not taken, whether a wall that players cannot see closes it or not."""
    fog = (FogArea(True, -1, 1, 6, 9),)
    hidden = Barrier("wall", 0.5, 1.5, 6.5, 1.5)
    found = route(scene(WALL, fog=fog), HERE, THERE, 1)
    assert found == route(scene(WALL, hidden, fog=fog), HERE, THERE, 1)
    assert all(is_clear(fog, one, other) for one, other in pairwise((HERE, *found)))
    assert all(north < 1 for _, north in found)


@given(some.lists(walls, max_size=7), places, places)
def test_a_way_goes_through_nothing_and_is_found_wherever_steps_lead(
    barriers: list[Barrier], start: tuple[float, float], end: tuple[float, float]
) -> None:
    shut = [one for one in barriers if one.is_shut]
    found = route(scene(*barriers), start, end, 1)
    assert bool(found) == (ground.in_the_way(shut, start, end) is None or end in reached(shut, start))
    for one, other in pairwise((start, *found)):
        assert ground.in_the_way(shut, one, other) is None
    if found:
        assert found[-1] == end
        assert length(start, found) >= round(hypot(end[0] - start[0], end[1] - start[1]), 2)


def reached(barriers: list[Barrier], start: tuple[float, float]) -> set[tuple[float, float]]:
    """All places to which single steps lead, by the plainest search."""
    found, waiting = {start}, deque([start])
    while waiting:
        at = waiting.popleft()
        around = ((at[0] + east, at[1] + north) for east in (-1, 0, 1) for north in (-1, 0, 1))
        for to in around:
            if max(map(abs, to)) <= 8 and to not in found and ground.in_the_way(barriers, at, to) is None:
                found.add(to)
                waiting.append(to)
    return found
