"""Pools, prices and what a sheet tells of itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import codec
from rules.engine.kernel import BoxesTicked, Condition, ConditionSet, LimitChanged, Refused, Unknown
from rules.engine.system.protocol import command_named
from rules.systems.sda import SDA
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.rolls import pool_for, price, with_bought
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.tables import hero, table


def test_a_pool_tells_where_its_dice_come_from() -> None:
    at = table(anna=hero(attribute={"wisdom": 2}, skill={"logic": 2}, group={"acumen": 1}))
    pool = pool_for(at, "anna", "logic", bonus=1, malus=1)
    assert (pool.notation, pool.rank, pool.available) == ("7d4 −3", 3, 7)
    assert [(part.value, part.rule) for part in pool.parts] == [
        ("d4", "SDA-011"),
        ("1 die", "SDA-009"),
        ("+2 dice", "SDA-009"),
        ("+1 die", "SDA-008"),
        ("+2 dice, −2 MoS", "SDA-053"),
        ("+1 die", "SDA-043"),
        ("−1 MoS", "SDA-044"),
    ]


@pytest.mark.parametrize(("name", "free"), [("incapacitated", 3), ("unconscious", 3), ("dead", 0)])
def test_whoever_is_down_has_no_dice_but_free_ones_and_the_dead_have_none(name: str, free: int) -> None:
    at = table(anna=hero(skill={"ego": 2}))
    at.happen(ConditionSet("anna", Condition(name, name.capitalize())))
    assert pool_for(at, "anna", "ego").available == 0
    assert pool_for(at, "anna", "ego", free=True).available == free


def test_a_stun_limits_every_pool_but_free_ones() -> None:
    at = table(anna=hero(skill={"stealth": 4}))
    at.happen(ConditionSet("anna", Condition("stunned", "Stunned", 2)))
    assert pool_for(at, "anna", "stealth").available == 2
    assert pool_for(at, "anna", "stealth", free=True).available == 5


@given(st.integers(1, 40), st.integers(0, 40))
def test_every_bought_die_costs_the_dice_that_there_are_by_then(dice: int, bought: int) -> None:
    assert price(dice, bought + 1) - price(dice, bought) == dice + bought


@given(st.integers(0, 6), st.integers(1, 18), st.integers(1, 8))
def test_a_bought_pool_fits_the_spirit_left(rank: int, spirit: int, bought: int) -> None:
    at = table(anna=hero(spirit=spirit, skill={"stealth": rank}))
    pool = pool_for(at, "anna", "stealth")
    left = spirit - price(pool.available, bought)
    fits = bought <= pool.available and pool.available + bought <= left
    try:
        assert with_bought(at, pool, bought).available == pool.available + bought
    except Refused:
        assert not fits
    else:
        assert fits


@pytest.mark.parametrize(("who", "ready"), [("anna", False), ("boris", False), ("cora", True)])
def test_only_whoever_is_in_the_fight_prepares_nothing_but_free_tests(who: str, ready: bool) -> None:
    at = Fight(anna=fighter("Anna"), boris=fighter("Boris")).on(anna=2, boris=1).table(who)
    at.sheets["cora"] = fighter("Cora")
    plain = pool_for(at, who, "stealth").available
    at.happen(ConditionSet(who, Condition("buys_dice", "Buys a die", 1, "stealth")))
    assert (in_fight(at, who), pool_for(at, who, "stealth").available) == (not ready, plain + ready)
    assert pool_for(at, who, "stealth", free=True).available == plain + 1


@pytest.mark.parametrize("called", ["Confidence & Ego", "confidence and ego", "EGO"])
def test_a_skill_is_found_by_its_other_names(called: str) -> None:
    assert pool_for(table(anna=hero()), "anna", called).skill == "ego"


def test_an_unknown_skill_is_refused_with_what_is_close() -> None:
    with pytest.raises(Unknown, match="stealth"):
        pool_for(table(anna=hero()), "anna", "stelth")


@pytest.mark.parametrize(
    ("kind", "name", "span"),
    [
        ("attribute", "agility", (1, 30)),
        ("skill", "stealth", (0, 20)),
        ("group", "grace", (0, 20)),
        ("virtue", "courage", (0, 5)),
        ("body", "size", (0, 6)),
    ],
)
def test_ranks_have_their_ranges(kind: str, name: str, span: tuple[int, int]) -> None:
    assert SDA.rank_range(kind, name) == span


@pytest.mark.parametrize(("kind", "name"), [("skill", "Stealth"), ("group", "luck_alone"), ("magic", "x")])
def test_ranks_that_there_are_not_are_refused(kind: str, name: str) -> None:
    with pytest.raises(Unknown):
        SDA.rank_range(kind, name)


def test_a_limit_written_by_hand_stays_until_it_is_the_formula_again() -> None:
    at = table(anna=hero(attribute={"wisdom": 8}))
    SDA.keep_up(at)
    assert at.me.resources["spirit"].most == 20
    at.facts.clear()
    at.happen(LimitChanged("anna", "spirit", 5))
    SDA.keep_up(at)
    at.facts.clear()
    SDA.keep_up(at)
    assert at.me.resources["spirit"].most == 25
    at.happen(LimitChanged("anna", "spirit", -5))
    SDA.keep_up(at)
    assert (at.me.resources["spirit"].most, at.me.memo) == (20, {})


def test_a_creature_keeps_the_spirit_that_is_printed() -> None:
    draugr = SDA.creature("draugr")
    at = table(draugr=draugr)
    SDA.keep_up(at)
    assert (at.me.resources["spirit"].most, at.facts) == (17, [])


def test_halves_of_armour_are_summed_before_they_are_rounded_up() -> None:
    sheet = hero()
    for key in ("gambeson", "maille_hauberk", "open_helmet"):
        item = SDA.item("armour", key)
        sheet.items[key] = type(item)(item.name, item.kind, item.entry, in_use=True)
    kinds = ("piercing", "cutting", "bludgeoning")
    assert [SDA.explain(sheet, f"armour.{kind}", {}).value for kind in kinds] == ["2", "4", "2"]


@pytest.mark.parametrize(
    "number",
    ["skill.stealth", "attribute.agility", "group.grace", "virtue.pride", "resource.spirit", "burden", "body.speed"],
)
def test_every_number_explains_itself(number: str) -> None:
    told = SDA.explain(hero(skill={"stealth": 2}), number, {})
    assert told.label
    assert told.value
    assert all(part.label for part in told.parts)


def test_a_number_that_there_is_not_is_refused() -> None:
    with pytest.raises(Unknown):
        SDA.explain(hero(), "skill.stelth", {})


def test_looks_tell_no_numbers() -> None:
    at = table(anna=hero())
    assert SDA.vitals(at.me).looks == "unhurt"
    at.happen(BoxesTicked("anna", "injury", 0, "minor", 1))
    assert SDA.vitals(at.me).looks == "hurt"
    at.happen(BoxesTicked("anna", "injury", 0, "major", 1))
    assert SDA.vitals(at.me).looks == "badly hurt"
    at.happen(ConditionSet("anna", Condition("unconscious", "Unconscious")))
    assert (SDA.vitals(at.me).looks, SDA.vitals(at.me).out) == ("down", True)


@given(
    st.sampled_from(["stealth", "ego", "athleticism"]),
    st.integers(0, 99),
    st.integers(0, 99),
    st.integers(0, 100),
    st.sampled_from(["spirit", "experience"]),
)
def test_a_test_survives_json(skill: str, difficulty: int, bonus: int, dice: int, reward: str) -> None:
    kind = command_named(SDA, "test.static")
    chosen = {"skill": skill, "difficulty": difficulty, "bonus": bonus, "dice": dice, "reward": reward}
    command = codec.command_from(kind, chosen)
    assert codec.command_from(kind, codec.load(codec.dump(codec.plain_command(command)))) == command


def test_the_trade_of_a_group_is_told_before() -> None:
    at = table(anna=hero(skill={"climbing": 2, "running": 1, "jumping": 1}))
    told = command_named(SDA, "experience.trade_group")("athleticism").odds(at)  # type: ignore[call-arg]
    assert told is not None
    assert told.sentence == (
        "Climbing 1, Jumping 0, Running 0 and Athleticism 1: those three keep their pools, "
        "Lifting and Swimming gain a die"
    )
