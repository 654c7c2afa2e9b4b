"""Jumps, falls, hard ground, wakeful nights and loads, held against counting every way in which the dice can fall."""

from collections import Counter
from itertools import product

import pytest

from rules.engine.kernel import Refused, Table
from rules.engine.odds import Odds
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.downtime.jumping import reach
from rules.systems.fortune.downtime.travel import limits
from tests.rules.fortune.tables import act, chance, fight, hero, odds, table

FACES = range(1, 21)


def _outcome(face: int, plus: int, success: int, failure: int) -> str:
    if face == 1:
        return "failure"
    if face == 20 or face + plus >= success:
        return "success"
    return "mixed" if face + plus >= failure else "failure"


def _plain(**stats: int) -> Table:
    """A table with a hero of no features."""
    rook = hero(**stats)
    rook.ranks["feature"] = {}
    return table(rook=rook)


@pytest.mark.parametrize("mettle", [-2, 0, 3, 5])
@pytest.mark.parametrize("feet", [3, 6, 9, 14, 25])
@pytest.mark.parametrize("stamina", [0, 2, 9])
def test_a_jump_is_short_where_stamina_can_still_better_it(mettle: int, feet: int, stamina: int) -> None:
    at = _plain(mettle=mettle)
    at.sheets["rook"].resources["stamina"].now = stamina
    told = odds(at, "rook", "jump", feet=feet)
    beyond = feet - max(2, 4 + 2 * mettle)
    if beyond <= 0:
        assert chance(told, "success") == 1
        return
    success, found = 10 + beyond, Counter[str]()
    for face in FACES:
        name = _outcome(face, mettle, success, success - 5)
        better = success if name == "mixed" else success - 5
        saved = name != "success" and face != 1 and better - face - mettle <= stamina
        found["short" if saved else name] += 1
    for name in ("success", "short", "mixed", "failure"):
        assert chance(told, name) == pytest.approx(found[name] / 20)


@pytest.mark.parametrize(("mettle", "kind", "feet"), [(-2, "running", 2), (0, "standing", 3), (3, "high", 4)])
def test_jumps_have_a_least(mettle: int, kind: str, feet: int) -> None:
    assert reach(_plain(mettle=mettle).sheets["rook"], kind, {}) == feet


def _shares(told: Odds) -> dict[int, float]:
    return {points: share for points, share in enumerate(told.measure) if share}


@pytest.mark.parametrize("feet", [11, 15, 19])
@pytest.mark.parametrize("agility", [-2, 2])
def test_a_fall_is_every_throw_of_its_dice(feet: int, agility: int) -> None:
    told = odds(_plain(agility=agility), "rook", "fall", feet=feet)
    more = 2 * ((feet - 10) // 5)
    found = Counter[int]()
    ways = list(product(range(1, 11), repeat=feet // 5))
    for face in FACES:
        name = _outcome(face, agility, 12 + more, 7 + more)
        for way in ways:
            found[{"success": 0, "mixed": sum(way) // 2, "failure": sum(way)}[name]] += 1
    whole = sum(found.values())
    shown = _shares(told)
    assert shown.keys() == found.keys()
    for points, count in found.items():
        assert shown[points] == pytest.approx(count / whole)


@pytest.mark.parametrize(
    ("name", "success", "takes"), [("travel.terrain", 13, (0, 1, 2)), ("rest.awake", 15, (0, 3, 10))]
)
@pytest.mark.parametrize("stamina", [0, 1, 9, 20])
def test_lost_stamina_is_no_more_than_there_is(
    name: str, success: int, takes: tuple[int, int, int], stamina: int
) -> None:
    at = _plain(mettle=1)
    at.sheets["rook"].resources["stamina"].now = stamina
    found = Counter[int]()
    for face in FACES:
        verdict = _outcome(face, 1, success, success - 5)
        found[min(stamina, dict(zip(("success", "mixed", "failure"), takes, strict=True))[verdict])] += 1
    shown = _shares(odds(at, "rook", name))
    assert {points: round(share * 20) for points, share in shown.items()} == dict(found)


@pytest.mark.parametrize(("step", "lift", "drag", "pack"), [(0, 80, 320, 45), (1, 160, 640, 90), (-1, 40, 160, 22)])
def test_size_halves_and_doubles_loads(step: int, lift: int, drag: int, pack: int) -> None:
    rook = hero(mettle=3)
    rook.ranks["body"]["size"] = step
    assert limits(rook) == {"lift": lift, "drag": drag, "pack": pack}


def test_stamina_in_a_form_is_what_is_short_at_first() -> None:
    at = fight(rook=hero(mettle=1), wolf=FORTUNE.creature("goblin"))
    act(at, "rook", "jump", {"rook": [9]}, feet=9)
    with pytest.raises(Refused, match="is enough"):
        odds(at, "rook", "jump.stretch", stamina=4)
    assert "gets there" in odds(at, "rook", "jump.stretch", stamina=3).sentence


def test_a_level_taken_back_leaves_the_sheet_as_it_was() -> None:
    at = table(rook=hero())
    before = at.sheets["rook"].copied()
    for _ in range(7):
        act(at, "rook", "level.up")
    for choice in ("stat:stat_up/heart", "novice:stat_up/swift", "stat:stat_up_2/heart", "veteran:stat_up_2/unfailing"):
        act(at, "rook", "level.choose", choice=choice)
    for _ in range(7):
        act(at, "rook", "level.back")
    after = at.sheets["rook"]
    assert {kind: {key: rank for key, rank in ranks.items() if rank} for kind, ranks in after.ranks.items()} == {
        kind: {key: rank for key, rank in ranks.items() if rank} for kind, ranks in before.ranks.items()
    }
    assert after.memo == before.memo
    assert {name: one.most for name, one in after.resources.items()} == {
        name: one.most for name, one in before.resources.items()
    }
