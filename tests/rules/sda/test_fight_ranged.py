"""Shots: their odds against every throw there is, and what would be too long for a worked example."""

from dataclasses import replace
from itertools import product

import pytest

from rules.engine.kernel import NotNow, Refused, Veiled
from rules.engine.system.protocol import command_named, started_against
from rules.systems.sda.content import compendium
from rules.systems.sda.fight.base import missiles
from rules.systems.sda.fight.base.ranged import PACKS
from rules.systems.sda.fight.moves import may_strike, within_reach
from rules.systems.sda.system import SDA
from tests.rules.sda.fights import Fight, fighter

#: Dice and malus of the shot, dice and malus of the reflex roll.
CASES = [(1, 0, 1, 0), (2, 0, 1, 0), (2, 1, 2, 0), (2, 0, 2, 2), (1, 2, 1, 1), (3, 2, 0, 0), (2, -2, 1, 0)]


def _archery(metres: float = 20, **house_rules: object) -> Fight:
    rook = fighter("Rook", "short_bow", bows=3)
    boris = fighter("Boris", reflex=3)
    counted = {"whose_ammunition_is_counted": "nobody", **house_rules}
    fight = Fight(rook=rook, boris=boris, house_rules=counted).on(rook=2, boris=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=int(metres))
    return fight


def _mos(faces: tuple[int, ...]) -> int:
    return sum(face // 4 for face in faces)


def _counted(shot: int, malus: int, reflex: int, reflex_malus: int) -> dict[int, float]:
    """Hits by every face of every d6, with the dice that a malus beyond a roll gives to the other side."""
    found: dict[int, float] = {}
    for a in product(range(1, 7), repeat=shot):
        for r in product(range(1, 7), repeat=reflex):
            to_target = max(0, malus - _mos(a)) if reflex else 0
            to_archer = max(0, reflex_malus - _mos(r)) if reflex else 0
            for granted in product(range(1, 7), repeat=to_target + to_archer):
                mine = max(0, _mos(a) - malus) + _mos(granted[to_target:])
                theirs = max(0, _mos(r) - reflex_malus) + _mos(granted[:to_target])
                hits = max(0, mine - theirs)
                found[hits] = found.get(hits, 0.0) + 6.0 ** -(shot + reflex + len(granted))
    return found


@pytest.mark.parametrize(("shot", "malus", "reflex", "reflex_malus"), CASES)
def test_the_dodge_shows_what_every_throw_would_give(shot: int, malus: int, reflex: int, reflex_malus: int) -> None:
    fight = _archery()
    if malus < 0:
        fight.sheets["boris"].ranks["body"]["size"] = 5  # huge: 2 MoS more
    fight.does("rook", "ranged.attack", target="boris", dice=shot, malus=max(0, malus))
    odds = fight.odds("boris", "ranged.dodge", dice=reflex, malus=reflex_malus)
    counted = _counted(shot, malus, reflex, reflex_malus)
    assert odds.chances[0].probability == pytest.approx(counted.get(0, 0.0))
    assert odds.measure == pytest.approx([counted.get(hits, 0.0) for hits in range(len(odds.measure))])


def test_the_odds_of_a_shot_are_those_of_its_dice_less_what_hinders_it() -> None:
    fight = _archery(metres=40)
    odds = fight.odds("rook", "ranged.attack", target="boris", dice=2)
    # Two d6 come to 0, 1 or 2 MoS in 1, 2 and 1 of 4 ways; beyond 35 metres one is lost.
    assert odds.measure == pytest.approx((3 / 4, 1 / 4))
    assert "−1" in odds.sentence


def test_a_huge_target_is_hit_even_by_a_roll_without_success() -> None:
    fight = _archery()
    fight.sheets["boris"].ranks["body"]["size"] = 5
    odds = fight.odds("rook", "ranged.attack", target="boris", dice=1)
    assert odds.measure == pytest.approx((0, 0, 1 / 2, 1 / 2))


def test_what_is_chosen_in_vain_is_refused_by_odds_as_by_the_shot() -> None:
    fight = _archery()
    for chosen in ({"dice": 5}, {"cover": "full"}, {"sight": False}):
        with pytest.raises(Refused) as foretold:
            fight.odds("rook", "ranged.attack", **{"target": "boris", "dice": 1, **chosen})
        with pytest.raises(Refused) as done:
            fight.does("rook", "ranged.attack", **{"target": "boris", "dice": 1, **chosen})
        assert foretold.value.sentence == done.value.sentence


def test_an_archer_in_hiding_is_seen_by_the_shot() -> None:
    fight = _archery()
    fight.does("", "fight.veil", combatant="rook", hidden=True)
    assert Veiled("rook", False) in fight.does("rook", "ranged.attack", target="boris", dice=1)


def test_the_hidden_cannot_be_aimed_at() -> None:
    fight = _archery()
    fight.does("", "fight.veil", combatant="boris", hidden=True)
    with pytest.raises(NotNow, match="Nobody to aim at"):
        fight.does("rook", "ranged.attack", target="boris", dice=1)


def test_all_bows_and_crossbows_know_what_they_shoot() -> None:
    for weapon in compendium.weapons().values():
        assert set(weapon.ammunition) <= set(compendium.gear())
        if {way.skill for way in weapon.skills} & {"bows"}:
            assert weapon.ammunition
    assert set(PACKS.values()) | set(PACKS) <= set(compendium.gear())


def test_a_breath_without_a_die_is_left_to_the_table() -> None:
    assert not missiles(SDA.creature("dragon_courage"))
    assert missiles(SDA.creature("guard_rookie")).keys() == {"light_crossbow"}


def test_of_several_javelins_one_flies() -> None:
    fight = _archery(metres=8)
    javelins = replace(fighter("X", "javelin").items["javelin"], count=3)
    fight.sheets["rook"].items["javelin"] = javelins
    fight.does("rook", "ranged.attack", target="boris", dice=1, weapon="javelin")
    items = fight.sheets["rook"].items
    assert (items["javelin"].count, items["javelin"].in_use) == (2, True)
    assert (items["javelin-2"].count, items["javelin-2"].stats["lies_at"]) == (1, [0.0, 8.0])


def test_creatures_shoot_without_counting_unless_a_table_wants_it() -> None:
    for whose, refused in (("characters", False), ("everybody", True)):
        fight = Fight(
            rook=fighter("Rook"),
            guard=SDA.creature("guard_rookie"),
            house_rules={"whose_ammunition_is_counted": whose},
        ).on(guard=2, rook=1)
        if refused:
            with pytest.raises(NotNow, match="no ammunition"):
                fight.does("guard", "ranged.attack", target="rook", dice=1)
        else:
            fight.does("guard", "ranged.attack", target="rook", dice=1)
            assert fight.sheets["guard"].items["light_crossbow"].stats == {"to_load": 2}


def test_the_cover_of_a_shot_starts_as_it_is_drawn_on_the_board() -> None:
    fight = _archery()
    assert _against(fight)["cover"] == "none"
    fight.does("", "board.draw", kind="three_quarters", x=-20, y=100, to_x=20, to_y=100)
    assert _against(fight)["cover"] == "three_quarters"
    fight.does("", "board.draw", kind="door", x=-20, y=50, to_x=20, to_y=50)
    assert _against(fight)["cover"] == "full"
    with pytest.raises(Refused, match="full cover"):
        fight.odds("rook", "ranged.attack", **_against(fight))
    fight.does("", "board.door", door=next(key for key in fight.encounter.barriers if key.startswith("-20,50")))
    assert _against(fight)["cover"] == "three_quarters"


def _against(fight: Fight) -> dict[str, object]:
    """The values with which the form of a shot at Boris starts."""
    table = fight.table("rook")
    return started_against(SDA, command_named(SDA, "ranged.attack"), table, "boris")


def test_behind_a_wall_nobody_is_chosen_advised_or_given_an_opening() -> None:
    fight = Fight(
        rook=fighter("Rook"), boris=fighter("Boris", "spear"), mira=fighter("Mira"), thug=fighter("Thug", "spear")
    )
    fight.on(rook=3, boris=2)
    attack = command_named(SDA, "melee.attack")
    assert attack.preset(fight.table("rook"))["target"] == "boris"
    assert may_strike(fight.table("rook"), "boris", "rook")
    fight.does("", "board.draw", kind="wall", x=-20, y=10, to_x=4, to_y=10)
    table = fight.table("rook")
    assert attack.preset(table)["target"] == "thug"
    assert within_reach(table) == ["thug"]
    told = {choice.value: (choice.hint, choice.closed) for choice in attack.choices(table)["target"]}
    assert told == {"boris": ("2 m, medium, behind a wall", True), "thug": ("2.24 m, long", False)}
    assert not may_strike(table, "boris", "rook")
    assert may_strike(table, "thug", "rook")
    with pytest.raises(Refused, match="A wall stands between you and Boris"):
        fight.odds("rook", "melee.attack", target="boris", dice=1)
