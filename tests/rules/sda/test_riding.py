"""Fighting from the saddle: odds against every way dice can fall, what interrupts a ride, and whole fights."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Begun, Condition, ConditionSet, Joined, Judged, Moved, NotNow, Table
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named
from rules.systems.sda.core.rolls import extra_hits, knows_battle, may_be_choked, mount_of, rider_of
from rules.systems.sda.fight.actions.mount_actions import MountAttack
from rules.systems.sda.fight.actions.openings import TakeOpportunity
from rules.systems.sda.fight.base import side_seen, used
from rules.systems.sda.fight.base.ground import corner
from rules.systems.sda.fight.melee.announcing import SecondAttack
from rules.systems.sda.system import SDA
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_fight_at_random import ON_TURN, Players, _copied, _replayed

RIDERS = ["turn.mount", "turn.dismount", "turn.mount_attack", "turn.spur", "turn.leap", "turn.charge"]
#: Attributes of 4 keep the dice small, and with them the number of ways in which they can fall.
SMALL = 4


def _rides(who: str, mount: str) -> ConditionSet:
    return ConditionSet(who, Condition("mounted", "Mounted", 0, mount))


def _ride(metres: int = 20, *, horse: str = "horse_war", **ranks: int) -> Fight:
    """Rook in the saddle, and Boris on foot so many metres to the north, looking at them."""
    rook = fighter("Rook", "one_handed_sword", **ranks)
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=2)
    fight = Fight(rook=rook, boris=boris, horse=SDA.creature(horse), house_rules={"ego_again": "never"})
    fight.on(rook=2, boris=1)
    for who, y in (("rook", 0), ("horse", 0), ("boris", metres)):
        fight.does("", "fight.place", combatant=who, x=0, y=y)
    fight._happen([_rides("rook", "horse")])
    return fight


def _shares(fight: Fight, name: str, seen: Callable[[Table], Any], **chosen: Any) -> dict[Any, float]:
    """How often something is seen at the table after Rook's command, over every way in which dice can fall."""
    found: dict[Any, Fraction] = {}

    def play(dice: Any) -> Any:
        table = _copied(fight, "rook")
        perform(codec.command_from(command_named(SDA, name), Fight._with_ask(table, name, chosen)), table, dice)
        return seen(table)

    for share, outcome in every_way(play):
        found[outcome] = found.get(outcome, Fraction(0)) + share
    return {outcome: float(share) for outcome, share in found.items()}


def _chances(fight: Fight, name: str, **chosen: Any) -> dict[str, float]:
    return {chance.name: chance.probability for chance in fight.odds("rook", name, **chosen).chances}


# -- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("difficulty", "dice"), [(1, 1), (2, 2)])
def test_a_jump_shows_what_every_throw_of_both_would_give(difficulty: int, dice: int) -> None:
    fight = _ride(horse="horse_riding", riding=2, agility=8)
    fight.sheets["horse"].ranks["attribute"]["strength"] = SMALL
    fight.sheets["horse"].ranks["group"]["athleticism"] = 0

    def seen(table: Table) -> str:
        verdicts = {(fact.who, fact.verdict) for fact in table.facts if isinstance(fact, Judged)}
        if ("rook", "failure") in verdicts:
            return "refuses"
        return "success" if ("horse", "success") in verdicts else "fails"

    chosen = {"difficulty": difficulty, "metres": 3, "dice": dice}
    found = _shares(fight, "turn.leap", seen, **chosen)
    shown = _chances(fight, "turn.leap", **chosen)
    assert shown == pytest.approx({name: found.get(name, 0.0) for name in shown})


@pytest.mark.parametrize("riding", [0, 1])
def test_spurring_shows_how_far_it_goes(riding: int) -> None:
    fight = _ride(horse="horse_riding", riding=riding, agility=SMALL)
    fight.sheets["horse"].ranks["attribute"]["strength"] = SMALL
    fight.sheets["horse"].ranks["group"]["athleticism"] = 1
    found = _shares(fight, "turn.spur", lambda table: table.scene.memo["used.horse"]["gained"] if _ran(table) else 0.0)
    measure = fight.odds("rook", "turn.spur").measure
    assert measure == pytest.approx([found.get(7.5 * mos, 0.0) for mos in range(len(measure))])


def _ran(table: Table) -> bool:
    return "used.horse" in table.scene.memo


@pytest.mark.parametrize(("horse", "riding"), [("horse_war", 0), ("horse_riding", 1), ("horse_riding", 2)])
def test_a_mounted_charge_shows_how_likely_both_rolls_get_it_there(horse: str, riding: int) -> None:
    fight = _ride(19, horse=horse, riding=riding)
    arrives = fight.odds("rook", "turn.charge", target="boris", dice=2, weapon="one_handed_sword").chances[0]
    # 17 metres with a speed of 15: one MoS of two d12, 3 faces of which score none, and one of riding if it shies:
    # its own ranks of riding are three dice.
    runs = 1 - (3 / 12) ** 2
    presses = 1.0 if horse == "horse_war" else 1 - 0.5 ** (1 + riding + 3)
    assert arrives.probability == pytest.approx(runs * presses)


def test_staying_in_the_saddle_shows_what_every_throw_would_give() -> None:
    # The fresh wound takes one of three dice.
    fight = _ride(2, riding=2, agility=SMALL)
    for line in fight.sheets["rook"].tracks["injury"]:
        line.ticked = {"minor": 3}
    fight.sheets["horse"].tracks["injury"][0].ticked = {"minor": 4, "major": 1}
    # Nobody falls far from a small mount, and so nothing else is rolled.
    fight.sheets["horse"].ranks["body"]["size"] = 3
    _hurt_in_the_saddle(fight, "boris")
    found = _shares(fight, "riding.stay", lambda table: bool(mount_of(table, "rook")))
    assert _chances(fight, "riding.stay")["success"] == pytest.approx(found[True])
    # Two of five d4 have to score, three of which are what the mount knows of riding.
    assert found[True] == pytest.approx(1 - 0.75**5 - 5 * 0.25 * 0.75**4)


def _hurt_in_the_saddle(fight: Fight, by: str) -> None:
    """Rook is hit once, and takes it where nothing but a major box is left."""
    fight.does("rook", "turn.end")
    fight.does(by, "melee.attack", target="rook", dice=1)
    fight.rolls("rook", "melee.defend", {by: [4]}, dice=0)
    fight.rolls(by, "melee.spend", {by: [4]}, damage=1, type="piercing")
    fight.does("rook", "wound.take", line="0")


@pytest.mark.parametrize(("mount", "rider"), [(4, 3), (5, 1)])
def test_falling_with_the_mount_shows_what_every_throw_would_give(mount: int, rider: int) -> None:
    fight = _ride(2, agility=SMALL)
    fight.sheets["horse"].ranks["body"]["size"], fight.sheets["rook"].ranks["body"]["size"] = mount, rider
    table = fight.table("rook")
    table.ask("rook", "Your mount falls", "riding.land", mount="horse")
    fight._keep(table)

    def boxes(table: Table) -> int:
        judged = (fact for fact in table.facts if isinstance(fact, Judged))
        return next(fact.hits for fact in judged if fact.verdict in ("hurt", "unhurt"))

    found = _shares(fight, "riding.land", boxes)
    measure = fight.odds("rook", "riding.land").measure
    assert measure == pytest.approx([found.get(n, 0.0) for n in range(len(measure))])


@pytest.mark.parametrize(
    ("name", "chosen"),
    [("turn.charge", {"target": "boris"}), ("turn.leap", {"difficulty": 1, "metres": 3}), ("turn.spur", {})],
)
def test_odds_of_a_ride_change_nothing(name: str, chosen: dict[str, Any]) -> None:
    fight = _ride(horse="horse_riding", riding=2)
    before = _told(fight)
    fight.odds("rook", name, **chosen)
    assert _told(fight) == before


def _told(fight: Fight) -> str:
    return codec.dump([fight.sheets, fight.encounter])


# -- what comes between -----------------------------------------------------------------------------------------------


def test_whoever_falls_on_the_way_rides_no_farther_and_strikes_nobody() -> None:
    fight = _ride(20, riding=1)
    wolf = fighter("Wolf", "one_handed_sword", one_handed_swords=2)
    fight._happen([Begun("wolf", wolf), Joined("wolf", "foes", False, 1.0, 10.0, 180)])
    for line in fight.sheets["rook"].tracks["injury"]:
        line.ticked = {"minor": 3}
    fight.rolls("rook", "turn.charge", {"horse": [8, 8]}, target="boris", dice=2)
    fight.does("wolf", "opportunity.take", dice=1)
    fight.rolls("rook", "melee.defend", {"wolf": [4]}, dice=0)
    fight.rolls("wolf", "melee.spend", {"wolf": [4]}, damage=1, type="piercing")
    fight.does("rook", "wound.take", line="0")
    fight.rolls("rook", "riding.stay", {"rook": [1, 1, 1, 1, 4, 1]})
    assert not fight.encounter.asks
    assert not rider_of(fight.table(""), "horse")
    assert fight.encounter.combatants["horse"].y < 10
    assert "to_come" not in fight.encounter.memo


def test_a_mount_that_players_do_not_know_of_is_none() -> None:
    table = _ride(2).table("rook")
    del table.scene.combatants["horse"]
    assert not mount_of(table, "rook")
    with pytest.raises(NotNow, match="You are not riding"):
        MountAttack.possible(table)


def test_the_form_of_the_other_hand_counts_the_die_of_the_saddle() -> None:
    fight = _ride(2, one_handed_swords=5)
    fight.sheets["rook"].items["dagger_knife"] = replace(SDA.item("weapons", "dagger_knife"), in_use=True)
    fight.does("rook", "melee.attack", target="boris", dice=1, malus=1, weapon="one_handed_sword")
    fight.rolls("boris", "melee.defend", {"rook": [4]}, dice=0)
    assert SecondAttack.preset(fight.table("rook"))["dice"] == 2


def test_of_two_who_ride_together_either_is_struck_at() -> None:
    fight = _ride(2)
    table = fight.table("boris")
    table.ask("boris", "Rook moves", "opportunity.take", target="rook", why="moves in reach")
    assert [choice.value for choice in TakeOpportunity.choices(table)["target"]] == ["rook", "horse"]
    del table.sheet("rook").conditions["mounted"]
    assert not TakeOpportunity.choices(table)["target"]


def test_nobody_on_foot_chokes_a_rider() -> None:
    table = _ride(2).table("")
    assert not may_be_choked(table, "boris", "rook")
    assert may_be_choked(table, "rook", "boris")
    assert may_be_choked(table, "boris", "horse")
    assert (extra_hits(table, "boris", "rook"), extra_hits(table, "boris", "horse")) == (1, 0)


def test_a_horse_of_war_knows_battle_and_a_riding_horse_does_not() -> None:
    assert knows_battle(SDA.creature("horse_war"))
    assert not knows_battle(SDA.creature("horse_riding"))


@pytest.mark.parametrize(("facing", "side"), [(0, "front"), (29, "front"), (31, "front"), (95, "flank"), (200, "rear")])
def test_on_hexagons_the_nearest_corner_counts(facing: int, side: str) -> None:
    stand = _ride(2).encounter.combatants["rook"]
    stand.facing = facing
    assert side_seen(stand, (stand.x, stand.y + 5), on_hexagons=True) == side
    assert corner(facing) % 60 == 0


# -- whole fights -----------------------------------------------------------------------------------------------------


class Riders(Players):
    """Two on horseback, one of whose horses shies, against two on foot."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        sword = fighter("Rook", "one_handed_sword", armour=("gambeson",), melee_combat=3, reflex=2, riding=3)
        spear = fighter("Mira", "spear", melee_combat=2, reflex=1, riding=2)
        self.fight = Fight(rook=sword, boris=SDA.creature("guard_veteran"), mira=spear, wolf=SDA.creature("skeleton"))
        for rider, mount, horse, x in (("rook", "ember", "horse_war", 0.0), ("mira", "ash", "horse_riding", 3.0)):
            comes = [Begun(mount, SDA.creature(horse)), Joined(mount, "party", False, x, -18.0)]
            self.fight._happen([*comes, Moved(rider, x, -18.0, 0), _rides(rider, mount)])


@pytest.mark.parametrize("seed", range(4))
def test_riders_at_random_come_to_an_end_and_replay(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.rules.sda.test_fight_at_random.ON_TURN", [*ON_TURN, *RIDERS * 4])
    players = Riders(seed)
    assert players.play(), "nobody won"
    fight = players.fight
    assert _replayed(codec.facts_from(codec.dump_facts(fight.facts))) == _told(fight)
    assert "to_come" not in fight.encounter.memo
    there = fight.encounter.combatants
    for rider in ("rook", "mira"):
        mount = mount_of(fight.table(""), rider)
        assert not mount or (there[rider].x, there[rider].y) == (there[mount].x, there[mount].y)


@pytest.mark.parametrize(
    ("name", "rolls"),
    [
        ("turn.mount_attack", ["horse"]),
        ("turn.charge", ["horse"]),
        ("turn.spur", ["rook", "horse"]),
        ("turn.leap", ["rook", "horse"]),
        ("melee.attack", ["rook"]),
    ],
)
def test_the_dice_of_a_mount_are_typed_under_its_name(name: str, rolls: list[str]) -> None:
    assert list(command_named(SDA, name).rollers(_ride().table("rook"))) == rolls


def test_what_a_mount_has_scored_its_rider_is_asked_about() -> None:
    fight = _ride(1)
    fight.does("rook", "turn.mount_attack", target="boris", dice=1)
    fight.rolls("boris", "melee.defend", {"horse": [4]}, dice=0)
    assert [ask.to for ask in fight.encounter.asks.values()] == ["rook"]
    assert list(command_named(SDA, "melee.spend").rollers(fight.table("rook"))) == ["horse"]


def test_a_mount_that_refuses_stops_just_short_and_has_used_no_more_than_that() -> None:
    fight = _ride(3, horse="horse_riding")
    fight.does("rook", "turn.move", x=0, y=2)
    fight.rolls("rook", "riding.press_on", {"rook": [1, 1, 1, 1, 1]})
    assert fight.encounter.combatants["horse"].y == 0.9
    assert used(fight.table("rook"), "horse").moved == 0.9
