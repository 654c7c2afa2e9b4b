"""Forecasts: what each style makes of its choices, and what is counted at the end."""

from typing import Any

import pytest

from rules.engine.fight import DEAD, DOWN, SPENT, UP
from rules.engine.forecast import foresee
from rules.engine.kernel import Command, Sheet, Table
from rules.systems.grim import GRIM
from rules.systems.grim.core import begin
from rules.systems.grim.fight.actions.chokehold import EscapeChokehold
from rules.systems.grim.fight.actions.going_far import Charge, Run, Walk
from rules.systems.grim.fight.actions.posture import GetUp
from rules.systems.grim.fight.actions.readiness import Load, PutOut, TakeAim
from rules.systems.grim.fight.actions.rest_of_turn import EndTurn
from rules.systems.grim.fight.actions.things_in_hand import Swap
from rules.systems.grim.fight.attacks.melee import MeleeAttack
from rules.systems.grim.fight.attacks.shooting import RangedAttack
from tests.rules.forecasts import duel_of
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter

STYLES = ("aggressive", "cautious", "advised")


def chosen(table: Table, style: str) -> Command:
    """The next command by the tactics, if the party fights by that style."""
    assert GRIM.tactics is not None
    return GRIM.tactics.next_step(table, {"party": style, "foes": "aggressive"}).command


def facing(mine: Sheet, yards: int = 1, **others: Sheet) -> Fight:
    people = {ROOK: mine, BORIS: fighter("Boris", "weapons.sabre", martial_melee=1), **others}
    fight = Fight(**people)  # type: ignore[arg-type]
    fight.put(BORIS, 0, yards)
    return fight


def armed(*more: str, **skills: int) -> Sheet:
    sheet = fighter("Rook", "weapons.sabre", *more, martial_melee=1)
    sheet.ranks["skill"].update(skills)
    return sheet


def test_the_aggressive_aim_with_all_that_is_left_and_then_strike() -> None:
    fight = facing(armed())
    assert chosen(fight.table(ROOK), "aggressive") == TakeAim("2")
    fight.do(ROOK, "special.aim", points="2")
    assert isinstance(chosen(fight.table(ROOK), "aggressive"), MeleeAttack)


def test_the_cautious_strike_and_keep_the_rest() -> None:
    fight = facing(armed())
    assert isinstance(chosen(fight.table(ROOK), "cautious"), MeleeAttack)
    fight.do(ROOK, "melee.attack", {ROOK: [60]}, target=BORIS)
    assert chosen(fight.table(ROOK), "cautious") == EndTurn()
    assert fight.left(ROOK) == 2


@pytest.mark.parametrize(
    ("yards", "style", "command"),
    [
        (5, "aggressive", Walk),
        (12, "aggressive", Charge),
        (40, "aggressive", Run),
        (12, "cautious", Walk),
        (40, "cautious", Walk),
        (12, "advised", Charge),
    ],
)
def test_each_style_comes_up_in_its_own_way(yards: int, style: str, command: type[Command]) -> None:
    assert isinstance(chosen(facing(armed(), yards).table(ROOK), style), command)


def test_archers_load_and_shoot() -> None:
    fight = facing(fighter("Rook", "weapons.longbow", martial_ranged=1), 10)
    assert isinstance(chosen(fight.table(ROOK), "cautious"), Load)
    fight.do(ROOK, "special.load", weapon="longbow")
    assert isinstance(chosen(fight.table(ROOK), "cautious"), RangedAttack)


def test_whoever_stands_empty_handed_draws_the_best_for_which_there_are_hands() -> None:
    rook = fighter("Rook", "shields.wooden_shield", martial_melee=1)
    for key in ("sabre", "war_hammer"):
        rook.items[key] = GRIM.item("weapons", key)
    assert chosen(facing(rook).table(ROOK), "aggressive") == Swap(("sabre",))


@pytest.mark.parametrize(("state", "command"), [("prone", GetUp), ("on_fire", PutOut), ("choked", EscapeChokehold)])
def test_what_ails_one_comes_first(state: str, command: type[Command]) -> None:
    fight = facing(armed())
    fight.state(ROOK, state)
    for style in STYLES:
        assert isinstance(chosen(fight.table(ROOK), style), command)


def test_the_cautious_only_defend_when_badly_hurt_while_others_fight() -> None:
    hurt = armed()
    hurt.tracks["damage"][0].ticked["step"] = 3
    fight = facing(hurt, ally=armed())
    assert chosen(fight.table(ROOK), "cautious") == EndTurn()
    assert isinstance(chosen(facing(hurt).table(ROOK), "cautious"), MeleeAttack)


def test_by_the_odds_points_are_kept_if_they_save_more_than_they_take() -> None:
    weak = fighter("Rook", "weapons.sabre", attributes={"brawn": 25}, martial_melee=3)
    strong = fighter("Boris", "weapons.war_hammer", attributes={"brawn": 75, "combat": 65}, martial_melee=3)
    fight = Fight(rook=weak, boris=strong)
    assert chosen(fight.table(ROOK), "advised") == TakeAim("1"), "one point is enough against a single foe"
    fight.points(ROOK, 2)
    command = chosen(fight.table(ROOK), "advised")
    assert isinstance(command, MeleeAttack)
    assert not command.location


def test_a_foe_who_can_do_nothing_more_is_let_be_while_another_fights() -> None:
    fight = facing(armed(), mira=fighter("Mira"), dora=fighter("Dora"))
    fight.put("dora", 1, 0)
    fight.state(BORIS, "incapacitated")
    fight.points(ROOK, 1)
    command: Any = chosen(fight.table(ROOK), "aggressive")
    assert command.target == "dora"


def test_luck_is_spent_by_the_cautious_and_kept_by_the_aggressive() -> None:
    for style, answer in (("cautious", "fortune.again"), ("aggressive", "fortune.stand")):
        fight = facing(armed())
        fight.sheets[ROOK].resources["fortune"].now = 1
        fight.points(ROOK, 3)
        fight.do(ROOK, "turn.end")
        fight.do(BORIS, "melee.attack", {BORIS: [40]}, target=ROOK)
        fight.do(ROOK, "attack.react", {ROOK: [98]}, how="parry")
        assert chosen(fight.table(ROOK), style).name == answer


@pytest.mark.parametrize(
    ("state", "fate"), [("prone", UP), ("incapacitated", SPENT), ("knocked_out", DOWN), ("slain", DEAD)]
)
def test_the_end_is_told_by_what_one_is_in(state: str, fate: str) -> None:
    assert GRIM.tactics is not None
    table = Table({ROOK: fighter("Rook")})
    begin(table, ROOK, state)
    assert GRIM.tactics.fate(table.sheets[ROOK]) == fate


def test_steps_and_fortune_are_what_is_counted() -> None:
    assert GRIM.tactics is not None
    sheet = fighter("Rook")
    sheet.tracks["damage"][0].ticked["step"] = 2
    gauges = {one.key: GRIM.tactics.gauge(sheet, one.key) for one in GRIM.tactics.gauges}
    assert gauges["damage"] == 2
    assert gauges["peril"] == 0
    assert gauges["fortune"] == sheet.resources["fortune"].most


def test_the_better_fighter_mostly_wins() -> None:
    forecast = foresee(duel_of(GRIM, armed(martial_melee=3), fighter("Boris", "weapons.cudgel"), seed="duel"), 40)
    assert forecast.tally.of("won", "party") > 20
