"""Words, aim, loading, things in hand and mounts: what the scenarios do not show."""

from dataclasses import replace

import pytest

from rules.engine.kernel import Refused
from rules.systems.grim import GRIM
from rules.systems.grim.fight.actions.words import InspiringWords
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter

MIRA = "mira"


def party(rook: object = None, **attributes: int) -> Fight:
    """Rook with Mira beside them, and Boris far away."""
    hero = rook or fighter("Rook", attributes=attributes, leadership=1)
    fight = Fight(rook=hero, boris=fighter("Boris"), mira=fighter("Mira"))  # type: ignore[arg-type]
    fight.put(BORIS, 0, 30)
    fight.put(MIRA, 1, 0)
    return fight


def test_the_form_begins_with_as_many_as_the_bonus_reaches() -> None:
    assert InspiringWords.preset(party().table(ROOK)) == {"allies": (MIRA,)}
    assert InspiringWords.preset(party(fellowship=5).table(ROOK)) == {"allies": ()}


def test_words_reach_nobody_who_is_unconscious() -> None:
    fight = party()
    fight.state(MIRA, "knocked_out")
    with pytest.raises(Refused, match="It would work on none of the"):
        fight.do(ROOK, "special.inspire", allies=[MIRA])


@pytest.mark.parametrize("state", ["intimidated", "afraid"])
def test_fear_shuts_the_mouth(state: str) -> None:
    fight = party()
    fight.state(ROOK, state)
    with pytest.raises(Refused, match="Not possible after"):
        fight.do(ROOK, "special.inspire", allies=[MIRA])


def test_the_second_weapon_goes_into_the_off_hand_and_the_third_has_none() -> None:
    hero = fighter("Rook")
    for key in ("sabre", "dirk", "cudgel"):
        hero.items[key] = GRIM.item("weapons", key)
    fight = party(hero)
    fight.do(ROOK, "special.swap", draw=["sabre", "dirk"])
    items = fight.sheets[ROOK].items
    assert items["sabre"].stats.get("off_hand") is None
    assert items["dirk"].stats["off_hand"] is True
    with pytest.raises(Refused, match="That needs 3 hands"):
        fight.do(ROOK, "special.swap", draw=["cudgel"])


def test_what_can_be_held_either_way_is_held_as_one_likes() -> None:
    fight = party(fighter("Rook", "weapons.battle_axe"))
    fight.do(ROOK, "special.swap", both=["battle_axe"])
    assert fight.sheets[ROOK].items["battle_axe"].stats["both"] is True
    fight.do(ROOK, "special.swap", away=["battle_axe"])
    assert "both" not in fight.sheets[ROOK].items["battle_axe"].stats


def test_a_pile_is_handed_over_one_by_one() -> None:
    hero = fighter("Rook", "weapons.throwing_knife")
    hero.items["throwing_knife"] = replace(hero.items["throwing_knife"], count=3)
    fight = party(hero)
    for _ in range(2):
        fight.do(ROOK, "special.hand_over", thing="throwing_knife", ally=MIRA)
    assert fight.sheets[ROOK].items["throwing_knife"].count == 1
    assert fight.sheets[MIRA].items["throwing_knife"].count == 2
    assert fight.left(ROOK) == 2


def test_loading_that_is_left_takes_no_more_than_it_needs() -> None:
    fight = party(fighter("Rook", "weapons.musket"))
    fight.do(ROOK, "special.load", weapon="musket")
    assert fight.left(ROOK) == 0
    assert fight.has(ROOK, "defenseless")
    fight.do(ROOK, "turn.end")
    for who in (BORIS, MIRA):
        fight.do(who, "turn.end")
    with pytest.raises(Refused, match="Loading needs at most 1 Action Point"):
        fight.do(ROOK, "special.load", weapon="musket", points=2)
    fight.do(ROOK, "special.load", weapon="musket")
    assert fight.left(ROOK) == 2
    assert not fight.has(ROOK, "defenseless")


def test_a_fire_is_put_out_or_burns_on() -> None:
    fight = party()
    fight.state(ROOK, "on_fire")
    assert fight.chance(ROOK, "special.put_out", "success") == 0.45
    fight.do(ROOK, "special.put_out", {ROOK: [46]})
    assert fight.has(ROOK, "on_fire")
    fight.points(ROOK, 3)
    fight.do(ROOK, "special.put_out", {ROOK: [45]})
    assert not fight.has(ROOK, "on_fire")


def test_a_rider_who_is_thrown_is_told_of_all_ends_beforehand() -> None:
    hero = fighter("Rook", handle_animal=1)
    hero.memo["mount"] = "courser"
    fight = party(hero)
    fight.state(ROOK, "mounted")
    odds = {one.name: one.probability for one in fight.odds(ROOK, "mount.hurt").chances}
    assert odds == {"success": 0.55, "failure": 0.40, "critical failure": 0.05}


def test_a_trample_is_worth_what_the_animal_weighs() -> None:
    hero = fighter("Rook", drive=1)
    hero.memo["mount"] = "destrier"
    fight = party(hero)
    fight.state(ROOK, "mounted")
    fight.put(BORIS, 0, 1)
    odds = fight.odds(ROOK, "mount.trample", target=BORIS)
    assert (odds.least, len(odds.measure)) == (8, 10)
