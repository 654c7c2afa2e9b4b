"""Names of several combatants of one name, told apart."""

import pytest

from rules.engine.fight import told_apart
from rules.engine.kernel import Encounter, Joined, LadderSet, Rung, Sheet, Table

Place = tuple[float, float]


def facing_east(*wolves: Place, hidden: Place | None = None) -> Table:
    """Anna looks to the east; wolves of one name are at those places, the last first on the ladder, and Boris."""
    sheets = {"anna": Sheet("Anna"), "boris": Sheet("Boris")}
    there = [Joined("anna", "party", False, 0.0, 0.0, 90), Joined("boris", "foes", False, 1.0, 1.0, 0)]
    for number, place in enumerate((*wolves, *([hidden] if hidden else []))):
        sheets[f"wolf{number}"] = Sheet("Wolf")
        there.append(Joined(f"wolf{number}", "foes", place == hidden, *place, 0))
    table = Table(sheets, Encounter(), actor="anna")
    rungs = tuple(Rung(f"{who}/whole", who, 9 - at, "whole") for at, who in enumerate(reversed(sheets)))
    table.happen(*there, LadderSet(rungs))
    return table


def names(table: Table) -> list[str]:
    return [told_apart(table, who) for who in table.sheets][1:]


@pytest.mark.parametrize(
    ("wolves", "told"),
    [
        ([(2.0, 0.0)], ["Wolf"]),
        ([(2.0, 0.0), (3.0, 0.0)], ["Wolf (2 m)", "Wolf (3 m)"]),
        ([(2.0, 0.0), (0.0, 2.0)], ["Wolf (2 m, ahead)", "Wolf (2 m, left)"]),
        ([(-2.0, 0.0), (0.0, -2.0)], ["Wolf (2 m, behind)", "Wolf (2 m, right)"]),
        ([(2.0, 0.0), (2.0, 0.0), (5.0, 0.0)], ["Wolf (2 m, ahead, 3rd)", "Wolf (2 m, ahead, 2nd)", "Wolf (5 m)"]),
    ],
)
def test_no_more_is_said_than_tells_them_apart(wolves: list[Place], told: list[str]) -> None:
    found = names(facing_east(*wolves))
    assert found == ["Boris", *told]
    assert len(set(found)) == len(found)


def test_whoever_hides_is_nobodys_namesake() -> None:
    assert names(facing_east((2.0, 0.0), hidden=(3.0, 0.0)))[1] == "Wolf"


def test_a_game_may_count_the_way_as_it_does() -> None:
    table = facing_east((2.0, 0.0), (4.0, 0.0))
    far = [told_apart(table, who, lambda at, one: f"{at.combatant(one).x / 2:g} squares") for who in ("wolf0", "wolf1")]
    assert far == ["Wolf (1 squares)", "Wolf (2 squares)"]


def test_out_of_a_fight_nobody_stands_anywhere() -> None:
    table = facing_east((2.0, 0.0), (4.0, 0.0))
    table.actor = "nobody"
    assert told_apart(table, "wolf0") == "Wolf"
    table.encounter = None
    assert told_apart(table, "wolf0") == "Wolf"
