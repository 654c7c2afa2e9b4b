"""Fights where a worked example would be too long: wounds, sleep and death, leaving, house rules."""

from typing import Any

import pytest

from rules.engine.kernel import Condition, NotNow, Refused, Rolled, Sheet, Told, TypedDice, Veiled
from rules.engine.odds import at_least
from rules.engine.system.protocol import offers
from rules.systems.sda.commands import COMMANDS as ALL
from rules.systems.sda.core.effects import minutes_dead
from rules.systems.sda.core.effects.circumstances import DEAD_FOR
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.fight.base import arms, best_arm, entry_point, lines, side_seen, wounds
from rules.systems.sda.fight.base.budgets import left
from rules.systems.sda.fight.wounds import hurt, kill
from rules.systems.sda.system import SDA
from tests.rules.rooms import in_rooms
from tests.rules.sda.fights import Fight, fighter

COMMANDS = in_rooms(ALL, "fight", "turns")


def _two(**house_rules: object) -> Fight:
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=4, agility=8)
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=3)
    return Fight(rook=rook, boris=boris, house_rules=house_rules).on(rook=2, boris=1)


def _ticked(sheet: Sheet) -> list[dict[str, int]]:
    return [line.ticked for line in lines(sheet)]


def test_a_guard_is_worn_down_box_by_box() -> None:
    fight = Fight(rook=fighter("Rook"), guard=SDA.creature("guard_rookie")).on(rook=2, guard=1)
    table = fight.table("guard")
    for line, boxes in ((0, 1), (0, 1), (1, 3)):
        hurt(table, _no_dice(), "guard", line, boxes, "piercing", "rook")
    assert _ticked(fight.sheets["guard"]) == [{"minor": 2}, {"minor": 2, "major": 1, "bleeding": 1}]
    assert not fight.sheets["guard"].has("incapacitated")
    hurt(table, _faces(guard=[4]), "guard", 0, 2, "cutting", "rook")
    assert fight.sheets["guard"].has("incapacitated")
    assert fight.sheets["guard"].conditions["bleeding_to_death"].rounds == 20


def test_the_log_counts_the_boxes_that_were_ticked() -> None:
    fight = Fight(rook=fighter("Rook"), guard=SDA.creature("guard_rookie")).on(rook=2, guard=1)
    table = fight.table("guard")
    hurt(table, _faces(guard=[4]), "guard", 0, 30, "cutting", "rook")
    line = _ticked(fight.sheets["guard"])[0]
    boxes = line["minor"] + line["major"]
    told = [fact.text for fact in table.facts if isinstance(fact, Told)]
    assert told[0] == f"{{0}} takes {boxes} injuries on line 1, now full (cutting)."


def test_one_roll_that_ticks_two_major_boxes_has_one_effect() -> None:
    fight = Fight(rook=fighter("Rook"), wyrm=SDA.creature("dragon_courage")).on(rook=2, wyrm=1)
    hurt(fight.table("wyrm"), _no_dice(), "wyrm", 0, 6, "piercing", "rook")
    assert _ticked(fight.sheets["wyrm"])[0] == {"minor": 4, "major": 2, "bleeding": 1}


def test_whoever_is_unconscious_wakes_when_ten_successes_have_added_up() -> None:
    fight = _two()
    fight.sheets["boris"].conditions["incapacitated"] = Condition("incapacitated", "Incapacitated")
    fight.sheets["boris"].conditions["unconscious"] = Condition("unconscious", "Unconscious", 8, "resist_shock")
    fight.rolls("rook", "turn.end", {"boris": [5]})
    assert fight.sheets["boris"].conditions["unconscious"].level == 9
    fight.rolls("rook", "turn.end", {"boris": [4]})
    assert not fight.sheets["boris"].has("unconscious")
    assert fight.sheets["boris"].has("incapacitated"), "awake, but still down"


def test_turns_pass_over_whoever_is_down() -> None:
    fight = _two()
    fight.sheets["boris"].conditions["incapacitated"] = Condition("incapacitated", "Incapacitated")
    fight.does("rook", "turn.end")
    assert fight.encounter.turn == "rook/whole"
    assert fight.encounter.round == 2
    assert left(fight.table(""), "boris") == {"action": 0, "reaction": 0, "metres": 0, "opportunity": 0}


def test_whoever_is_asked_can_leave_and_the_game_goes_on() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=2)
    fight.does("", "fight.leave", combatant="boris")
    assert not fight.encounter.asks
    fight.does("rook", "turn.end")
    assert fight.encounter.turn == "rook/whole"


def test_when_the_attacker_leaves_nobody_is_asked_about_the_attack() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=2)
    fight.does("", "fight.leave", combatant="rook")
    assert not fight.encounter.asks
    assert fight.encounter.turn == "boris/whole"


def test_whoever_attacks_out_of_hiding_is_seen() -> None:
    fight = _two()
    fight.does("", "fight.veil", combatant="boris", hidden=True)
    with pytest.raises(NotNow, match="Nobody is within 3 metres"):
        fight.does("rook", "melee.attack", target="boris", dice=1)
    fight.does("rook", "turn.end")
    happened = fight.does("boris", "melee.attack", target="rook", dice=1)
    assert Veiled("boris", False) in happened


def test_nobody_vanishes_while_somebody_decides_about_them() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=1)
    with pytest.raises(NotNow, match="still has to decide"):
        fight.does("", "fight.veil", combatant="rook", hidden=True)
    fight.rolls("boris", "melee.defend", {"rook": [4]}, dice=0)
    fight.does("rook", "melee.spend")
    fight.does("", "fight.veil", combatant="rook", hidden=True)
    assert fight.encounter.combatants["rook"].hidden


def test_refusals_do_not_name_the_hidden() -> None:
    fight = _two()
    fight.does("", "fight.veil", combatant="boris", hidden=True)
    fight.does("rook", "turn.end")
    with pytest.raises(NotNow) as refused:
        fight.does("rook", "turn.end")
    assert "Boris" not in refused.value.sentence


def test_the_hidden_give_no_hint_of_themselves_by_striking_at_openings() -> None:
    fight = _two()
    fight.does("", "fight.veil", combatant="boris", hidden=True)
    fight.does("rook", "turn.move", x=0, y=1)
    assert not fight.encounter.asks


def test_whoever_looks_away_gives_an_opening_to_those_who_watch() -> None:
    fight = _two()
    fight.does("rook", "turn.other", words="Opens the chest", opening="away")
    assert [ask.to for ask in fight.encounter.asks.values()] == ["boris"]


def test_nobody_strikes_at_an_opening_behind_their_back() -> None:
    fight = _two()
    fight.does("", "fight.place", combatant="boris", x=0, y=2, facing=0)
    fight.does("rook", "turn.other", words="Opens the chest", opening="away")
    assert not fight.encounter.asks


def test_the_larger_of_two_pools_counts_even_if_it_was_used_first() -> None:
    fight = _two()
    fight.sheets["rook"].ranks["skill"]["insult_intimidation"] = 1
    fight.does("rook", "turn.split")
    fight.does("rook", "melee.attack", target="boris", dice=4, attribute="agility")
    fight.rolls("boris", "melee.defend", {"rook": [1, 1, 1, 4]}, dice=0)
    fight.does("rook", "melee.spend")
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.end")
    with pytest.raises(Refused, match="You have 1 die left for"):
        fight.does("rook", "turn.other", words="Snarls", skill="insult_intimidation", dice=2)
    fight.rolls("rook", "turn.other", {"rook": [4]}, words="Snarls", skill="insult_intimidation")


def test_a_wound_beyond_a_full_line_still_bleeds() -> None:
    fight = _two()
    for line in fight.sheets["boris"].tracks["injury"]:
        line.ticked = {"minor": 3, "major": 1}
    hurt(fight.table("boris"), _faces(boris=[4]), "boris", 1, 1, "cutting", "rook")
    assert lines(fight.sheets["boris"])[1].ticked["bleeding"] == 2
    assert fight.sheets["boris"].has("bleeding_to_death")


@pytest.mark.parametrize(("spent", "lets_go"), [({}, True), ({"pivot": False}, True), ({"slower": 1}, False)])
def test_hits_that_nobody_spends_are_let_go(spent: dict[str, Any], lets_go: bool) -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=4, attribute="agility")
    fight.rolls("boris", "melee.defend", {"rook": [4, 4, 4, 4]}, dice=0)
    happened = fight.does("rook", "melee.spend", **spent)
    assert (Told(("rook",), "{0} spends no hits.") in happened) is lets_go


@pytest.mark.parametrize(
    ("bought", "price"),
    [
        ({"damage": 3}, 3),
        ({"step": 2}, 2),
        ({"slower": 2}, 4),
        ({"push": 1}, 2),
        ({"push": 1, "ledge": True}, 3),
        ({"sweep": True}, 3),
        ({"disarm": True}, 4),
        ({"disarm": True, "fling": 1}, 5),
        ({"push": 1, "damage": 2}, 4),
    ],
)
def test_an_effect_takes_its_hits_and_no_more(bought: dict[str, Any], price: int) -> None:
    just_enough, too_few = (_scored(hits) for hits in (price, price - 1))
    just_enough.possible("rook", "melee.spend", **bought)
    with pytest.raises(Refused, match=f"That costs {price} hits; you have {price - 1}"):
        too_few.possible("rook", "melee.spend", **bought)


def _scored(hits: int) -> Fight:
    """Rook has scored so many hits with a staff."""
    fight = Fight(rook=fighter("Rook", "quarterstaff", polearms=5), boris=fighter("Boris", "longsword"))
    fight.on(rook=2, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=6)
    fight.rolls("boris", "melee.defend", {"rook": [4] * hits + [1] * (6 - hits)}, dice=0)
    return fight


@pytest.mark.parametrize(("bought", "refused"), [(0, "You have no dice left for the defence"), (1, "Dead: no dice")])
def test_whoever_died_before_the_answer_defends_with_nothing(bought: int, refused: str) -> None:
    fight = Fight(rook=fighter("Rook", "longsword", one_handed_swords=3), boris=fighter("Boris", "longsword"))
    fight.on(rook=2, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=2)
    kill(fight.table("boris"), "boris", "a stroke")
    with pytest.raises(Refused, match=refused):
        fight.does("boris", "melee.defend", dice=1 - bought, bought=bought)


def test_nobody_who_is_dead_is_attacked_or_asked() -> None:
    fight = Fight(rook=fighter("Rook", "longsword", one_handed_swords=3), boris=fighter("Boris", "longsword"))
    kill(fight.table("boris"), "boris", "a stroke")
    fight.on(rook=2, boris=1)
    with pytest.raises(NotNow, match="Nobody is within 3 metres"):
        fight.does("rook", "melee.attack", target="boris", dice=2)
    assert not fight.encounter.asks


def test_a_shield_stops_hits_once_a_round() -> None:
    rook, mira = (fighter(name, "one_handed_sword", one_handed_swords=4, agility=8) for name in ("Rook", "Mira"))
    fight = Fight(rook=rook, boris=fighter("Boris", "buckler"), mira=mira).on(rook=3, mira=2, boris=1)
    stopped = []
    for who in ("rook", "mira"):
        fight.does("", "fight.place", combatant=who, x=0, y=0)
        fight.does(who, "melee.attack", target="boris", dice=3, attribute="agility", weapon="one_handed_sword")
        fight.rolls("boris", "melee.defend", {who: [4, 4, 1]}, dice=0)
        stopped.append(next(ask for ask in fight.encounter.asks.values() if ask.to == who).known["shield"])
        thrown = [1, 1][stopped[-1] :]
        fight.rolls(who, "melee.spend", {who: thrown}, damage=2)
        assert left(fight.table(""), "boris")["shield"] == 0
        fight.does(who, "turn.end")
    assert stopped == [1, 0]


def test_the_surprised_lose_dice_for_what_they_rolled() -> None:
    boris = fighter("Boris", melee_combat=5, reflex=3, perception=3)
    fight = Fight(rook=fighter("Rook"), boris=boris)
    fight.rolls("", "fight.begin", {"rook": [4, 4]}, surprised=["boris"])
    fight.rolls("boris", "initiative.surprised", {"boris": [4, 4, 4, 5]}, reflex=3, perception=1)
    now = left(fight.table(""), "boris")
    assert (now["action"], now["reaction"]) == (5, 3)


def test_a_flawless_attack_may_give_experience() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=5, reward="experience", attribute="agility")
    fight.rolls("boris", "melee.defend", {"rook": [4, 4, 4, 4, 4]}, dice=0)
    assert fight.sheets["rook"].xp("skill", "one_handed_swords") == 1


def test_bought_dice_are_paid_when_they_are_announced() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=6, bought=1, attribute="agility")
    assert fight.sheets["rook"].now("spirit") == 18 - 5
    assert left(fight.table(""), "rook")["action"] == 0


def test_odds_refuse_wounds_that_do_not_get_worse_as_the_roll_does() -> None:
    fight = _two()
    fight.sheets["rook"].tracks["injury"][0].ticked = {"minor": 3, "major": 1, "bleeding": 1}
    for asks in (fight.odds, fight.does):
        with pytest.raises(Refused, match="With 1 die no wound gets worse"):
            asks("rook", "melee.attack", target="boris", dice=1, attribute="agility", worsen=["0"])


def test_bleeding_once_a_round_costs_nothing_the_second_time() -> None:
    fight = _two(bleeding_costs="once a round")
    fight.sheets["rook"].tracks["injury"][0].ticked = {"minor": 3, "major": 1, "bleeding": 1}
    fight.does("rook", "turn.split")
    fight.rolls("rook", "turn.other", {"rook": [4]}, words="Leaps", skill="acrobatics", dice=1)
    assert wounds(fight.sheets["rook"]) == [0]
    assert lines(fight.sheets["rook"])[0].ticked["bleeding"] == 2
    fight.does("rook", "turn.end")
    fight.does("boris", "turn.end")
    fight.does("rook", "melee.attack", target="boris", dice=4, attribute="agility")
    assert lines(fight.sheets["rook"])[0].ticked["bleeding"] == 2


@pytest.mark.parametrize(("per_hit", "left_over"), [(0, 18), (1, 16), (3, 12)])
def test_a_table_says_what_a_hit_costs_in_spirit(per_hit: int, left_over: int) -> None:
    fight = _two(spirit_per_melee_hit=per_hit)
    fight.does("rook", "melee.attack", target="boris", dice=3)
    fight.rolls("boris", "melee.defend", {"rook": [4, 4, 1]}, dice=0)
    assert fight.sheets["boris"].now("spirit") == left_over


@pytest.mark.parametrize(("state", "down"), [("incapacitated", True), ("awake", False)])
def test_a_table_says_how_somebody_comes_back_from_the_dead(state: str, down: bool) -> None:
    fight = Fight(rook=fighter("Rook", first_aid=3), boris=fighter("Boris"), house_rules={"reanimated": state})
    dead = fight.sheets["boris"]
    dead.tracks["injury"][0].ticked = {"minor": 3, "major": 1, "bleeding": 3}
    for condition in ("incapacitated", "dead"):
        dead.conditions[condition] = Condition(condition, condition)
    fight.rolls("rook", "healing.reanimate", {"rook": [4, 4, 1, 1]}, patient="boris", minutes=1)
    assert not dead.has("dead")
    assert dead.has("incapacitated") is down
    assert dead.now("spirit") == 1
    assert not wounds(dead)


def test_medicine_adds_up_until_a_roll_without_success() -> None:
    fight = Fight(rook=fighter("Rook", medicine=2), boris=fighter("Boris"))
    fight.sheets["boris"].conditions["dead"] = Condition("dead", "Dead")
    medicine = {"patient": "boris", "skill": "medicine"}
    fight.rolls("rook", "healing.reanimate", {"rook": [4, 4, 1]}, **medicine, minutes=3)
    assert fight.sheets["boris"].conditions["dead"].level == 2
    fight.rolls("rook", "healing.reanimate", {"rook": [1, 1, 1, 4]}, **medicine)
    assert fight.sheets["boris"].conditions["dead"].level == 0
    for level in (3, 6):
        fight.rolls("rook", "healing.reanimate", {"rook": [4, 5, 4]}, **medicine)
        assert fight.sheets["boris"].conditions["dead"].level == level
    fight.rolls("rook", "healing.reanimate", {"rook": [4, 5, 4]}, **medicine)
    assert not fight.sheets["boris"].has("dead")


@pytest.mark.parametrize("ends", ["stopped", "over"])
def test_what_medicine_has_gathered_for_a_wound_is_gone_with_it(ends: str) -> None:
    """The third of them is beside Rook, and on the same side."""
    fight = Fight(rook=fighter("Rook", medicine=2), boris=fighter("Boris"), anna=fighter("Anna", first_aid=2))
    fight.on(rook=9, anna=5)
    fight.sheets["anna"].tracks["injury"][0].ticked = {"minor": 2, "bleeding": 2}
    fight.rolls("rook", "turn.stop_bleeding", {"rook": [4, 1, 1]}, patient="anna", skill="medicine")
    assert [level for memo, level in fight.encounter.memo.items() if memo.startswith("tended")] == [1]
    if ends == "over":
        fight.does("", "fight.end", winner="nobody")
    else:
        fight.does("rook", "turn.end")
        fight.rolls("anna", "turn.stop_bleeding", {"anna": [4, 4]}, patient="anna", dice=2)
    assert not [memo for memo in fight.encounter.memo if memo.startswith("tended")]


@pytest.mark.parametrize(("rounds", "after"), [(4, 0), (26, 2)])
def test_the_rounds_of_a_fight_are_counted_for_whoever_dies_in_it(rounds: int, after: int) -> None:
    fight = _two()
    for _ in range(3):
        fight.does("", "fight.next")
    table = fight.table("rook")
    kill(table, "boris", "rook")
    fight._happen(table.facts)
    died = fight.encounter.round
    while fight.encounter.round < died + rounds:
        fight.does("", "fight.next")
        assert minutes_dead(fight.table(""), "boris") == (fight.encounter.round - died) // 10
    fight.does("", "fight.end", winner="nobody")
    assert minutes_dead(fight.table(""), "boris") == after
    fight.sheets["rook"].ranks["skill"]["first_aid"] = 3
    assert fight.odds("rook", "healing.reanimate", patient="boris").chances[0].probability == pytest.approx(
        at_least(pool_for(fight.table("rook"), "rook", "first_aid").measure(4), after + 1)
    )


@pytest.mark.parametrize("goes_on", [False, True])
def test_whoever_dies_and_leaves_a_fight_takes_the_count_along(goes_on: bool) -> None:
    fight = _two()
    table = fight.table("rook")
    kill(table, "boris", "rook")
    fight._happen(table.facts)
    for _ in range(12):
        fight.does("", "fight.next")
    fight.does("", "fight.leave", combatant="boris")
    if goes_on:
        fight.does("", "fight.next")
    assert fight.sheets["boris"].memo[DEAD_FOR] == 12


@pytest.mark.parametrize(("whom", "awake"), [("everybody", True), ("knocked out", False)])
def test_a_table_says_whom_the_end_of_a_scene_wakes(whom: str, awake: bool) -> None:
    fight = _two(wake_after_the_scene=whom)
    fight.sheets["boris"].conditions["unconscious"] = Condition("unconscious", "Unconscious", 0, "resist_fatigue")
    fight.does("", "fight.end", winner="party")
    assert fight.sheets["boris"].has("unconscious")
    fight.does("", "scene.end")
    assert fight.sheets["boris"].has("unconscious") is not awake


def test_a_sword_can_be_held_by_the_blade_with_both_hands_only() -> None:
    with_shield = arms(fighter("Rook", "two_handed_sword", "buckler"))
    alone = arms(fighter("Rook", "two_handed_sword"))
    ways = {"two_handed_sword", "two_handed_sword:half_swording", "two_handed_sword:murder_stroke", "unarmed"}
    assert alone.keys() == ways
    assert not any(":" in key for key in with_shield)
    assert with_shield["two_handed_sword"].fewer == 2
    assert alone["two_handed_sword:murder_stroke"].damage == 10
    assert alone["two_handed_sword:half_swording"].malus_at("close") == 0


def test_a_spear_in_both_hands_hits_harder() -> None:
    assert arms(fighter("Rook", "spear"))["spear"].damage == 12
    assert arms(fighter("Rook", "spear", "buckler"))["spear"].damage == 10


def test_the_best_weapon_is_the_one_that_serves_at_that_distance() -> None:
    fight = Fight(rook=fighter("Rook", "dagger_knife", "spear", melee_combat=2))
    assert best_arm(fight.table("rook"), "rook", "close").key == "dagger_knife"
    assert best_arm(fight.table("rook"), "rook", "long").key == "spear"


@pytest.mark.parametrize(
    ("point", "side"), [((0, 5), "front"), ((3, 2), "front"), ((5, 0), "flank"), ((-5, -2), "flank"), ((0, -1), "rear")]
)
def test_front_flank_and_rear(point: tuple[float, float], side: str) -> None:
    fight = _two()
    assert side_seen(fight.encounter.combatants["rook"], point) == side


def test_a_way_enters_a_reach_where_it_touches_the_circle() -> None:
    assert entry_point((0, 5), (0, 1), (0, 0), 2) == pytest.approx(0.75)
    assert entry_point((0, 1), (0, 5), (0, 0), 2) == 0.0
    assert entry_point((3, 5), (3, -5), (0, 0), 2) is None
    assert entry_point((0, 5), (0, 3), (0, 0), 2) is None


def test_a_disarmed_weapon_is_picked_up_where_it_lies() -> None:
    fight = _two()
    fight.does("rook", "melee.attack", target="boris", dice=5, attribute="agility")
    fight.rolls("boris", "melee.defend", {"rook": [4, 4, 4, 4, 4]}, dice=0)
    happened = fight.rolls("rook", "melee.spend", {"rook": [1]}, disarm=True, fling=1)
    assert any(isinstance(fact, Rolled) and fact.purpose == "scatter" for fact in happened)
    assert "one_handed_sword" not in arms(fight.sheets["boris"])
    fight.does("rook", "turn.end")
    fight.does("", "fight.place", combatant="boris", x=0, y=5)
    with pytest.raises(Refused, match="2 metres away"):
        fight.does("boris", "turn.pick_up", weapon="one_handed_sword")
    fight.does("", "fight.place", combatant="boris", x=0, y=3)
    fight.does("boris", "turn.pick_up", weapon="one_handed_sword")
    assert "one_handed_sword" in arms(fight.sheets["boris"])


def test_words_of_people_never_become_names() -> None:
    fight = _two()
    happened = fight.does("rook", "turn.other", words="Shouts {1} {0}")
    told = next(fact for fact in happened if isinstance(fact, Told))
    assert told.text == "{0}: Shouts (1) (0)"


def test_only_sensible_commands_are_offered() -> None:
    fight = _two()
    names = {command.name for command in offers(SDA, fight.table("rook"), as_gm=False)}
    assert {"melee.attack", "turn.end", "turn.split", "turn.delay", "turn.move"} <= names
    assert not names & {"melee.defend", "melee.spend", "wound.take", "opportunity.take", "fight.begin", "fight.end"}
    theirs = {command.name for command in offers(SDA, fight.table("boris"), as_gm=False)}
    assert not theirs & {command.name for command in COMMANDS}


def _no_dice() -> TypedDice:
    return TypedDice({})


def _faces(**faces: list[int]) -> TypedDice:
    return TypedDice(faces)
