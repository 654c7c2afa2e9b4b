"""Manoeuvres where a worked example would be too long: their odds, and what interrupts them."""

from itertools import product

import pytest

from rules.engine.kernel import Condition, NotNow, Refused, foretell
from rules.engine.system.protocol import command_named
from rules.systems.sda.fight.base.budgets import left
from rules.systems.sda.fight.melee.announcing import SecondAttack
from rules.systems.sda.system import SDA
from rules.systems.sda.turns.turns import OtherAction
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_magic import EXACT, chance, shares, verdict

#: Dice of the attack, what a stance cancels of it, dice of the defence.
STANCES = [(2, 1, 1), (3, 2, 0), (2, 5, 2)]


def _mos(faces: tuple[int, ...]) -> int:
    return sum(face // 4 for face in faces)


def _two(metres: int = 2, **ranks: int) -> Fight:
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=3, running=2, **ranks)
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=3, ego=2)
    fight = Fight(rook=rook, boris=boris).on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=metres)
    return fight


@pytest.mark.parametrize(("attack", "cancelled", "defence"), STANCES)
def test_a_defence_in_a_stance_shows_what_every_throw_would_give(attack: int, cancelled: int, defence: int) -> None:
    fight = _two()
    fight.sheets["boris"].conditions["defensive_stance"] = Condition("defensive_stance", "Stance", cancelled)
    fight.does("rook", "melee.attack", target="boris", dice=attack)
    odds = fight.odds("boris", "melee.defend", dice=defence)
    found: dict[int, float] = {}
    for a in product(range(1, 7), repeat=attack):
        for d in product(range(1, 7), repeat=defence):
            hits = max(0, max(0, _mos(a) - cancelled) - _mos(d))
            found[hits] = found.get(hits, 0.0) + 6.0 ** -(attack + defence)
    assert odds.measure == pytest.approx([found.get(hits, 0.0) for hits in range(len(odds.measure))])


@pytest.mark.parametrize(("attack", "malus", "resistance"), [(2, 0, 1), (2, 1, 2), (3, 2, 0)])
def test_resisting_words_shows_what_every_throw_would_give(attack: int, malus: int, resistance: int) -> None:
    fight = _two(insult_intimidation=3)
    fight.does("rook", "turn.intimidate", target="boris", dice=attack, malus=malus)
    odds = fight.odds("boris", "mind.resist", dice=resistance)
    found: dict[int, float] = {}
    for a in product(range(1, 7), repeat=attack):
        for r in product(range(1, 7), repeat=resistance):
            excess = max(0, malus - _mos(a)) if resistance else 0
            for granted in product(range(1, 7), repeat=excess):
                hits = max(0, max(0, _mos(a) - malus) - _mos(r) - _mos(granted))
                found[hits] = found.get(hits, 0.0) + 6.0 ** -(attack + resistance + excess)
    assert odds.measure == pytest.approx([found.get(hits, 0.0) for hits in range(len(odds.measure))])


def test_a_charge_shows_how_likely_it_gets_there_and_what_is_left_for_the_blow() -> None:
    fight = _two(13)
    odds = fight.odds("rook", "turn.charge", target="boris", dice=2)
    # 13 m less 2 of reach less 9 of speed: 1 MoS. Two d6 come to 0, 1 or 2 in 1, 2 and 1 of 4 ways.
    assert odds.chances[0].probability == pytest.approx(3 / 4)
    assert odds.measure == pytest.approx((3 / 4, 1 / 4))


def test_no_charge_ends_before_a_wall_through_which_nobody_strikes() -> None:
    fight = _two(11)
    fight.does("", "board.draw", kind="wall", x=-90, y=100, to_x=90, to_y=100)
    (listed,) = command_named(SDA, "turn.charge").choices(fight.table("rook"))["target"]
    assert (listed.value, listed.closed) == ("boris", True)
    with pytest.raises(Refused, match="A wall stands between you and Boris"):
        fight.odds("rook", "turn.charge", target="boris", dice=2)


def test_the_blow_of_a_charge_counts_what_running_left() -> None:
    fight = _two(11)
    fight.rolls("rook", "turn.charge", {"rook": [4, 5]}, target="boris", dice=2)
    assert fight.odds("rook", "charge.strike", dice=1).measure == pytest.approx((0, 0, 1 / 2, 1 / 2))


def test_whoever_goes_down_on_the_way_does_not_strike() -> None:
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=3, running=2)
    fight = Fight(rook=rook, boris=fighter("Boris"), wolf=fighter("Wolf"), bear=fighter("Bear", "mace"))
    fight.on(rook=2, boris=1, bear=0)
    fight.does("", "fight.place", combatant="boris", x=0, y=11)
    fight.does("", "fight.place", combatant="wolf", x=30, y=30)
    fight.does("", "fight.place", combatant="bear", x=2, y=5, facing=270)
    fight.rolls("rook", "turn.charge", {"rook": [4, 4]}, target="boris", dice=2)
    assert [ask.to for ask in fight.encounter.asks.values()] == ["bear"]
    fight.sheets["rook"].conditions["incapacitated"] = Condition("incapacitated", "Incapacitated")
    fight.does("bear", "opportunity.pass")
    assert not fight.encounter.asks
    assert fight.encounter.combatants["rook"].y == 5.0


def test_whoever_is_charged_and_leaves_is_not_struck() -> None:
    fight = _two(11)
    fight.rolls("rook", "turn.charge", {"rook": [4, 5]}, target="boris", dice=2)
    fight.does("", "fight.leave", combatant="boris")
    assert not fight.encounter.asks


def test_an_opening_used_up_gives_no_die_against_a_charge() -> None:
    fight = _two(11)
    fight.encounter.memo["used.boris"] = {"opportunity": 1}
    fight.rolls("rook", "turn.charge", {"rook": [4, 5]}, target="boris", dice=2)
    fight.does("rook", "charge.strike", dice=1)
    with pytest.raises(Refused, match="You have 4 dice left"):
        fight.does("boris", "melee.defend", dice=5)


def test_reassessing_shows_the_sum_of_both_rolls() -> None:
    fight = _two(reflex=1, perception=1)
    odds = fight.odds("rook", "turn.reassess", reflex=1, perception=1)
    assert odds.measure == pytest.approx((1 / 4, 1 / 2, 1 / 4))
    with pytest.raises(Refused, match="Roll at least one die"):
        fight.odds("rook", "turn.reassess", reflex=0, perception=0)


def test_shrugging_off_shows_how_likely_a_box_goes() -> None:
    fight = _two(resist_pain=1)
    fight.sheets["rook"].tracks["injury"][0].ticked = {"minor": 2}
    chances = {chance.name: chance.probability for chance in fight.odds("rook", "turn.shrug_off", dice=2).chances}
    assert chances == pytest.approx({"success": 1 / 4, "flawless": 1 / 4, "complete_failure": 1 / 4})


def test_kicking_up_shows_how_likely_somebody_stands() -> None:
    fight = _two(acrobatics=1)
    fight.sheets["rook"].conditions["prone"] = Condition("prone", "Prone")
    fight.encounter.memo["used.rook"] = {"moved": 6.0}
    # 4.5 metres to get up, 3 left: two MoS on two dice.
    assert fight.odds("rook", "turn.kick_up", dice=2).chances[0].probability == pytest.approx(1 / 4)


def test_what_belongs_to_a_fight_ends_with_it() -> None:
    fight = _two()
    for name in ("defensive_stance", "behind_shield", "shield_wall", "taunted", "about_to_be_taunted"):
        fight.sheets["rook"].conditions[name] = Condition(name, name, 1)
    fight.does("", "fight.end", winner="nobody")
    assert not fight.sheets["rook"].conditions


def test_the_other_hand_strikes_with_the_other_weapon() -> None:
    fight = _two()
    fight.sheets["rook"] = fighter("Rook", "one_handed_sword", "dagger_knife", melee_combat=3)
    fight.does("rook", "melee.attack", target="boris", dice=1, weapon="one_handed_sword")
    fight.rolls("boris", "melee.defend", {"rook": [4]}, dice=0)
    fight.does("rook", "melee.spend")
    offered = SecondAttack.choices(fight.table("rook"))["weapon"]
    assert [choice.value for choice in offered] == ["dagger_knife"]
    with pytest.raises(Refused, match="choose from Dagger or knife"):
        fight.does("rook", "melee.second", target="boris", dice=1, weapon="one_handed_sword")
    fight.does("rook", "melee.second", target="boris", dice=1)
    assert left(fight.table(""), "rook")["action"] == 2


def test_a_split_turn_may_strike_with_the_other_hand_only_after_an_attack_on_the_same_part() -> None:
    fight = _two()
    fight.sheets["rook"] = fighter("Rook", "one_handed_sword", "dagger_knife", melee_combat=3)
    fight.does("rook", "turn.split")
    fight.does("rook", "melee.attack", target="boris", dice=1, weapon="one_handed_sword")
    fight.rolls("boris", "melee.defend", {"rook": [4]}, dice=0)
    fight.does("rook", "melee.spend")
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.end")
    with pytest.raises(NotNow, match="Attack with one weapon first"):
        fight.does("rook", "melee.second", target="boris", dice=1)


@pytest.mark.parametrize("name", ["turn.intimidate", "turn.taunt"])
def test_whoever_threatens_out_of_hiding_is_seen(name: str) -> None:
    fight = _two()
    fight.does("", "fight.veil", combatant="rook", hidden=True)
    fight.does("rook", name, target="boris", dice=1)
    assert not fight.encounter.combatants["rook"].hidden


def test_whoever_charges_out_of_hiding_is_seen() -> None:
    fight = _two(11)
    fight.does("", "fight.veil", combatant="rook", hidden=True)
    fight.rolls("rook", "turn.charge", {"rook": [4]}, target="boris", dice=1)
    assert not fight.encounter.combatants["rook"].hidden


def test_the_hidden_are_neither_threatened_nor_charged() -> None:
    fight = _two(11)
    fight.does("", "fight.veil", combatant="boris", hidden=True)
    for name in ("turn.intimidate", "turn.charge"):
        with pytest.raises(NotNow) as refused:
            fight.does("rook", name, target="boris")
        assert "Boris" not in refused.value.sentence


def test_what_wounds_take_off_a_roll_is_not_taken_off_the_budget_of_the_turn() -> None:
    fight = _two()
    fight.sheets["rook"].tracks["injury"][0].ticked = {"minor": 3, "major": 1, "bleeding": 1}
    fight.does("rook", "turn.split")
    fight.rolls("rook", "turn.run", {"rook": [4, 1]}, dice=2)
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.end")
    assert fight.odds("rook", "melee.attack", target="boris", dice=2)
    fight.does("rook", "melee.attack", target="boris", dice=2)


@pytest.mark.parametrize(("ground", "footing"), [("minor", 1), ("medium", 2), ("severe", 3)])
def test_running_on_bad_ground_shows_how_likely_one_falls(ground: str, footing: int) -> None:
    fight = _two(50)
    odds = fight.odds("rook", "turn.run", dice=3, malus=1, terrain=ground)
    falls = sum(_mos(faces) < footing + 1 for faces in product(range(1, 7), repeat=3)) / 6**3
    assert {one.name: one.probability for one in odds.chances}["falls"] == pytest.approx(falls)
    assert "falls" not in {one.name for one in fight.odds("rook", "turn.run", dice=3, malus=1).chances}


# -- whatever else takes an action ------------------------------------------------------------------------------------


def test_something_else_succeeds_as_often_as_is_told() -> None:
    fight = _two(lifting=1)
    chosen = {"words": "lifts the gate", "skill": "lifting", "dice": 2, "difficulty": 2, "malus": 1}
    odds = fight.odds("rook", "turn.other", **chosen)
    found = shares(fight, "rook", "turn.other", lambda facts: verdict("success", "failure")(facts).verdict, **chosen)
    assert chance(odds, "success") == pytest.approx(float(found["success"]), abs=EXACT)
    assert {"flawless", "complete_failure"} <= {one.name for one in odds.chances}
    assert odds.means


def test_something_else_without_a_roll_has_no_odds_and_needs_words() -> None:
    fight = _two()
    table = fight.table("rook")
    assert foretell(OtherAction(words="waves"), table) is None
    with pytest.raises(Refused, match="Say what you do"):
        foretell(OtherAction(words=" "), table)


def test_a_surge_gives_heart_as_often_as_is_told() -> None:
    fight = _two(ego=1)
    fight.sheets["rook"].resources["spirit"].now -= 6
    fight.does("rook", "fight.end", winner="party")
    odds = fight.odds("rook", "fight.surge")
    assert chance(odds, "success") == pytest.approx(1 - odds.measure[0], abs=EXACT)
    assert "2 spirit for each success on the dice (MoS)" in odds.sentence


@pytest.mark.parametrize("worst", [True, False])
def test_whoever_bleeds_out_as_they_jump_up_stays_down(worst: bool) -> None:
    fight = _two(acrobatics=2)
    rook = fight.sheets["rook"]
    rook.conditions["prone"] = Condition("prone", "Prone")
    rook.tracks["injury"][0].ticked = {"major": 1, "bleeding": 3 if worst else 2}
    chosen = {"dice": 3, "worsen": ["0"]}
    assert fight.odds("rook", "turn.kick_up", **chosen).chances[0].probability == (0 if worst else 1)
    faces = [4, 8, 8, 8] if worst else [8, 8, 8]
    fight.rolls("rook", "turn.kick_up", {"rook": [min(face, 6) for face in faces]}, **chosen)
    assert fight.sheets["rook"].has("prone") == worst
