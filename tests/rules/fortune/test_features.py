"""Odds of features held against counting, and that every feature with a price can be paid for and is used up."""

from itertools import product

import pytest

from rules.engine.kernel import Refused, Sheet
from rules.systems.fortune.content import library
from rules.systems.fortune.core import refresh_uses, refuse_unused, use_feature, uses_left
from rules.systems.fortune.fight.base.blow import distribution_of
from rules.systems.fortune.fight.features.lasting import FOR_OTHERS, callable_features, condition_of
from tests.rules.fortune.tables import act, chance, creature, fight, hero, odds, table

FACES = range(1, 21)
NAMES = ("failure", "mixed", "success")


def _with(*features: str, favour: int = 0, **stats: int) -> Sheet:
    rook = hero(favour=favour, **stats)
    rook.ranks["feature"] = dict.fromkeys(features, 1)
    return rook


def test_dice_that_show_a_1_are_rolled_again_once() -> None:
    counted = [0.0] * 13
    for first, second, third, fourth in product(range(1, 7), repeat=4):
        one, other = second if first == 1 else first, fourth if third == 1 else third
        counted[one + other] += 1 / 6**4
    assert distribution_of("2d6") == pytest.approx(counted)


@pytest.mark.parametrize("heart", [-1, 3])
@pytest.mark.parametrize(
    ("feature", "lifts"),
    [("unfailing", {"failure": "mixed"}), ("devoted_minor_intervention", {"failure": "mixed", "mixed": "success"})],
)
def test_a_lifted_outcome_is_every_face(heart: int, feature: str, lifts: dict[str, str]) -> None:
    at = table(rook=_with(feature, favour=1, heart=heart))
    told = odds(at, "rook", "test.roll", stat="heart", success=15, favour=feature)
    found = dict.fromkeys(NAMES, 0)
    spent = 0
    for face in FACES:
        name = "failure" if face == 1 else "success" if face == 20 or face + heart >= 15 else "mixed"
        name = "failure" if name == "mixed" and face + heart < 10 else name
        spent += name in lifts
        found[lifts.get(name, name)] += 1
    for name, count in found.items():
        assert chance(told, name) == pytest.approx(count / 20)
    assert chance(told, "spent") == pytest.approx(spent / 20)


def test_every_feature_that_is_called_on_becomes_a_condition_with_an_end() -> None:
    everything = _with(*library.features())
    for one in callable_features(everything):
        condition = condition_of(one)
        assert condition.name == one.key
        ends = condition.rounds or condition.source == "turn"
        assert ends or one.until in ("attack", "test", "hurt", "breath", "hour", "last_stand"), one.key


@pytest.mark.parametrize("key", sorted(key for key, one in library.features().items() if one.uses))
def test_what_is_used_up_comes_back_after_its_rest(key: str) -> None:
    one = library.features()[key]
    at = table(rook=_with(key, favour=1))
    at.sheets["rook"].resources["stamina"].now = at.sheets["rook"].resources["stamina"].most = 60
    for left in range(one.uses, 0, -1):
        assert uses_left(at.sheets["rook"], key) == left
        at.sheets["rook"].resources["favour"].now = 1
        use_feature(at, "rook", key)
    with pytest.raises(Refused):
        refuse_unused(at.sheets["rook"], key)
    refresh_uses(at, "rook", (one.per,))
    assert uses_left(at.sheets["rook"], key) == one.uses
    assert "used" not in at.sheets["rook"].memo


@pytest.mark.parametrize("key", sorted(FOR_OTHERS))
def test_what_helps_others_reaches_so_far(key: str) -> None:
    at = fight(rook=_with(key, favour=1, heart=2, intellect=2), wolf=creature())
    at.sheets["rook"].resources["stamina"].now = 9
    at.scene.combatants["wolf"].y = 30.0
    with pytest.raises(Refused, match="reaches"):
        act(at, "rook", "feature.use", feature=key, whom="wolf")


def test_a_contest_after_a_hit_is_all_400_pairs() -> None:
    at = fight(rook=_with("brawler_top_rope_takedown", mettle=3), wolf=creature(attack=1))
    act(at, "rook", "attack.strike", {"rook": [15, 4]}, target="wolf")
    told = odds(at, "rook", "feature.follow", feature="brawler_top_rope_takedown", sturdy=True)
    won = 0
    for mine, theirs in product(FACES, FACES):
        if mine != theirs and {mine, theirs} & {1, 20}:
            won += mine == 20 or (theirs == 1 and mine != 1)
        else:
            won += mine + 3 - theirs - 1 > 5
    assert chance(told, "success") == pytest.approx(won / 400)


def test_nobody_calls_on_what_they_do_not_have() -> None:
    at = table(rook=_with("maverick_flee_the_scene"))
    with pytest.raises(Refused, match="choose from"):
        act(at, "rook", "feature.use", feature="ranger_long_shot")
