"""Who and what is offered in a fight: friends to help, foes to strike, things at hand; and what ends with a turn."""

from collections import Counter
from dataclasses import replace

import pytest

from rules import codec
from rules.engine.fight import face
from rules.engine.kernel import (
    Barrier,
    Command,
    Condition,
    ConditionSet,
    Item,
    Joined,
    LadderSet,
    Moved,
    NotNow,
    QuickDice,
    Refused,
    ResourceChanged,
    RoundBegan,
    SceneMemoKept,
    StageSet,
    Table,
    TypedDice,
    Veiled,
    described_fields,
    is_possible,
)
from rules.engine.kernel.commands import perform
from rules.systems.dragonbane.commands import COMMANDS as ALL
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import Push, check_for, item_from, pushable, roll
from rules.systems.dragonbane.fight.actions.actions import Drop, Help
from rules.systems.dragonbane.fight.actions.special_abilities import TwoCards
from rules.systems.dragonbane.fight.actions.tasks import BreakDoorOnTurn
from rules.systems.dragonbane.fight.actions.things import PickUp, UseItem
from rules.systems.dragonbane.fight.attacks.attack_worth import best_blow
from rules.systems.dragonbane.fight.attacks.dragon_effects import DragonChoice
from rules.systems.dragonbane.fight.attacks.free_strikes import may_strike
from rules.systems.dragonbane.fight.base import (
    SQUARE,
    SURPRISED,
    UNARMED,
    UNSEEN,
    Arm,
    hurt,
    in_reach,
    in_the_way,
    mend,
    nearest,
    own_turn,
    range_of,
    set_ladder,
    show_oneself,
)
from rules.systems.dragonbane.fight.base.arms import arms
from rules.systems.dragonbane.fight.base.harm import die
from rules.systems.dragonbane.fight.base.order import pass_turn
from rules.systems.dragonbane.fight.base.valuation import Body
from rules.systems.dragonbane.fight.rounds.changing_cards import Wait
from rules.systems.dragonbane.fight.rounds.initiative import Begin
from rules.systems.dragonbane.fight.rounds.sneaking import Sneak
from rules.systems.dragonbane.fight.tactics.styles import best_gain
from tests.rules.dragonbane.fights import do, fight, hero, odds
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight", but="fight.actions.tasks")


@pytest.fixture
def table() -> Table:
    """Rook and Mira against a foe and another, two metres from each other; Rook acts."""
    people = {who: hero(who.title(), swords=12) for who in ("rook", "mira", "foe", "other")}
    return fight(people, list(people), foes=("foe", "other"))


def offered(table: Table, kind: type[Help | UseItem | PickUp | Begin], name: str) -> list[str]:
    return [choice.value for choice in kind.choices(table)[name]]


def test_only_friends_who_are_up_are_helped(table: Table) -> None:
    assert offered(table, Help, "ally") == ["mira"]
    die(table, "mira", "a blow")
    assert offered(table, Help, "ally") == []


def test_an_ambush_names_everybody_on_both_sides(table: Table) -> None:
    for name in ("surprising", "ambushed"):
        assert set(offered(table, Begin, name)) == {"rook", "mira", "foe", "other"}


def test_the_nearest_who_is_up_is_aimed_at_and_otherwise_the_nearest(table: Table) -> None:
    assert nearest(table) == "foe"
    for who, then in (("foe", "other"), ("other", "foe")):
        table.happen(ResourceChanged(who, "hp", -table.sheet(who).now("hp"), "a blow"))
        assert nearest(table) == then


def test_nobody_strikes_for_free_at_whom_they_do_not_know_of(table: Table) -> None:
    assert may_strike(table, "mira", "foe")
    table.happen(Veiled("foe", hidden=True))
    assert not may_strike(table, "mira", "foe")
    assert not may_strike(table, "foe", "mira"), "which would give them away"


def test_what_is_used_is_gear_that_there_is(table: Table) -> None:
    gear = Item("Torch", "gear", count=1)
    table.me.items |= {"torch": gear, "rope": replace(gear, name="Rope", count=0)}
    table.me.items["broadsword"] = item_from("weapons", "broadsword")
    assert offered(table, UseItem, "thing") == ["torch"]


def test_what_is_packed_is_taken_in_hand_and_armour_is_put_on(table: Table) -> None:
    table.me.items |= {"broadsword": item_from("weapons", "broadsword"), "leather": item_from("armour", "leather")}
    assert offered(table, PickUp, "thing") == ["broadsword"]


def test_whoever_looks_at_somebody_turns_and_does_not_move(table: Table) -> None:
    table.scene.combatants["rook"].facing = 180
    face(table, "rook", "mira")
    (turn,) = table.facts
    assert isinstance(turn, Moved)
    assert (turn.x, turn.y, turn.turns) == (0.0, 0.0, True)
    table.scene.combatants["mira"].x = 0.0
    table.scene.combatants["rook"].facing = 180
    face(table, "rook", "mira")
    assert table.facts == [turn], "at one's own place there is nowhere to look"


def ends_turn(table: Table, who: str) -> None:
    """The end of somebody's turn: their rung is done, and what lasts a turn is over."""
    table.happen(LadderSet(tuple(replace(one, done=one.done or one.who == who) for one in table.scene.ladder)))
    pass_turn(table, who)


def fails(table: Table, who: str) -> None:
    """A check of swords that fails: the die shows 15."""
    roll(table, TypedDice({who: [15]}), check_for(table, who, "swords"), "swords")


def test_what_failed_is_pushed_until_the_turn_ends_and_the_sheet_does_not_show_when(table: Table) -> None:
    fails(table, "rook")
    ends_turn(table, "mira")
    assert pushable(table, "rook")
    sheet = codec.dump(table.me)
    ends_turn(table, "rook")
    assert not pushable(table, "rook")
    assert codec.dump(table.me) == sheet, "players hear of the end of a turn when the next begins that they see"
    table.happen(RoundBegan(2))
    assert not pushable(table, "rook")


def test_what_failed_after_the_turn_is_pushed_until_the_next_one_ends(table: Table) -> None:
    ends_turn(table, "rook")
    fails(table, "rook")
    assert pushable(table, "rook")
    table.happen(RoundBegan(2), LadderSet(tuple(replace(one, done=False) for one in table.scene.ladder)))
    assert pushable(table, "rook")
    ends_turn(table, "rook")
    assert not pushable(table, "rook")


def test_a_fight_that_everybody_left_goes_on_with_whoever_comes_back(table: Table) -> None:
    for who in ("other", "foe", "mira", "rook"):
        table = do(table, "", "fight.leave", combatant=who)
    assert (table.scene.stage, table.scene.turn) == ("fighting", "")
    table = do(table, "", "fight.join", QuickDice(1), combatant="rook", side="party")
    assert (table.scene.round, table.scene.turn) == (2, "rook/1"), "rook has acted in the first round"


def test_whoever_left_surprised_is_not_surprised_in_the_next_fight(table: Table) -> None:
    table.happen(ConditionSet("rook", Condition(SURPRISED, "Surprised")), StageSet("ready"), LadderSet(()))
    table = do(table, "", "fight.begin", QuickDice(1), surprising=["rook"])
    assert not table.sheet("rook").has(SURPRISED)
    table = do(table, "rook", "initiative.choose", QuickDice(1), card="1")
    assert Counter(one.who for one in table.scene.ladder) == dict.fromkeys(("rook", "mira", "foe", "other"), 1)


def test_whoever_has_come_back_is_handed_no_second_card(table: Table) -> None:
    table = do(table, "", "fight.leave", combatant="mira")
    table.happen(Joined("mira", "party"))
    table = do(table, "", "fight.card", combatant="mira", card=9)
    assert [(one.key, one.at) for one in table.scene.ladder if one.who == "mira"] == [("mira/1", 9)]


def test_the_dead_have_no_hit_points(table: Table) -> None:
    assert table.sheet("foe").now("hp")
    die(table, "foe", "a fall")
    assert table.sheet("foe").now("hp") == 0
    assert table.sheet("foe").has("dead")


def test_what_is_healed_is_told_as_far_as_there_is_room(table: Table) -> None:
    table.happen(ResourceChanged("rook", "hp", -1, "a blow"), ConditionSet("rook", Condition("prone", "Prone")))
    before = len(table.facts)
    assert mend(table, "rook", 5, "rest") == 1
    assert any("regains 1 hit point." in getattr(fact, "text", "") for fact in table.facts[before:])
    after = len(table.facts)
    assert mend(table, "rook", 5, "rest") == 0
    assert len(table.facts) == after


def test_what_is_held_in_both_hands_is_harder_to_strike_away(table: Table) -> None:
    table.me.items["broadsword"] = replace(item_from("weapons", "broadsword"), in_use=True)
    table.scene.combatants["foe"].x = 1.0
    chances = []
    for weapon in ("broadsword", "greatsword"):
        table.sheet("foe").items = {weapon: replace(item_from("weapons", weapon), in_use=True)}
        told = odds(table, "rook", "melee.disarm", target="foe", weapon="broadsword")
        chances.append(next(one.probability for one in told.chances if one.name == "success"))
    assert chances[0] > chances[1] > 0


def test_nobody_is_reached_through_a_wall(table: Table) -> None:
    table.scene.combatants["foe"].x = 1.0
    table.scene.combatants["foe"].y = 0.0
    assert "foe" in in_reach(table)
    table.scene.barriers["door"] = Barrier("door", 0.5, -9.0, 0.5, 9.0)
    with pytest.raises(NotNow, match="A shut door stands between you and"):
        in_reach(table)


def test_whoever_lies_is_in_nobodys_way_and_whoever_stands_is(table: Table) -> None:
    table.happen(ConditionSet("foe", Condition("prone", "Prone")))
    assert in_the_way(table, "rook", (8.0, 0.0)) == ["other"]


def test_bare_hands_are_of_those_who_have_nothing_of_their_own(table: Table) -> None:
    assert list(arms(table.me)) == [UNARMED]
    table.me.items["claws"] = replace(item_from("weapons", UNARMED), in_use=True)
    assert list(arms(table.me)) == ["claws"]


def test_whoever_lies_is_not_toppled(table: Table) -> None:
    table.me.items["broadsword"] = replace(item_from("weapons", "broadsword"), in_use=True)
    table.scene.combatants["foe"].x = 1.0
    assert odds(table, "rook", "melee.topple", target="foe", weapon="broadsword").chances
    table.happen(ConditionSet("foe", Condition("prone", "Prone")))
    with pytest.raises(Refused, match="is on the ground already"):
        odds(table, "rook", "melee.topple", target="foe", weapon="broadsword")


def test_whoever_has_nothing_drops_nothing(table: Table) -> None:
    assert not is_possible(Drop, table)
    table.me.items["torch"] = item_from("gear", "torch")
    assert is_possible(Drop, table)


def test_nothing_is_told_of_a_ladder_or_a_sight_that_stays_as_it_is(table: Table) -> None:
    show_oneself(table, "rook")
    set_ladder(table, list(table.scene.ladder))
    assert table.facts == []
    table.happen(ConditionSet("rook", Condition(UNSEEN, "Unseen")))
    show_oneself(table, "rook")
    assert not table.me.has(UNSEEN)


def test_one_sneaks_up_on_an_opponent(table: Table) -> None:
    assert Sneak.preset(table) == {"target": "foe"}


def test_blows_go_on_at_the_door_that_was_begun(table: Table) -> None:
    table.me.items["axe"] = replace(item_from("weapons", "handaxe"), in_use=True)
    table.happen(SceneMemoKept("door", {"key": "gate", "left": 9}))
    assert BreakDoorOnTurn.preset(table) == {"door": "gate", "weapon": "axe"}


# -- borders -----------------------------------------------------------------------------------------------------------


def body(hp: int, *, up: bool = True, failures: int = 0) -> Body:
    return Body(hp, 10, up, (0, failures), lambda good, bad: 0.5, counts_life=True)


@pytest.mark.parametrize(
    ("before", "lost", "up"),
    [
        (body(5), 0, True),
        (body(5), 4, True),
        (body(5), 5, False),
        (body(1), 1, False),
        (body(5, up=False), 1, False),
        (body(0), 0, True),
        (body(0), 1, True),
        (body(0), 9, True),
        (body(0), 10, False),
        (body(0, failures=1), 1, True),
        (body(0, failures=2), 1, False),
    ],
)
def test_whoever_has_a_hit_point_left_or_was_rallied_is_up_after_a_blow(before: Body, lost: int, up: bool) -> None:
    assert before.is_up_after(lost) is up


@pytest.mark.parametrize(("weapon", "far"), [("broadsword", 2), ("long_spear", 4), ("short_bow", 30)], ids=str)
def test_what_reaches_just_so_far_is_counted_on(table: Table, weapon: str, far: int) -> None:
    table.me.items[weapon] = replace(item_from("weapons", weapon), in_use=True)
    table.sheet("foe").items.clear()
    table.combatant("foe").x = far
    assert best_blow(table, ["foe"]) > 0
    table.combatant("foe").x = far + SQUARE
    assert best_blow(table, ["foe"]) == 0
    assert range_of(table.me, arms(table.me)[weapon]) == (30 if weapon == "short_bow" else 10)


@pytest.mark.parametrize(("weapon", "far", "reached"), [("long_spear", 4.0, ["other"]), ("broadsword", 4.0, [])])
def test_a_dragon_strikes_another_whom_the_weapon_reaches(
    table: Table, weapon: str, far: float, reached: list[str]
) -> None:
    table.me.items[weapon] = replace(item_from("weapons", weapon), in_use=True)
    table.combatant("foe").x, table.combatant("other").x = 2.0, -far
    do(table, "rook", "melee.attack", {"rook": [1]}, target="foe", weapon=weapon)
    assert [choice.value for choice in DragonChoice.choices(table)["other"]] == reached


def test_a_roll_away_is_pushed_from_one_enemy_and_not_from_two(table: Table) -> None:
    table.combatant("foe").x, table.combatant("other").x = 2.0, 20.0
    one = odds(table, "rook", "turn.move", x=0, y=6)
    table.combatant("other").x = -2.0
    two = odds(table, "rook", "turn.move", x=0, y=6)
    assert ["pushed" in {chance.name for chance in told.chances} for told in (one, two)] == [True, False]
    assert one.sentence.startswith("Away from Foe: ")
    assert two.sentence.startswith("Away from Foe, Other: ")


def test_a_load_is_told_before_the_walk(table: Table) -> None:
    table.me.items |= {f"stone {n}": Item(f"Stone {n}", "gear") for n in range(12)}
    table.combatant("foe").x, table.combatant("mira").x = 2.0, -2.0
    load, away = odds(table, "rook", "turn.move", x=0, y=6).sentence.split(". ")
    assert load.startswith("Under a load, ")
    assert away.startswith("Away from Foe: ")


@pytest.mark.parametrize("key", library.weapons())
def test_a_weapon_strikes_as_its_entry_says(key: str) -> None:
    weapon = library.weapons()[key]
    types = {"slashing", "bludgeoning", "piercing"} & set(weapon.features)
    assert set(Arm(key, item_from("weapons", key), weapon).types) == types


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: str(kind.name))
def test_boons_and_banes_by_hand_are_five_at_most(kind: type[Command]) -> None:
    by_hand = [one for name, (one, _) in described_fields(kind).items() if name in ("boons", "banes")]
    assert all((one.least, one.most) == (0, 5) for one in by_hand)
    assert len(by_hand) in (0, 2)


@pytest.mark.parametrize(
    ("before", "lost", "left"),
    [
        (body(5), 0, 25.0),
        (body(5), 4, 21.0),
        (body(5), 5, 5.0),
        (body(5), 14, 5.0),
        (body(5), 15, 0.0),
        (body(0), 0, 15.0),
        (body(0), 9, 15.0),
        (body(0), 10, 0.0),
        (body(0, failures=2), 1, 0.0),
    ],
)
def test_what_is_left_after_a_blow_is_hit_points_feet_and_life(before: Body, lost: int, left: float) -> None:
    assert before.after(lost) == left


def test_a_blow_that_takes_nothing_is_no_blow(table: Table) -> None:
    hurt(table, QuickDice(0), "foe", 0, "a blow")
    table.sheet("foe").resources["hp"].now = 0
    hurt(table, QuickDice(0), "foe", 0, "a blow")
    assert table.facts == []


def test_out_of_a_fight_death_is_rolled_against_without_a_turn(table: Table) -> None:
    table.me.resources["hp"].now = 0
    alone = Table(table.sheets, None, {}, "rook")
    do(alone, "rook", "death.roll", {"rook": [5]})
    assert alone.me.memo["death_rolls"] == {"successes": 1, "failures": 0}


def test_nobody_swaps_cards_with_the_dead(table: Table) -> None:
    assert [choice.value for choice in Wait.choices(table)["other"]] == ["mira/1", "foe/1", "other/1"]
    die(table, "foe", "a blow")
    assert [choice.value for choice in Wait.choices(table)["other"]] == ["mira/1", "other/1"]


def test_two_cards_are_for_those_who_take_part_and_stand(table: Table) -> None:
    table.me.items["quick"] = item_from("abilities", "quick")
    assert is_possible(TwoCards, table)
    table.me.resources["hp"].now = 0
    assert not is_possible(TwoCards, table)
    table.me.resources["hp"].now = 12
    table.scene.stage = "over"
    assert not is_possible(TwoCards, table)
    table.scene.stage = "ready"
    stand = table.scene.combatants.pop("rook")
    assert not is_possible(TwoCards, table)
    table.scene.combatants["rook"] = stand
    assert is_possible(TwoCards, table)


def test_a_stuck_weapon_that_was_taken_away_is_pulled_free_no_more(table: Table) -> None:
    table.me.items["spear"] = Item("Spear", "weapon", "long_spear", stats={"lies_at": [0.0, 0.0], "stuck": True})
    do(table, "rook", "turn.pull_free", {"rook": [15]}, weapon="spear")
    del table.me.items["spear"]
    perform(Push("exhausted"), table, TypedDice({"rook": [5]}))
    assert "spear" not in table.me.items


def test_nothing_is_gained_by_attacks_that_reach_nobody(table: Table) -> None:
    table.combatant("foe").x = 1.0
    assert best_gain(table, ["foe"]) > 0
    table.combatant("foe").x = 50.0
    assert best_gain(table, ["foe"]) == 0


def test_whoever_is_hit_is_told_by_whom_and_what_can_be_done(table: Table) -> None:
    table.me.items["broadsword"] = replace(item_from("weapons", "broadsword"), in_use=True)
    table.combatant("foe").x = 2.0
    do(table, "rook", "melee.attack", {"rook": [7]}, target="foe", weapon="broadsword")
    (ask,) = table.scene.asks.values()
    assert (ask.to, ask.commands) == ("foe", ("defend.dodge", "defend.take"))
    assert ask.known["attacker"] == "rook"
    assert table.words(ask.title) == "Rook hits you (Broadsword): defend?"


@pytest.mark.parametrize(("at", "blocked"), [((4.0, 2.0), True), ((4.0, 0.0), False), ((4.0, 4.0), False)])
def test_whoever_stands_beside_a_slanting_way_leaves_it_open(
    table: Table, at: tuple[float, float], blocked: bool
) -> None:
    stand = table.combatant("foe")
    stand.x, stand.y = at
    table.combatant("mira").x, table.combatant("other").x = -20.0, -24.0
    assert in_the_way(table, "rook", (8.0, 4.0)) == (["foe"] if blocked else [])


def test_an_initiative_card_shows_1_to_10(table: Table) -> None:
    table.scene.stage, table.scene.turn, table.scene.ladder = "ready", "", []
    drawn = {"rook": [11], "mira": [2], "foe": [3], "other": [4]}
    with pytest.raises(Refused, match="A d10 shows 1 to 10, not 11"):
        do(table, "", "fight.begin", drawn)


def test_whoever_has_rolled_against_death_is_told_what_is_left(table: Table) -> None:
    table.me.resources["hp"].now = 0
    with pytest.raises(NotNow, match=r"^You are down\. Make a death roll, or rally\.$"):
        own_turn(table)
    do(table, "rook", "death.roll", {"rook": [5]})
    with pytest.raises(NotNow, match=r"^You are down\. Rally, or end your turn\.$"):
        own_turn(table)
