"""The odds of shared and of long work agree with every way in which few dice fall, and with many throws of many."""

import contextlib
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest

from rules.engine.kernel import Command, Dice, Fact, Judged, SeededDice, Sheet, Table, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.long_tasks import BeginTask, RollTask
from rules.systems.sda.checks.shared.groups import GroupTest
from rules.systems.sda.checks.shared.joint_tests import TestTogether
from rules.systems.sda.checks.shared.progress import Turnout, course, turnout, turnout_against
from rules.systems.sda.checks.shared.sharing import best_transfer, group, group_alone
from rules.systems.sda.checks.skills.handling import BeginHerding, Hunt, TrainAnimal
from rules.systems.sda.checks.skills.lessons import Mentor, TrainTogether
from rules.systems.sda.checks.skills.logic_and_tactics import Plan, Think
from rules.systems.sda.checks.skills.noticing import Look
from rules.systems.sda.checks.skills.riding import Mount, Urge
from rules.systems.sda.core.person import Side, flawless_opposed, opposed
from rules.systems.sda.core.rolls import (
    EACH,
    FIRST_FAIL,
    ROLLING,
    SETBACK,
    TOGETHER,
    Gains,
    Roll,
    added_up,
    flawless,
    flawless_ahead,
    opposed_together,
    sum_of,
)
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.tables import hero

EXACT = 1e-12
#: As many throws as a large kind is held against: a million, where somebody has the time.
THROWS = int(os.environ.get("ORACLE_THROWS", "100000"))


# -- the arithmetic, against every way ------------------------------------------------------------------------------


def mos_of_face(face: int) -> int:
    """The MoS of a face, by the table of the book."""
    return next(mos for mos, last in enumerate((3, 7, 11, 15, 19, 20)) if face <= last)


def halved(value: int) -> int:
    return value // 2 if value >= 0 else -(-value // 2)


def fallen(rolls: Sequence[Roll]) -> Iterator[list[list[int]]]:
    """The faces of all hands, in every way in which they can fall."""
    for faces in product(*(range(1, roll.sides + 1) for roll in rolls for _ in range(roll.count))):
        left = list(faces)
        yield [[left.pop(0) for _ in range(roll.count)] for roll in rolls]


def counted_up(rolls: Sequence[Roll], hands: Sequence[Sequence[int]], mode: str, rounding: str) -> int:
    """The result of these faces by the rule, told as the book tells it."""
    own = helped = 0
    for roll, faces in zip(rolls, hands, strict=True):
        value = sum(map(mos_of_face, faces)) - roll.malus
        if mode != SETBACK:
            value = max(0, value)
        if not roll.halved:
            own += value
        elif rounding == EACH:
            own += halved(value)
        else:
            helped += value
    return own + halved(helped)


def assert_same_shares(counts: dict[int, Fraction], told: Gains) -> None:
    for value in {*counts, *told}:
        assert told.get(value, 0.0) == pytest.approx(float(counts.get(value, 0)), abs=EXACT)


HANDS = [
    (Roll(4, 2), Roll(6, 2)),
    (Roll(6, 2, 1), Roll(6, 1, 2, halved=True), Roll(4, 1, 0, halved=True)),
    (Roll(6, 1), Roll(6, 2, 0, halved=True), Roll(6, 1, 0, halved=True)),
    (Roll(6, 3, 2),),
    (Roll(4, 1, 3), Roll(6, 2, 4, halved=True), Roll(6, 1, 3, halved=True)),
    (Roll(8, 2, 1), Roll(12, 1)),
]


@pytest.mark.parametrize("rolls", HANDS)
@pytest.mark.parametrize("mode", [ROLLING, SETBACK])
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_hands_together_come_to_what_their_faces_come_to(rolls: tuple[Roll, ...], mode: str, rounding: str) -> None:
    counts: dict[int, Fraction] = defaultdict(Fraction)
    ways = list(fallen(rolls))
    for hands in ways:
        counts[counted_up(rolls, hands, mode, rounding)] += Fraction(1, len(ways))
    assert_same_shares(counts, sum_of(rolls, mode, rounding))


@pytest.mark.parametrize("rolls", HANDS)
@pytest.mark.parametrize("reach", [1, 2, 3])
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_the_first_hand_is_flawless_as_often_as_it_falls_so(rolls: tuple[Roll, ...], reach: int, rounding: str) -> None:
    ways = list(fallen(rolls))
    hit = sum(
        all(map(mos_of_face, hands[0])) and counted_up(rolls, hands, ROLLING, rounding) >= reach for hands in ways
    )
    assert sum(flawless(rolls, reach, rounding)) == pytest.approx(hit / len(ways), abs=EXACT)


SIDES = [
    ((Roll(6, 1), Roll(4, 1, 0, halved=True)), (Roll(6, 2),)),
    ((Roll(6, 2, 1),), (Roll(4, 1, 2), Roll(6, 1, 0, halved=True))),
    ((Roll(4, 1), Roll(6, 1, 2, halved=True), Roll(6, 1, 1, halved=True)), (Roll(4, 1, 1),)),
    ((Roll(6, 2),), (Roll(6, 0, 2),)),
]


@pytest.mark.parametrize(("mine", "theirs"), SIDES)
@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_sides_with_helpers_are_ahead_as_often_as_they_fall_so(
    mine: tuple[Roll, ...], theirs: tuple[Roll, ...], rounding: str
) -> None:
    counts: dict[int, Fraction] = defaultdict(Fraction)
    ways = list(fallen((*mine, *theirs)))
    for hands in ways:
        ours, others = hands[: len(mine)], hands[len(mine) :]
        margin = counted_up(mine, ours, ROLLING, rounding) - counted_up(theirs, others, ROLLING, rounding)
        my_extra = left_over(theirs, others)
        their_extra = left_over(mine, ours)
        extra = (Roll(mine[0].sides, my_extra), Roll(theirs[0].sides, their_extra))
        granted = list(fallen(extra))
        for one, other in granted:
            counts[margin + sum(map(mos_of_face, one)) - sum(map(mos_of_face, other))] += Fraction(
                1, len(ways) * len(granted)
            )
    margin_told = opposed_together(mine, theirs, rounding)
    assert_same_shares(counts, {margin_told.least + i: share for i, share in enumerate(margin_told.shares)})
    plain = Fraction(sum(share for value, share in counts.items() if value <= 0))
    assert turnout_against(mine, theirs, FIRST_FAIL, rounding).lost == pytest.approx(float(plain), abs=EXACT)


def left_over(rolls: Sequence[Roll], hands: Sequence[Sequence[int]]) -> int:
    return sum(max(0, roll.malus - sum(map(mos_of_face, faces))) for roll, faces in zip(rolls, hands, strict=True))


def test_without_helpers_it_is_the_opposed_test_of_two() -> None:
    against_no_roll = ((6, 2, 3), (6, 0, 0))
    for mine, theirs in (((6, 3, 1), (8, 2, 0)), ((10, 2, 4), (4, 5, 2)), ((20, 1, 0), (6, 0, 3)), against_no_roll):
        one = opposed(Side(*mine), Side(*theirs))
        other = opposed_together((Roll(*mine),), (Roll(*theirs),))
        shown = flawless_ahead((Roll(*mine),), (Roll(*theirs),), ties=True)
        assert shown == pytest.approx(flawless_opposed(Side(*mine), Side(*theirs), ties=True), abs=EXACT)
        assert one.least == other.least
        assert one.shares == pytest.approx(other.shares, abs=EXACT)


# -- many rolls, against every way ----------------------------------------------------------------------------------

STEPS = [
    ((Roll(4, 1),),),
    ((Roll(6, 1),),),
    ((Roll(6, 1, 1),),),
    ((Roll(4, 1),), (Roll(6, 1),)),
    ((Roll(6, 1), Roll(4, 1, 0, halved=True)),),
]


def tally_after(
    tally: int, since: int, rolls: Sequence[Roll], hands: Sequence[Sequence[int]], mode: str, net_decides: bool
) -> tuple[int, int]:
    """The tally after a roll, and the rolls since all was lost the last time, told as the book tells it."""
    gain = counted_up(rolls, hands, mode, EACH)
    blank = not any(mos_of_face(face) for faces in hands for face in faces)
    if mode == FIRST_FAIL and (gain == 0 if net_decides else blank):
        return 0, 0
    return max(0, tally + gain), since + 1


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("mode", [ROLLING, FIRST_FAIL, SETBACK])
@pytest.mark.parametrize("net_decides", [True, False])
@pytest.mark.parametrize("goal", [1, 2, 3])
def test_a_long_task_is_done_after_as_many_rolls_as_it_falls(
    steps: tuple[tuple[Roll, ...], ...], mode: str, net_decides: bool, goal: int
) -> None:
    done: dict[int, Fraction] = defaultdict(Fraction)
    far = 4 if all(len(step) == 1 for step in steps) else 2
    states = {(0, 0): Fraction(1)}
    for number in range(far):
        following: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (tally, since), share in states.items():
            rolls = steps[since % len(steps)]
            ways = list(fallen(rolls))
            for hands in ways:
                reached, rolled = tally_after(tally, since, rolls, hands, mode, net_decides)
                if reached >= goal and rolled >= len(steps):
                    done[number + 1] += share / len(ways)
                else:
                    following[reached, rolled] += share / len(ways)
        states = following
    told = course([turnout(rolls, mode, net_decides=net_decides) for rolls in steps], goal)
    for number in range(1, far + 1):
        at = told.done[number] if number < len(told.done) else 0.0
        assert at == pytest.approx(float(done.get(number, 0)), abs=EXACT)
    assert sum(told.done) + told.left == pytest.approx(1, abs=EXACT)


def test_larger_pieces_are_as_likely_and_count_more() -> None:
    one = turnout((Roll(6, 2, 1),), SETBACK)
    for value, share in one.scaled(30).gains.items():
        assert value % 30 == 0
        assert one.gains[value // 30] == share


def test_what_can_never_be_done_is_not_looked_for() -> None:
    told = course([turnout((Roll(4, 1, 3),), ROLLING)], 5)
    assert told.expected is None
    assert told.left == 1
    assert len(told.done) == 2


def test_what_has_gained_enough_already_waits_for_the_second_skill() -> None:
    nothing = Turnout({0: 1.0})
    told = course([Turnout({5: 1.0}), nothing], 3)
    assert told.done == (0.0, 0.0, 1.0)


# -- everybody on their own, against every way ----------------------------------------------------------------------


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_a_group_succeeds_as_often_as_its_sharing_can_make_it(difficulty: int) -> None:
    members = [(Roll(6, 1),), (Roll(6, 2, 1),), (Roll(4, 1),)]
    rolls = [roll for member in members for roll in member]
    ways = list(fallen(rolls))
    through: Counter[int] = Counter()
    alone = 0
    for hands in ways:
        values = [counted_up([roll], [faces], ROLLING, EACH) for roll, faces in zip(rolls, hands, strict=True)]
        through[best_of_all(values, difficulty)] += 1
        alone += all(value >= difficulty for value in values)
    told = group(members, difficulty)
    assert told == pytest.approx([through[n] / len(ways) for n in range(4)], abs=EXACT)
    assert group_alone(members, difficulty) == pytest.approx(alone / len(ways), abs=EXACT)


def best_of_all(values: Sequence[int], difficulty: int) -> int:
    """The most who can succeed, found by trying every way to spread what there is."""
    spread = product(range(sum(values) + 1), repeat=len(values))
    possible = (way for way in spread if sum(way) == sum(values))
    return max(sum(value >= difficulty for value in way) for way in possible)


@pytest.mark.parametrize("values", [[5, 4, 0], [0, 0, 0], [2, 2, 2], [7], [1, 9, 0, 2], [3, 3], [4, 1, 1, 1, 1]])
@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_the_proposed_sharing_is_the_best_and_gives_nothing_that_is_not_there(
    values: list[int], difficulty: int
) -> None:
    left, held = list(values), list(values)
    for giver, taker, count in best_transfer(values, difficulty):
        assert count > 0
        left[giver] -= count
        held[giver] -= count
        held[taker] += count
    assert all(value >= 0 for value in left)
    assert sum(value >= difficulty for value in held) == best_of_all(values, difficulty)


# -- the commands themselves, performed in every way ----------------------------------------------------------------


def cast() -> dict[str, Sheet]:
    return {
        "anna": hero("Anna", attribute={"agility": 6, "wisdom": 6, "persona": 6}, skill={"stealth": 1}),
        "boris": hero("Boris", attribute={"agility": 4, "wisdom": 4, "persona": 6}, skill={"riding": 0}),
        "cora": hero("Cora", attribute={"agility": 6, "persona": 4, "wisdom": 5, "strength": 5}),
    }


class _Judgement(Exception):
    """Judged as often as was asked for; what follows from it is not counted."""


class _Court(Table):
    def __init__(self, sheets: dict[str, Sheet], verdicts: int) -> None:
        super().__init__(sheets, None, {}, "anna")
        self.waiting = verdicts

    def happen(self, *happened: Fact) -> None:
        super().happen(*happened)
        self.waiting -= sum(isinstance(fact, Judged) for fact in happened)
        if self.waiting <= 0:
            raise _Judgement


Read = Callable[[list[Judged]], object]


def shares_when_performed(
    command: Command, read: Read, verdicts: int = 1, begun: Command | None = None
) -> dict[object, Fraction]:
    """How often each thing that is read off the verdicts comes out."""

    def play(dice: Dice) -> object:
        at = _Court(cast(), 99)
        if begun:
            begun.perform(at, dice)
            at.facts.clear()
        at.waiting = verdicts
        with contextlib.suppress(_Judgement):
            command.perform(at, dice)
        return read([fact for fact in at.facts if isinstance(fact, Judged)])

    shares: dict[object, Fraction] = defaultdict(Fraction)
    for share, outcome in every_way(play):
        shares[outcome] += share
    return shares


def odds_of(command: Command, begun: Command | None = None) -> Odds:
    at = Table(cast(), None, {}, "anna")
    if begun:
        perform(begun, at, SeededDice(1))
    odds = foretell(command, at)
    assert odds is not None
    return odds


def chance(odds: Odds, name: str) -> float:
    return next(one.probability for one in odds.chances if one.name == name)


def verdict(judged: list[Judged]) -> object:
    return judged[0].verdict


TOGETHER_WAYS = [
    {"helpers": ("boris", "cora")},
    {"helpers": ("boris", "cora"), "counted": "half", "difficulty": 2},
    {"helpers": ("boris",), "malus": 1, "helper_malus": 1, "difficulty": 2},
    {"helpers": ("boris", "cora"), "participants": 2, "difficulty": 2},
    {"second_skill": "climbing", "difficulty": 2},
    {"second_skill": "climbing", "second_by": "cora", "helpers": ("boris",), "counted": "half", "difficulty": 2},
    {"helpers": ("boris",), "difficulty": 0},
    {"bonus": 1, "bought": 1, "difficulty": 3},
]


@pytest.mark.parametrize("ways", TOGETHER_WAYS)
def test_a_test_together_does_what_it_foretold(ways: dict[str, object]) -> None:
    command = TestTogether(skill="stealth", **ways)  # type: ignore[arg-type]
    odds = odds_of(command)
    shares = shares_when_performed(command, verdict)
    assert chance(odds, "success") == pytest.approx(float(shares.get("success", 0)), abs=EXACT)
    quality = shares_when_performed(command, lambda judged: judged[0].numbers["quality"])
    assert chance(odds, "flawless") == pytest.approx(float(quality.get("flawless", 0)), abs=EXACT)
    assert chance(odds, "complete_failure") == pytest.approx(float(quality.get("complete failure", 0)), abs=EXACT)
    measures = shares_when_performed(command, lambda judged: judged[0].numbers["measure"])
    for value, share in enumerate(odds.measure):
        assert share == pytest.approx(float(measures.get(value, 0)), abs=EXACT)


@pytest.mark.parametrize(
    "ways",
    [
        {"against": "boris"},
        {"against": "boris", "against_helpers": ("cora",), "counted": "half"},
        {"against": "cora", "helpers": ("boris",), "against_malus": 1},
        {"against": "boris", "against_skill": "climbing", "second_skill": "climbing"},
    ],
)
def test_a_test_together_against_others_does_what_it_foretold(ways: dict[str, object]) -> None:
    command = TestTogether(skill="stealth", **ways)  # type: ignore[arg-type]
    odds = odds_of(command)
    shares = shares_when_performed(command, verdict)
    assert chance(odds, "success") == pytest.approx(float(shares.get("success", 0)), abs=EXACT)
    assert chance(odds, "tie") == pytest.approx(float(shares.get("tie", 0)), abs=EXACT)


@pytest.mark.parametrize(
    "ways",
    [
        {"mode": "first_fail", "difficulty": 1},
        {"mode": "first_fail", "difficulty": 2, "malus": 1},
        {"mode": "setback", "difficulty": 2, "malus": 1, "helpers": ("boris",)},
        {"mode": "setback", "difficulty": 2, "helpers": ("boris", "cora"), "counted": "half"},
        {"mode": "first_fail", "difficulty": 1, "against": "boris", "against_malus": 1},
        {"mode": "setback", "difficulty": 1, "second_skill": "climbing", "second_by": "cora", "at_once": True},
    ],
)
def test_the_first_roll_of_a_long_task_does_what_it_foretold(ways: dict[str, object]) -> None:
    begun = BeginTask(skill="stealth", **ways)  # type: ignore[arg-type]
    odds = odds_of(RollTask("p1"), begun)
    assert odds.measure == pytest.approx(odds_of(begun).measure, abs=EXACT)
    shares = shares_when_performed(RollTask("p1"), verdict, begun=begun)
    assert chance(odds, "success") == pytest.approx(float(shares.get("success", 0)), abs=EXACT)
    if ways["mode"] == "first_fail":
        nothing = shares_when_performed(RollTask("p1"), lambda judged: judged[0].numbers["tally"], begun=begun)[0]
        assert chance(odds, "lost") == pytest.approx(float(nothing), abs=EXACT)


def test_a_group_test_does_what_it_foretold() -> None:
    command = GroupTest(skill="stealth", companions=("boris", "cora"))
    odds = odds_of(command)

    def play(dice: Dice) -> int:
        at = Table(cast(), None, {}, "anna")
        command.perform(at, dice)
        kept = at.me.memo["group_test"]
        values = [sum(one["net"] for one in each) for each in kept["members"]]
        return best_of_all(values, 1)

    shares: dict[int, Fraction] = defaultdict(Fraction)
    for share, through in every_way(play):
        shares[through] += share
    assert odds.measure == pytest.approx([float(shares.get(n, 0)) for n in range(4)], abs=EXACT)


@pytest.mark.parametrize(
    ("command", "name", "verdicts", "read"),
    [
        (Think(difficulty=1, bonus=1), "success", 1, lambda judged: judged[0].verdict == "success"),
        (Plan("boris", advisers=("cora",)), "success", 1, lambda judged: judged[0].verdict == "success"),
        (Hunt("boris", prey=1, bonus=1), "caught", 2, verdict),
        (Mount("cora", bonus=1), "success", 1, lambda judged: judged[0].verdict == "success"),
        (TrainAnimal("boris"), "success", 1, lambda judged: judged[0].verdict == "success"),
        (TrainTogether("boris", "stealth", "riding"), "success", 1, lambda judged: judged[0].verdict == "success"),
        (Look(concealment=1), "success", 1, lambda judged: judged[0].verdict == "success"),
    ],
)
def test_a_skill_does_what_it_foretold(command: Command, name: str, verdicts: int, read: Read) -> None:
    at = odds_of(command)
    if verdicts == 1:
        shares = shares_when_performed(command, read)
        assert chance(at, name) == pytest.approx(float(shares.get(True, 0)), abs=EXACT)
    else:
        # What follows from the first roll is rolled as well; only as much of it as matters is told apart here.
        assert chance(at, name) == pytest.approx(_caught_by_hand(), abs=EXACT)


def _caught_by_hand() -> float:
    """Two d6 of falconry against one d6 of ego; the bird hunts with one d4 however many hits there are."""
    ways = list(fallen((Roll(6, 2), Roll(6, 1))))
    ahead = sum(sum(map(mos_of_face, mine)) > sum(map(mos_of_face, theirs)) for mine, theirs in ways) / len(ways)
    return ahead / 4


def test_looking_for_somebody_compares_both_rolls() -> None:
    ways = list(fallen((Roll(6, 2), Roll(4, 1))))
    found = sum(sum(map(mos_of_face, mine)) >= sum(map(mos_of_face, theirs)) for mine, theirs in ways) / len(ways)
    assert chance(odds_of(Look(sneaks=("boris",), bonus=1)), "boris") == pytest.approx(found, abs=EXACT)


def test_a_mount_has_no_more_dice_than_its_rider_gives_it() -> None:
    at = Table(cast(), None, {}, "anna")
    at.sheet("boris").ranks["skill"]["riding"] = 1
    perform(Mount("boris"), at, SeededDice(1))
    odds = foretell(Urge("sprint"), at)
    assert odds is not None
    # Two d6 of riding, one of them for what the mount knows, give 0, 1 or 2 dice; the mount has one d6 for running.
    assert chance(odds, "success") == pytest.approx(3 / 4 * 1 / 2, abs=EXACT)


def test_a_herd_is_together_as_likely_as_its_leader_lets_it() -> None:
    by_will = {will: chance(odds_of(BeginHerding(animals=1, will=will, bonus=1)), "success") for will in (0, 1)}
    odds = odds_of(BeginHerding(animals=1, alpha="boris", bonus=1))
    assert chance(odds, "success") == pytest.approx((by_will[0] + by_will[1]) / 2, abs=EXACT)
    assert sum(odds.measure) == pytest.approx(1, abs=EXACT)


def test_a_lesson_is_as_likely_as_two_hands_make_it() -> None:
    at = Table({**cast(), "anna": hero("Anna", skill={"stealth": 2})}, None, {}, "anna")
    odds = foretell(Mentor("boris", "stealth", difficulty=2), at)
    assert odds is not None
    ways = list(fallen((Roll(6, 3), Roll(4, 1))))
    done = sum(sum(map(mos_of_face, a)) + sum(map(mos_of_face, b)) >= 2 for a, b in ways) / len(ways)
    assert chance(odds, "success") == pytest.approx(done, abs=EXACT)


def test_odds_of_a_mentor_tell_what_the_mentor_gains() -> None:
    def means(**said: object) -> dict[str, float]:
        sheets = {"anna": hero("Anna", 10, skill={"lifting": 2}), "boris": hero("Boris")}
        odds = foretell(TestTogether(skill="lifting", **said), Table(sheets, None, {}, "anna"))  # type: ignore[arg-type]
        assert odds is not None
        return {one.name: one.amount for one in odds.means}

    for_spirit, to_learn = means(), means(reward="experience")
    looked_at = means(apprentice="boris", reward="experience")
    assert for_spirit["spirit"] > means(apprentice="boris")["spirit"] > looked_at["spirit"] == to_learn["spirit"]
    assert "experience" in to_learn
    assert "experience" not in {*looked_at, *for_spirit}
    helped = ("boris",)
    gained = means(helpers=helped, apprentice="boris", reward="experience")
    assert gained == means(helpers=helped, reward="experience")


# -- many throws of many dice ---------------------------------------------------------------------------------------


def assert_near_share(share: float, expected: float, throws: int) -> None:
    """No further off than four standard errors."""
    assert abs(share - expected) <= 4 * sqrt(max(expected * (1 - expected), 1 / throws) / throws)


_WORTHS = {sides: [mos_of_face(face) for face in range(1, sides + 1)] for sides in (4, 6, 8, 10, 12, 20)}


class _Thrower:
    """Throws that remember how often each face counts for what."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, of: Roll) -> int:
        return sum(self._random.choices(_WORTHS[of.sides], k=of.count)) if of.count else 0


LARGE = (Roll(12, 6, 2), Roll(8, 4, 1, halved=True), Roll(20, 3, 0, halved=True), Roll(6, 5))


@pytest.mark.parametrize("rounding", [EACH, TOGETHER])
def test_many_hands_throw_as_they_should(rounding: str) -> None:
    dice, counts = _Thrower(7), Counter[int]()
    for _ in range(THROWS):
        counts[added_up([(max(0, dice.roll(r) - r.malus), r.halved) for r in LARGE], rounding)] += 1
    for value, share in sum_of(LARGE, ROLLING, rounding).items():
        assert_near_share(counts[value] / THROWS, share, THROWS)


def test_many_hands_against_many_throw_as_they_should() -> None:
    mine, theirs = (Roll(10, 5, 3), Roll(8, 3, 2, halved=True)), (Roll(8, 6, 1), Roll(6, 4, 0, halved=True))
    dice, ahead, level = _Thrower(11), 0, 0
    for _ in range(THROWS):
        totals = []
        extra = []
        for rolls in (mine, theirs):
            raw = [dice.roll(roll) for roll in rolls]
            nets = [max(0, v - r.malus) for v, r in zip(raw, rolls, strict=True)]
            totals.append(sum(halved(v) if r.halved else v for v, r in zip(nets, rolls, strict=True)))
            extra.append(sum(max(0, r.malus - v) for v, r in zip(raw, rolls, strict=True)))
        margin = totals[0] + dice.roll(Roll(10, extra[1])) - totals[1] - dice.roll(Roll(8, extra[0]))
        ahead += margin > 0
        level += margin == 0
    margin_told = opposed_together(mine, theirs)
    assert_near_share(ahead / THROWS, margin_told.ahead, THROWS)
    assert_near_share(level / THROWS, margin_told.level, THROWS)


@pytest.mark.parametrize("mode", [ROLLING, FIRST_FAIL, SETBACK])
@pytest.mark.parametrize("against", [False, True])
def test_long_tasks_take_as_long_as_they_should(mode: str, against: bool) -> None:
    steps = ((Roll(8, 4, 2), Roll(6, 3, 0, halved=True)), (Roll(10, 3, 1),))
    other, goal, throws = (Roll(6, 3),), 6 if against else 15, THROWS // 20
    dice, done = _Thrower(13), Counter[int]()
    for _ in range(throws):
        tally = number = 0
        while (tally < goal or number < 2) and number < 100:
            rolls = steps[number % 2]
            raw = [dice.roll(roll) for roll in rolls]
            if against:
                nets = [max(0, v - r.malus) for v, r in zip(raw, rolls, strict=True)]
                extra = sum(max(0, r.malus - v) for v, r in zip(raw, rolls, strict=True))
                total = sum(halved(v) if r.halved else v for v, r in zip(nets, rolls, strict=True))
                gain = max(0, total - dice.roll(other[0]) - dice.roll(Roll(6, extra)))
            else:
                least = -99 if mode == SETBACK else 0
                each = [max(least, v - r.malus) for v, r in zip(raw, rolls, strict=True)]
                gain = sum(halved(v) if r.halved else v for v, r in zip(each, rolls, strict=True))
            tally = 0 if mode == FIRST_FAIL and gain == 0 else max(0, tally + gain)
            number += 1
        done[number] += tally >= goal
    by = [turnout_against(s, other, mode) if against else turnout(s, mode) for s in steps]
    ahead = course(by, goal)
    for number in range(2, min(12, len(ahead.done))):
        assert_near_share(done[number] / throws, ahead.done[number], throws)


def test_large_groups_share_as_they_should() -> None:
    members = [(Roll(8, 4),), (Roll(6, 2, 1),), (Roll(10, 3), Roll(4, 2)), (Roll(6, 1),)]
    dice, counts, alone = _Thrower(17), Counter[int](), 0
    for _ in range(THROWS):
        values = [sum(max(0, dice.roll(r) - r.malus) for r in member) for member in members]
        counts[min(4, sum(values) // 2)] += 1
        alone += all(value >= 2 for value in values)
    for through, share in enumerate(group(members, 2)):
        assert_near_share(counts[through] / THROWS, share, THROWS)
    assert_near_share(alone / THROWS, group_alone(members, 2), THROWS)


def test_a_long_task_performed_again_and_again_takes_as_long_as_foretold() -> None:
    """The commands themselves are performed from beginning to end, with their ego tests."""

    def pair() -> dict[str, Sheet]:
        return {who: hero(who, attribute={"wisdom": 10}, skill={"perception": 4}) for who in ("anna", "boris")}

    begun = BeginTask(skill="perception", difficulty=9, mode="setback", malus=2, helpers=("boris",), counted="half")
    at = Table(pair(), None, {}, "anna")
    foretold = foretell(begun, at)
    assert foretold is not None
    dice, counts, games = SeededDice(5), Counter[int](), THROWS // 200
    for _ in range(games):
        at = Table(pair(), None, {}, "anna")
        perform(begun, at, dice)
        rolls = 0
        while "projects" in at.me.memo and rolls < 50:
            perform(RollTask("p1"), at, dice)
            rolls += 1
        counts[rolls] += 1
    for number, share in enumerate(foretold.measure[:-1], start=1):
        assert_near_share(counts[number] / games, share, games)


def test_nothing_is_said_of_the_rolls_of_what_can_never_be_done() -> None:
    odds = foretell(BeginTask(skill="tracking", difficulty=9, malus=5), Table({"anna": hero()}, None, {}, "anna"))
    assert odds is not None
    assert odds.measure == ()
    assert "hardly possible" in odds.sentence
