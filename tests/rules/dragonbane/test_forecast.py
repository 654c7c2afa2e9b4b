"""Forecasts of Dragon & Demon: a brawl as an exact chain says, and what each style makes of its choices."""

from dataclasses import replace

import pytest

from rules.engine.fight import DEAD, DYING, SPENT, UP
from rules.engine.forecast import Plan, foresee
from rules.engine.kernel import Command, Condition, ConditionSet, Table, TypedDice
from rules.systems.dragonbane.core import Push, forget_push
from rules.systems.dragonbane.fight.actions.actions import Draw, GetUpOrDown
from rules.systems.dragonbane.fight.actions.course import EndTurn
from rules.systems.dragonbane.fight.actions.things import UseItem
from rules.systems.dragonbane.fight.attacks.attack import MeleeAttack, RangedAttack
from rules.systems.dragonbane.fight.base import EMPTY, cards
from rules.systems.dragonbane.fight.defence.defence import Dodge, Parry, Take
from rules.systems.dragonbane.fight.defence.dying import RallyYourself, RollDeath
from rules.systems.dragonbane.fight.defence.movement import Move
from rules.systems.dragonbane.system import DRAGONBANE
from tests.rules.dragonbane.fights import do, fight, hero
from tests.rules.dragonbane.test_fight import armed
from tests.rules.exact import Exact
from tests.rules.forecasts import duel_of


def brawl(seed: str = "brawl") -> Plan:
    """Two with bare hands, of whom every hit fells one: few enough states to list."""
    rook = hero("Rook", hp=1, kind="creature", brawling=9, evade=6)
    boris = hero("Boris", hp=1, kind="creature", brawling=8, evade=5)
    return duel_of(DRAGONBANE, rook, boris, seed=seed)


def _forget_pushes(table: Table) -> None:
    """Creatures push nothing, so nothing hangs on what they could have pushed."""
    for who in table.sheets:
        forget_push(table, who)


def test_a_brawl_comes_out_as_the_markov_chain_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        # Of two cards, as of ten, either is as often the lower one.
        patched.setattr(cards, "DECK", 2)
        solved = Exact(brawl(), _forget_pushes)
        chance = solved.victory("party")
        assert solved.size > 40
        assert chance + solved.victory("foes") == pytest.approx(1, abs=1e-9)
    assert 0.05 < chance < 0.95
    assert foresee(brawl("small"), 400).victory("party", 0.99).holds(chance)


# -- choices -----------------------------------------------------------------------------------------------------------

STYLES = ("aggressive", "cautious", "advised")


def chosen(table: Table, style: str, **others: str) -> Command:
    """The next command by the tactics, if the party fights by that style."""
    assert DRAGONBANE.tactics is not None
    return DRAGONBANE.tactics.next_step(table, {"party": style, "foes": "aggressive", **others}).command


def sworded(**more: int) -> Table:
    skills = {"swords": 14, "evade": 10, **more}
    return fight(
        {"rook": armed("Rook", "broadsword", **skills), "foe": armed("Foe", "broadsword", swords=12)}, ["foe", "rook"]
    )


def after_hit_by_foe(table: Table, face: int = 7) -> Table:
    return do(table, "foe", "melee.attack", {"foe": [face]}, target="rook")


def test_the_aggressive_rather_strike_back_than_parry_what_cannot_fell() -> None:
    table = after_hit_by_foe(sworded())
    table.sheet("rook").resources["hp"].now = table.sheet("rook").resources["hp"].most = 30
    assert isinstance(chosen(table, "aggressive"), Take)
    assert isinstance(chosen(table, "cautious"), Parry)


def test_everybody_parries_what_may_fell_them() -> None:
    table = after_hit_by_foe(sworded())
    table.sheet("rook").resources["hp"].now = 4
    assert all(isinstance(chosen(table, style), Parry | Dodge) for style in STYLES)


def test_by_the_odds_the_better_of_parry_and_dodge_is_rolled() -> None:
    table = after_hit_by_foe(sworded(evade=17))
    table.sheet("rook").resources["hp"].now = 4
    assert isinstance(chosen(table, "advised"), Dodge)
    table = after_hit_by_foe(sworded(evade=5))
    table.sheet("rook").resources["hp"].now = 4
    assert isinstance(chosen(table, "advised"), Parry)


def test_whoever_is_down_rolls_against_death_first_and_rallies_by_style() -> None:
    table = fight({"rook": armed("Rook", "broadsword"), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    table.sheet("rook").resources["hp"].now = 0
    assert all(chosen(table, style) == RollDeath() for style in STYLES)
    do(table, "rook", "death.roll", {"rook": [5]})
    assert chosen(table, "aggressive") == RallyYourself()
    assert chosen(table, "cautious") == EndTurn()


def test_a_failed_attack_is_pushed_at_the_price_that_hinders_least() -> None:
    table = fight({"rook": armed("Rook", "broadsword", swords=5), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    do(table, "rook", "melee.attack", {"rook": [15]}, target="foe")
    assert chosen(table, "cautious") == EndTurn()
    assert chosen(table, "advised") == Push("exhausted"), "1 in 4 to hit, and the bane spoils fewer rolls"
    assert chosen(table, "aggressive") == Push("exhausted")
    table.house_rules = {"push_condition": "chosen"}
    pushed = chosen(table, "advised")
    assert isinstance(pushed, Push)
    assert pushed.condition in {"angry", "scared", "disheartened"}
    table.house_rules = {}
    table.happen(ConditionSet("rook", Condition("exhausted", "Exhausted")))
    assert chosen(table, "advised") == chosen(table, "aggressive") == EndTurn()


def test_no_attack_is_pushed_that_will_hardly_ever_hit() -> None:
    table = fight({"rook": armed("Rook", "broadsword", swords=3), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    do(table, "rook", "melee.attack", {"rook": [15, 5]}, target="foe", banes=1)
    assert chosen(table, "advised") == EndTurn(), "1 in 44 to hit"
    assert chosen(table, "aggressive") == Push("exhausted")


def test_people_get_up_draw_walk_and_shoot() -> None:
    table = fight({"rook": armed("Rook", swords=12), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    rook = table.sheet("rook")
    rook.items["broadsword"] = replace(DRAGONBANE.item("weapons", "broadsword"), in_use=False)
    table.happen(ConditionSet("rook", Condition("prone", "Prone")))
    table.scene.combatants["foe"].x = 12.0
    seen: list[type[Command]] = []
    for _ in range(3):
        step = chosen(table, "cautious")
        seen.append(type(step))
        step.perform(table, TypedDice({}))
    assert seen == [GetUpOrDown, Draw, Move]
    assert isinstance(chosen(table, "cautious"), MeleeAttack)


def test_the_fleeing_run_as_far_as_they_can_from_whoever_is_there() -> None:
    table = fight({"rook": armed("Rook", "broadsword", swords=12), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    table.happen(ConditionSet("rook", Condition("fleeing", "Fleeing")))
    step = chosen(table, "aggressive")
    assert isinstance(step, Move)
    assert abs(step.x - table.combatant("foe").x) > 10


def test_an_empty_bow_is_filled_if_there_is_a_quiver() -> None:
    rook = armed("Rook", "short_bow", bows=14)
    rook.items["short_bow"].stats[EMPTY] = True
    table = fight({"rook": rook, "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    table.scene.combatants["foe"].x = 20.0
    assert not isinstance(chosen(table, "advised"), UseItem)
    rook.items["quiver"] = DRAGONBANE.item("gear", "quiver")
    assert chosen(table, "advised") == UseItem("quiver")


def test_archers_shoot_from_where_they_stand() -> None:
    table = fight({"rook": armed("Rook", "short_bow", bows=14), "foe": armed("Foe", "broadsword")}, ["rook", "foe"])
    table.scene.combatants["foe"].x = 20.0
    assert isinstance(chosen(table, "advised"), RangedAttack)


@pytest.mark.parametrize(
    ("conditions", "hp", "fate"),
    [((), 5, UP), ((), 0, DYING), (("rallied",), 0, UP), (("dead",), 0, DEAD), (("fled",), 5, SPENT)],
)
def test_the_fate_of_a_fighter_follows_from_hit_points_and_conditions(
    conditions: tuple[str, ...], hp: int, fate: str
) -> None:
    assert DRAGONBANE.tactics is not None
    sheet = hero("Rook")
    sheet.resources["hp"].now = hp
    sheet.conditions = {name: Condition(name, name) for name in conditions}
    assert DRAGONBANE.tactics.fate(sheet) == fate
