"""Opposed and group questions against a slow count of every throw, die by die."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.engine.notation.plain_dice import ask
from rules.systems.sda import SDA
from rules.systems.sda.core.person import DICE

#: A hand: its dice as (count, sides), its malus.
Hand = tuple[tuple[tuple[int, int], ...], int]
#: What a side shows, how many dice it gives away, and whether each die of its first hand scores.
State = tuple[int, int, bool]

kinds = st.tuples(st.integers(1, 3), st.sampled_from(DICE))
hands = st.tuples(st.lists(kinds, min_size=1, max_size=2).map(tuple), st.integers(0, 4))
#: Helpers and members of a group: further dice would be another of them.
plain_hands = st.tuples(st.tuples(kinds), st.integers(0, 4))
sides = st.tuples(hands, st.lists(plain_hands, max_size=1))


def in_words(hand: Hand) -> str:
    dice, malus = hand
    return " + ".join(f"{count}d{sides}" for count, sides in dice) + (f" malus {malus}" if malus else "")


@cache
def thrown(hand: Hand) -> dict[tuple[int, bool], float]:
    """The chance of each sum of a hand with whether every die scores, die by die."""
    found = {(0, True): 1.0}
    for count, size in hand[0]:
        for _ in range(count):
            after: dict[tuple[int, bool], float] = defaultdict(float)
            for (shown, scores), share in found.items():
                for face in range(1, size + 1):
                    after[shown + face // 4, scores and face >= 4] += share / size
            found = after
    return found


def states(hand: Hand, helpers: Iterable[Hand], *, halved: bool) -> dict[State, float]:
    found: dict[State, float] = defaultdict(float)
    for (shown, scores), share in thrown(hand).items():
        found[max(0, shown - hand[1]), max(0, hand[1] - shown), scores] += share
    for helper in helpers:
        after: dict[State, float] = defaultdict(float)
        for (count, given_away, scores), share in found.items():
            for (shown, _), chance in thrown(helper).items():
                counts = max(0, shown - helper[1]) // (2 if halved else 1)
                after[count + counts, given_away + max(0, helper[1] - shown), scores] += share * chance
        found = after
    return found


@cache
def with_granted(count: int, dice: int, size: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for (shown, _), share in thrown((((dice, size),), 0)).items():
        found[count + shown] = found.get(count + shown, 0.0) + share
    return found


def opposed(mine: dict[State, float], theirs: dict[State, float], my_die: int, their_die: int) -> dict[str, float]:
    chances: dict[str, float] = defaultdict(float)
    for (my_count, i_give, scores), share in mine.items():
        for (their_count, they_give, _), chance in theirs.items():
            for my_sum, one in with_granted(my_count, they_give, my_die).items():
                for their_sum, other in with_granted(their_count, i_give, their_die).items():
                    together = share * chance * one * other
                    end = "success" if my_sum > their_sum else "tie" if my_sum == their_sum else "failure"
                    chances[end] += together
                    chances["flawless"] += together * (scores and my_sum > their_sum)
                    chances["flawless with ties"] += together * (scores and my_sum >= their_sum)
    return dict(chances)


def chances_of(question: str) -> dict[str, float]:
    return {one.name: one.probability for one in ask(SDA.questions, question).odds.chances}


def test_flawless_where_a_malus_takes_more_than_the_dice_score() -> None:
    assert chances_of("1d12 malus 3 against 4d20 malus 5")["flawless"] == pytest.approx(0.0155, abs=5e-5)


@given(mine=sides, theirs=sides, halved=st.booleans())
@example(mine=((((1, 12),), 3), []), theirs=((((4, 20),), 5), []), halved=False)
@settings(max_examples=25, deadline=None)
def test_opposed_questions_are_counted_out(
    mine: tuple[Hand, list[Hand]], theirs: tuple[Hand, list[Hand]], *, halved: bool
) -> None:
    spoken = " against ".join(" assisted by ".join(map(in_words, (side[0], *side[1]))) for side in (mine, theirs))
    spoken += ", halved" if halved else ""
    wanted = opposed(states(*mine, halved=halved), states(*theirs, halved=halved), mine[0][0][0][1], theirs[0][0][0][1])
    found = chances_of(spoken)
    for name in ("success", "tie", "failure", "flawless"):
        assert found[name] == pytest.approx(wanted.get(name, 0), abs=1e-12), name
    assert chances_of(f"{spoken}, advantage")["flawless"] == pytest.approx(wanted["flawless with ties"], abs=1e-12)


@given(members=st.lists(plain_hands, min_size=2, max_size=3), needed=st.integers(1, 3))
@example(members=[(((4, 6),), 0), (((3, 8),), 2), (((2, 6),), 0)], needed=2)
@settings(max_examples=25, deadline=None)
def test_a_malus_in_a_group_belongs_to_the_pool_that_it_follows(members: list[Hand], needed: int) -> None:
    each = [states(member, [], halved=False) for member in members]
    alone = 1.0
    for one in each:
        alone *= sum((share for (count, _, _), share in one.items() if count >= needed), 0.0)
    found = ask(SDA.questions, f"{', '.join(map(in_words, members))}, each needing {needed}")
    assert found.odds.chances[1].probability == pytest.approx(alone, abs=1e-12)
    together = {0: 1.0}
    for one in each:
        after: dict[int, float] = defaultdict(float)
        for so_far, share in together.items():
            for (count, _, _), chance in one.items():
                after[so_far + count] += share * chance
        together = dict(after)
    enough = sum((share for count, share in together.items() if count >= needed * len(members)), 0.0)
    assert found.odds.chances[0].probability == pytest.approx(enough, abs=1e-12)
    assert found.understood == f"{', '.join(map(in_words, members))}, each needing {needed}"
