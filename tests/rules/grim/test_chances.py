"""Chances of tests against every face, opposed tests against every pair of faces, and modifiers as they add up."""

from itertools import product

import pytest

from rules.systems.grim.core import GroupTest, OpposedTest, PlainTest, chances, trial_for
from tests.rules.grim.tables import act, chance, fight, hero, judged, odds, table

FACES = range(1, 101)
CHANCES = (1, 9, 10, 25, 45, 54, 55, 77, 90, 99)


def by_hand(face: int, target: int, flip: int) -> str:
    """The verdict of a face, told as the rules tell it and not as the game reckons it."""
    if face in (1, 100):
        return "critical success" if face == 1 else "critical failure"
    tens, ones = divmod(face, 10)
    other = ones * 10 + tens or 100
    double = tens == ones
    passes, other_passes = face <= target, other <= target
    if flip < 0:
        passes = passes and other_passes
    elif flip > 0:
        passes = passes or other_passes
    return f"{'critical ' if double else ''}{'success' if passes else 'failure'}"


@pytest.mark.parametrize("flip", [-1, 0, 1])
@pytest.mark.parametrize("target", CHANCES)
def test_each_face_has_the_verdict_of_the_rules(target: int, flip: int) -> None:
    told = [by_hand(face, target, flip) for face in FACES]
    assert [chances.verdict(face, target, flip) for face in FACES] == told
    shares = chances.shares(target, flip)
    assert shares == tuple(told.count(one) / 100 for one in chances.VERDICTS)
    assert chances.succeeds(target, flip) == pytest.approx(shares[0] + shares[1], abs=1e-12)


def test_whoever_fails_cannot_succeed() -> None:
    assert chances.shares(99, fails=True)[:2] == (0.0, 0.0)
    assert {chances.judged(face, 99, fails=True) for face in FACES} == {"failure", "critical failure"}


@pytest.mark.parametrize(
    ("mine", "theirs", "bonuses", "flips"),
    [(45, 38, (4, 3), (0, 0)), (70, 20, (0, 9), (-1, 1))],
)
def test_opposed_tests_against_all_pairs(
    mine: int, theirs: int, bonuses: tuple[int, int], flips: tuple[int, int]
) -> None:
    def degrees(face: int, target: int, bonus: int, flip: int) -> int:
        if "success" not in by_hand(face, target, flip):
            return 0
        other = (face % 10) * 10 + face // 10 or 100
        counted = face if face <= target or face == 1 else other
        return ((counted // 10) % 10 or 10) + bonus

    won = lost = 0
    for face, their_face in product(FACES, FACES):
        first = degrees(face, mine, bonuses[0], flips[0])
        second = degrees(their_face, theirs, bonuses[1], flips[1])
        won += first > second
        lost += first < second
    told = chances.opposed(
        chances.degree_counts(mine, bonuses[0], flips[0]), chances.degree_counts(theirs, bonuses[1], flips[1])
    )
    assert told.mine == pytest.approx(won / 10_000)
    assert told.theirs == pytest.approx(lost / 10_000)
    assert told.mine + told.theirs + told.nobody == pytest.approx(1)


def test_modifiers_are_gathered_by_source_and_cut() -> None:
    at = table(me=hero(attribute={"combat": 45}, skill={"simple_melee": 2}))
    trial = trial_for(at, "me", "simple_melee", [("Dark", -30), ("Cramped", -10)], base=[("Fine", 5), ("Aim", 20)])
    assert (trial.base, trial.difficulty, trial.total) == (45 + 30, -30, 45)
    assert [(part.label, part.value) for part in trial.parts] == [
        ("Combat", "45"),
        ("Ranks", "+20"),
        ("Fine", "+5"),
        ("Aim", "+20"),
        ("Dark", "−30"),
        ("Cramped", "−10"),
    ]


def test_no_part_of_a_test_shows_the_number_of_a_reading() -> None:
    at = table(me=hero(attribute={"combat": 45}, skill={"simple_melee": 1}))
    rules = {part.rule for part in trial_for(at, "me", "simple_melee", [("Dark", -30)]).parts}
    assert all(not rule or rule.startswith("GRM-") for rule in rules)


def test_the_untrained_flip_special_skills_to_fail() -> None:
    at = table(me=hero(attribute={"intelligence": 50}))
    assert trial_for(at, "me", "heal").flip == -1
    assert trial_for(at, "me", "folklore").flip == 0
    assert trial_for(at, "me", "heal", flip=1).flip == 0


def test_a_test_tells_and_rolls_the_same_chance() -> None:
    at = table(me=hero(attribute={"brawn": 42}))
    command = PlainTest("athletics", "10")
    assert chance(odds(at, command), "success") == pytest.approx(0.52)
    act(at, command, 52)
    assert judged(at)["verdict"] == "success"
    act(at, command, 53)
    assert judged(at)["verdict"] == "failure"


def test_opposed_and_group_tests_add_up() -> None:
    at = table(me=hero(attribute={"brawn": 40}), foe=hero("Boris", attribute={"brawn": 20}))
    told = odds(at, OpposedTest("brawn", "foe"))
    assert sum(one.probability for one in told.chances) == pytest.approx(1)
    told = odds(at, GroupTest("brawn", ("foe",)))
    assert chance(told, "all") == pytest.approx(0.4 * 0.2)
    assert chance(told, "any") == pytest.approx(1 - 0.6 * 0.8)


def test_a_fight_asks_about_fortune_before_a_failure_counts() -> None:
    at = fight(hero(fortune=1), hero("Boris"))
    act(at, PlainTest("resolve"), 99)
    assert not at.scene.asks
    assert judged(at)["verdict"] == "critical failure"
