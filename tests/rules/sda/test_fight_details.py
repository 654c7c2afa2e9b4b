"""Small things of a fight that players notice: what the log says, what is asked of whom, with which weapon."""

import re
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import Condition, ConditionEnded, Fact, Judged, NotNow, Refused, Told
from rules.systems.sda.core.person import SPELLS
from rules.systems.sda.fight.base import OF_A_FIGHT, best_arm, has_free_hand, melee_pool, use
from rules.systems.sda.fight.base.weapons import has_both_hands
from rules.systems.sda.fight.manoeuvres.charging import Charge
from rules.systems.sda.fight.moves import holds, may_strike
from rules.systems.sda.system import SDA
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import advice


def two_fighters(*weapons: str, rook: int = 2, boris: int = 1, **house_rules: object) -> Fight:
    """Rook with a sword, and Boris with another weapon, two metres apart."""
    return Fight(
        rook=fighter("Rook", "one_handed_sword", one_handed_swords=4, ego=2),
        boris=fighter("Boris", *(weapons or ("mace",)), axes_clubs_maces=4, ego=2),
        house_rules=house_rules,
    ).on(rook=rook, boris=boris)


def in_state(fight: Fight, who: str, *names: str) -> Fight:
    for name in names:
        fight.sheets[who].conditions[name] = Condition(name, name.title(), 1)
    return fight


def in_a_hold(*weapons: str) -> Fight:
    """Rook holds Boris, who is unarmed."""
    fight = Fight(rook=fighter("Rook", *weapons, brawling=3), boris=fighter("Boris")).on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=1, facing=180)
    table = fight.table("")
    holds.grapple(table, "rook", "boris")
    fight._keep(table)
    return fight


def scored(fight: Fight, hits: int = 4, weapon: str = "", **changed: Any) -> Fight:
    """Rook has scored so many hits on Boris, and is asked what they are for."""
    fight.does("rook", "melee.attack", target="boris", dice=3, weapon=weapon)
    fight.rolls("boris", "melee.defend", {"rook": [6, 6, 1], "boris": [4]}, dice=1)
    ask = next(iter(fight.encounter.asks.values()))
    fight.encounter.asks[ask.key] = replace(ask, known={**ask.known, "hits": hits, **changed})
    return fight


def log(happened: list[Fact]) -> list[str]:
    return [fact.text for fact in happened if isinstance(fact, Told)]


# -- what the log says -------------------------------------------------------------------------------------------------


def test_every_round_is_told() -> None:
    fight = two_fighters()
    fight.does("rook", "turn.end")
    assert "Round 2." in log(fight.does("boris", "turn.end"))


@pytest.mark.parametrize(
    ("bought", "told"),
    [
        ({"damage": 1, "type": "cutting"}, []),
        ({"slower": 1}, ["{0} loses 1 initiative."]),
        ({"push": 1}, ["{0} pushes {1} 1 m."]),
        ({"push": 1, "ledge": True}, ["{0} pushes {1} 1 m over the edge."]),
    ],
)
def test_the_log_tells_what_hits_bought_and_nothing_else(bought: dict[str, Any], told: list[str]) -> None:
    happened = scored(two_fighters()).rolls(
        "rook", "melee.spend", {"rook": [1]} if "damage" in bought else {}, **bought
    )
    effects = ("initiative", "pushes", "steps", "flies", "drops")
    assert [line for line in log(happened) if any(word in line for word in effects)] == told


@pytest.mark.parametrize(("edge", "where"), [(False, "to the ground"), (True, "over the edge")])
def test_the_log_says_where_somebody_is_thrown(edge: bool, where: str) -> None:
    fight = in_a_hold()
    fight.does("rook", "melee.attack", target="boris", dice=3)
    fight.rolls("boris", "melee.defend", {"rook": [6, 6, 1], "boris": [4]}, dice=1)
    happened = fight.does("rook", "grapple.throw", edge=edge)
    assert f"{{0}} throws {{1}} {where}." in log(happened)
    assert fight.table("").words(fight.sheets["boris"].conditions["prone"].source) == "Rook"


# -- what is asked -----------------------------------------------------------------------------------------------------


def test_a_defender_who_wins_strikes_with_their_own_weapon() -> None:
    fight = two_fighters(rook=1, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=2)
    fight.rolls("boris", "melee.defend", {"rook": [4, 1], "boris": [4, 4, 1]}, dice=3)
    (ask,) = fight.encounter.asks.values()
    assert (ask.to, ask.known["weapon"], ask.known["skill"]) == ("boris", "mace", "axes_clubs_maces")
    assert ask.known["their_weapon"] == "one_handed_sword"


@pytest.mark.parametrize(("reaction", "asked"), [(0, "melee.announce"), (40, "melee.spend")])
def test_whoever_has_more_spirit_announces_first_while_they_can_do_anything(reaction: int, asked: str) -> None:
    fight = two_fighters(rook=1, boris=1)
    fight.sheets["rook"].resources["spirit"].now = 3
    table = fight.table("boris")
    use(table, "boris", reaction=reaction)
    fight._keep(table)
    fight.rolls("rook", "melee.attack", {"rook": [6]} if reaction else {}, target="boris", dice=1)
    assert [ask.commands[0] for ask in fight.encounter.asks.values()] == [asked]


@pytest.mark.parametrize(("rage", "grapples"), [(False, True), (True, False)])
def test_whoever_rages_is_not_asked_to_grapple(rage: bool, grapples: bool) -> None:
    fight = Fight(rook=fighter("Rook", brawling=3, ego=2), boris=fighter("Boris")).on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=1, facing=180)
    if rage:
        in_state(fight, "rook", "rage")
    fight.does("rook", "melee.attack", target="boris", dice=3, bought=1)
    fight.rolls("boris", "melee.defend", {"rook": [6, 6, 6]}, dice=0)
    (ask,) = fight.encounter.asks.values()
    assert ("grapple.take" in ask.commands) is grapples


def test_a_step_gives_no_opening_to_whoever_was_hit() -> None:
    fight = scored(two_fighters())
    fight.does("rook", "melee.spend", step=1, step_direction="towards")
    assert may_strike(fight.table("boris"), "boris", "rook")
    assert not fight.encounter.asks


# -- what somebody is, and holds ---------------------------------------------------------------------------------------


def test_nobody_joins_a_shield_wall_twice() -> None:
    sheets = {name: fighter(name.title(), "one_handed_sword", "large_shield") for name in ("rook", "boris", "anna")}
    fight = Fight(**sheets).on(rook=2, boris=1, anna=1)
    fight.does("rook", "turn.shield_wall")
    with pytest.raises(NotNow, match="You are in the wall already"):
        fight.does("rook", "turn.shield_wall")


def test_whoever_was_surprised_is_no_longer_in_the_next_round() -> None:
    fight = in_state(two_fighters(), "rook", "surprised")
    fight.does("rook", "turn.end")
    assert ConditionEnded("rook", "surprised") in fight.does("boris", "turn.end")


@pytest.mark.parametrize("name", OF_A_FIGHT)
def test_what_is_kept_up_in_a_fight_ends_with_it(name: str) -> None:
    fight = in_state(two_fighters(), "rook", name)
    fight.does("", "fight.end", winner="party")
    assert not fight.sheets["rook"].has(name)


def test_what_a_fight_keeps_up_is_all_that_there_is() -> None:
    kept = {"defensive_stance", "behind_shield", "shield_wall", "taunted", "about_to_be_taunted", "rage", "watching"}
    assert set(OF_A_FIGHT) == kept | {"dances_next_round", "blade_dance", "sings_next_round", "spell_song"}


def test_a_creature_with_two_weapons_has_a_hand_free_and_a_person_has_not() -> None:
    wolf = SDA.creature("guard_rookie")
    rook = fighter("Rook", "one_handed_sword", "mace")
    wolf.items |= rook.items
    assert has_free_hand(wolf)
    assert not has_free_hand(rook)
    assert has_both_hands(wolf, "mace")
    assert not has_both_hands(rook, "mace")


# -- what odds and advice say ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("skill", "said"), [("one_handed_swords", "before armour"), ("brawling", "past armour")])
def test_odds_of_damage_say_whether_armour_helps(skill: str, said: str) -> None:
    fight = scored(in_a_hold("dagger_knife"), weapon="unarmed")
    (ask,) = fight.encounter.asks.values()
    known = {**ask.known, "weapon": "dagger_knife", "skill": skill}
    fight.encounter.asks[ask.key] = replace(ask, known=known)
    assert said in fight.odds("rook", "melee.spend", damage=1, type="piercing").sentence


def test_odds_of_a_blow_count_hits_kept_for_it_only_if_it_scores() -> None:
    fight = two_fighters()
    fight.sheets["rook"].conditions["spell_blow"] = Condition("spell_blow", "Kept", 2)
    fight.sheets["rook"].memo[SPELLS] = {"spell_blow": {"stores": "blow"}}
    assert fight.odds("rook", "melee.attack", target="boris", dice=1).measure == pytest.approx((0.5, 0, 0, 0.5))


@pytest.mark.parametrize("line", [0, 1])
def test_advice_on_pain_names_the_line_that_gets_better(line: int) -> None:
    fight = two_fighters()
    fight.sheets["rook"].tracks["injury"][line].ticked = {"minor": 1}
    assert {one.label.split(" with ")[0] for one in advice(fight, "rook", "turn.shrug_off").choices} == {
        f"Line {line + 1}"
    }


@pytest.mark.parametrize(("ally", "begins"), [(False, "First aid with "), (True, "Anna: first aid with ")])
def test_advice_on_bleeding_names_whom_where_several_bleed(ally: bool, begins: str) -> None:
    fight = Fight(**{name: fighter(name.title(), first_aid=2) for name in ("rook", "boris", "anna")})
    fight.on(rook=2, boris=1, anna=1)
    for who in ("rook", "anna") if ally else ("rook",):
        fight.sheets[who].tracks["injury"][0].ticked = {"minor": 1, "bleeding": 1}
    found = advice(fight, "rook", "turn.stop_bleeding", patient="anna" if ally else "rook")
    assert any(one.label.startswith(begins) for one in found.choices)


@pytest.mark.parametrize(("by", "dice"), [("boris", 0), ("anna", 1)])
def test_a_taunt_takes_its_dice_off_the_blow_of_a_charge(by: str, dice: int) -> None:
    fight = two_fighters()
    fight.does("", "fight.place", combatant="boris", x=0, y=11)
    fight.sheets["rook"].conditions["taunted"] = Condition("taunted", "Taunted", 1, by)
    charge = Charge(target="boris")
    assert charge._road(fight.table("rook")).blow == 5 - dice


def test_a_weapon_is_used_with_its_own_skills() -> None:
    table = two_fighters().table("rook")
    with pytest.raises(Refused, match="One-handed sword is used with 1-Handed Swords") as refused:
        melee_pool(table, "rook", best_arm(table, "rook"), "bows")
    assert refused.value.field == "skill"


def test_the_odds_of_a_roll_over_the_ground_say_who_may_strike() -> None:
    odds = two_fighters().odds("rook", "turn.dodge_roll", dice=1)
    assert "; 1 m off; Boris may strike" in odds.sentence


def test_the_stunned_without_a_die_are_not_asked_to_strike_nor_said_to_strike() -> None:
    fight = in_state(two_fighters(), "boris", "stunned")
    assert "Boris may strike" in fight.odds("rook", "turn.move", x=2, y=1).sentence, "a die is left to strike with"
    fight.sheets["boris"].conditions["stunned"] = Condition("stunned", "Stunned", 0)
    assert "strike" not in fight.odds("rook", "turn.move", x=2, y=1).sentence
    fight.does("rook", "turn.move", x=2, y=1)
    assert not fight.encounter.asks


def test_the_odds_of_a_shot_at_an_opening_say_at_whom_and_with_how_many_dice() -> None:
    rook = fighter("Rook", "short_bow", bows=3)
    rook.items["quick_shooter"] = SDA.item("traits", "quick_shooter")
    fight = Fight(rook=rook, boris=fighter("Boris"), house_rules={"whose_ammunition_is_counted": "nobody"})
    fight.on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=20)
    fight.does("rook", "turn.watch", target="boris")
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.move", x=5, y=20)
    assert fight.odds("rook", "opportunity.shoot", dice=1).sentence.startswith("1 die: you hit 50 times in 100")


# -- what rolls teach --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shot", "flawless"), [([4, 1], True), ([4, 4, 1], False)])
def test_only_a_dodge_that_is_not_hit_is_flawless(shot: list[int], flawless: bool) -> None:
    counted = {"whose_ammunition_is_counted": "nobody"}
    fight = Fight(rook=fighter("Rook", "short_bow", bows=3), boris=fighter("Boris"), house_rules=counted)
    fight.on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=10)
    fight.does("rook", "ranged.attack", target="boris", dice=2)
    happened = fight.rolls("boris", "ranged.dodge", {"rook": shot, "boris": [4]}, dice=1)
    assert (Told(("boris",), "{0} has a flawless success at reflex.", apart=True) in happened) is flawless


def without_dice(*weapons: str, **ranks: int) -> Fight:
    """Rook with these weapons against Boris, who is stunned and has no dice at all."""
    rules = {"whose_ammunition_is_counted": "nobody"}
    fight = Fight(rook=fighter("Rook", *weapons, **ranks), boris=fighter("Boris"), house_rules=rules)
    fight.on(rook=2, boris=1)
    fight.sheets["boris"].conditions["stunned"] = Condition("stunned", "Stunned", 0)
    return fight


def test_whoever_has_no_dice_to_answer_is_not_asked_and_the_log_says_so() -> None:
    fight = without_dice("one_handed_sword")
    happened = fight.rolls("rook", "melee.attack", {"rook": [4]}, target="boris", dice=1)
    assert Told(("boris",), "{0} has no dice left to defend.") in happened
    fight = without_dice("short_bow", bows=3)
    fight.does("", "fight.place", combatant="boris", x=0, y=20)
    happened = fight.rolls("rook", "ranged.attack", {"rook": [4, 1, 1]}, target="boris", dice=2)
    assert Told(("boris",), "{0} has no dice left to dodge.") in happened


def test_those_who_do_not_see_it_coming_are_not_said_to_lack_dice() -> None:
    fight = without_dice("one_handed_sword")
    happened = fight.rolls("rook", "melee.attack", {"rook": [4]}, target="boris", dice=1, aware=False)
    assert not any("no dice left" in fact.text for fact in happened if isinstance(fact, Told))


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        ([4, 4], [4], "{0} hits {1}: 1 hit."),
        ([4, 1], [4], "{0} and {1} draw."),
        ([1, 4], [4, 4], "{1} parries {0} and scores 1 hit."),
    ],
)
def test_a_blow_is_told_with_both_names(mine: list[int], theirs: list[int], told: str) -> None:
    fight = two_fighters()
    fight.does("rook", "melee.attack", target="boris", dice=2)
    happened = fight.rolls("boris", "melee.defend", {"rook": mine, "boris": theirs}, dice=len(theirs))
    verdict = next(place for place, fact in enumerate(happened) if isinstance(fact, Judged))
    assert happened[verdict + 1] == Told(("rook", "boris"), told)


def test_the_odds_of_a_blow_and_of_its_answers_are_sentences() -> None:
    fight = two_fighters()
    assert re.match(
        "2 of your 5 dice: you .*hit .*if they do not defend",
        fight.odds("rook", "melee.attack", target="boris", dice=2).sentence,
    )
    fight.does("rook", "melee.attack", target="boris", dice=2)
    parried, taken = (fight.odds("boris", "melee.defend", dice=dice) for dice in (3, 0))
    assert parried.sentence.startswith("3 dice: you parry it ")
    assert taken.sentence.startswith("0 dice: they miss you ")
    assert "you hit back" in {one.label for one in parried.chances}
