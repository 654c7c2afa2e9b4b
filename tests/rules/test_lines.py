"""Lines on the board against exact arithmetic with fractions, which is slow and obvious."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.fight import ground as lines
from rules.engine.fight.drawing import DrawLine, EraseLine, TurnDoor
from rules.engine.fight.ground import quarters_covered, refuse_barrier, stopped
from rules.engine.kernel import Barrier, Combatant, Encounter, Moved, Refused, SeededDice, Sheet, Table, commands
from rules.systems.fortune.fight.base import pull_towards, push_away
from rules.systems.sda.fight.moves import push_end

_POINTS = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
_METRES = st.tuples(*(st.integers(-40, 40).map(lambda number: number / 10),) * 2)
_BARRIERS = st.builds(
    lambda ends, kind, quarters, is_open: Barrier(kind, *ends[0], *ends[1], quarters, is_open),
    st.tuples(_METRES, _METRES).filter(lambda ends: ends[0] != ends[1]),
    st.sampled_from(("wall", "door", "cover")),
    st.integers(1, 4),
    st.booleans(),
)


def have_a_point_in_common(a: lines.Point, b: lines.Point, c: lines.Point, d: lines.Point) -> bool:
    """Whether two lines meet: a system of two equations, or (where they are parallel) of shadows that overlap."""
    one, other, between = _less(b, a), _less(d, c), _less(c, a)
    if _turn(one, other):
        along = (Fraction(_turn(between, of), _turn(one, other)) for of in (other, one))
        return all(0 <= share <= 1 for share in along)
    if _turn(one, between) or _turn(other, between) or _turn(one, _less(d, a)):
        return False
    return all(max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1))


def _less(one: lines.Point, other: lines.Point) -> tuple[int, int]:
    return int(one[0] - other[0]), int(one[1] - other[1])


def _turn(one: tuple[int, int], other: tuple[int, int]) -> int:
    return one[0] * other[1] - one[1] * other[0]


@given(_POINTS, _POINTS, _POINTS, _POINTS)
def test_lines_meet_where_fractions_say_so(a: lines.Point, b: lines.Point, c: lines.Point, d: lines.Point) -> None:
    assert lines.meet(a, b, c, d) == have_a_point_in_common(a, b, c, d)


@given(_METRES, _METRES, st.lists(_BARRIERS, max_size=6))
def test_whoever_sees_is_seen_and_what_covers_nothing_changes_nothing(
    one: lines.Point, other: lines.Point, barriers: list[Barrier]
) -> None:
    found = lines.covered(barriers, one, other)
    assert found == lines.covered(barriers, other, one) == lines.covered([*barriers, *barriers], one, other)
    assert found == max((lines.covered([each], one, other) for each in barriers), default=0)
    assert lines.covered([], one, other) == 0


@given(_METRES, _METRES, st.lists(_BARRIERS, max_size=6))
def test_only_what_is_shut_stops_anybody(start: lines.Point, end: lines.Point, barriers: list[Barrier]) -> None:
    found = lines.in_the_way(barriers, start, end)
    if found:
        assert found.is_shut
        assert lines.meet(start, end, *found.ends)
    else:
        assert lines.covered([one for one in barriers if one.is_shut], start, end) == 0
    assert lines.in_the_way(barriers, start, start) is None


def test_nobody_slips_through_where_two_walls_meet_and_whoever_stands_on_one_gets_off() -> None:
    corner = [Barrier("wall", 0.5, 0.5, 0.5, -5), Barrier("wall", 0.5, 0.5, -5, 0.5)]
    assert lines.in_the_way(corner, (0, 0), (1, 1)) is not None
    assert lines.in_the_way(corner, (0.5, 0), (3, 0)) is None
    assert lines.in_the_way(corner, (3, 0), (0.5, 0)) is not None


# -- drawing them ------------------------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    there = {"r": Combatant("party"), "m": Combatant("foes", x=4.0)}
    return Table({"r": Sheet("Rook"), "m": Sheet("Mira")}, Encounter(combatants=there))


def give(table: Table, command: commands.Command) -> None:
    commands.perform(command, table, SeededDice(0))


def refused(table: Table, command: commands.Command) -> str:
    with pytest.raises(Refused) as no:
        give(table, command)
    return no.value.sentence


def test_a_door_stops_people_until_it_opens(table: Table) -> None:
    give(table, DrawLine(20, -10, 20, 10, "door"))
    key = next(iter(table.scene.barriers))
    with pytest.raises(Refused, match="A shut door is in the way"):
        refuse_barrier(table, "r", (4, 0))
    assert quarters_covered(table, "r", "m") == 4
    give(table, TurnDoor(key))
    refuse_barrier(table, "r", (4, 0))
    assert quarters_covered(table, "m", "r") == 0
    assert refused(table, TurnDoor(key)) == "It is open already."
    give(table, EraseLine(key))
    assert refused(table, TurnDoor(key)) == "No doors on this board."
    assert refused(table, EraseLine(key)) == "No lines on this board."


def test_whoever_is_pushed_comes_to_rest_before_a_wall_and_goes_through_an_open_door(table: Table) -> None:
    give(table, DrawLine(20, -10, 20, 10, "door"))
    assert stopped(table, (0, 0), (1, 0)) == (1, 0)
    x, y = stopped(table, (0, 0), (4, 0))
    assert 1.6 < x < 2
    assert y == 0
    assert stopped(table, (1.9, 0), (4, 0)) == (1.9, 0), "close to it nobody is pushed back"
    give(table, TurnDoor(next(iter(table.scene.barriers))))
    assert stopped(table, (0, 0), (4, 0)) == (4, 0)


#: Rules that move Mira, who stands before the wall or behind it, along with Rook, straight at it.
PUSHES: dict[str, tuple[float, Callable[[Table], None]]] = {
    "pushed away": (1.0, lambda table: push_away(table, "m", "r", 30)),
    "pulled": (4.0, lambda table: pull_towards(table, "m", "r", 30)),
    "pushed by hits": (1.0, lambda table: table.happen(Moved("m", *push_end(table, (0, 0), (1, 0), 5, "away"), 0))),
}


@pytest.mark.parametrize(("at", "moves"), PUSHES.values(), ids=PUSHES)
def test_no_rule_pushes_or_pulls_anybody_through_a_wall(
    table: Table, at: float, moves: Callable[[Table], None]
) -> None:
    table.happen(Moved("m", at, 0.0, 0))
    give(table, DrawLine(20, -90, 20, 90))
    moves(table)
    now = table.combatant("m").x
    assert now != at
    assert (now < 2) == (at < 2)


def test_a_line_drawn_again_from_either_end_becomes_what_it_is_drawn_as(table: Table) -> None:
    give(table, DrawLine(20, -10, 20, 10))
    with pytest.raises(Refused, match="A wall is in the way"):
        refuse_barrier(table, "r", (4, 0))
    give(table, DrawLine(20, 10, 20, -10, "half"))
    refuse_barrier(table, "r", (4, 0))
    assert (len(table.scene.barriers), quarters_covered(table, "r", "m")) == (1, 2)
    assert refused(table, DrawLine(20, -10, 20, 10, "half")) == "This line is there already."
    assert refused(table, DrawLine(20, 10, 20, 10)) == "A line needs two different ends."
    assert refused(table, DrawLine(5001, 10, 20, 10)).startswith("From east: -5000 to 5000")


def test_a_line_says_where_it_is(table: Table) -> None:
    give(table, DrawLine(-5, 15, 25, 15, "door"))
    (choice,) = TurnDoor.choices(table)["door"]
    assert choice.label == "Door, shut, 0.5 m west, 1.5 m north to 2.5 m east, 1.5 m north"
    give(table, DrawLine(-5, -15, 25, 15, "quarter"))
    assert EraseLine.choices(table)["line"][1].label.startswith("Cover, 1 of 4 quarters, 0.5 m west, 1.5 m south")
