"""Odds of the rarer choices of a fight: the sentence, and the chances that stand beside it."""

import pytest

from rules.engine.kernel import Condition, ConditionSet, Item, Refused, SceneMemoKept, Table
from rules.engine.odds import mean
from rules.systems.dragonbane.core import attacks_of, item_from
from rules.systems.dragonbane.core.new_sheet import creature_sheet
from rules.systems.dragonbane.fight.base import MAY_STEP, hand_to_hand
from rules.systems.dragonbane.fight.base.order import pass_round
from tests.rules.dragonbane.fights import do, fight, hero, odds
from tests.rules.dragonbane.test_abilities import gifted
from tests.rules.dragonbane.test_fight import armed, chance


def flanked(weapon: str) -> Table:
    """Rook between two foes."""
    rook = gifted(armed("Rook", weapon, swords=14, knives=14, persuasion=12), "double_blow")
    people = {"rook": rook, "foe": armed("Foe", "broadsword", swords=12), "other": armed("Other", "broadsword")}
    table = fight(people, list(people), foes=("foe", "other"))
    table.combatant("other").x = -2.0
    return table


@pytest.mark.parametrize(
    ("effect", "said", "damage"),
    [
        ("double", "Double weapon dice: 2D8", 9.0),
        ("pierce", "Ignore armour: D8", 4.5),
        ("another", "Second target: D8", 4.5),
        ("nothing", "Nothing more: D8", 4.5),
    ],
)
def test_a_dragon_tells_what_each_choice_does(effect: str, said: str, damage: float) -> None:
    table = do(flanked("dagger"), "rook", "melee.attack", {"rook": [1]}, target="foe", weapon="dagger")
    told = odds(table, "rook", "dragon.choose", effect=effect)
    assert told.sentence.startswith(f"{said}, {damage} on average, undefended")
    assert mean(told.measure) == pytest.approx(damage)
    assert [one.name for one in told.chances][:1] == (["success"] if effect == "another" else [])
    if effect == "another":
        assert "Other: " in told.sentence
        assert chance(told, "success") == pytest.approx(14 / 20)


def test_a_second_blow_tells_its_price() -> None:
    table = do(flanked("broadsword"), "rook", "melee.attack", {"rook": [19]}, target="foe")
    told = odds(table, "rook", "melee.second", target="other", weapon="broadsword")
    first = odds(flanked("broadsword"), "rook", "melee.attack", target="other", weapon="broadsword")
    assert told.sentence == f"{first.sentence}, for 3 WP"
    assert (told.chances, told.measure) == (first.chances, first.measure)


def test_a_counter_hits_by_itself() -> None:
    table = do(flanked("broadsword"), "rook", "melee.attack", {"rook": [7]}, target="foe")
    do(table, "foe", "defend.parry", {"foe": [1], "rook": [1, 1]})
    told = odds(table, "foe", "counter.strike")
    assert told.sentence == "It hits for 2D6"
    assert chance(told, "success") == 1
    assert mean(told.measure) == pytest.approx(7)


def test_a_monster_strikes_for_free_by_what_it_does_hand_to_hand() -> None:
    table = fight({"rook": hero("Rook"), "foe": creature_sheet("troll")}, ["rook", "foe"])
    do(table, "rook", "turn.move", {"rook": [15]}, x=-4, y=0)
    do(table, "rook", "leave.struck")
    told, rows = odds(table, "foe", "monster.strike"), hand_to_hand(table.sheet("foe"))
    assert 0 < len(rows) < len(attacks_of(table.sheet("foe")))
    assert {one.name for one in told.chances} == {row.name for row in rows}
    assert sum(one.probability for one in told.chances) == pytest.approx(1)
    (sure,) = odds(table, "foe", "monster.strike", row="1").chances
    assert (sure.name, sure.probability) == (rows[0].name, 1)


def test_rolls_of_one_skill_are_told_as_such() -> None:
    table = flanked("broadsword")
    table.sheet("foe").resources["hp"].now = 0
    assert chance(odds(table, "rook", "turn.rally", ally="foe"), "success") == pytest.approx(12 / 20)
    table.me.items["spear"] = Item("Spear", "weapon", "long_spear", stats={"lies_at": [0.0, 0.0], "stuck": True})
    assert chance(odds(table, "rook", "turn.pull_free", weapon="spear"), "success") == pytest.approx(10 / 20)


def test_a_step_under_a_load_is_lifted_first() -> None:
    table = flanked("broadsword")
    table.happen(SceneMemoKept(MAY_STEP, ["rook"]))
    table.me.items |= {f"stone {n}": Item(f"Stone {n}", "gear") for n in range(12)}
    told = odds(table, "rook", "parry.step", x=0, y=2)
    assert told.sentence.startswith("Under a load, ")
    assert chance(told, "lift_success") == pytest.approx(10 / 20)


def test_a_dragon_of_a_spell_that_hurts_nobody_tells_no_damage() -> None:
    table = flanked("broadsword")
    table.me.ranks["skill"]["animism"] = 14
    table.me.items["light"] = Item("Light", "spell", stats={"school": "animism", "rank": 1, "range": 20})
    do(table, "rook", "magic.cast", {"rook": [1]}, spell="light")
    said = {effect: odds(table, "rook", "magic.dragon", effect=effect).sentence for effect in ("double", "free")}
    assert said == {
        "double": "Double effect: see the spell",
        "free": "2 willpower points back: see the spell",
    }


def test_what_lasts_some_rounds_has_one_less_to_last() -> None:
    table = flanked("broadsword")
    table.happen(ConditionSet("rook", Condition("blessed", "Blessed", rounds=2)))
    table.happen(ConditionSet("rook", Condition("cursed", "Cursed")))
    left = []
    for _ in range(2):
        pass_round(table, "rook")
        left.append({name: one.rounds for name, one in table.me.conditions.items()})
    assert left == [{"blessed": 1, "cursed": None}, {"cursed": None}]


@pytest.mark.parametrize(("awake", "unconscious"), [(True, False), (False, True)])
def test_whoever_clings_to_life_wakes_where_the_house_says_so(awake: bool, unconscious: bool) -> None:
    table = flanked("broadsword")
    table.house_rules = {"three_successes_wake": awake}
    table.me.resources["hp"].now = 0
    table.me.memo["death_rolls"] = {"successes": 2, "failures": 0}
    do(table, "rook", "death.roll", {"rook": [5, 4]})
    assert table.me.has("unconscious") is unconscious
    assert table.me.now("hp") == 4


def test_a_piece_of_armour_more_than_fits_is_not_put_on() -> None:
    table = flanked("broadsword")
    table.me.items |= {key: item_from("armour", key) for key in ("leather", "chainmail")}
    do(table, "rook", "turn.armour", piece="leather")
    table.scene.memo.clear()
    with pytest.raises(Refused):
        do(table, "rook", "turn.armour", piece="chainmail")
    assert [key for key in ("leather", "chainmail") if table.me.items[key].in_use] == ["leather"]
