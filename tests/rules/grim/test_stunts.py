"""Perilous stunts: their chances, what resists them, and what they leave behind."""

from dataclasses import replace

import pytest

from rules.engine.kernel import Barrier, Refused
from rules.systems.grim.content.library import traits
from rules.systems.grim.fight.base import engaged
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter, lines, verdicts


def duel(house_rules: dict[str, object] | None = None) -> Fight:
    return Fight(house_rules=house_rules, rook=fighter("Rook"), boris=fighter("Boris"))


def test_the_odds_of_a_stunt_count_the_critical_success_that_nothing_resists() -> None:
    fight = duel()
    critical, plain = 0.05, 0.40
    assert fight.chance(ROOK, "stunt.takedown", "works", target=BORIS) == pytest.approx(critical + plain * 0.55)
    fight.state(BORIS, "surprised")
    assert fight.chance(ROOK, "stunt.takedown", "works", target=BORIS) == pytest.approx(0.45)


def test_the_odds_keep_resistance_to_themselves_where_the_house_wants_it() -> None:
    fight = duel(house_rules={"defence_known": False})
    assert "works" not in {one.name for one in fight.odds(ROOK, "stunt.takedown", target=BORIS).chances}


def test_a_binding_weapon_makes_a_disarm_harder_to_resist() -> None:
    armed = fighter("Rook", "weapons.sabre")
    armed.items["sabre"].stats["qualities"] = ["binding"]
    fight = Fight(rook=armed, boris=fighter("Boris", "weapons.sabre"))
    fight.do(ROOK, "stunt.disarm", {ROOK: [30]}, target=BORIS)
    assert fight.chance(BORIS, "test.resist", "success") == 0.35


def test_whoever_is_disarmed_has_no_use_of_that_hand_until_their_turn() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris", "weapons.sabre"))
    fight.do(ROOK, "stunt.disarm", {ROOK: [30]}, target=BORIS)
    fight.do(BORIS, "test.yield")
    assert fight.has(BORIS, "disarmed")
    fight.do(ROOK, "turn.end")
    assert not fight.has(BORIS, "disarmed")
    with pytest.raises(Refused, match="3 yards away"):
        fight.do(BORIS, "special.swap", draw=["sabre"])
    fight.do(BORIS, "move.walk", x=0, y=4)
    fight.do(ROOK, "opportunity.pass")
    fight.do(BORIS, "special.swap", draw=["sabre"])
    assert fight.sheets[BORIS].items["sabre"].in_use


@pytest.mark.parametrize(("to", "end"), [("back", (0, 3)), ("left", (-1, 1)), ("right", (1, 1))])
def test_a_push_goes_where_it_is_meant_to(to: str, end: tuple[int, int]) -> None:
    fight = duel()
    fight.do(ROOK, "stunt.push", {ROOK: [30]}, target=BORIS, to=to)
    fight.do(BORIS, "test.yield")
    assert fight.at(BORIS) == end


def test_a_push_ends_before_whoever_stands_in_the_way() -> None:
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"), mira=fighter("Mira"))
    fight.put("mira", 0, 3)
    fight.do(ROOK, "stunt.push", {ROOK: [30]}, target=BORIS)
    fight.do(BORIS, "test.yield")
    assert fight.at(BORIS) == (0, 2)


def test_a_push_ends_before_a_wall() -> None:
    fight = duel()
    fight.encounter = replace(fight.encounter, barriers={"wall": Barrier("wall", -1.5, 2.5, 1.5, 2.5)})
    fight.do(ROOK, "stunt.push", {ROOK: [30]}, target=BORIS)
    fight.do(BORIS, "test.yield")
    assert fight.at(BORIS) == (0, 2)


def test_nobody_is_engaged_through_a_wall() -> None:
    fight = duel()
    assert engaged(fight.table(ROOK), ROOK) == [BORIS]
    fight.encounter.barriers["wall"] = Barrier("wall", -1.5, 0.5, 1.5, 0.5)
    assert engaged(fight.table(ROOK), ROOK) == []


def test_after_a_critical_push_one_may_leave_it_at_that() -> None:
    fight = duel()
    fight.do(ROOK, "stunt.push", {ROOK: [33]}, target=BORIS)
    fight.do(ROOK, "push.stay")
    assert not fight.encounter.asks
    assert not fight.has(BORIS, "prone")


def test_a_second_chokehold_lets_the_first_one_go() -> None:
    fight = Fight(house_rules={"one_attack": False}, rook=fighter("Rook"), boris=fighter("Boris"), mira=fighter("Mira"))
    fight.encounter.combatants["mira"].side = "foes"
    fight.put("mira", 1, 0)
    for victim in (BORIS, "mira"):
        fight.do(ROOK, "stunt.chokehold", {ROOK: [30]}, target=victim)
        fight.do(victim, "test.yield", {ROOK: [1]})
    assert not fight.has(BORIS, "choked")
    assert fight.has("mira", "choked")


def test_a_victim_who_is_shoved_away_is_free() -> None:
    fight = duel()
    fight.do(ROOK, "stunt.chokehold", {ROOK: [30]}, target=BORIS)
    fight.do(BORIS, "test.yield", {ROOK: [1]})
    fight.put(BORIS, 0, 9)
    happened = fight.do(ROOK, "turn.end")
    assert "Boris breathes freely again." in lines(fight, happened)
    assert "holds" not in fight.encounter.memo


def test_a_fight_that_is_over_leaves_no_hold() -> None:
    fight = duel()
    fight.do(ROOK, "stunt.chokehold", {ROOK: [30]}, target=BORIS)
    fight.do(BORIS, "test.yield", {ROOK: [1]})
    fight.do(ROOK, "fight.end")
    assert not fight.has(BORIS, "choked")


def test_a_shield_that_is_ruined_is_no_shield_to_splinter() -> None:
    rook = fighter("Rook", "weapons.war_hammer", martial_melee=1)
    boris = fighter("Boris", "shields.wooden_shield")
    boris.items["wooden_shield"].stats["ruined"] = True
    with pytest.raises(Refused, match="no shield that can break"):
        Fight(rook=rook, boris=boris).do(ROOK, "stunt.splinter_shield", target=BORIS)


def test_an_aim_is_spent_by_a_stunt() -> None:
    fight = duel()
    fight.do(ROOK, "special.aim", points="2")
    assert fight.chance(ROOK, "stunt.takedown", "success", target=BORIS) == 0.65
    assert "success" in verdicts(fight.do(ROOK, "stunt.takedown", {ROOK: [65]}, target=BORIS))
    assert not fight.has(ROOK, "aiming")


def test_whoever_is_proof_against_a_hold_is_not_held() -> None:
    proof = fighter("Boris")
    proof.ranks["trait"] = {_chokeless(): 1}
    with pytest.raises(Refused, match="is immune"):
        Fight(rook=fighter("Rook"), boris=proof).do(ROOK, "stunt.chokehold", {ROOK: [30]}, target=BORIS)


def _chokeless() -> str:
    return next(key for key, one in traits().items() if "chokehold" in one.immune)
