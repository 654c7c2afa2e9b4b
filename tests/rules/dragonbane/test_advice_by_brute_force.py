"""Advice of Dragon & Demon in seeded fights, against every throw: two hit points left, outnumbered, last willpower.

Fifty situations: ``WINTERHALL_LONG=1 python -m pytest tests/rules/dragonbane/test_advice_by_brute_force.py``.
"""

from collections.abc import Sequence
from random import Random

import pytest

from rules.engine.advice.choices import Weighed
from rules.engine.kernel import Dice, MemoKept, Sheet, Table
from rules.systems.dragonbane.fight.base.harm import fall
from tests.rules.brute_force import SITUATIONS, Played, Situation, differences
from tests.rules.dragonbane.fights import do, fight
from tests.rules.dragonbane.test_advice import _let_be, act, advice
from tests.rules.dragonbane.test_fight import armed, copy_of
from tests.rules.dragonbane.valued import value
from tests.rules.exact import outcomes

WEAPONS = ("short_sword", "dagger", "staff")
KINDS = ("strike", "answer", "opening", "save", "dragon")


def somebody(random: Random, name: str) -> Sheet:
    skills = {"swords": random.randint(6, 16), "knives": random.randint(6, 16), "evade": random.randint(5, 16)}
    armour = random.choice(("", "", "leather"))
    sheet = armed(name, *random.sample(WEAPONS, 2), armour=armour, healing=random.randint(5, 14), **skills)
    sheet.resources["hp"].now = random.choice((2, 2, 5, 12))
    return sheet


def melee(random: Random, *, turn: str) -> Table:
    """Rook and an ally against one to three foes, who stand around them; the first of the order has the turn."""
    foes = [f"foe{number}" for number in range(random.randint(1, 3))]
    people = {who: somebody(random, who.capitalize()) for who in ("rook", "ally", *foes)}
    for foe in foes:
        people[foe].kind = random.choice(("character", "creature"))
    order = [turn, *(who for who in people if who != turn)]
    table = fight(people, order, foes)
    for who, (x, y) in zip(people, ((0, 0), (0, 2), (2, 0), (-2, 0), (0, -2)), strict=False):
        stand = table.combatant(who)
        stand.x, stand.y, stand.facing = float(x), float(y), 0
    return table


def situation(seed: int) -> Situation:
    random, kind = Random(seed), KINDS[seed % len(KINDS)]
    if kind == "answer":
        table = do(melee(random, turn="foe0"), "foe0", "melee.attack", {"foe0": [2]}, target="rook")
        return Situation(f"{seed} {kind}", advice(table, "rook", "defend.take"), lambda one: _answered(table, one))
    table = melee(random, turn="rook")
    if kind == "strike":
        found = advice(table, "rook", "melee.attack")
    elif kind == "opening":
        table.ask("rook", "An opening: strike?", "free.strike", "free.pass", target="foe0")
        found = advice(table, "rook", "free.strike")
    elif kind == "dragon":
        table = do(table, "rook", "melee.attack", {"rook": [1]}, target="foe0")
        found = advice(table, "rook", "dragon.choose")
    else:
        table.sheet("ally").resources["hp"].now = 0
        fall(table, "ally", "a fall")
        rolled = {"successes": random.randint(0, 2), "failures": random.randint(0, 2)}
        table.happen(MemoKept("ally", "death_rolls", rolled))
        table.facts.clear()
        found = advice(table, "rook", "turn.first_aid")
    others = [who for who in table.scene.combatants if who != "rook"]
    return Situation(f"{seed} {kind}", found, lambda one: _play_value(table, one, others))


def _play_value(table: Table, one: Weighed, whom: Sequence[str]) -> Played:
    """The average loss of foes and gain of friends; a throw with a Demon counts nothing."""
    ours = {who: table.combatant(who).side == "party" for who in whom}

    def balance(at: Table) -> float:
        return sum(value(at, who, ours=mine) * (1 if mine else -1) for who, mine in ours.items())

    before = balance(table)

    def after(dice: Dice) -> tuple[float, float]:
        copied = copy_of(table)
        act(copied, "rook", one.command, dice, **one.given)
        if any("Demon" in getattr(fact, "sentence", "") for fact in copied.facts):
            return 0.0, 1.0
        while copied.scene.pressing:
            _let_be(copied, dice)
        return balance(copied) - before, float(copied.sheet("rook").now("hp") > 0)

    found = outcomes(after)
    return Played(*(sum(chance * told[place] for chance, told in found) for place in (0, 1)))


def _answered(table: Table, one: Weighed) -> Played:
    """The value of an answer, with the turn that taking a blow keeps for whoever stays up."""
    played = _play_value(table, one, list(table.scene.combatants))
    if one.command != "defend.take":
        return played
    mine = copy_of(table)
    mine.scene.asks.clear()
    mine.scene.turn = "rook/1"
    told = advice(mine, "rook", "melee.attack").choices
    plain = [each.value for each in told if each.command == "melee.attack" and not each.given["manner"]]
    return Played(played.value + max(plain) * played.up, played.up)


@pytest.mark.parametrize("seed", range(SITUATIONS))
def test_advice_is_what_every_throw_comes_to(seed: int) -> None:
    assert differences(situation(seed)) == []
