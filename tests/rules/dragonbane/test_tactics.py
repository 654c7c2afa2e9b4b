"""Choices of the tactics: whom each style goes at and how far, what it answers, and what it picks up."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import Command, Condition, ConditionSet, Item, MemoKept, Sheet, Table, TypedDice
from rules.engine.kernel.commands import perform
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import PUSHABLE, Push, attacks_of, item_from
from rules.systems.dragonbane.core.new_sheet import creature_sheet
from rules.systems.dragonbane.fight.actions.actions import ShakeOff
from rules.systems.dragonbane.fight.actions.course import EndTurn
from rules.systems.dragonbane.fight.actions.saving_lives import FirstAid
from rules.systems.dragonbane.fight.actions.special_abilities import SecondStrike
from rules.systems.dragonbane.fight.actions.things import PickUp, PullFree, UseItem
from rules.systems.dragonbane.fight.attacks import monsters
from rules.systems.dragonbane.fight.attacks.attack import WEAK_SPOT, MeleeAttack, RangedAttack
from rules.systems.dragonbane.fight.attacks.dragon_effects import ANOTHER, DOUBLE, PIERCE, DragonChoice
from rules.systems.dragonbane.fight.base import EMPTY, apart
from rules.systems.dragonbane.fight.defence.guarding import StayAway, StepBetween
from rules.systems.dragonbane.fight.defence.leaving_enemies import LetStrike
from rules.systems.dragonbane.fight.defence.movement import Dash, Move
from rules.systems.dragonbane.fight.tactics.styles import weighed
from rules.systems.dragonbane.fight.tactics.turns import foes_of
from tests.rules.dragonbane.fights import do, fight, hero
from tests.rules.dragonbane.test_abilities import gifted
from tests.rules.dragonbane.test_fight import armed
from tests.rules.dragonbane.test_forecast import STYLES, chosen


def facing(rook: Sheet, *foes: Sheet, far: float = 2.0) -> Table:
    """Rook acts; foe and other stand so far away, the other one on the other side of Rook."""
    people = {"rook": rook, **dict(zip(("foe", "other"), foes, strict=False))}
    table = fight(people, list(people), foes=("foe", "other"))
    table.combatant("foe").x = far
    if len(foes) > 1:
        table.combatant("other").x = -far
    return table


def commands_of_turn(table: Table, style: str) -> list[Command]:
    """The commands of a turn that takes no dice, as a style chooses them."""
    done: list[Command] = []
    while not (done and isinstance(done[-1], EndTurn)):
        assert len(done) < 9
        done.append(chosen(table, style))
        perform(done[-1], table, TypedDice({}))
    return done


# -- to where they can strike ------------------------------------------------------------------------------------------


def test_only_the_aggressive_dash_at_whoever_is_far() -> None:
    swords = armed("Rook", "broadsword", swords=14), armed("Foe", "broadsword")
    walks = {style: commands_of_turn(facing(*swords, far=60.0), style) for style in STYLES}
    assert [type(one) for one in walks["aggressive"]] == [Move, Dash, Move, EndTurn]
    for style in ("cautious", "advised"):
        assert [type(one) for one in walks[style]] == [Move, EndTurn]
    assert [one.x for one in walks["aggressive"] if isinstance(one, Move)] == [10, 20], "all metres, and no more"


def test_nobody_walks_or_dashes_who_can_strike_from_where_they_stand() -> None:
    table = facing(armed("Rook", "broadsword", swords=14), armed("Foe", "broadsword"))
    do(table, "rook", "melee.attack", {"rook": [19]}, target="foe")
    table.happen(MemoKept("rook", PUSHABLE, None))
    assert commands_of_turn(table, "aggressive") == [EndTurn()]


def test_nobody_goes_at_those_who_are_down() -> None:
    table = facing(armed("Rook", "broadsword", swords=14), armed("Foe", "broadsword"), far=30.0)
    table.sheet("foe").resources["hp"].now = 0
    assert foes_of(table) == []
    assert commands_of_turn(table, "aggressive") == [EndTurn()]


def test_whoever_flees_stays_where_nobody_is_left_to_run_from() -> None:
    table = facing(armed("Rook", "broadsword"), armed("Foe", "broadsword"))
    table.happen(ConditionSet("rook", Condition("fleeing", "Fleeing")))
    table.sheet("foe").resources["hp"].now = 0
    assert chosen(table, "cautious") == EndTurn()


# -- whom they strike at -----------------------------------------------------------------------------------------------


def test_the_aggressive_take_the_nearest_the_cautious_the_weakest_and_by_the_odds_who_loses_most() -> None:
    archer = armed("Rook", "short_bow", bows=14)
    near, weak = armed("Near", "broadsword"), armed("Weak", "broadsword", armour="plate")
    weak.resources["hp"].now = 6
    table = facing(archer, near, weak, far=10.0)
    table.combatant("other").x = -20.0
    targets = {style: chosen(table, style) for style in STYLES}
    assert all(isinstance(one, RangedAttack) for one in targets.values())
    assert {style: one.target for style, one in targets.items()} == {  # type: ignore[attr-defined]
        "aggressive": "foe",
        "cautious": "other",
        "advised": "foe",
    }
    table.sheet("other").items.clear()
    assert chosen(table, "advised").target == "other"  # type: ignore[attr-defined]
    table.combatant("other").x = -10.0
    assert chosen(table, "aggressive").target == "other", "as near, and weaker"  # type: ignore[attr-defined]


def test_armour_that_nothing_gets_through_is_stabbed_at_a_weak_spot() -> None:
    table = facing(armed("Rook", "dagger", knives=14), armed("Foe", armour="plate"))
    assert chosen(table, "advised") == MeleeAttack("foe", "dagger", manner=WEAK_SPOT)
    table.sheet("foe").items.clear()
    assert chosen(table, "advised") == MeleeAttack("foe", "dagger")


def test_abilities_are_called_upon_with_the_weapon_that_they_are_for() -> None:
    rook = gifted(
        armed("Rook", "broadsword", "dagger", swords=14, knives=14), "iron_fist", "double_blow", "unforgiving"
    )
    rook.memo["hurt_by"] = ["foe"]
    table = facing(rook, armed("Foe"))
    helped = {(one.weapon, *one.abilities) for _, one in weighed(table, "foe", spends=True) if one.abilities}
    assert helped == {
        ("broadsword", "unforgiving"),
        ("dagger", "unforgiving"),
        ("unarmed", "unforgiving"),
        ("unarmed", "iron_fist"),
    }
    assert not any(attack.abilities for _, attack in weighed(table, "foe", spends=False))


def test_whoever_has_learnt_it_strikes_again_at_another() -> None:
    rook = gifted(armed("Rook", "broadsword", swords=14), "double_blow")
    table = facing(rook, armed("Foe", "broadsword"), armed("Other", "broadsword"))
    do(table, "rook", "melee.attack", {"rook": [19]}, target="foe")
    table.happen(MemoKept("rook", PUSHABLE, None))
    again = chosen(table, "aggressive")
    assert isinstance(again, SecondStrike)
    assert again.target == "other"
    assert chosen(table, "cautious") == EndTurn(), "who keep their willpower"
    table.sheet("other").resources["hp"].now = 0
    assert chosen(table, "aggressive") == EndTurn()


# -- monsters ----------------------------------------------------------------------------------------------------------


def against(creature: str, *, far: float) -> Table:
    """A monster acts against Rook, and Mira farther away on the other side."""
    rook, mira = armed("Rook", "broadsword", swords=12), armed("Mira", "broadsword", swords=12)
    table = fight({"foe": creature_sheet(creature), "rook": rook, "mira": mira}, ["foe", "rook", "mira"])
    table.combatant("rook").x, table.combatant("mira").x = far, -far - 2.0
    return table


@pytest.mark.parametrize("style", STYLES)
def test_monsters_attack_by_their_table_and_walk_to_where_they_can(style: str) -> None:
    near, away = against("troll", far=4.0), against("troll", far=40.0)
    assert isinstance(chosen(near, style, foes=style), monsters.Attack)
    assert isinstance(chosen(away, style, foes=style), Move)


def test_what_reaches_so_far_a_monster_breathes_at_whoever_it_gets_no_nearer_to() -> None:
    table = against("dragon", far=4.0)
    most = max(row.reach for row in monsters.attacks_of(table.me).values())
    assert most > 10
    table.combatant("rook").x, table.combatant("mira").x = most + 2.0, -most - 20.0
    table.happen(*(ConditionSet("foe", Condition(name, name)) for name in ("rough_ground",)))
    table.sheet("foe").ranks["body"]["movement"] = 4
    step = chosen(table, "aggressive")
    assert isinstance(step, Move)
    perform(step, table, TypedDice({}))
    assert chosen(table, "aggressive") == monsters.Attack("rook")
    table.combatant("rook").x = most + 20.0
    assert chosen(table, "aggressive") != monsters.Attack("rook")


def test_by_the_odds_a_monster_goes_at_whom_it_takes_most_of() -> None:
    table = against("troll", far=4.0)
    table.combatant("mira").x = -2.0
    table.sheet("mira").resources["hp"].now = 3
    assert chosen(table, "advised", foes="advised") == monsters.Attack("mira")
    table.sheet("mira").resources["hp"].now, table.sheet("rook").resources["hp"].now = 12, 3
    assert chosen(table, "advised", foes="advised") == monsters.Attack("rook")


# -- answers -----------------------------------------------------------------------------------------------------------


def after_a_dragon(weapon: str, *foes: Sheet, **skills: int) -> Table:
    return do(facing(armed("Rook", weapon, **skills), *foes), "rook", "melee.attack", {"rook": [1]}, target="foe")


def test_by_the_odds_a_dragon_does_what_takes_most() -> None:
    bare, iron = armed("Foe"), armed("Foe", armour="plate")
    weak = armed("Weak")
    weak.resources["hp"].now = 1
    plain = after_a_dragon("dagger", bare, knives=14)
    cased = after_a_dragon("dagger", iron, knives=14)
    both = after_a_dragon("dagger", iron, weak, knives=18)
    effects = [chosen(table, "advised") for table in (plain, cased, both)]
    assert [one.effect for one in effects if isinstance(one, DragonChoice)] == [DOUBLE, PIERCE, ANOTHER]
    assert effects[2].other == "other"  # type: ignore[attr-defined]
    assert chosen(both, "aggressive").effect == chosen(both, "cautious").effect == DOUBLE  # type: ignore[attr-defined]


def test_what_does_not_pierce_goes_past_no_armour() -> None:
    table = after_a_dragon("small_club", armed("Foe", armour="plate"), hammers=14)
    assert chosen(table, "advised").effect == DOUBLE  # type: ignore[attr-defined]


def test_a_defence_that_failed_is_pushed_by_whoever_pushes_defences() -> None:
    table = facing(armed("Rook", "broadsword", swords=14), armed("Foe", "broadsword"))
    do(table, "rook", "turn.move", {"rook": [12]}, x=-4, y=0)
    assert isinstance(chosen(table, "cautious"), Push)
    assert isinstance(chosen(table, "aggressive"), LetStrike)


def guarded(mine: int, theirs: int) -> Table:
    """Mira, beside Rook, has learnt to step between, and is asked about a blow at Rook."""
    rook, mira = armed("Rook", "broadsword"), gifted(armed("Mira", "broadsword"), "guardian")
    rook.resources["hp"].now, mira.resources["hp"].now = theirs, mine
    people = {"foe": armed("Foe", "broadsword", swords=14), "rook": rook, "mira": mira}
    return do(fight(people, ["foe", "rook", "mira"]), "foe", "melee.attack", {"foe": [7]}, target="rook")


def test_whoever_has_more_left_steps_between_for_willpower() -> None:
    assert isinstance(chosen(guarded(9, 3), "aggressive"), StepBetween)
    assert isinstance(chosen(guarded(9, 9), "aggressive"), StayAway)
    assert isinstance(chosen(guarded(9, 3), "cautious"), StayAway)


# -- the fallen, the frightened, the disarmed --------------------------------------------------------------------------


def test_the_cautious_tend_their_own_and_nobody_else() -> None:
    people = {who: armed(who.title(), "broadsword", healing=12) for who in ("rook", "mira", "foe")}
    table = fight(people, list(people))
    table.combatant("rook").x, table.combatant("mira").x, table.combatant("foe").x = 0.0, 2.0, -2.0
    table.sheet("foe").resources["hp"].now = 0
    assert chosen(table, "cautious") == EndTurn()
    table.sheet("mira").resources["hp"].now = 0
    tended = chosen(table, "cautious")
    assert isinstance(tended, FirstAid)
    assert tended.patient == "mira"
    assert chosen(table, "aggressive") == EndTurn()


def test_the_cowed_do_nothing_and_the_frozen_try_once() -> None:
    table = facing(armed("Rook", "broadsword"), armed("Foe"))
    table.happen(ConditionSet("rook", Condition("frozen", "Frozen")))
    courage = chosen(table, "aggressive")
    assert isinstance(courage, ShakeOff)
    perform(courage, table, TypedDice({"rook": [15]}))
    assert PUSHABLE in table.me.memo
    assert chosen(table, "aggressive") == EndTurn()
    table = facing(armed("Rook", "broadsword"), armed("Foe"))
    table.happen(ConditionSet("rook", Condition("cowed", "Cowed")))
    assert all(chosen(table, style) == EndTurn() for style in STYLES)


def lying(**stats: Any) -> Item:
    return replace(item_from("weapons", "broadsword"), stats={"lies_at": [0.0, 0.0], **stats})


def test_what_fell_is_picked_up_and_what_sticks_is_pulled_free_with_the_action() -> None:
    rook = hero("Rook", swords=14)
    rook.items["broadsword"] = lying()
    table = facing(rook, armed("Foe", "broadsword"))
    assert chosen(table, "cautious") == PickUp("broadsword")
    rook.items["broadsword"] = lying(stuck=True)
    assert chosen(table, "cautious") == PullFree("broadsword")
    do(table, "rook", "turn.dash")
    assert not isinstance(chosen(table, "cautious"), PickUp | PullFree)


@pytest.mark.parametrize(("gear", "filled"), [("quiver", "short_bow"), ("bolts", "light_crossbow")])
def test_ammunition_used_up_fills_what_shoots_it(gear: str, filled: str) -> None:
    rook = armed("Rook", "short_bow", "light_crossbow", bows=14)
    for key in ("short_bow", "light_crossbow"):
        rook.items[key].stats[EMPTY] = True
    rook.items[gear] = replace(item_from("gear", gear), count=2)
    table = facing(rook, armed("Foe"), far=20.0)
    do(table, "rook", "turn.use_item", thing=gear, used_up=False)
    assert (rook.items[gear].count, [key for key in rook.items if EMPTY in rook.items[key].stats]) == (
        2,
        ["short_bow", "light_crossbow"],
    )
    table = facing(rook, armed("Foe"), far=20.0)
    do(table, "rook", "turn.use_item", thing=gear)
    assert (rook.items[gear].count, EMPTY in rook.items[filled].stats) == (1, False)
    assert sum(EMPTY in item.stats for item in rook.items.values()) == 1


def test_nobody_fills_a_bow_with_bolts_or_with_what_lies_on_the_ground() -> None:
    rook = armed("Rook", "short_bow", bows=14)
    rook.items["short_bow"].stats[EMPTY] = True
    rook.items["bolts"] = item_from("gear", "bolts")
    rook.items["quiver"] = replace(item_from("gear", "quiver"), stats={"lies_at": [0.0, 0.0]})
    table = facing(rook, armed("Foe"), far=20.0)
    assert not isinstance(chosen(table, "advised"), UseItem)


MONSTERS = [key for key in library.creatures() if attacks_of(creature_sheet(key))]


@pytest.mark.parametrize("key", MONSTERS)
def test_a_monster_goes_no_nearer_than_its_whole_table_reaches(key: str) -> None:
    beast = creature_sheet(key)
    beast.items["long_spear"] = replace(item_from("weapons", "long_spear"), in_use=True)
    reach = min(row.reach for row in attacks_of(beast).values())
    table = facing(beast, armed("Foe", "broadsword"), far=20.0)
    table.combatant("foe").x += reach - apart(table, "rook", "foe")
    assert isinstance(chosen(table, "aggressive"), monsters.Attack)
    table.combatant("foe").x += 2
    step = chosen(table, "aggressive")
    assert isinstance(step, Move)
    perform(step, table, TypedDice({}))
    assert apart(table, "rook", "foe") == reach
