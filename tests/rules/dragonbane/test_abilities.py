"""Abilities called upon in a fight: exact odds, the same refusals before and in play, and nothing told of who hides."""

from dataclasses import replace
from itertools import product

import pytest

from rules.engine.kernel import Refused, Sheet, Table, TypedDice
from rules.engine.odds import Odds
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import item_from
from rules.systems.dragonbane.core.abilities import ELSEWHERE
from rules.systems.dragonbane.core.called_abilities import NARROW
from tests.rules.dragonbane.fights import do, fight, hero, odds

FACES = range(1, 21)
#: What the rules do with abilities that give no boon and add to no limit.
DONE = {*ELSEWHERE, "inner_peace", "catch_breath", "no_fear", "sea_legs"}


def gifted(sheet: Sheet, *abilities: str, **things: str) -> Sheet:
    for key in abilities:
        sheet.items[key] = item_from("abilities", key)
    for key, section in things.items():
        sheet.items[key] = replace(item_from(section, key), in_use=True)
    return sheet


def _chance(found: Odds, name: str) -> float:
    return next(one.probability for one in found.chances if one.name == name)


def _passes(face: int, level: int) -> bool:
    return face == 1 or (face <= level and face != 20)


def _with_boon(level: int) -> float:
    return sum(_passes(min(pair), level) for pair in product(FACES, FACES)) / 400


def test_every_ability_acts() -> None:
    for one in library.abilities().values():
        acts = one.boon or one.hp or one.wp_more or one.use in DONE
        assert acts, one.key
        assert one.use in {"", "anger", *NARROW, *DONE}, one.key


def _struck(boris: Sheet, **others: Sheet) -> Table:
    table = fight(
        {"rook": gifted(hero("Rook", swords=14), broadsword="weapons"), "foe": boris, **others},
        ["rook", "foe", *others],
        foes=("foe", *others),
    )
    return do(table, "rook", "melee.attack", {"rook": [7]}, target="foe", weapon="broadsword")


def test_a_dodge_with_an_ability_is_counted_out() -> None:
    table = _struck(gifted(hero("Foe", evade=10), "hard_to_catch"))
    assert _chance(odds(table, "foe", "defend.dodge"), "unharmed") == pytest.approx(0.5)
    foretold = odds(table, "foe", "defend.dodge", abilities=["hard_to_catch"])
    assert _chance(foretold, "unharmed") == pytest.approx(_with_boon(10), abs=1e-12)


def test_fists_and_stabs_are_in_the_odds() -> None:
    rook = gifted(hero("Rook", brawling=12, knives=12), "iron_fist", "backstab", dagger="weapons")
    table = fight({"rook": rook, "foe": hero("Foe")}, ["rook", "foe"])
    table.scene.combatants["foe"].facing = 90
    hits = 12 / 20
    fist = odds(table, "rook", "melee.attack", target="foe", weapon="unarmed", abilities=["iron_fist"])
    assert fist.measure[12] == pytest.approx(hits / 36, abs=1e-12)
    stab = odds(table, "rook", "melee.attack", target="foe", weapon="dagger", abilities=["backstab"])
    assert stab.measure[16] == pytest.approx(hits / 64, abs=1e-12)


def test_refusals_are_the_same_before_and_in_play() -> None:
    rook = gifted(hero("Rook", swords=12), "unforgiving", "iron_fist", broadsword="weapons")
    rook.resources["wp"].now = 0
    table = fight({"rook": rook, "foe": hero("Foe")}, ["rook", "foe"])
    for key, sentence in (("unforgiving", "has not hurt you yet"), ("iron_fist", "bare hands")):
        for attempt in (odds, do):
            with pytest.raises(Refused, match=sentence):
                attempt(table, "rook", "melee.attack", target="foe", weapon="broadsword", abilities=[key])
    for attempt in (odds, do):
        with pytest.raises(Refused, match="Rest to regain some"):
            attempt(table, "rook", "melee.attack", target="foe", weapon="unarmed", abilities=["iron_fist"])
    assert not table.facts


def test_the_wall_stands_in_the_odds_with_its_price() -> None:
    boris = gifted(hero("Foe", swords=12), "shield_wall", small_shield="weapons")
    table = _struck(boris)
    plain = odds(table, "foe", "defend.parry", weapon="small_shield")
    walled = odds(table, "foe", "defend.parry", weapon="small_shield", abilities=["shield_wall"])
    assert walled.chances == plain.chances
    assert plain.sentence.endswith(", for your turn")
    assert walled.sentence == plain.sentence.replace("your turn", "2 WP")


def test_a_guard_who_hides_is_not_asked() -> None:
    mira = gifted(hero("Mira"), "guardian")
    table = fight(
        {"rook": gifted(hero("Rook", swords=14), broadsword="weapons"), "foe": hero("Foe"), "mira": mira},
        ["rook", "foe", "mira"],
        foes=("foe", "mira"),
    )
    table.scene.combatants["mira"] = replace(table.combatant("mira"), hidden=True)
    do(table, "rook", "melee.attack", {"rook": [7]}, target="foe", weapon="broadsword")
    assert [ask.to for ask in table.scene.asks.values()] == ["foe"]


def test_stepping_between_foretells_the_whole_blow() -> None:
    table = _struck(hero("Foe"), mira=gifted(hero("Mira", hp=7), "guardian"))
    foretold = odds(table, "mira", "guard.step")
    down = sum(a + b >= 7 for a, b in product(range(1, 7), range(1, 7))) / 36
    assert _chance(foretold, "down") == pytest.approx(down, abs=1e-12)
    table.sheets["mira"].resources["wp"].now = 1
    for attempt in (odds, do):
        with pytest.raises(Refused, match="No WP left"):
            attempt(table, "mira", "guard.step")


def test_of_two_guards_the_second_is_asked_when_the_first_lets_it_be() -> None:
    table = _struck(hero("Foe"), mira=gifted(hero("Mira"), "guardian"), lena=gifted(hero("Lena"), "guardian"))
    table.scene.combatants["lena"].x = 2.0
    table = fight(
        {"rook": table.sheets["rook"], "foe": hero("Foe"), "mira": table.sheets["mira"], "lena": table.sheets["lena"]},
        ["rook", "foe", "mira", "lena"],
        foes=("foe", "mira", "lena"),
    )
    table.scene.combatants["lena"].y, table.scene.combatants["lena"].x = 2.0, 2.0
    do(table, "rook", "melee.attack", {"rook": [7]}, target="foe", weapon="broadsword")
    do(table, "mira", "guard.pass")
    do(table, "lena", "guard.step")
    assert [(ask.to, ask.known["blow"]["guarded"]) for ask in table.scene.asks.values()] == [("lena", True)]


def test_two_cards_leave_a_card_for_everybody() -> None:
    """With as many people as cards the deck has one more for whoever draws two."""
    sheets = {f"p{n}": hero(f"P{n}") for n in range(10)}
    sheets["p0"] = gifted(sheets["p0"], "quick")
    table = fight(sheets, [f"p{n}" for n in range(10)], foes=("p9",))
    do(table, "p0", "initiative.two")
    for number in range(9):
        do(table, f"p{number}", "turn.end")
    dice = {"p0": [11, 10], **{f"p{n}": [n] for n in range(1, 10)}}
    do(table, "p9", "turn.end", TypedDice({who: list(faces) for who, faces in dice.items()}))
    assert sorted(rung.at for rung in table.scene.ladder) == list(range(1, 11))
    assert "two_cards" not in table.scene.memo
