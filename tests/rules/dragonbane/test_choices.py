"""Advice of Dragon & Demon beyond blows and answers, against every way in which the dice can fall."""

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise
from rules.engine.kernel import (
    Barrier,
    BarrierDrawn,
    Condition,
    ConditionSet,
    Dice,
    Item,
    Moved,
    NotNow,
    Refused,
    Sheet,
    Table,
    TypedDice,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named, started_against
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import attribute_behind
from rules.systems.dragonbane.core.fields import rollable
from rules.systems.dragonbane.downtime.perils import Fall
from rules.systems.dragonbane.system import DRAGONBANE
from tests.rules.dragonbane.fights import do, fight, hero, judged
from tests.rules.dragonbane.test_abilities import gifted
from tests.rules.dragonbane.test_advice import act, advice, average_loss, values
from tests.rules.dragonbane.test_fight import armed, copy_of
from tests.rules.exact import outcomes

FACES = range(1, 21)


def shares(found: Advice) -> dict[str, tuple[float, ...]]:
    return {one.label: one.shares for one in found.choices}


def passes(face: int, level: int) -> bool:
    return face == 1 or (face <= level and face != 20)


def chance(level: int, boons: int = 0) -> float:
    """P(success), by every face of one die, or of two of which one counts."""
    keep = min if boons > 0 else max
    return sum(passes(keep(pair) if boons else pair[0], level) for pair in product(FACES, FACES)) / 400


# -- spells ------------------------------------------------------------------------------------------------------------


def mage(**stats: Any) -> Sheet:
    sheet = hero("Rook", animism=13)
    sheet.items["bolt"] = Item("Bolt", "spell", stats={"school": "animism", "rank": 1, "range": 20, **stats})
    return sheet


def magic(**stats: Any) -> Table:
    """A mage and Mira against two, of whom one wears leather."""
    foe, other = armed("Foe", armour="leather", swords=12), armed("Other", swords=12)
    people = {"rook": mage(**{"damage": "d6", **stats}), "mira": armed("Mira"), "foe": foe, "other": other}
    table = fight(people, list(people), ("foe", "other"))
    table.sheet("other").resources["hp"].now = 4
    return table


def cast(table: Table, target: str, power: int) -> float:
    """The average loss by a spell, by every face: a Dragon costs no WP, a Demon hurts nobody else."""
    found = 0.0
    for face in range(1, 20):
        cast = do(copy_of(table), "rook", "magic.cast", {"rook": [face]}, spell="bolt", target=target, power=power)
        found += average_loss(cast, target, _taken_for_free) / 20
    return found


def _taken_for_free(table: Table, dice: Dice) -> None:
    if table.asks_for("rook", "magic.dragon"):
        act(table, "rook", "magic.dragon", dice, effect="free")


def test_a_tap_on_somebody_readies_the_spell_that_hurts_them_from_here() -> None:
    table = magic()
    known = table.sheet("rook").items
    known["light"] = Item("Light", "spell", stats={"school": "animism", "rank": 1, "range": 50})
    known["far"] = replace(known["bolt"], name="Far bolt", stats={**known["bolt"].stats, "range": 40})
    assert _ready(table, "foe") == "bolt"
    table.happen(Moved("foe", 0, 30, 180))
    assert _ready(table, "foe") == "far"
    table.happen(Moved("foe", 0, 90, 180))
    assert _ready(table, "foe") == "bolt", "the form says itself that it does not reach"
    table.happen(BarrierDrawn("wall", Barrier("wall", -50, 5, 50, 5)))
    with pytest.raises(Refused, match="A wall stands between you and Foe"):
        _ready(table, "foe")
    with pytest.raises(NotNow, match="no spell that deals damage"):
        _ready(magic(damage=""), "foe")


def _ready(table: Table, who: str) -> Any:
    started = started_against(DRAGONBANE, command_named(DRAGONBANE, "magic.cast"), table, who)
    assert started["target"] == who
    return started["spell"]


def test_a_spell_takes_what_every_throw_comes_to_at_each_level() -> None:
    table = magic()
    found = advice(table, "rook", "magic.cast", target="foe")
    told = shares(found)
    assert set(told) == {f"{who}, power level {level}" for who in ("Foe", "Other") for level in (1, 2, 3)}
    for (who, target), level in product((("Foe", "foe"), ("Other", "other")), (1, 2)):
        taken, price = told[f"{who}, power level {level}"]
        assert taken == pytest.approx(cast(table, target, level), abs=1e-9)
        assert price == -2 * level
    assert found.axis == "power"


def test_levels_end_with_the_willpower_and_a_trick_has_one() -> None:
    table = magic()
    table.sheet("rook").resources["wp"].now = 5
    found = advice(table, "rook", "magic.cast", target="foe")
    assert {one.given["power"] for one in found.choices if one.command == "magic.cast"} == {1, 2}
    trick = advice(magic(rank=0), "rook", "magic.cast", target="foe")
    own = [one for one in trick.choices if one.command == "magic.cast"]
    assert {one.label: one.shares[1] for one in own} == {"Foe": -1, "Other": -1}


def test_what_a_spell_does_besides_damage_is_not_weighed() -> None:
    table = magic(damage="")
    kind = command_named(DRAGONBANE, "magic.cast")
    assert advise([codec.command_from(kind, {"spell": "bolt", "target": "foe"})], table) is None


def test_a_dragon_doubles_or_gives_the_willpower_back() -> None:
    table = do(magic(), "rook", "magic.cast", {"rook": [1]}, spell="bolt", target="foe", power=3)
    told = shares(advice(table, "rook", "magic.dragon"))
    for label, effect, back in (("Double effect", "double", 0), ("No willpower", "free", 6)):
        taken = average_loss(table, "foe", lambda at, dice, e=effect: act(at, "rook", "magic.dragon", dice, effect=e))  # type: ignore[misc]
        assert told[label] == (pytest.approx(taken, abs=1e-9), back)


# -- to topple, to disarm ----------------------------------------------------------------------------------------------


def brawl(*order: str) -> Table:
    """Rook and Mira against one with a broadsword, who act in that order."""
    rook, mira = armed("Rook", "short_sword", swords=14), armed("Mira", "dagger", knives=12)
    foe = armed("Foe", "broadsword", armour="leather", swords=12, evade=8, brawling=9)
    return fight({"rook": rook, "foe": foe, "mira": mira}, order)


@cache
def succeeded(name: str) -> float:
    """How often a manoeuvre succeeds, whoever acts when, by every pair of faces."""
    table, faces = brawl("rook", "mira", "foe"), list(product(FACES, FACES))
    return sum(_verdict(table, name, mine, theirs) == "success" for mine, theirs in faces) / len(faces)


def _verdict(table: Table, name: str, mine: int, theirs: int) -> str:
    thrown = TypedDice({"rook": [mine, 3], "foe": [theirs]})
    tried = copy_of(table)
    act(tried, "rook", name, thrown, target="foe", weapon="short_sword")
    return str(judged(tried).verdict)


@cache
def loss_added_by_lying(who: str, weapon: str) -> float:
    """The loss that a blow adds on average if the foe lies on the ground, by every throw."""
    table = brawl("rook", "mira", "foe")
    lying = copy_of(table)
    lying.happen(ConditionSet("foe", Condition("prone", "Prone")))
    for at in (table, lying):
        at.scene.turn = f"{who}/1"
    chosen = {"target": "foe", "weapon": weapon}
    taken = [
        average_loss(at, "foe", lambda at, dice: act(at, who, "melee.attack", dice, **chosen)) for at in (lying, table)
    ]
    return taken[0] - taken[1]


def test_to_topple_brings_what_attacks_before_they_get_up_take_more() -> None:
    found = values(advice(brawl("rook", "mira", "foe"), "rook", "melee.topple"))
    expected = succeeded("melee.topple") * loss_added_by_lying("mira", "dagger")
    assert found["Foe, Short sword"] == pytest.approx(expected, abs=1e-9)
    assert expected > 0


def test_whoever_gets_up_first_was_toppled_for_nothing() -> None:
    assert set(toppling(brawl("rook", "foe", "mira"))) == {0.0}
    house = brawl("rook", "mira", "foe")
    house.house_rules["prone_gives_a_boon"] = False  # type: ignore[index]
    assert set(toppling(house)) == {0.0}


def toppling(table: Table) -> list[float]:
    return [one.value for one in advice(table, "rook", "melee.topple").choices if one.command == "melee.topple"]


def test_whoever_has_acted_lies_until_their_card_of_the_next_round() -> None:
    table = do(brawl("foe", "rook", "mira"), "foe", "turn.end")
    found = values(advice(table, "rook", "melee.topple"))
    mira, rook = loss_added_by_lying("mira", "dagger"), loss_added_by_lying("rook", "short_sword")
    expected = succeeded("melee.topple") * (mira + (mira + rook) / 2)
    assert found["Foe, Short sword"] == pytest.approx(expected, abs=1e-9)


def test_to_disarm_brings_what_their_next_attack_takes_less() -> None:
    table = brawl("rook", "mira", "foe")
    found = values(advice(table, "rook", "melee.disarm"))
    table.scene.turn = "foe/1"
    armed, bare = (
        average_loss(
            table,
            "rook",
            lambda at, dice, w=weapon: act(at, "foe", "melee.attack", dice, target="rook", weapon=w),
            ours=True,
        )  # type: ignore[misc]
        for weapon in ("broadsword", "unarmed")
    )
    table.scene.turn = "rook/1"
    less = succeeded("melee.disarm") * (armed - bare)
    assert found["Foe, Short sword"] == pytest.approx(less, abs=1e-9)
    assert less > 0


# -- those who have fallen -------------------------------------------------------------------------------------------


def fallen() -> Table:
    """Rook, and two at 0 hit points beside a foe: Mira with a dagger, Olaf with a broadsword, nearer to death."""
    olaf = armed("Olaf", "broadsword", swords=14)
    table = fight(
        {
            "mira": armed("Mira", "dagger", knives=12),
            "rook": armed("Rook", persuasion=12, healing=11),
            "olaf": olaf,
            "foe": armed("Foe", armour="leather"),
        },
        ["rook", "mira", "olaf", "foe"],
    )
    for who, stand in table.scene.combatants.items():
        stand.x = 0.0 if who == "rook" else 2.0
        table.sheet(who).resources["hp"].now *= who in ("rook", "foe")
    table.sheet("olaf").memo["death_rolls"] = {"successes": 0, "failures": 2}
    return table


def test_whoever_strikes_hardest_is_rallied() -> None:
    table = fallen()
    found = values(advice(table, "rook", "turn.rally"))
    for name, who, weapon in (("Mira", "mira", "dagger"), ("Olaf", "olaf", "broadsword")):
        up = copy_of(table)
        up.happen(ConditionSet(who, Condition("rallied", "Rallied")))
        up.scene.turn = f"{who}/1"
        taken = average_loss(
            up, "foe", lambda at, dice, w=who, a=weapon: act(at, w, "melee.attack", dice, target="foe", weapon=a)
        )  # type: ignore[misc]
        up = table.sheet(who).resources["hp"].most
        assert found[name] == pytest.approx(chance(12) * (up + taken), abs=1e-9)
    assert found["Olaf"] > found["Mira"]


def dies(level: int, good: int, bad: int) -> float:
    """P(three failures come before three successes), by every face, a Dragon or a Demon twice."""
    if good >= 3 or bad >= 3:
        return float(good < 3)
    ways = ((1, 2, 0), *((face, 1, 0) for face in range(2, level + 1)))
    ways = (*ways, *((face, 0, 1) for face in range(level + 1, 20)), (20, 0, 2))
    return sum(dies(level, good + well, bad + ill) for _, well, ill in ways) / 20


@pytest.mark.parametrize("name", ["turn.first_aid", "task.first_aid"])
def test_whoever_is_nearer_to_death_is_saved(name: str) -> None:
    table = fallen()
    if name == "task.first_aid":
        table = Table(table.sheets, None, {}, "rook")
    found = values(advice(table, "rook", name, patient="mira"))
    most, hit_points = table.sheet("mira").resources["hp"].most, 3.5
    for label, (good, bad) in {"Olaf": (0, 2), "Mira": (0, 0)}.items():
        saved = chance(11, -1) * (most + most * dies(10, good, bad) + hit_points)
        assert found[label] == pytest.approx(saved), label
    assert found["Olaf"] > found["Mira"]


def test_after_a_fight_the_lives_of_the_other_side_are_worth_nothing_to_advice() -> None:
    table = fallen()
    table.scene.stage = "over"
    table.scene.combatants["mira"].side = "foes"
    found = values(advice(table, "rook", "task.first_aid", patient="olaf"))
    assert found["Mira"] == 0 < found["Olaf"]


# -- out of a fight ----------------------------------------------------------------------------------------------------


def rook_alone(*abilities: str, **skills: int) -> Table:
    return Table({"rook": gifted(hero("Rook", **skills), *abilities)}, None, {}, "rook")


def test_an_ability_is_called_upon_by_its_boon_and_its_share_of_the_willpower() -> None:
    table = rook_alone("silver_tongue", bartering=9)
    told = shares(advice(table, "rook", "check.roll", skill="bartering"))
    assert told == {
        "No ability": (pytest.approx(100 * chance(9)), 0),
        "Silver Tongue": (pytest.approx(100 * chance(9, 1)), -30),
    }
    table.sheet("rook").resources["wp"].now = 2
    kind = command_named(DRAGONBANE, "check.roll")
    assert advise([codec.command_from(kind, {"skill": "bartering"})], table) is None, "it cannot be paid"


def test_the_anger_of_ill_temper_is_part_of_its_price() -> None:
    table = rook_alone("ill_tempered")
    told = shares(advice(table, "rook", "check.roll", skill="agl"))["Ill-tempered"]
    assert told == (pytest.approx(100 * chance(10, 1)), pytest.approx(-30 - _taken_by(table, "angry")))
    table.happen(ConditionSet("rook", Condition("angry", "Angry")))
    assert shares(advice(table, "rook", "check.roll", skill="agl"))["Ill-tempered"][1] == -30


def test_the_condition_that_hinders_most_heals_first() -> None:
    table = rook_alone(swords=14)
    for name in ("exhausted", "angry", "scared"):
        table.happen(ConditionSet("rook", Condition(name, name.capitalize())))
    found = advice(table, "rook", "rest.stretch")
    told = values(found)
    worse = {name: _taken_by(table, name) for name in ("exhausted", "angry", "scared")}
    assert {label.lower(): value for label, value in told.items()} == pytest.approx(worse)
    assert found.unit == "successes in 100"


def _taken_by(table: Table, condition: str) -> float:
    """The successes that a condition takes of a hundred rolls, by every face of one die and of the two with a bane."""
    attribute = library.conditions()[condition].attribute
    rolls = rollable(table.me)
    hindered = [int(one.hint) for one in rolls if attribute_behind(one.value) == attribute]
    return 100 * sum(chance(level) - chance(level, -1) for level in hindered) / len(rolls)


def test_inner_peace_heals_two_and_names_a_pair_once() -> None:
    table = rook_alone("inner_peace")
    for name in ("exhausted", "angry", "scared"):
        table.happen(ConditionSet("rook", Condition(name, name.capitalize())))
    found = values(advice(table, "rook", "rest.stretch"))
    assert sum(" and " in label for label in found) == 3
    assert found["Exhausted and Angry"] == pytest.approx(_taken_by(table, "exhausted") + _taken_by(table, "angry"))


@pytest.mark.parametrize(("unprepared", "said"), [(False, "D6 damage, 50\xa0% to halve it"), (True, "D6 damage")])
def test_a_fall_can_be_halved_by_whoever_may_roll(unprepared: bool, said: str) -> None:
    table = fight({"rook": hero("Rook", acrobatics=10)}, ("rook",), foes=())
    found = foretell(Fall(metres=2, unprepared=unprepared), table)
    assert found is not None
    assert found.sentence == said


def test_a_fall_that_is_pushed_does_what_is_foretold() -> None:
    table = fight({"rook": hero("Rook", acrobatics=7)}, ("rook",), foes=())
    falls = Fall(metres=2, push="dazed")

    def damage(dice: Dice) -> int:
        there = copy_of(table)
        perform(falls, there, dice)
        return int(str(judged(there).numbers["damage"]))

    found = foretell(falls, table)
    assert found is not None
    fell = outcomes(damage)
    for taken, shown in enumerate(found.measure):
        assert shown == pytest.approx(sum(share for share, came in fell if came == taken))


def test_a_door_loses_no_more_than_it_has() -> None:
    sheet = armed("Rook", "broadsword", "dagger", swords=14)
    table = Table({"rook": sheet}, None, {}, "rook")
    sheet.memo["door"] = {"key": "house_door", "left": 3}
    found = values(advice(table, "rook", "task.door", weapon="dagger", door="house_door"))
    assert found["Broadsword"] >= found["Dagger"] > 0
    assert found["Broadsword"] <= 3


def test_foes_are_compared_with_foes_and_friends_with_each_other() -> None:
    table = magic()
    assert {one.given["target"] for one in advice(table, "rook", "magic.cast", target="foe").choices} == {
        "foe",
        "other",
    }
    assert {one.given["target"] for one in advice(table, "rook", "magic.cast", target="mira").choices} == {"mira"}
