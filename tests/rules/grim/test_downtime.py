"""Recuperation day by day, surgery, corruption, and advances of a profession."""

from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Refused, Table, TypedDice, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds import mean
from rules.engine.system.protocol import command_named
from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.core import begin, careers
from rules.systems.grim.downtime import healing
from tests.rules.grim.fights import fighter

WHO = "anna"


def table_of(sheet: Any, **rules: Any) -> Table:
    return Table({WHO: sheet}, None, rules, WHO, GRIM.rank_range)


def do(table: Table, name: str, dice: list[int] | None = None, **chosen: Any) -> None:
    command = codec.command_from(command_named(GRIM, name), chosen)
    perform(command, table, TypedDice({WHO: dice} if dice else {}))
    GRIM.keep_up(table)


def hurt(steps: int, *injuries: str, **ranks: int) -> Any:
    sheet = fighter("Anna")
    sheet.tracks["damage"][0].ticked = {"step": steps}
    sheet.ranks["talent"] = ranks
    table = table_of(sheet)
    for key in injuries:
        begin(table, WHO, key)
    return table.sheets[WHO]


@pytest.mark.parametrize(
    ("steps", "days", "left"), [(1, 1, 0), (2, 1, 1), (2, 2, 0), (3, 6, 3), (3, 7, 2), (3, 9, 0), (4, 60, 4)]
)
def test_steps_of_damage_heal_by_their_days(steps: int, days: int, left: int) -> None:
    assert steps - healing.course(hurt(steps), days, {}).steps == left


def test_days_add_up_however_they_are_taken() -> None:
    table = table_of(hurt(3, "twisted_ankle"))
    for _ in range(9):
        do(table, "rest.recuperate", days=1)
    assert table.me.tracks["damage"][0].ticked.get("step", 0) == 0
    assert not table.me.has("twisted_ankle")
    assert healing.RECOVERING not in table.me.memo


def test_every_injury_heals_in_its_days_after_surgery_where_it_needs_some() -> None:
    for key, injury in library.injuries().items():
        sheet = hurt(0, key)
        waits = injury.surgery
        assert bool(healing.course(sheet, injury.days, {}).healed) != waits
        sheet.memo[healing.OPERATED] = [key]
        assert healing.course(sheet, injury.days, {}).healed == (key,)
        assert not healing.course(sheet, injury.days - 1, {}).healed


def test_a_fast_healer_takes_three_days_less_and_one_at_least() -> None:
    fast = hurt(0, fast_healer=1)
    assert [healing.days_of(fast, days, {}) for days in (1, 3, 7, 14)] == [1, 3, 4, 11]
    assert healing.days_of(hurt(0), 7, {"healing_pace": 50}) == 4


def test_the_odds_of_harm_are_those_of_its_steps() -> None:
    table = table_of(fighter("Anna", attributes={"brawn": 45}))
    odds = foretell(codec.command_from(command_named(GRIM, "harm.suffer"), {"amount": "1d10", "injures": False}), table)
    assert odds is not None
    # against 4: 1 to 3 nothing, 4 to 9 a step, 10 two of them
    assert odds.measure[:3] == pytest.approx((0.3, 0.6, 0.1))
    assert mean(odds.measure) == pytest.approx(0.8)


def test_corruption_that_came_by_leaps_is_faced_once_for_every_ten() -> None:
    sheet = fighter("Anna")
    sheet.resources["corruption"].now = 24
    table = table_of(sheet)
    do(table, "corruption.face", [90])
    do(table, "corruption.face", [20])
    assert table.me.now("chaos") == 1
    with pytest.raises(Refused, match="24 Corruption"):
        do(table, "corruption.face", [20])


def test_each_advance_of_a_profession_is_had_once_and_the_second_profession_costs_more() -> None:
    sheet = fighter("Anna")
    sheet.experience["reward"] = {"points": 10_000}
    table = table_of(sheet)
    do(table, "xp.profession", profession="adherent")
    profession = library.professions()["adherent"]
    for key in profession.skills:
        do(table, "xp.skill", skill=key)
    for key, count in profession.bonuses.items():
        for _ in range(count):
            do(table, "xp.bonus", attribute=key)
    with pytest.raises(Refused, match="has skills, bonuses or talents left"):
        do(table, "xp.profession", profession="anchorite")
    for key in profession.talents:
        do(table, "xp.talent", talent=key)
    assert careers.is_finished(table.me)
    assert table.me.xp("reward", "points") == 10_000 - 100 * 20
    do(table, "xp.profession", profession="anchorite")
    do(table, "xp.skill", skill="toughness")
    assert table.me.xp("reward", "points") == 10_000 - 100 * 20 - 200


def test_a_thing_of_fine_make_has_its_quality_and_its_price() -> None:
    sheet = fighter("Anna")
    sheet.resources["coin"].now = 100_000
    table = table_of(sheet)
    do(table, "shop.buy", ware="weapons.sabre", make="makers_mark")
    weapon = library.weapon_of(table.me.items["sabre"])
    assert weapon is not None
    assert "makers_mark" in weapon.qualities
    assert 100_000 - table.me.now("coin") == 6 * library.weapons()["sabre"].price
