"""Damage: Fury Dice against their closed form, steps, injuries and death, each against what really happens."""

from collections import Counter
from random import Random

import pytest

from rules.engine.kernel import QuickDice, Sheet
from rules.engine.odds import mean
from rules.systems.grim.core import DAMAGE, Wound, chance_of_six, fury, harm, level, mortal, steps_of, throw_fury
from rules.systems.grim.core.tracks import PERIL, standing, tick
from rules.systems.grim.fight.attacks.melee import MeleeAttack
from tests.rules.grim.tables import act, chance, fight, hero, judged, odds, table

MELEE = {"martial_melee": 1}


def armed(name: str = "Anna", *weapons: str, fortune: int = 0) -> Sheet:
    return hero(name, *(weapons or ("battle_axe",)), fortune=fortune, attribute={"combat": 45}, skill=MELEE)


@pytest.mark.parametrize(("count", "explodes"), [(1, (6,)), (3, (6,)), (2, (1, 6))])
def test_fury_dice_are_told_in_full(count: int, explodes: tuple[int, ...]) -> None:
    told = fury(count, explodes)
    again = len(explodes) / 6
    assert sum(told) == pytest.approx(1, abs=1e-12)
    assert mean(told) == pytest.approx(count * 3.5 / (1 - again), abs=1e-9)


def test_a_single_fury_die_against_its_closed_form() -> None:
    told = fury(1)
    for value, share in enumerate(told):
        sixes, rest = divmod(value, 6)
        assert share == pytest.approx(1 / 6 ** (sixes + 1) if rest else 0, abs=1e-12)


def test_thrown_fury_dice_come_to_what_was_told() -> None:
    at, dice, thrown = fight(hero(), hero("Boris")), QuickDice(3), Counter[int]()
    for _ in range(4000):
        thrown[throw_fury(at, dice, "me", 2)] += 1
    told = fury(2)
    assert all(abs(thrown[value] / 4000 - told[value]) < 0.03 for value in range(2, 20))


@pytest.mark.parametrize(("total", "steps"), [(8, 0), (9, 1), (14, 1), (15, 2), (21, 3), (26, 3), (27, 5)])
def test_steps_above_a_threshold_of_nine(total: int, steps: int) -> None:
    assert steps_of(total, 9) == steps


def test_chaos_dice() -> None:
    assert chance_of_six(2) == pytest.approx(1 - (5 / 6) ** 2)


def test_an_injury_kills_as_often_as_told() -> None:
    sheet, wound = hero("Boris"), Wound("me")
    assert mortal(sheet, 4, wound) == pytest.approx((1 - (5 / 6) ** 3) / 12)
    assert mortal(sheet, 3, wound) == pytest.approx((1 - (5 / 6) ** 2) / 144)
    assert mortal(sheet, 4, Wound("me", worst="serious")) == 0
    died = 0
    for seed in range(3000):
        at = fight(hero(), hero("Boris"))
        at.sheet("foe").tracks[DAMAGE][0].ticked["step"] = 3
        harm.wounded(at, QuickDice(seed), "foe", 1, wound)
        died += at.sheet("foe").has("slain")
    assert died / 3000 == pytest.approx(mortal(sheet, 4, wound), abs=0.015)


def test_an_attack_tells_its_damage_and_rolls_it() -> None:
    at = fight(armed(), hero("Boris", attribute={"brawn": 40}))
    told = odds(at, MeleeAttack("foe", "battle_axe"))
    assert chance(told, "success") == pytest.approx(0.55)
    assert chance(told, "critical success") == pytest.approx(0.06)
    assert chance(told, "through") == pytest.approx(0.55)
    assert told.mean == pytest.approx(4 + 4.2)
    act(at, MeleeAttack("foe", "battle_axe"), 54, 5)
    assert judged(at) == {"verdict": "wound", "hits": 1, "whom": "foe", "damage": 9, "threshold": 4}
    assert level(at.sheet("foe"), DAMAGE) == 1


def test_random_wounds_never_leave_the_track() -> None:
    chooser = Random(5)
    for seed in range(200):
        at = fight(hero(), hero("Boris"))
        harm.wounded(at, QuickDice(seed), "foe", chooser.randint(0, 5), Wound("me", dice=chooser.randint(0, 2)))
        now = level(at.sheet("foe"), DAMAGE)
        assert 0 <= now <= 5
        assert at.sheet("foe").has("slain") == (now == 5)


@pytest.mark.parametrize(
    ("steps", "said"), [(1, "is now Imperiled"), (3, "now ignores 2 skill ranks"), (5, "is now Incapacitated")]
)
def test_where_somebody_is_on_a_track_is_said_after_their_name(steps: int, said: str) -> None:
    at = table(rook=hero("Rook"))
    tick(at, "rook", PERIL, steps)
    assert standing(at.sheet("rook"), PERIL) == said
