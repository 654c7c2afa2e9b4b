"""Fights beyond the scenarios: odds against every way in which dice fall, secrets, and busy random play.

Ten thousand commands: ``WINTERHALL_LONG=1 python -m pytest tests/rules/dragonbane/test_fight.py``.
"""

import os
from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod

import pytest

from rules import codec
from rules.engine.kernel import Item, NotNow, Refused, Sheet, Table, TypedDice, foretell, is_possible
from rules.engine.odds import Odds
from rules.systems.dragonbane.commands import COMMANDS as ALL
from rules.systems.dragonbane.core import item_from
from rules.systems.dragonbane.core.new_sheet import creature_sheet
from rules.systems.dragonbane.system import DRAGONBANE
from tests.rules.dragonbane.busy_play import BusyPlay
from tests.rules.dragonbane.fights import command_of, do, fight, hero, judged, odds
from tests.rules.legal_play import Documents
from tests.rules.odds_coverage import foretells_its_dice
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight", but="fight.actions.tasks")

EXACT = 1e-12
D20 = range(1, 21)
SEEDS, STEPS = (range(70), 200) if os.environ.get("WINTERHALL_LONG") else (range(3), 120)


def armed(name: str, *weapons: str, armour: str = "", **skills: int) -> Sheet:
    sheet = hero(name, **skills)
    sheet.items |= {key: replace(item_from("weapons", key), in_use=True) for key in weapons}
    if armour:
        sheet.items[armour] = replace(item_from("armour", armour), in_use=True)
    return sheet


def duel(**skills: int) -> Table:
    """Two swords, twelve and ten; the attacker acts."""
    mine, theirs = {"swords": 14, **skills}, {"swords": 12, "evade": 9}
    rook, foe = armed("Rook", "broadsword", **mine), armed("Foe", "broadsword", armour="studded_leather", **theirs)
    foe.kind = "creature"
    return fight({"rook": rook, "foe": foe}, ["rook", "foe"])


def copy_of(table: Table) -> Table:
    """A copy of a table, to let other dice fall."""
    copied = Documents(table.sheets, table.scene).copy()
    return Table(copied.sheets, copied.encounter, table.house_rules, table.actor)


def chance(told: Odds, name: str) -> float:
    return next(one.probability for one in told.chances if one.name == name)


def after_attack(face: int) -> Table:
    """After an attack that showed this face, up to the ask for a defence; a Dragon does nothing more."""
    table = do(duel(), "rook", "melee.attack", {"rook": [face, 1] if face == 20 else [face]}, target="foe")
    return do(table, "rook", "dragon.choose", effect="nothing") if face == 1 else table


# -- odds against every way in which dice fall -------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "faces"), [("defend.parry", [2, 3]), ("defend.dodge", [2, 3])])
def test_attack_and_defence_agree_with_all_four_hundred_pairs(answer: str, faces: list[int]) -> None:
    hit = chance(odds(duel(), "rook", "melee.attack", target="foe"), "success")
    after = {face: after_attack(face) for face in D20}
    met = chance(odds(after_attack(7), "foe", answer), "unharmed")
    counted: Counter[bool] = Counter()
    for attack, defence in product(D20, D20):
        table = after[attack]
        if not table.scene.asks:
            counted[False] += 1
            continue
        table = copy_of(table)
        # Damage is rolled against what parries, or against who is hit: by the attacker in any case.
        parried = answer == "defend.parry" or defence > 9
        do(table, "foe", answer, {"foe": [defence], "rook": faces if parried else []})
        counted[table.sheet("foe").now("hp") < 12] += 1
    assert counted.total() == 400
    assert counted[True] / 400 == pytest.approx(hit * (1 - met), abs=EXACT)


def test_what_a_hit_costs_agrees_with_every_throw_of_its_dice() -> None:
    told = odds(after_attack(7), "foe", "defend.take")
    lost = Counter(max(0, a + b - 2) for a, b in product(range(1, 7), repeat=2))
    assert told.measure == pytest.approx([lost[value] / 36 for value in range(max(lost) + 1)], abs=EXACT)
    assert chance(told, "down") == pytest.approx(sum(n for value, n in lost.items() if value >= 12) / 36)


@pytest.mark.parametrize("answer", ["defend.parry", "defend.dodge"])
def test_a_defence_tells_what_it_costs(answer: str) -> None:
    told, taken = odds(after_attack(7), "foe", answer), odds(after_attack(7), "foe", "defend.take")
    meets = chance(told, "unharmed")
    assert told.measure[0] == pytest.approx(meets + (1 - meets) * taken.measure[0], abs=EXACT)
    assert told.measure[5] == pytest.approx((1 - meets) * taken.measure[5], abs=EXACT)


@pytest.mark.parametrize("is_to_come", [True, False])
def test_a_defence_says_whether_it_costs_the_coming_turn(*, is_to_come: bool) -> None:
    table = after_attack(7)
    table.actor = "foe"
    place = next(at for at, one in enumerate(table.scene.ladder) if one.who == "foe")
    table.scene.ladder[place] = replace(table.scene.ladder[place], done=not is_to_come)
    parry = next(kind for kind in ALL if kind.name == "defend.parry")
    (sword,) = parry.choices(table)["weapon"]
    assert sword.hint == ("costs your turn" if is_to_come else "durability 15")
    for answer in ("defend.parry", "defend.dodge"):
        assert odds(table, "foe", answer).sentence.endswith(", for your turn") is is_to_come
    assert "turn" not in odds(table, "foe", "defend.take").sentence


def test_toppling_agrees_with_all_four_hundred_pairs() -> None:
    told = odds(duel(), "rook", "melee.topple", target="foe")
    won = 0
    start = duel()
    for mine, theirs in product(D20, D20):
        table = do(copy_of(start), "rook", "melee.topple", {"foe": [theirs], "rook": [mine]}, target="foe")
        won += table.sheet("foe").has("prone")
    assert won / 400 == pytest.approx(chance(told, "success"), abs=EXACT)


def test_rolls_against_death_agree_with_all_twenty_faces() -> None:
    def dying() -> Table:
        rook = hero("Rook")
        rook.resources["hp"].now = 0
        return fight({"rook": rook, "foe": hero("Foe")}, ["rook", "foe"])

    told = odds(dying(), "rook", "death.roll")
    steps = Counter(judged(do(dying(), "rook", "death.roll", {"rook": [face]})).verdict for face in D20)
    assert chance(told, "success") == pytest.approx((steps["success"] + steps["dragon"]) / 20)
    assert chance(told, "dragon") == pytest.approx(steps["dragon"] / 20)
    assert chance(told, "demon") == pytest.approx(steps["demon"] / 20)


def test_who_lives_in_the_end_is_counted_out_over_five_rolls() -> None:
    """Five rolls decide at the latest: every row of them, by what a face counts towards life and towards death."""
    rook = hero("Rook")
    rook.resources["hp"].now, rook.memo["death_rolls"] = 0, {"successes": 1, "failures": 1}
    told = odds(fight({"rook": rook, "foe": hero("Foe")}, ["rook", "foe"]), "rook", "death.roll")
    counts = Counter({(2, 0): 1, (1, 0): 9, (0, 1): 9, (0, 2): 1})
    lives = 0.0
    for row in product(counts, repeat=5):
        good, bad = 1, 1
        for well, ill in row:
            if good < 3 and bad < 3:
                good, bad = good + well, bad + ill
        lives += (good >= 3) * prod(counts[one] for one in row) / 20**5
    assert chance(told, "lives") == pytest.approx(lives, abs=EXACT)


def test_a_shot_beyond_its_range_agrees_with_all_four_hundred_pairs_of_the_bane() -> None:
    def far() -> Table:
        table = fight({"rook": armed("Rook", "short_bow", bows=12), "foe": hero("Foe")}, ["rook", "foe"])
        table.combatant("foe").x = 50.0
        table.house_rules = {"twice_the_range": True}
        return table

    told = odds(far(), "rook", "ranged.attack", target="foe")
    start, hits = far(), 0
    for faces in product(D20, D20):
        more = [3] if max(faces) == 20 else []  # something of value
        hits += bool(do(copy_of(start), "rook", "ranged.attack", {"rook": [*faces, *more]}, target="foe").scene.asks)
    assert hits / 400 == pytest.approx(chance(told, "success"), abs=EXACT)


def test_a_monster_tells_what_its_table_does() -> None:
    table = fight({"foe": creature_sheet("troll"), "rook": hero("Rook")}, ["foe", "rook"])
    told = odds(table, "foe", "monster.attack", target="rook")
    assert {one.name: one.probability for one in told.chances} == pytest.approx(
        dict.fromkeys(("Bite", "Claws", "Roar", "Grab and shake", "Sweep", "Stench"), 1 / 6)
    )
    assert sum(told.measure) == pytest.approx(1)


# -- what nobody may know ----------------------------------------------------------------------------------------------


def test_hidden_foes_are_in_no_choice_no_refusal_and_in_nobody_s_way() -> None:
    table = fight({"rook": armed("Rook", "broadsword"), "foe": hero("Lurker")}, ["rook", "foe"])
    table.scene.combatants["foe"].hidden = True
    table.scene.ladder[1] = replace(table.scene.ladder[1], at=9)
    for command in COMMANDS:
        if command.who.value == "gm" or not is_possible(command, table):
            continue
        listed = [choice.value for listed in command.choices(table).values() for choice in listed]
        assert not any("foe" in value for value in listed), command.name
    with pytest.raises(Refused, match="Nobody is within"):
        do(table, "rook", "melee.attack", target="foe")
    assert odds_or_none(table, "turn.move", x=8, y=0) is None
    do(table, "rook", "turn.move", x=8, y=0)
    assert not any("Lurker" in getattr(fact, "text", "") for fact in table.facts)


def odds_or_none(table: Table, name: str, **chosen: int) -> Odds | None:
    table.actor = "rook"
    return foretell(command_of(name, **chosen), table)


def test_a_hidden_foe_strikes_at_nobody_who_walks_away() -> None:
    table = duel()
    table.scene.combatants["foe"].hidden = True
    do(table, "rook", "turn.move", x=-6, y=0)
    assert not table.scene.asks


def test_whoever_attacks_from_hiding_is_seen() -> None:
    table = duel()
    table.scene.combatants["rook"].hidden = True
    do(table, "rook", "melee.attack", {"rook": [19]}, target="foe")
    assert not table.scene.combatants["rook"].hidden


# -- house rules -------------------------------------------------------------------------------------------------------


def test_only_a_dragon_meets_a_dragon_where_the_house_says_so() -> None:
    table = after_attack(1)
    table.house_rules = {"dragon_is_met_by_dragons": True}
    assert chance(odds(table, "foe", "defend.dodge"), "unharmed") == pytest.approx(1 / 20)
    do(table, "foe", "defend.dodge", {"foe": [5], "rook": [3, 3]})
    assert table.sheet("foe").now("hp") == 8


def test_a_dragon_on_a_dodge_strikes_back_where_the_house_says_so() -> None:
    table = after_attack(7)
    table.house_rules = {"dragon_dodge_counterattacks": True}
    do(table, "foe", "defend.dodge", {"foe": [1]})
    assert [ask.commands for ask in table.scene.asks.values()] == [("counter.strike", "counter.pass")]


def test_cards_change_hands_any_number_of_times_where_the_house_says_so() -> None:
    table = fight({"rook": hero("Rook"), "foe": hero("Foe")}, ["rook", "foe"])
    table.house_rules = {"swaps_a_round": "any number"}
    do(table, "rook", "turn.wait", other="foe/1")
    do(table, "foe", "turn.wait", other="rook/1")
    assert table.scene.turn == "rook/1"


def test_nobody_holds_back_or_shoots_in_melee_where_the_house_forbids_it() -> None:
    table = fight({"rook": armed("Rook", "short_bow"), "foe": hero("Foe")}, ["rook", "foe"])
    table.house_rules = {"hold_back": False, "shooting_in_melee": "impossible", "twice_the_range": False}
    with pytest.raises(NotNow, match="In this campaign you can only swap cards: wait, act, or end your turn"):
        do(table, "rook", "turn.hold")
    with pytest.raises(Refused, match="is too close to shoot"):
        do(table, "rook", "ranged.attack", target="foe")
    table.combatant("foe").x = 40.0
    with pytest.raises(Refused, match="reaches 30 metres"):
        do(table, "rook", "ranged.attack", target="foe")


def test_the_surprising_take_the_lowest_cards_where_the_house_says_so() -> None:
    table = fight({"rook": hero("Rook"), "foe": hero("Foe")}, ["rook", "foe"])
    table.scene.stage, table.scene.ladder, table.scene.turn = "ready", [], ""
    table.house_rules = {"surprise_chooses": "the lowest"}
    do(table, "", "fight.begin", {"rook": [6]}, surprising=["foe"])
    assert [(rung.who, rung.at) for rung in table.scene.ladder] == [("foe", 1), ("rook", 6)]


def test_diagonals_are_measured_where_the_house_says_so() -> None:
    table = fight({"rook": hero("Rook"), "foe": hero("Foe")}, ["rook", "foe"])
    table.combatant("foe").x = 40.0
    table.house_rules = {"diagonals": "straight metres"}
    with pytest.raises(Refused, match="you have 10 left"):
        do(table, "rook", "turn.move", x=8, y=8)


# -- odd ends ----------------------------------------------------------------------------------------------------------


def test_somebody_who_leaves_takes_what_was_asked_and_what_was_to_come_along() -> None:
    table = do(duel(), "rook", "turn.move", {"rook": [19]}, x=-4, y=0)
    assert table.scene.asks
    do(table, "", "fight.leave", {}, combatant="foe")
    assert not table.scene.asks
    assert table.combatant("rook").x == -4
    assert "to_come" not in table.scene.memo


def test_the_end_of_a_fight_leaves_nothing_behind() -> None:
    table = after_attack(7)
    do(table, "", "fight.end", told="Rook {laughs}")
    assert (table.scene.stage, table.scene.asks, table.scene.memo, table.scene.turn) == ("over", {}, {}, "")


def test_a_stolen_quiver_is_another_one_s_now() -> None:
    rook, foe = hero("Rook"), hero("Foe")
    foe.items["quiver"] = Item("Quiver", "gear", "quiver", stats={"lies_at": [0.0, 2.0]})
    table = do(fight({"rook": rook, "foe": foe}, ["rook", "foe"]), "rook", "turn.pick_up", thing="foe/quiver")
    assert "quiver" in table.sheet("rook").items
    assert "quiver" not in table.sheet("foe").items


@pytest.mark.parametrize("seed", SEEDS)
def test_busy_fights_replay_and_keep_their_cards_in_order(seed: int) -> None:
    game = BusyPlay(DRAGONBANE, seed)
    told = Documents().tell(game.opening)
    for played in game.play(STEPS):
        told.tell(codec.facts_from(codec.dump_facts(played.facts)))
        assert told.as_text() == game.documents.as_text()
        assert foretells_its_dice(played), played.command
        shown = foretell(played.command, played.before.table(DRAGONBANE, played.actor))
        assert shown is None or not shown.measure or sum(shown.measure) == pytest.approx(1)
        held = [rung.at for rung in game.documents.encounter.ladder]
        assert held == sorted(set(held))
    assert all(sentence.endswith((".", "?", "!")) for sentence in game.sentences)


def test_cards_that_were_typed_twice_are_refused() -> None:
    table = fight({"rook": hero("Rook"), "foe": hero("Foe")}, ["rook", "foe"])
    table.scene.stage, table.scene.ladder, table.scene.turn = "ready", [], ""
    with pytest.raises(Refused, match="Choose one of"):
        do(table, "", "fight.begin", TypedDice({"rook": [4], "foe": [4]}))
