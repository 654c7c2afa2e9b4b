"""Forecasts of Fortune's Favor: a duel as an exact chain says, and what each style makes of its choices."""

from dataclasses import replace

import pytest

from rules.engine.forecast import Plan, foresee
from rules.engine.kernel import Command, Condition, LadderSet, RoundBegan, Rung, StageSet, Table, TurnBegan
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.fight.actions.attacks import Attack, CounterAsAction
from rules.systems.fortune.fight.actions.helping import HealDying
from rules.systems.fortune.fight.actions.movement import Defend, GetUp, Move, Sprint
from rules.systems.fortune.fight.exchange.area import ClashHold, ClashStrike
from rules.systems.fortune.fight.rounds.course import EndTurn
from tests.rules.exact import Exact
from tests.rules.forecasts import duel_of
from tests.rules.fortune.tables import act, creature, fight, hero


def scuffle(seed: str = "scuffle") -> Plan:
    """A duel of two creatures whom one or two blows fell, on its first turn."""
    plan = duel_of(FORTUNE, creature(12, 7, 3, 2, "1d4"), creature(13, 9, 4, 3, "1d4"), policy="aggressive", seed=seed)
    rungs = (Rung("rook/whole", "rook", 2, "whole"), Rung("boris/whole", "boris", 1, "whole"))
    setting = plan.setting.after(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan("rook/whole"))
    return replace(plan, setting=setting)


def test_a_scuffle_comes_out_as_the_markov_chain_says() -> None:
    solved = Exact(scuffle(), lambda table: None)
    chance = solved.victory("party")
    assert chance + solved.victory("foes") == pytest.approx(1, abs=1e-9)
    assert 0.05 < chance < 0.95
    assert foresee(scuffle("small"), 400).victory("party", 0.99).holds(chance)


# -- choices -----------------------------------------------------------------------------------------------------------


def chosen(table: Table, style: str = "aggressive") -> Command:
    """The next command by the tactics, if the party fights by that style."""
    assert FORTUNE.tactics is not None
    return FORTUNE.tactics.next_step(table, {"party": style, "foes": "aggressive"}).command


def test_whoever_can_reach_somebody_attacks() -> None:
    for style in ("aggressive", "cautious", "advised"):
        assert isinstance(chosen(fight(rook=hero(), foe=creature()), style), Attack)


def test_whoever_is_too_far_away_moves_and_then_sprints() -> None:
    at = fight(rook=hero(), foe=creature())
    at.scene.combatants["foe"].x = 60.0
    first = chosen(at)
    assert isinstance(first, Move)
    act(at, "rook", "move.walk", x=first.x, y=first.y)
    assert isinstance(chosen(at), Sprint)
    assert isinstance(chosen(at, "cautious"), EndTurn)


def test_whoever_lies_on_the_ground_gets_up() -> None:
    rook = hero()
    rook.conditions["prone"] = Condition("prone", "Prone")
    assert isinstance(chosen(fight(rook=rook, foe=creature())), GetUp)


def test_a_clash_is_struck_held_or_reckoned() -> None:
    at = fight(rook=hero(), foe=creature(15, 10))
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    assert isinstance(chosen(at, "aggressive"), ClashStrike)
    assert isinstance(chosen(at, "cautious"), ClashHold)
    assert isinstance(chosen(at, "advised"), ClashStrike)
    deadly = fight(rook=hero(), foe=creature(15, 10, 15, 60, "9d12"))
    act(deadly, "rook", "attack.strike", {"rook": [9]}, target="foe")
    assert isinstance(chosen(deadly, "advised"), ClashHold)


def _beside(**sheets) -> Table:  # type: ignore[no-untyped-def]
    """A fight in which the second one is of the party as well."""
    at = fight(**sheets)
    at.scene.combatants["mira"].side = "party"
    return at


def test_a_dying_companion_is_healed_first() -> None:
    mira = hero("Mira")
    mira.resources["health"].now = 0
    assert isinstance(chosen(_beside(rook=hero(), mira=mira, foe=creature())), HealDying)


def test_the_cautious_defend_when_badly_hurt() -> None:
    rook = hero()
    rook.resources["health"].now = 3
    at = _beside(rook=rook, mira=hero("Mira"), foe=creature())
    assert isinstance(chosen(at, "cautious"), Defend)
    assert isinstance(chosen(at, "aggressive"), Attack)


def test_the_dying_keep_still() -> None:
    rook = hero()
    rook.resources["health"].now = 0
    assert isinstance(chosen(fight(rook=rook, foe=creature())), EndTurn)


def test_counters_alone_are_used_as_an_action() -> None:
    wolf = creature()
    wolf.ranks["body"]["counters_only"] = 1
    assert isinstance(chosen(fight(wolf=wolf, foe=creature())), CounterAsAction)
