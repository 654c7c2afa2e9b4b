"""Forecasts of KAOS: a duel as an exact chain says, and what each style makes of its choices."""

from dataclasses import replace

import pytest

from rules.engine.forecast import Plan, foresee
from rules.engine.kernel import Command, LadderSet, RoundBegan, Rung, Sheet, StageSet, Table, TurnBegan
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import full, trials
from rules.systems.kaos.fight.actions.melee import MeleeAttack, SurpriseStrike
from rules.systems.kaos.fight.actions.movement import DefensiveMove, FullDefence, GetUp, Run
from rules.systems.kaos.fight.actions.shield_bash import ShieldBash
from rules.systems.kaos.fight.actions.shooting import MissileAttack
from rules.systems.kaos.fight.actions.things_in_hand import Reload, SwitchWeapons
from tests.rules.exact import Exact
from tests.rules.forecasts import duel_of
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter


def weak(name: str, hp: int, melee: int) -> Sheet:
    """A fighter with bare hands and next to nothing to lose."""
    sheet = fighter(name, attribute={"str": 5, "agi": 30}, melee_combat=melee)
    sheet.ranks["skill"].pop("deception", None)
    sheet.memo["printed_hp"] = hp
    sheet.resources = full(sheet)
    return sheet


def scuffle(seed: str = "scuffle") -> Plan:
    """A duel of two weak fighters, on its first turn."""
    plan = duel_of(KAOS, weak("Rook", 2, 45), weak("Boris", 3, 50), seed=seed)
    rungs = (Rung("rook/whole", "rook", 2, "whole"), Rung("boris/whole", "boris", 1, "whole"))
    setting = plan.setting.after(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan("rook/whole"))
    return replace(plan, setting=setting)


def _forget_rolls(table: Table) -> None:
    """Forget everybody's last roll: without points for luck nothing depends on it."""
    for who in table.sheets:
        trials.forget(table, who)


def test_a_scuffle_comes_out_as_the_markov_chain_says() -> None:
    solved = Exact(scuffle(), _forget_rolls)
    chance = solved.victory("party")
    assert chance + solved.victory("foes") == pytest.approx(1, abs=1e-9)
    assert 0.05 < chance < 0.95
    assert foresee(scuffle("small"), 400).victory("party", 0.99).holds(chance)


# -- choices -----------------------------------------------------------------------------------------------------------


def chosen(table: Table, style: str) -> Command:
    """The next command by the tactics, if the party fights by that style."""
    assert KAOS.tactics is not None
    return KAOS.tactics.next_step(table, {"party": style, "foes": "aggressive"}).command


def facing(mine: Sheet, squares: int = 1, **others: Sheet) -> Table:
    table = Fight(rook=mine, boris=fighter("Boris", "weapons.long_sword"), **others).table(ROOK)
    table.scene.combatants[BORIS].y = 1.5 * squares
    return table


def test_by_the_odds_whoever_stands_beside_somebody_strikes_by_surprise() -> None:
    table = facing(fighter("Rook", "weapons.long_sword", melee_combat=50, deception=40))
    assert isinstance(chosen(table, "advised"), SurpriseStrike)
    assert isinstance(chosen(table, "aggressive"), MeleeAttack)


def test_by_the_odds_the_shield_follows_a_blow_where_nobody_is_deceived() -> None:
    armed = fighter("Rook", "weapons.long_sword", "shields.buckler", melee_combat=60, deception=0)
    assert isinstance(chosen(facing(armed), "advised"), ShieldBash)
    unarmed = fighter("Rook", "weapons.long_sword", melee_combat=60, deception=0)
    for table, style in ((facing(unarmed), "advised"), (facing(armed), "aggressive"), (facing(armed), "cautious")):
        assert isinstance(chosen(table, style), MeleeAttack)


def test_the_aggressive_run_and_the_others_come_on_guard() -> None:
    table = facing(fighter("Rook", "weapons.long_sword"), squares=20)
    assert isinstance(chosen(table, "aggressive"), Run)
    assert isinstance(chosen(table, "cautious"), DefensiveMove)


def test_archers_shoot_and_crossbows_are_loaded() -> None:
    table = facing(fighter("Rook", "weapons.long_bow", "goods.arrows", ranged_combat=50), squares=10)
    assert isinstance(chosen(table, "advised"), MissileAttack)
    loaded = fighter("Rook", "weapons.light_crossbow", ranged_combat=50)
    item = loaded.items["light_crossbow"]
    loaded.items["light_crossbow"] = replace(item, stats={**item.stats, "unloaded": True})
    assert isinstance(chosen(facing(loaded, squares=10), "advised"), Reload)


def test_a_crossbow_is_loaded_though_somebody_is_near_unless_there_is_something_to_strike_with() -> None:
    for more, expected in (((), Reload), (("weapons.dagger",), MeleeAttack)):
        near = fighter("Rook", "weapons.light_crossbow", *more, melee_combat=50)
        item = near.items["light_crossbow"]
        near.items["light_crossbow"] = replace(item, stats={**item.stats, "unloaded": True})
        assert isinstance(chosen(facing(near), "aggressive"), expected)


def test_temporary_hit_points_are_reckoned_with_by_whoever_goes_at_the_weakest() -> None:
    table = facing(fighter("Rook", "weapons.long_sword"), mira=fighter("Mira"), dora=fighter("Dora"))
    for who, left, temporary in ((BORIS, 5, 10), ("dora", 8, 0)):
        table.scene.combatants[who].x, table.scene.combatants[who].y = 0.0, 1.5
        table.sheets[who].resources["hp"].now = left
        table.sheets[who].resources["temporary"] = replace(table.sheets[who].resources["hp"], now=temporary)
    command = chosen(table, "cautious")
    assert isinstance(command, MeleeAttack)
    assert command.target == "dora"


def test_what_is_lost_is_measured_by_hit_points() -> None:
    hurt = fighter("Rook")
    hurt.resources["hp"].now -= 7
    assert KAOS.tactics is not None
    assert (KAOS.tactics.gauge(hurt, "hp"), KAOS.tactics.gauge(hurt, "spirit")) == (7, 0)


def test_nobody_throws_the_only_weapon_that_they_strike_with() -> None:
    for style in ("aggressive", "cautious", "advised"):
        table = facing(fighter("Rook", "weapons.dagger", ranged_combat=90, melee_combat=20), squares=3)
        assert isinstance(chosen(table, style), MeleeAttack)


def test_a_crossbow_that_is_empty_is_loaded_from_afar_whatever_else_is_in_hand() -> None:
    far = fighter("Rook", "weapons.light_crossbow", "weapons.dagger")
    far.items["light_crossbow"] = replace(far.items["light_crossbow"], stats={"unloaded": True})
    assert isinstance(chosen(facing(far, squares=6), "aggressive"), Reload)


@pytest.mark.parametrize(("shield", "drawn"), [(False, "great_axe"), (True, "dagger")])
def test_what_hurts_most_is_drawn_if_there_are_hands_for_it(shield: bool, drawn: str) -> None:
    rook = fighter("Rook", *(("shields.buckler",) if shield else ()))
    for key in ("dagger", "great_axe"):
        rook.items[key] = KAOS.item("weapons", key)
    command = chosen(facing(rook), "aggressive")
    assert isinstance(command, SwitchWeapons)
    assert command.draw == (drawn,)


def test_whoever_lies_beside_a_foe_gets_up_where_they_are() -> None:
    fight = Fight(rook=fighter("Rook", "weapons.long_sword"), boris=fighter("Boris"))
    fight.state(ROOK, "prone")
    assert chosen(fight.table(ROOK), "aggressive") == GetUp()


def test_whoever_lies_gets_up_and_goes_on_with_it_unless_held() -> None:
    for held in (False, True):
        fight = Fight(rook=fighter("Rook", "weapons.long_sword"), boris=fighter("Boris"))
        fight.put(BORIS, 0, 30)
        fight.state(ROOK, "prone", *(("grappled",) if held else ()))
        command = chosen(fight.table(ROOK), "aggressive")
        assert command == (GetUp() if held else GetUp(0, 9))


def test_the_cautious_do_nothing_but_defend_when_badly_hurt_while_others_fight() -> None:
    badly_hurt = fighter("Rook", "weapons.long_sword")
    badly_hurt.resources["hp"].now = 5
    table = facing(badly_hurt, ally=fighter("Ally", "weapons.long_sword"))
    assert isinstance(chosen(table, "cautious"), FullDefence)
    assert isinstance(chosen(table, "aggressive"), MeleeAttack)
    assert isinstance(chosen(facing(badly_hurt), "cautious"), MeleeAttack)
