"""Forecasts of WinterDawn's fights: the same fights as at any table, the same numbers for the same seed."""

import os
from dataclasses import replace

import pytest

from benchmarks.forecast import demo_plan
from rules import codec
from rules.engine.forecast import Forecast, Plan, Rehearser, Setting, compare, foresee
from rules.engine.forecast.playing import MOST_ROUNDS
from rules.engine.forecast.rehearsal import Stage
from rules.engine.forecast.state_cache import of_both
from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Encounter,
    ItemSet,
    Joined,
    LadderSet,
    Line,
    Moved,
    Resource,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Table,
    TurnBegan,
)
from rules.systems.sda.core.rolls import stands_aside
from rules.systems.sda.fight.actions.initiative import Begin
from rules.systems.sda.fight.base import best_arm
from rules.systems.sda.fight.blows import attack_malus, defence_malus, malus_of
from rules.systems.sda.fight.blows.maluses import attack_maluses, defence_maluses
from rules.systems.sda.system import SDA
from tests.rules.exact import Exact
from tests.rules.sda.fights import fighter


def test_what_hinders_two_is_the_same_wherever_it_is_remembered() -> None:
    """From every side, standing and lying, the second time as well as the first, and behind a wall of shields."""
    setting = demo_plan("malus").setting
    plain = Table(dict(setting.after().sheets), setting.after().encounter, setting.house_rules, "rook", SDA.rank_range)
    rehearsed = Stage(setting, SDA.rank_range, SDA.tactics.bonds if SDA.tactics else ()).table()
    rehearsed.actor = "rook"
    down, wall = Condition("prone", "Prone"), Condition("shield_wall", "In a shield wall")
    for fact in (
        Moved("rook", 0.0, 2.0, 90),
        ConditionSet("rook", down),
        Moved("foe0", 1.0, 3.0, 0),
        ConditionSet("foe0", wall),
        ConditionEnded("rook", "prone"),
    ):
        plain.happen(fact)
        rehearsed.happen(fact)
        for who, other in (("rook", "foe0"), ("foe0", "rook"), ("rook", "foe1"), ("rook", "foe0")):
            arm = best_arm(plain, who)
            assert attack_malus(rehearsed, who, other, arm) == malus_of(attack_maluses(plain, who, other, arm))
            assert defence_malus(rehearsed, who, other, arm) == malus_of(defence_maluses(plain, who, other, arm))


def test_a_part_that_was_forgotten_fails_at_once() -> None:
    @of_both("items")
    def forgetful(table: Table, who: str, other: str) -> bool:
        return table.sheet(other).has("prone")

    table = Stage(demo_plan().setting, SDA.rank_range).table()
    with pytest.raises(AttributeError):
        forgetful(table, "rook", "foe0")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return demo_plan("winter")


def test_a_forecast_changes_nothing_of_the_fight_it_is_about(plan: Plan) -> None:
    before = codec.dump([dict(plan.setting.sheets), plan.setting.encounter])
    Rehearser(plan).play(3)
    assert codec.dump([dict(plan.setting.sheets), plan.setting.encounter]) == before


def test_everything_is_counted_once(plan: Plan) -> None:
    forecast = foresee(plan, 12)
    tally = forecast.tally
    assert tally.fights == 12
    assert sum(tally.under("rounds").values()) == 12
    assert sum(forecast.victory(side).share for side in ("party", "foes")) + forecast.undecided.share == pytest.approx(
        1
    )
    for one in forecast.people():
        assert sum(one.fates.values()) == pytest.approx(1)
        assert one.dies.share <= one.falls.share
        assert 0 <= one.gauges["boxes"].least <= one.gauges["boxes"].mean <= one.gauges["boxes"].most
    assert sum(forecast.first_to_fall().values()) <= 1


def _duel(mine: Sheet, theirs: Sheet) -> Plan:
    table = Table({"rook": mine, "boris": theirs}, Encounter(), {}, "", SDA.rank_range)
    table.happen(Joined("rook", "party", False, 0.0, 0.0, 0), Joined("boris", "foes", False, 0.0, 2.0, 180))
    assert SDA.tactics is not None
    return Plan(Setting.of(table), SDA, SDA.tactics, {"party": "aggressive", "foes": "aggressive"}, "duel")


def _weak(name: str, spirit: int, boxes: int, agility: int = 4) -> Sheet:
    """A sheet with one die and next to nothing to lose, so that every state of a duel can be listed."""
    fours = dict.fromkeys(("strength", "constitution", "persona", "wisdom"), 4)
    sheet = fighter(name, "dagger_knife", agility=agility, **fours)
    sheet.resources["spirit"] = Resource(spirit, spirit)
    sheet.memo["printed_spirit"] = True
    sheet.tracks["injury"] = [Line({"minor": boxes, "major": 0, "bleeding": 0})]
    return sheet


def _small_duel(seed: str, spirit: int = 1) -> Plan:
    """A duel on its first turn, with as few ego tests as there can be: they are half of the dice.

    Where Rook outlasts a hit, hits become steps, and the two wander over the field without end.
    """
    plan = _duel(_weak("Rook", spirit, 1, agility=6), _weak("Boris", 3, 1))
    rungs = (Rung("rook/whole", "rook", 2, "whole"), Rung("boris/whole", "boris", 1, "whole"))
    setting = plan.setting.after(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan("rook/whole"))
    return replace(plan, setting=replace(setting, house_rules={"ego_again": "never"}), seed=seed)


@pytest.fixture(scope="module")
def exact() -> float:
    solved = Exact(_small_duel(""))
    assert solved.size > 50
    chance = solved.victory("party")
    assert chance + solved.victory("foes") == pytest.approx(1, abs=1e-9)
    assert 0.05 < chance < 0.95
    return chance


def test_a_duel_comes_out_as_the_markov_chain_says(exact: float) -> None:
    share = foresee(_small_duel("small"), 200).victory("party", 0.99)
    assert share.holds(exact)


def test_a_chain_that_has_no_end_is_refused() -> None:
    """Every metre of a fighter who wanders over the field is a state of its own."""
    with pytest.raises(AssertionError, match="more than 100 states"):
        Exact(_small_duel("", spirit=2), most=100)


@pytest.mark.skipif("WINTERHALL_LONG" not in os.environ, reason="Takes some minutes.")
def test_the_exact_chance_is_inside_the_interval_in_99_of_100_seeds(exact: float) -> None:
    stage = Rehearser(_small_duel("")).stage
    plans = (replace(_small_duel(f"seed {n}"), setting=stage.setting) for n in range(100))
    shares = (Forecast(plan, Rehearser(plan, stage).play(300)).victory("party", 0.99) for plan in plans)
    assert sum(share.holds(exact) for share in shares) >= 99


def test_what_if_there_were_another_weapon_or_the_first_strike(plan: Plan) -> None:
    setting = plan.setting
    club = SDA.item("weapons", "club")
    armed = setting.after(ItemSet("rook", "club", replace(club, in_use=True)))
    weaker = setting.with_instead("foe3", SDA.creature("guard_rookie"))
    struck_first = setting.begun_by(
        Begin(surprised=tuple(who for who in setting.sheets if setting.side(who) == "foes"))
    )
    plans = {"as it is": setting, "club": armed, "rookie": weaker, "surprise": struck_first}
    side_by_side = compare({label: replace(plan, setting=one) for label, one in plans.items()}, 5)
    assert list(side_by_side) == list(plans)
    assert side_by_side["as it is"].tally.plain() == foresee(plan, 5).tally.plain()
    assert all(
        side_by_side[other].tally.plain() != side_by_side["as it is"].tally.plain() for other in ("rookie", "surprise")
    )
    assert "club" not in setting.sheets["rook"].items


def _riders(*, fallen: bool) -> Plan:
    """A rider on either side; where both have fallen their horses are left."""
    people = {"rook": fighter("Rook", "spear"), "boris": fighter("Boris", "spear")}
    horses = {"hers": SDA.creature("horse_war"), "his": SDA.creature("horse_war")}
    table = Table({**people, **horses}, Encounter(), {}, "", SDA.rank_range)
    for who, horse, side, y in (("rook", "hers", "party", 0.0), ("boris", "his", "foes", 2.0)):
        table.happen(Joined(who, side, False, 0.0, y, 0), Joined(horse, side, False, 0.0, y, 0))
        down = Condition("incapacitated", "Incapacitated") if fallen else Condition("mounted", "Mounted", 0, horse)
        table.happen(ConditionSet(who, down))
    assert SDA.tactics is not None
    return Plan(Setting.of(table), SDA, SDA.tactics, {"party": "aggressive", "foes": "aggressive"}, "horses")


def test_a_fight_is_over_when_only_horses_are_left_of_a_side() -> None:
    ridden = foresee(_riders(fallen=False), 8)
    assert ridden.undecided.share == 0
    assert max(ridden.tally.under("rounds")) < MOST_ROUNDS
    nobody = foresee(_riders(fallen=True), 1)
    assert nobody.undecided.share == 1
    assert set(nobody.tally.under("rounds")) == {0}


def test_a_horse_by_itself_fights_and_one_whose_rider_fell_does_not() -> None:
    table = Table({"hers": SDA.creature("horse_war"), "boris": fighter("Boris")}, Encounter(), {}, "", SDA.rank_range)
    table.happen(Joined("hers", "party", False, 0.0, 0.0, 0), Joined("boris", "foes", False, 0.0, 2.0, 180))
    assert not stands_aside(table, "hers")
    table.sheets["rook"] = fighter("Rook", riding=3)
    table.happen(Joined("rook", "party", False, 0.0, 0.0, 0))
    assert [who for who in table.sheets if stands_aside(table, who)] == ["hers"]
    table.happen(ConditionSet("rook", Condition("mounted", "Mounted", 0, "hers")))
    assert not stands_aside(table, "hers")
