"""Exchanges told apart: order of events, openings, help and what ends with an attack."""

import pytest

from campaigns.audience.sight import seen_verdict
from campaigns.audience.viewers import Viewer
from rules.engine.kernel import Condition, Judged, NotNow, Refused, Told
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.core.arms import stepped
from tests.rules.fortune.tables import act, chance, creature, fight, hero, judged, odds, table


def test_the_blow_of_a_clash_comes_before_its_counter() -> None:
    at = fight(rook=hero(), foe=creature(15, 10, health=4))
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    act(at, "rook", "clash.strike", {"rook": [5]})
    assert at.sheet("foe").has("dead")
    assert not at.scene.asks


def test_whoever_is_countered_from_afar_is_out_of_reach() -> None:
    rook, foe = hero(), creature(30, 25)
    rook.items["bow"] = type(rook.items["bow"])("Bow", "weapon", "bow", in_use=True)
    foe.items["attack"].stats["reach"] = 5
    at = fight(rook=rook, foe=foe)
    at.scene.combatants["foe"].x = 20.0
    act(at, "rook", "attack.strike", {"rook": [5]}, target="foe", weapon="bow")
    (ask,) = at.scene.asks.values()
    assert ask.commands == ("counter.dive", "counter.pass")


def test_a_counter_is_never_answered() -> None:
    at = fight(rook=hero(), foe=creature(30, 25))
    act(at, "rook", "attack.strike", {"rook": [5]}, target="foe")
    act(at, "foe", "counter.attack", {"foe": [2]})
    assert judged(at)["verdict"] == "missed"
    assert not at.scene.asks


def test_a_turn_waits_for_every_answer() -> None:
    at = fight(rook=hero(), foe=creature(30, 25))
    act(at, "rook", "attack.strike", {"rook": [5]}, target="foe")
    with pytest.raises(NotNow, match="decide first"):
        act(at, "rook", "turn.end")


def test_whoever_leaves_takes_their_steps_along() -> None:
    at = fight(rook=hero(), foe=creature(), other=creature())
    at.scene.combatants["other"].x, at.scene.combatants["other"].y = 0.0, 1.0
    act(at, "rook", "move.walk", x=-3, y=-3)
    act(at, "", "fight.leave", combatant="foe")
    act(at, "other", "counter.pass")
    assert at.scene.combatants["rook"].x == -3


def test_a_hidden_foe_is_named_to_nobody() -> None:
    at = fight(rook=hero(), foe=creature())
    at.scene.combatants["foe"].hidden = True
    with pytest.raises(Refused, match="No target in sight"):
        act(at, "rook", "attack.strike", target="foe")


def test_dice_steps_go_on_after_two_d8() -> None:
    assert [stepped("2d8", by) for by in range(5)] == ["2d8", "2d10", "2d12", "3d6", "3d8"]


def test_nobody_is_told_twice_that_they_die() -> None:
    at = table(rook=hero(), mira=hero("Mira"))
    at.sheet("mira").resources["health"].now = 0
    at.sheet("mira").resources["stamina"].now = 1
    act(at, "rook", "heal.dying", {"rook": [2]}, patient="mira")
    told = [fact.text for fact in at.facts if isinstance(fact, Told)]
    assert told.count("{0} dies.") == 1


def test_whoever_attacks_out_of_hiding_is_in_sight() -> None:
    at = fight(rook=hero(), foe=creature())
    at.scene.combatants["foe"].hidden = True
    act(at, "rook", "turn.end")
    act(at, "foe", "attack.strike", {"foe": [2]}, target="rook")
    assert not at.scene.combatants["foe"].hidden


def test_nobody_unknown_has_an_opening_or_looks_for_somebody() -> None:
    rook = hero()
    at = fight(rook=rook, foe=creature())
    at.scene.combatants["foe"].hidden = True
    act(at, "rook", "move.walk", x=-3, y=-3)
    assert at.scene.combatants["rook"].x == -3
    rook.conditions["hidden"] = Condition("hidden", "Hidden", 16)
    assert chance(odds(at, "rook", "action.noticed"), "seen") == 0


def test_whoever_dies_of_an_attack_of_their_own_attacks_before() -> None:
    at = fight(rook=hero(), foe=creature())
    pools = at.sheet("rook").resources
    pools["health"].now, pools["stamina"].now = 0, 1
    FORTUNE.keep_up(at)
    act(at, "rook", "attack.strike", {"rook": [15, 5]}, target="foe")
    told = [fact.text for fact in at.facts if isinstance(fact, Told)]
    assert at.sheet("rook").has("dead")
    assert next(place for place, text in enumerate(told) if "attacks" in text) < told.index("{0} dies.")


def test_players_read_no_total_of_a_foe_and_the_game_master_reads_how_it_came_about() -> None:
    at = fight(rook=hero(), foe=creature(30, 25, 4))
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    act(at, "foe", "counter.attack", {"foe": [10, 3]})
    own, theirs = (
        next(fact for fact in at.facts if isinstance(fact, Judged) and fact.who == who) for who in ("rook", "foe")
    )
    player = Viewer(is_gm=False, plays=frozenset({"rook"}), open_sheets=frozenset({"rook"}))
    assert seen_verdict(own, player).numbers["total"] == 12
    assert seen_verdict(theirs, player).numbers == {"name": "Attack", "face": 10, "target": "rook"}
    told = seen_verdict(theirs, Viewer(is_gm=True)).numbers
    assert (told["total"], told["because"]) == (14, "10 on the die, Attack +4")


def test_the_totals_of_a_contest_are_for_who_may_read_the_sheets() -> None:
    at = fight(rook=hero(mettle=2), foe=creature())
    act(at, "rook", "test.contest", {"rook": [15], "foe": [4]}, stat="mettle", against=("foe",))
    told = next(fact for fact in at.facts if isinstance(fact, Judged))
    assert told.private == {"total": "rook", "because": "rook", "their_total": "foe", "their_because": "foe"}
    assert [fact.text for fact in at.facts if isinstance(fact, Told)] == ["{0} beats {1}."]
