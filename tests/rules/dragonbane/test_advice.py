"""Advice in fights of Dragon & Demon, against every way in which the dice can fall."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise, aside, in_short
from rules.engine.advice.what_if import as_well, instead_of
from rules.engine.kernel import Condition, ConditionSet, Dice, ResourceChanged, Table, TypedDice, commands
from rules.engine.system.protocol import command_named
from rules.systems.dragonbane.core import attacks_of
from rules.systems.dragonbane.fight.base.harm import fall
from rules.systems.dragonbane.system import DRAGONBANE
from tests.rules.dragonbane.fights import do, fight
from tests.rules.dragonbane.test_fight import armed, copy_of
from tests.rules.dragonbane.valued import value
from tests.rules.exact import expected


def advice(table: Table, who: str, name: str, **chosen: Any) -> Advice:
    table.actor = who
    kind = command_named(DRAGONBANE, name)
    asks = [ask.key for ask in table.asks_for(who, name)] if "ask" in commands.described_fields(kind) else []
    given = {**kind.preset(table), **({"ask": asks[0]} if asks else {}), **chosen}
    command = codec.command_from(kind, codec.load(codec.dump(given)))
    answers, others = (by(command, table, DRAGONBANE.commands) for by in (instead_of, as_well))
    asides = [one for other in others if (one := aside(other, table))]
    found = in_short(advise([command, *answers], table, asides))
    assert found is not None
    return found


def act(table: Table, who: str, name: str, dice: Dice, **chosen: Any) -> None:
    """Let somebody give a command, by the first ask that it answers."""
    table.actor = who
    kind = command_named(DRAGONBANE, name)
    answers = "ask" in commands.described_fields(kind)
    given = {**({"ask": table.asks_for(who, name)[0].key} if answers else {}), **chosen}
    commands.perform(codec.command_from(kind, given), table, dice)


def values(found: Advice) -> dict[str, float]:
    listed = [round(one.value, 9) for one in found.choices]
    assert listed == sorted(listed, reverse=True)
    return {one.label: one.value for one in found.choices}


def duel(order: tuple[str, str] = ("foe", "rook"), **skills: int) -> Table:
    """Two short swords; one of them has a dagger as well, the other leather; the first of the order acts."""
    rook = armed("Rook", "short_sword", "dagger", **{"swords": 14, "knives": 11, "evade": 9, **skills})
    foe = armed("Foe", "short_sword", armour="leather", swords=12, evade=8)
    return fight({"rook": rook, "foe": foe}, order)


def after_hit_by_foe(table: Table, face: int = 7) -> Table:
    return do(table, "foe", "melee.attack", {"foe": [face]}, target="rook")


def average_loss(table: Table, who: str, play: Callable[[Table, Dice], None], *, ours: bool = False) -> float:
    """The average loss of ``who`` by a play, if whoever is asked meanwhile does nothing more."""
    before = value(table, who, ours=ours)

    def after(dice: Dice) -> float:
        copied = copy_of(table)
        play(copied, dice)
        while copied.scene.pressing:
            _let_be(copied, dice)
        return before - value(copied, who, ours=ours)

    return expected(after)


def chance_to_stand(table: Table, who: str, play: Callable[[Table, Dice], None]) -> float:
    """How often somebody is on their feet after what is played."""

    def after(dice: Dice) -> float:
        copied = copy_of(table)
        play(copied, dice)
        return float(copied.sheet(who).now("hp") > 0)

    return expected(after)


def own_loss(table: Table, play: Callable[[Table, Dice], None]) -> float:
    """Rook's average loss by a play, as his own side counts it: conditions of a push cost nothing."""
    return average_loss(table, "rook", play, ours=True)


def _let_be(table: Table, dice: Dice) -> None:
    """A hit is taken, a Dragon does nothing more, and who could strike back does."""
    ask = table.scene.pressing[0]
    if "dragon.choose" in ask.commands:
        act(table, ask.to, "dragon.choose", dice, effect="nothing")
    else:
        answers = ("counter.strike", "free.pass", "defend.take")
        act(table, ask.to, next(name for name in answers if name in ask.commands), dice)


def test_whom_to_attack_with_what_is_what_every_throw_comes_to() -> None:
    table = duel(("rook", "foe"))
    found = values(advice(table, "rook", "melee.attack"))
    ways = {
        "Foe, Short sword": {"weapon": "short_sword"},
        "Foe, Short sword, at a weak spot": {"weapon": "short_sword", "manner": "weak_spot"},
        "Foe, Dagger": {"weapon": "dagger"},
        "Foe, Dagger, at a weak spot": {"weapon": "dagger", "manner": "weak_spot"},
    }
    for label, chosen in ways.items():
        taken = average_loss(table, "foe", lambda at, dice, c=chosen: _attack(at, dice, c))  # type: ignore[misc]
        assert found[label] == pytest.approx(taken, abs=1e-9), label


def test_foes_of_one_name_are_told_apart() -> None:
    foes = {who: armed("Foe", "short_sword", swords=12) for who in ("foe", "other")}
    table = fight({"rook": armed("Rook", "short_sword", swords=14), **foes}, ("rook", "foe", "other"))
    for who, x in (("rook", 0.0), ("foe", -2.0), ("other", 2.0)):
        stand = table.combatant(who)
        stand.x, stand.y, stand.facing, stand.side = x, 0.0, 0, "party" if who == "rook" else "foes"
    found = advice(table, "rook", "melee.attack")
    names = {
        str(one.given["target"]): one.label.partition(")")[0] for one in found.choices if one.command == "melee.attack"
    }
    assert names == {"foe": "Foe (2 m, left", "other": "Foe (2 m, right"}


def _attack(table: Table, dice: Dice, chosen: dict[str, str]) -> None:
    act(table, "rook", "melee.attack", dice, target="foe", **chosen)


def test_parry_dodge_or_take_it_are_what_every_throw_comes_to() -> None:
    table = after_hit_by_foe(duel())
    table.sheet("rook").resources["hp"].now = 4
    found = values(advice(table, "rook", "defend.parry"))
    assert found == values(advice(table, "rook", "defend.take")) == values(advice(table, "rook", "defend.dodge"))
    ways: dict[str, Callable[[Table, Dice], None]] = {
        "Parry: Short sword": lambda at, dice: act(at, "rook", "defend.parry", dice, weapon="short_sword"),
        "Parry: Dagger": lambda at, dice: act(at, "rook", "defend.parry", dice, weapon="dagger"),
        "Dodge": lambda at, dice: act(at, "rook", "defend.dodge", dice),
    }
    table.house_rules["push_a_defence"] = False  # type: ignore[index]
    for label, play in ways.items():
        net = average_loss(table, "foe", play) - average_loss(table, "rook", play, ours=True)
        assert found[label] == pytest.approx(net, abs=1e-9), label
    struck_later = values(advice(duel(("rook", "foe")), "rook", "melee.attack"))
    own = max(value for label, value in struck_later.items() if label in ("Foe, Short sword", "Foe, Dagger"))
    for left in (4, 12):
        table.sheet("rook").resources["hp"].now = left
        taken, up = average_loss(table, "rook", _take, ours=True), chance_to_stand(table, "rook", _take)
        found = values(advice(table, "rook", "defend.take"))
        assert found["Take the hit"] == pytest.approx(own * up - taken, abs=1e-9)
    assert up == pytest.approx(1)


def _take(table: Table, dice: Dice) -> None:
    act(table, "rook", "defend.take", dice)


def test_whoever_may_go_down_parries_though_the_turn_is_spent() -> None:
    table = after_hit_by_foe(duel())
    table.sheet("rook").resources["hp"].now = 2
    found = advice(table, "rook", "defend.take")
    taken = chance_to_stand(table, "rook", _take)
    parried = chance_to_stand(
        table, "rook", lambda at, dice: act(at, "rook", "defend.parry", dice, weapon="short_sword")
    )
    assert (found.best.command, parried > taken + 0.3) == ("defend.parry", True)


def test_a_blow_that_fells_is_worth_more_than_one_that_hurts() -> None:
    """Of two foes alike the one goes first whom the blow fells."""
    foes = {who: armed("Foe", "short_sword", swords=12) for who in ("foe", "other")}
    foes["other"].resources["hp"].now = 3
    table = fight({"rook": armed("Rook", "short_sword", swords=14), **foes}, ("rook", "foe", "other"), ("foe", "other"))
    for who, x in (("rook", 0.0), ("foe", -2.0), ("other", 2.0)):
        table.combatant(who).x = x
    assert advice(table, "rook", "melee.attack").best.given["target"] == "other"


def test_a_life_is_worth_more_than_a_blow_and_both_are_counted_alike() -> None:
    heroes = {"rook": armed("Rook", "short_sword", swords=14, healing=12), "ally": armed("Ally")}
    table = fight({**heroes, "foe": armed("Foe", "short_sword")}, ("rook", "ally", "foe"))
    table.happen(ResourceChanged("ally", "hp", -12))
    fall(table, "ally", "a fall")
    for who, x in (("rook", 0.0), ("ally", 2.0), ("foe", -2.0)):
        table.combatant(who).x = x
    table.facts.clear()
    saved, blow = advice(table, "rook", "turn.first_aid"), advice(table, "rook", "melee.attack")
    assert saved.unit == blow.unit
    assert (saved.best.command, blow.best.label) == ("turn.first_aid", "First aid: Ally")
    assert saved.best.value == blow.best.value
    before = value(table, "ally", ours=True)

    def after(dice: Dice) -> float:
        copied = copy_of(table)
        act(copied, "rook", "turn.first_aid", dice, patient="ally")
        return value(copied, "ally", ours=True) - before

    assert saved.best.value == pytest.approx(expected(after))


def test_a_defence_that_takes_no_turn_is_always_better_than_the_hit() -> None:
    table = after_hit_by_foe(do(duel(("rook", "foe")), "rook", "turn.end"))
    found = advice(table, "rook", "defend.parry")
    assert values(found)["Take the hit"] == min(values(found).values())
    assert all(one.shares[1] < 1 for one in found.choices)


def test_a_failed_parry_is_pushed_by_what_every_throw_comes_to_and_what_the_condition_takes() -> None:
    table = after_hit_by_foe(duel())
    table.house_rules = {"push_condition": "chosen"}
    do(table, "rook", "defend.parry", {"rook": [16]})
    found = advice(table, "rook", "defend.take")
    named = values(found)
    assert values(advice(table, "rook", "check.push", condition="angry")) == named
    pushed = own_loss(table, lambda at, dice: act(at, "rook", "check.push", dice, condition="angry"))
    assert named["Push, angry"] == pytest.approx(-pushed, abs=1e-9)
    taken = own_loss(table, lambda at, dice: act(at, "rook", "defend.take", dice))
    assert named["Take the hit"] == pytest.approx(-taken, abs=1e-9)

    # Dazed hinders knives and Evade, exhausted swords: of three rolls, by counting both dice, of twelve hit points.
    def fewer(level: int) -> float:
        return level / 20 - (level / 20) ** 2

    assert named["Push, angry"] - named["Push, dazed"] == pytest.approx(12 * (fewer(11) + fewer(9)) / 3, abs=1e-9)
    assert named["Push, angry"] - named["Push, exhausted"] == pytest.approx(12 * fewer(14) / 3, abs=1e-9)
    assert found.best.label in {"Push, angry", "Push, scared", "Push, disheartened", "Push, sickly"}


def test_a_push_of_an_attack_is_worth_what_the_second_roll_takes() -> None:
    table = do(duel(("rook", "foe")), "rook", "melee.attack", {"rook": [16]}, target="foe")
    table.house_rules = {"push_condition": "chosen"}
    found = values(advice(table, "rook", "check.push", condition="angry"))
    taken = average_loss(table, "foe", lambda at, dice: act(at, "rook", "check.push", dice, condition="angry"))
    assert found["Push, angry"] == pytest.approx(taken, abs=1e-9)


def test_a_dragon_is_used_where_most_is_lost() -> None:
    table = do(duel(("rook", "foe")), "rook", "melee.attack", {"rook": [1]}, target="foe", weapon="dagger")
    found = values(advice(table, "rook", "dragon.choose"))
    for label, effect in {"Double weapon dice": "double", "Ignore armour": "pierce"}.items():
        taken = average_loss(table, "foe", lambda at, dice, e=effect: _dragon(at, dice, e))  # type: ignore[misc]
        assert found[label] == pytest.approx(taken, abs=1e-9)


def _dragon(table: Table, dice: Dice, effect: str) -> None:
    act(table, "rook", "dragon.choose", dice, effect=effect)


def test_an_opening_is_worth_the_strike() -> None:
    table = duel(("rook", "foe"))
    table.ask("foe", "An opening: strike?", "free.strike", "free.pass", target="rook")
    found = values(advice(table, "foe", "free.strike"))
    taken = average_loss(table, "rook", lambda at, dice: act(at, "foe", "free.strike", dice))
    assert found["Strike: Short sword"] == pytest.approx(taken, abs=1e-9)
    assert found["Pass"] == min(found.values()) == 0


def test_an_opening_is_worth_what_a_monster_does_hand_to_hand() -> None:
    table = fight({"troll": DRAGONBANE.creature("troll"), "rook": armed("Rook")}, ["rook", "troll"], ["troll"])
    table.ask("troll", "An opening: strike?", "monster.strike", "free.pass", target="rook")
    found = values(advice(table, "troll", "monster.strike"))
    rows = {"rolled": "", "Bite": "1", "Claws": "2", "Grab and shake": "3", "Sweep": "4"}

    def loss_by(row: str) -> float:
        return average_loss(table, "rook", lambda at, dice: act(at, "troll", "monster.strike", dice, row=row))

    told = {name: found[f"Strike: {name}"] for name in rows}
    assert told == {name: pytest.approx(loss_by(row), abs=1e-9) for name, row in rows.items()}
    assert found["Pass"] == 0


def test_getting_away_from_a_monster_costs_what_its_strike_takes() -> None:
    people = {"troll": DRAGONBANE.creature("troll"), "rook": armed("Rook")}
    table = do(fight(people, ["rook", "troll"], ["troll"]), "rook", "turn.move", {"rook": [19]}, x=0, y=-4)
    named = values(advice(table, "rook", "leave.struck"))
    struck_at = copy_of(table)
    do(struck_at, "rook", "leave.struck")
    taken = average_loss(struck_at, "rook", lambda at, dice: act(at, "troll", "monster.strike", dice), ours=True)
    assert named["Let them strike"] == pytest.approx(-taken, abs=1e-9)


def test_getting_away_is_pushed_by_what_the_strike_takes() -> None:
    table = do(duel(("rook", "foe")), "rook", "turn.move", {"rook": [15]}, x=-4, y=0)
    named = values(advice(table, "rook", "check.push", condition="dazed"))
    struck_at = copy_of(table)
    do(struck_at, "rook", "leave.struck")
    taken = average_loss(struck_at, "rook", lambda at, dice: act(at, "foe", "free.strike", dice))
    bane = (11 / 20 - (11 / 20) ** 2 + 9 / 20 - (9 / 20) ** 2) / 3
    assert taken > 1
    assert named["Let them strike"] == pytest.approx(-taken, abs=1e-9)
    assert named["Push, dazed"] == pytest.approx(-taken * 11 / 20 - 12 * bane, abs=1e-9)


def test_a_monster_is_told_its_rows_and_what_rolling_comes_to() -> None:
    table = fight({"troll": DRAGONBANE.creature("troll"), "rook": armed("Rook")}, ["troll", "rook"], ["rook"])
    found = values(advice(table, "troll", "monster.attack"))
    rows = {"Rolled": "", **{attack.name: str(face) for face, attack in attacks_of(table.sheet("troll")).items()}}

    def loss_by(row: str) -> float:
        return average_loss(
            table, "rook", lambda at, dice: act(at, "troll", "monster.attack", dice, target="rook", row=row)
        )

    told = {name: found[f"{name}: Rook"] for name in rows}
    assert told == {name: pytest.approx(loss_by(row), abs=1e-9) for name, row in rows.items()}
    assert max(told.values()) > told["Rolled"] > 0


def test_another_roll_is_pushed_at_the_price_of_what_is_rolled_least() -> None:
    table = Table({"rook": armed("Rook", swords=14)}, None, {"push_condition": "chosen"}, "rook")
    act(table, "rook", "check.roll", TypedDice({"rook": [16]}), skill="swords")
    found = advice(table, "rook", "check.push", condition="angry")
    assert found.unit == "successes in 100"
    assert found.best.value == max(values(found).values()) < 70
    hindered = replace(found.best)
    table.happen(ConditionSet("rook", Condition(str(hindered.given["condition"]), "taken")))
    assert advice(table, "rook", "check.push", condition="sickly").best.label != found.best.label


def test_a_door_is_no_choice_beside_an_attack() -> None:
    """The hit points of a door are not weighed against those of a foe: nobody is told to strike one instead."""
    table = duel(("rook", "foe"))
    assert {one.command for one in advice(table, "rook", "melee.attack", target="foe").choices} >= {"melee.attack"}
    assert "turn.door" not in {one.command for one in advice(table, "rook", "melee.attack", target="foe").choices}
    assert {one.command for one in advice(table, "rook", "task.door", weapon="dagger").choices} == {"task.door"}
