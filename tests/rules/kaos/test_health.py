"""Hit points are one number, above 0 and below, whoever changes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.character.edits import SetRank, SetResource
from rules.engine.kernel import Refused, Table
from rules.systems.kaos import KAOS
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.core import health, squares
from rules.systems.kaos.core.casting import casting, pay_drain
from rules.systems.kaos.core.figures import defence_score
from rules.systems.kaos.core.gear import Dress
from rules.systems.kaos.downtime.harm import Suffer
from rules.systems.kaos.downtime.rest import RestHours
from tests.rules.kaos.tables import act, hero, table


@given(st.lists(st.integers(-60, 60), max_size=12))
def test_hurting_and_healing_is_plain_arithmetic(amounts: list[int]) -> None:
    at = table(anna=hero())
    expected = 50
    for amount in amounts:
        dead = expected <= -38
        if amount < 0:
            health.hurt(at, "anna", -amount, "test")
            expected = max(-38, expected + amount)
        elif not dead:
            health.heal(at, "anna", amount, "test")
            expected = min(50, expected + amount)
        assert health.hp(at.me) == expected
        assert at.me.has("dead") == (expected <= -38)
        assert at.me.has("unconscious") == (-38 < expected <= 0)


@pytest.mark.parametrize(("lost", "state"), [(49, ""), (50, "unconscious"), (87, "unconscious"), (88, "dead")])
def test_at_0_of_50_hit_points_one_is_unconscious_and_at_minus_38_dead(lost: int, state: str) -> None:
    at = table(anna=hero())
    act(at, Suffer(lost))
    assert health.hp(at.me) == 50 - lost
    assert [name for name in ("unconscious", "dead") if at.me.has(name)] == ([state] if state else [])
    assert KAOS.vitals(at.me).out == bool(state)


def test_what_does_not_kill_stops_at_zero() -> None:
    at = table(anna=hero())
    assert health.hurt(at, "anna", 90, "a sap", lethal=False) == 50
    assert health.hp(at.me) == 0


def test_temporary_hit_points_are_lost_first_and_do_not_add_up() -> None:
    at = table(anna=hero())
    health.grant_temporary(at, "anna", 10, "resilience")
    health.grant_temporary(at, "anna", 6, "a charm")
    assert at.me.now("temporary") == 10
    health.hurt(at, "anna", 4, "a scratch")
    health.grant_temporary(at, "anna", 8, "again")
    assert at.me.now("temporary") == 8
    health.hurt(at, "anna", 11, "a blow")
    assert (at.me.now("temporary"), health.hp(at.me)) == (0, 47)


def test_temporary_hit_points_add_up_where_the_house_says_so() -> None:
    at = table({"temporary_stacks": True}, anna=hero())
    health.grant_temporary(at, "anna", 10, "resilience")
    health.grant_temporary(at, "anna", 6, "a charm")
    assert at.me.now("temporary") == 16


def test_edits_by_hand_have_the_same_consequences() -> None:
    at = table(anna=hero())
    act(at, SetResource("hp", 0))
    assert at.me.has("unconscious")
    act(at, SetResource("hp", 3))
    assert not at.me.has("unconscious")
    act(at, SetRank("attribute", "tou", 30))
    assert at.me.resources["hp"].most == 62
    act(at, SetResource("hp", 15, 80))
    act(at, SetRank("attribute", "tou", 18))
    assert at.me.resources["hp"].most == 80, "a limit written by hand stays"


def test_nothing_heals_whoever_cast() -> None:
    at = table(anna=hero(skill={"witchcraft": 30}))
    health.hurt(at, "anna", 40, "a blow")
    pay_drain(at, "anna", casting(at.me, spells()["light"], "witchcraft"))
    assert health.heal(at, "anna", 10, "a friend") == 0
    act(at, RestHours(3))
    assert health.hp(at.me) == 5 + 2 * 18


def test_the_dead_do_not_rest() -> None:
    at = table(anna=hero())
    act(at, Suffer(200))
    with pytest.raises(Refused, match="is dead"):
        act(at, RestHours(1))


def test_too_heavy_armour_halves_defence_and_movement() -> None:
    sheet = hero(skill={"athletics": 20})
    sheet.items["chain_shirt"] = KAOS.item("armour", "chain_shirt")
    sheet.items["footman"] = KAOS.item("shields", "footman")
    at = table(anna=sheet)
    act(at, Dress("chain_shirt", "footman"))
    assert (defence_score(at.me), squares(at.me)) == (25, 6)
    act(at, SetRank("skill", "athletics", 19))
    assert (defence_score(at.me), squares(at.me)) == (12, 3)


@pytest.mark.parametrize(("score", "specialised", "drain"), [(39, 0, 60), (40, 0, 15), (40, 1, 7), (39, 1, 60)])
def test_the_drain_of_a_spell_of_the_third_tier(score: int, specialised: int, drain: int) -> None:
    sheet = hero(skill={"thaumaturgy": score}, thaumaturgy={"firebolt": specialised} if specialised else {})
    assert casting(sheet, spells()["firebolt"], "thaumaturgy").drain == drain


def test_keeping_up_twice_changes_nothing() -> None:
    at = Table({"anna": hero(), "ogre": KAOS.creature("ogre")}, actor="anna")
    KAOS.keep_up(at)
    assert not at.facts
