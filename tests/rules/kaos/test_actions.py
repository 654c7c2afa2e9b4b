"""Single actions of a fight: what they leave in hand, in sight, on the ladder and in the minds of others."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.engine.kernel import Item, NotNow, Rolled, TurnBegan
from rules.engine.system.protocol import command_named, started_against
from rules.systems.kaos import KAOS
from rules.systems.kaos.fight.base import arms
from rules.systems.kaos.fight.rounds.course import ORDER
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.kaos.test_advice import advice

AT_BORIS = {"target": BORIS}
ATTACKS: dict[str, dict[str, Any]] = {
    "melee.attack": AT_BORIS,
    "missile.attack": AT_BORIS,
    "missile.strafe": AT_BORIS,
    "melee.surprise": AT_BORIS,
    "melee.bash": AT_BORIS,
    "melee.tumble": AT_BORIS,
    "action.grapple": AT_BORIS,
    "spell.cast": {**AT_BORIS, "spell": "firebolt"},
}
MOVES: dict[str, dict[str, Any]] = {
    "action.defensive_move": {"x": 3, "y": 0},
    "action.get_up": {"x": 3, "y": 0},
    "action.run": {"x": 15, "y": 0},
}


def fight(*things: str, mine: dict[str, int] | None = None, **house_rules: Any) -> Fight:
    rook = fighter("Rook", *things, **{"deception": 30, "acrobatics": 30, **(mine or {})})
    found = Fight(house_rules=house_rules, rook=rook, boris=fighter("Boris", "armour.chain_shirt"))
    found.put(ROOK, 0, 0)
    return found


def offered(found: Fight, name: str, field: str) -> list[str]:
    return [choice.value for choice in command_named(KAOS, name).choices(found.table(ROOK))[field]]


# -- in sight ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ATTACKS)
def test_whoever_attacks_from_hiding_is_in_sight(name: str) -> None:
    magic = {"thaumaturgy": 50} if name == "spell.cast" else {}
    things = () if magic else ("weapons.dagger", "shields.buckler")
    found = Fight(
        hidden=ROOK, rook=fighter("Rook", *things, deception=30, acrobatics=30, **magic), boris=fighter("Boris")
    )
    assert found.encounter.combatants[ROOK].hidden
    found.do(ROOK, name, {ROOK: [2, 2], BORIS: [99]}, **ATTACKS[name])
    assert not found.encounter.combatants[ROOK].hidden


def test_a_hidden_enemy_beside_the_target_makes_no_shot_harder() -> None:
    odds = {}
    for hidden in ("", "dora"):
        people = {who: fighter(who.capitalize()) for who in (BORIS, "mira", "ida", "tom", "dora")}
        found = Fight(hidden=hidden, rook=fighter("Rook", "weapons.dagger"), **people)
        sides = {"mira": "foes", "ida": "foes", "tom": "foes", "dora": "others"}
        for who, side in sides.items():
            found.encounter.combatants[who].side = side
            found.put(who, 30, 30)
        found.put("dora", 0, 3)
        odds[hidden] = found.odds(ROOK, "missile.attack", target=BORIS).chances[0].probability
    assert odds == {"": pytest.approx(0.3**2), "dora": pytest.approx(0.3)}


@pytest.mark.parametrize(
    "name", [*ATTACKS, "action.switch", "action.potion", "action.full_defence", "action.mount", *MOVES]
)
def test_every_action_is_the_one_of_the_round(name: str) -> None:
    magic = {"thaumaturgy": 50} if name == "spell.cast" else {}
    things = ("goods.healing_draught",) if magic else ("weapons.dagger", "shields.buckler", "goods.healing_draught")
    chosen = {"action.switch": {"away": ["dagger"]}, "action.potion": {"potion": "healing_draught"}, **ATTACKS, **MOVES}
    found = fight(*things, mine={"athletics": 30, **magic})
    found.state(ROOK, *(("prone",) if name == "action.get_up" else ()))
    assert found.encounter.combatants[ROOK].budgets.get("action", 1) == 1
    found.do(ROOK, name, {ROOK: [2, 3], BORIS: [99]}, **chosen.get(name, {}))
    assert found.encounter.combatants[ROOK].budgets["action"] == 0
    assert found.encounter.memo["acted"] == [ROOK]


PAID = {
    **ATTACKS,
    "action.run": {"x": 15, "y": 0},
    "action.break_free": {},
    "action.stunt": {"words": "Off the table"},
}


@pytest.mark.parametrize("name", PAID)
def test_an_easier_roll_is_paid_and_made(name: str) -> None:
    magic = {"thaumaturgy": 50} if name == "spell.cast" else {}
    found = fight(
        *(() if magic else ("weapons.dagger", "shields.buckler")), mine={"athletics": 30, **magic}, stunt_asks=False
    )
    found.sheets[ROOK].experience["advancement"] = {"points": 20}
    found.state(ROOK, *(("grappled",) if name == "action.break_free" else ()))
    happened = found.do(ROOK, name, {ROOK: [99, 2], BORIS: [99]}, **PAID[name], eased=True)
    assert found.sheets[ROOK].xp("advancement", "points") == 15
    mine = [len(fact.dice) for fact in happened if isinstance(fact, Rolled) and fact.who == ROOK]
    assert mine == ([] if name == "action.break_free" else [2])


def test_friends_of_the_target_make_no_melee() -> None:
    people = {who: fighter(who.capitalize()) for who in (BORIS, "mira", "dora")}
    found = Fight(rook=fighter("Rook", "weapons.dagger"), **people)
    found.put("mira", 30, 30)
    found.put("dora", 0, 3)
    assert found.odds(ROOK, "missile.attack", target=BORIS).chances[0].probability == pytest.approx(0.3)


def test_whoever_is_down_makes_no_melee_and_whoever_sees_in_the_dark_no_hard_shot() -> None:
    people = {who: fighter(who.capitalize()) for who in (BORIS, "mira")}
    found = Fight(rook=fighter("Rook", "weapons.dagger"), **people)
    found.put("mira", 0, 3)

    def strikes() -> float:
        return found.odds(ROOK, "missile.attack", target=BORIS).chances[0].probability

    assert strikes() == pytest.approx(0.3**2)
    found.state("mira", "unconscious")
    assert strikes() == pytest.approx(0.3)
    found.state(BORIS, "dark")
    assert strikes() == pytest.approx(0.3**2)
    found.state(ROOK, "dark_vision")
    assert strikes() == pytest.approx(0.3)


def test_cover_that_is_drawn_on_the_board_hinders_a_shot() -> None:
    found = Fight(rook=fighter("Rook", "weapons.short_bow"), boris=fighter("Boris"))
    found.put(BORIS, 0, 9)
    shot = command_named(KAOS, "missile.attack")
    assert started_against(KAOS, shot, found.table(ROOK), BORIS).get("hindered", False) is False
    found.do("", "board.draw", kind="quarter", x=-20, y=45, to_x=20, to_y=45)
    assert started_against(KAOS, shot, found.table(ROOK), BORIS)["hindered"] is True


# -- in hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["long_bow", "throwing_axe", "light_crossbow"])
def test_only_what_has_to_be_loaded_is_empty_after_a_shot(weapon: str) -> None:
    found = fight(f"weapons.{weapon}", "goods.arrows", "goods.bolts", ammunition=False)
    found.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    assert found.sheets[ROOK].items[weapon].stats.get("unloaded", False) == (weapon == "light_crossbow")
    assert found.sheets[ROOK].items[weapon].in_use == (weapon != "throwing_axe")


def test_a_crossbow_that_was_empty_shoots_where_the_house_needs_no_reloading() -> None:
    found = fight("weapons.light_crossbow", reloading=False, ammunition=False)
    found.sheets[ROOK].items["light_crossbow"] = replace(
        found.sheets[ROOK].items["light_crossbow"], stats={"unloaded": True}
    )
    assert found.odds(ROOK, "missile.attack", target=BORIS).chances


@pytest.mark.parametrize("shield", [{"in_use": False}, {"in_use": True, "count": 0}])
def test_only_a_shield_on_the_arm_is_bashed_with(shield: dict[str, Any]) -> None:
    found = fight("weapons.long_sword")
    found.sheets[ROOK].items["buckler"] = replace(KAOS.item("shields", "buckler"), **shield)
    with pytest.raises(NotNow, match="No shield in hand"):
        found.do(ROOK, "melee.bash", {ROOK: [99]}, target=BORIS)
    assert offered(found, "melee.surprise", "weapon") == ["long_sword", "unarmed"]


def test_of_several_axes_one_is_thrown() -> None:
    found = fight("weapons.throwing_axe")
    found.sheets[ROOK].items["throwing_axe"] = replace(KAOS.item("weapons", "throwing_axe"), count=2, in_use=True)
    found.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    axe = found.sheets[ROOK].items["throwing_axe"]
    assert (axe.count, axe.in_use, "lies_at" in axe.stats) == (1, True, False)


def test_of_several_crossbows_the_one_that_shot_is_unloaded() -> None:
    found = fight("weapons.light_crossbow", "goods.bolts")
    items = found.sheets[ROOK].items
    items["light_crossbow"] = replace(items["light_crossbow"], count=2)
    found.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    bows = [item for item in found.sheets[ROOK].items.values() if item.entry == "light_crossbow"]
    assert sorted((bow.count, bow.stats.get("unloaded", False)) for bow in bows) == [(1, False), (1, True)]


def test_what_was_thrown_is_carried_again_after_the_fight() -> None:
    found = fight("weapons.throwing_axe")
    found.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    assert "lies_at" in found.sheets[ROOK].items["throwing_axe"].stats
    found.do(ROOK, "fight.end")
    assert found.sheets[ROOK].items["throwing_axe"].stats == {}


def test_what_lies_on_another_board_is_carried_when_a_fight_begins() -> None:
    found = fight("weapons.throwing_axe")
    found.do(ROOK, "fight.end")
    axe = found.sheets[ROOK].items["throwing_axe"]
    found.sheets[ROOK].items["throwing_axe"] = replace(axe, in_use=False, stats={"lies_at": [90.0, 0.0]})
    found.do(ROOK, "fight.begin", {ROOK: [5], BORIS: [4]})
    assert found.sheets[ROOK].items["throwing_axe"].stats == {}


def test_each_axe_that_was_thrown_lies_where_its_target_stood_and_is_picked_up_by_itself() -> None:
    found = fight()
    found.sheets[ROOK].items["axes"] = replace(KAOS.item("weapons", "throwing_axe"), count=3, in_use=True)
    spots = []
    for x in (4.5, 3.0, 4.5):
        found.put(BORIS, x, 0)
        found.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS, weapon="axes")
        spots.append([x, 0.0])
        axes = found.sheets[ROOK].items.values()
        lying = [axe for axe in axes if "lies_at" in axe.stats]
        assert sorted(axe.stats["lies_at"] for axe in lying) == sorted(spots)
        assert all(axe.count == 1 and not axe.in_use for axe in lying)
        assert sum(axe.count for axe in axes if axe.in_use) == 3 - len(spots)
        for who in (ROOK, BORIS):
            found.do(who, "turn.end")
    found.put(ROOK, 3.0, 0)
    (near,) = (key for key, axe in found.sheets[ROOK].items.items() if axe.stats.get("lies_at") == [3.0, 0.0])
    found.do(ROOK, "action.switch", draw=[near], x=3, y=0)
    assert [key for key in arms(found.sheets[ROOK]) if key != "unarmed"] == [near]


def test_a_potion_of_ones_own_making_is_the_game_masters_word() -> None:
    found = fight()
    found.sheets[ROOK].items["brew"] = Item("Odd brew", "potion", "", 1)
    assert found.odds(ROOK, "action.potion", potion="brew").sentence == "The game master decides the effect."
    found.do(ROOK, "action.potion", potion="brew")
    assert "brew" not in found.sheets[ROOK].items


def test_bare_hands_are_always_there_and_two_hands_are_all() -> None:
    bare = fighter("Rook")
    assert list(arms(bare)) == ["unarmed"]
    for weapon, needed in (("great_axe", True), ("long_sword", False)):
        held = fight(f"weapons.{weapon}", "shields.buckler")
        assert offered(held, "melee.attack", "weapon") == [weapon, "unarmed"]
        preset = command_named(KAOS, "melee.attack").preset(held.table(ROOK))
        assert preset["weapon"] == ("unarmed" if needed else weapon)


def test_what_hangs_at_the_belt_takes_no_hands() -> None:
    found = fight("weapons.long_sword")
    for key in ("great_axe", "dagger", "hand_axe"):
        found.sheets[ROOK].items[key] = KAOS.item("weapons", key)
    found.do(ROOK, "action.switch", draw=["dagger"])
    assert found.sheets[ROOK].items["dagger"].in_use


# -- magic -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["spell.cast", "spell.in_peace"])
@pytest.mark.parametrize("school", ["witchcraft", "thaumaturgy"])
def test_only_a_school_that_somebody_knows_is_offered(name: str, school: str) -> None:
    assert offered(fight(mine={school: 1}), name, "school") == [school]


def test_a_spell_is_avoided_by_the_attribute_that_it_names() -> None:
    found = fight(mine={"thaumaturgy": 60})
    found.sheets[BORIS].ranks["attribute"]["agi"] = 60
    found.do(ROOK, "spell.cast", {ROOK: [2]}, target=BORIS, spell="firebolt")
    odds = found.odds(BORIS, "attack.defend")
    assert {one.name: one.probability for one in odds.chances}["avoids"] == pytest.approx(0.6)
    (ask,) = found.encounter.asks.values()
    assert ask.known["blow"]["avoid"] == "agi"


def test_half_of_what_is_avoided_is_for_spells_alone() -> None:
    found = fight("weapons.long_sword", avoid_half=True)
    found.do(ROOK, "melee.attack", {ROOK: [2]}, target=BORIS)
    found.do(BORIS, "attack.defend", {BORIS: [2]})
    assert found.sheets[BORIS].now("hp") == found.sheets[BORIS].resources["hp"].most
    assert not found.encounter.asks


def test_a_spell_in_peace_is_for_oneself_unless_somebody_is_named() -> None:
    found = fight(mine={"witchcraft": 60})
    found.encounter = None  # type: ignore[assignment]
    found.do(ROOK, "spell.in_peace", {ROOK: [2]}, spell="resilience")
    assert found.sheets[ROOK].has("resilience") != found.sheets[BORIS].has("resilience")
    assert found.sheets[ROOK].has("resilience")


def test_where_the_place_is_picked_advice_names_nobody_to_burn() -> None:
    found = fight(mine={"thaumaturgy": 60})
    found.sheets[ROOK].experience["advancement"] = {"points": 20}
    around = advice(found, ROOK, "spell.cast", spell="fireball", target="")
    assert {one.given.get("target") for one in around.choices} == {ROOK, BORIS}
    picked = advice(found, ROOK, "spell.cast", spell="fireball", target="", x=0, y=9)
    assert all("target" not in one.given for one in picked.choices)


def heated() -> Fight:
    """Rook keeps up a heat that burns Boris."""
    found = fight(mine={"thaumaturgy": 60})
    found.do(ROOK, "spell.cast", {ROOK: [2]}, target=BORIS, spell="heat_mineral")
    found.do(BORIS, "attack.defend", how="nothing")
    assert found.sheets[BORIS].has("heated")
    return found


def test_heat_ends_with_the_fight_with_the_senses_of_the_caster_and_by_another_action() -> None:
    over, helpless = heated(), heated()
    over.do(ROOK, "fight.end")
    helpless.state(ROOK, "asleep")
    helpless.do(ROOK, "turn.end")
    for found in (over, helpless):
        assert not found.sheets[BORIS].has("heated")
        assert not found.encounter.memo.get("focus")


# -- the ladder, and who holds whom ------------------------------------------------------------------------------------


def test_a_new_initiative_ends_nobodys_turn() -> None:
    found = fight()
    for at in (30, 1):
        found.do(ROOK, "fight.initiative", combatant=BORIS, at=at)
        assert found.encounter.turn == "rook/whole"
        assert found.encounter.round == 1
        assert [rung.who for rung in found.encounter.ladder] == ([BORIS, ROOK] if at == 30 else [ROOK, BORIS])


def test_a_hold_that_the_game_master_ended_can_be_taken_again() -> None:
    found = fight()
    found.do(ROOK, "action.grapple", {ROOK: [2], BORIS: [99]}, target=BORIS)
    assert found.encounter.memo["holds"] == {BORIS: ROOK}
    found.do(BORIS, "sheet.condition", condition="grappled", on=False)
    for who in (ROOK, BORIS):
        found.do(who, "turn.end")
    found.do(ROOK, "action.grapple", {ROOK: [2], BORIS: [99]}, target=BORIS)
    assert found.sheets[BORIS].has("grappled")


def test_only_whoever_holds_lets_go_by_walking() -> None:
    found = Fight(**{who: fighter(who.capitalize()) for who in (ROOK, BORIS, "mira")})
    found.put("mira", 0, 3)
    found.do(ROOK, "action.grapple", {ROOK: [2], BORIS: [99]}, target=BORIS)
    found.do(ROOK, "turn.end")
    found.do(BORIS, "turn.end")
    found.do("mira", "action.defensive_move", x=3, y=3)
    assert found.sheets[BORIS].has("grappled")
    found.do("mira", "turn.end")
    found.do(ROOK, "action.defensive_move", x=-3, y=0)
    assert not found.sheets[BORIS].has("grappled")


@pytest.mark.parametrize("leaves", [ROOK, BORIS])
def test_whoever_leaves_holds_nobody_and_is_held_by_nobody(leaves: str) -> None:
    found = fight()
    found.do(ROOK, "action.grapple", {ROOK: [2], BORIS: [99]}, target=BORIS)
    found.do(ROOK, "fight.leave", combatant=leaves)
    assert not found.sheets[BORIS].has("grappled")
    assert "holds" not in found.encounter.memo


def test_whoever_is_helpless_is_held_for_certain() -> None:
    found = fight()
    found.state(BORIS, "asleep")
    assert {one.name: one.probability for one in found.odds(ROOK, "action.grapple", target=BORIS).chances} == {
        "success": 1,
        "failure": 0,
    }
    found.do(ROOK, "action.grapple", target=BORIS)
    assert found.sheets[BORIS].has("grappled")


@pytest.mark.parametrize("state", ["unconscious", "dead"])
def test_whoever_is_down_has_no_turn(state: str) -> None:
    found = fight()
    found.state(BORIS, state)
    found.do(ROOK, "turn.end")
    assert (found.encounter.turn, found.encounter.round) == ("rook/whole", 2)
    assert [fact.rung for fact in found.facts if isinstance(fact, TurnBegan)] == ["rook/whole", "rook/whole"]


def test_a_fight_that_stood_still_goes_on_with_whoever_comes() -> None:
    found = fight()
    for who in (ROOK, BORIS):
        found.state(who, "unconscious")
    found.do(ROOK, "turn.end")
    assert not found.encounter.turn
    found.sheets["mira"] = fighter("Mira")
    found.do(ROOK, "fight.join", {"mira": [3]}, combatant="mira", side="foes")
    assert found.encounter.turn == "mira/whole"


def test_initiative_is_rolled_under_its_name_and_counted_out_before() -> None:
    found = Fight(rook=fighter("Rook", attribute={"agi": 25}), boris=fighter("Boris", attribute={"agi": 33}))
    happened = found.do(ROOK, "fight.initiative", {BORIS: [4]}, combatant=BORIS, roll=True)
    assert [fact.purpose for fact in happened if isinstance(fact, Rolled)] == ["initiative"]
    pairs = [(a + 2, b + 3) for a, b in product(range(1, 11), repeat=2)]
    assert ORDER.acts_first(found.table(ROOK), (ROOK, BORIS)) == {
        ROOK: pytest.approx(sum(a > b for a, b in pairs) / 100),
        BORIS: pytest.approx(sum(b >= a for a, b in pairs) / 100),
    }


def test_damage_that_stands_says_what_of_the_tumble_is_left() -> None:
    found = Fight(rook=fighter("Rook", "weapons.great_sword", points=20, acrobatics=30), boris=fighter("Boris"))
    found.do(ROOK, "melee.tumble", {ROOK: [2]}, target=BORIS)
    found.do(BORIS, "attack.defend", {ROOK: [1, 1]}, how="nothing")
    (on,) = found.odds(ROOK, "damage.stands").chances
    assert (on.label, on.probability) == ("then another square", pytest.approx(0.3))


def test_whoever_knows_no_acrobatics_tumbles_no_farther() -> None:
    found = fight(mine={"acrobatics": 0})
    found.do(ROOK, "melee.tumble", {ROOK: [2]}, target=BORIS)
    found.do(BORIS, "attack.defend", {BORIS: [2]})
    assert not found.encounter.asks
