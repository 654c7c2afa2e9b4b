"""Moving under too heavy a load in a fight: what is foretold is counted out, face by face (D-1, DRB-003, DRB-030)."""

from itertools import product

import pytest

from rules.engine.kernel import Condition, Item, Refused, Sheet, Table, TypedDice, commands
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import Push, item_from
from tests.rules.dragonbane.fights import do, fight, hero, odds

FACES = range(1, 21)
THINGS = ("rope", "lantern", "torch", "rations", "lamp_oil", "bandages")


def _loaded(name: str = "Rook", **skills: int) -> Sheet:
    """Ten in strength has room for five things, and carries six."""
    sheet = hero(name, **skills)
    sheet.items = {key: item_from("gear", key) for key in THINGS}
    return sheet


def _passes(face: int, level: int) -> bool:
    return face == 1 or (face <= level and face != 20)


def _chance(found: Odds, name: str) -> float:
    return next(one.probability for one in found.chances if one.name == name)


def _alone(rook: Sheet) -> Table:
    table = fight({"rook": rook, "foe": hero("Foe")}, ["rook", "foe"])
    table.scene.combatants["foe"].x = 40.0
    return table


@pytest.mark.parametrize("strength", [3, 10, 18])
def test_to_get_going_is_a_strength_roll_and_perhaps_a_push(strength: int) -> None:
    rook = _loaded()
    rook.ranks["attribute"]["str"] = strength
    rook.items |= {f"more{n}": Item(f"Stone {n}", "gear") for n in range(9)}
    foretold = odds(_alone(rook), "rook", "turn.move", x=4, y=0)
    once = sum(_passes(face, strength) for face in FACES) / 20
    again = sum(not _passes(a, strength) and a != 20 and _passes(b, strength) for a, b in product(FACES, FACES)) / 400
    assert _chance(foretold, "lift_success") == pytest.approx(once, abs=1e-12)
    assert _chance(foretold, "lift_pushed") == pytest.approx(once + again, abs=1e-12)


def test_help_goes_with_the_load_and_is_gone_when_enemies_are_evaded() -> None:
    """Help is a boon on one roll: on the load, if there is one, otherwise on the first enemy who is left behind."""
    level = 12
    plain = sum(_passes(face, level) for face in FACES) / 20
    helped = sum(_passes(min(a, b), level) for a, b in product(FACES, FACES)) / 400
    loaded, unburdened = (_loaded(evade=level), plain), (hero("Rook", evade=level), helped)
    for (rook, first), label in ((loaded, "then no free attack"), (unburdened, "no free attack")):
        rook.conditions["helped"] = Condition("helped", "Helped", 1, "Help from Mira")
        table = fight({"rook": rook, "a": hero("A"), "b": hero("B")}, ["rook", "a", "b"], foes=("a", "b"))
        table.scene.combatants["b"].x = -2.0
        foretold = odds(table, "rook", "turn.move", x=0, y=8)
        assert _chance(foretold, "away") == pytest.approx(first * plain, abs=1e-12)
        assert next(one.label for one in foretold.chances if one.name == "away") == label


def test_odds_change_nothing_and_refuse_alike() -> None:
    table = _alone(_loaded())
    do(table, "rook", "turn.move", {"rook": [15]}, x=4, y=0)
    count = len(table.facts)
    for attempt in (odds, do):
        with pytest.raises(Refused, match="Your load is too heavy to move this turn"):
            attempt(table, "rook", "turn.move", x=4, y=0)
    assert len(table.facts) == count


def test_a_way_that_is_closed_meanwhile_is_not_walked() -> None:
    table = _alone(_loaded())
    do(table, "rook", "turn.move", {"rook": [15]}, x=4, y=0)
    table.scene.combatants["foe"].x = 4.0

    commands.perform(Push("exhausted"), table, TypedDice({"rook": [2]}))
    assert table.combatant("rook").x == 0.0
    do(table, "rook", "turn.move", x=0, y=4)
    assert table.combatant("rook").y == 4.0
