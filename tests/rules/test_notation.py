"""Dice notation: read rightly or refused where it stands, and every value counted out."""

import time
from collections.abc import Callable
from functools import reduce
from itertools import zip_longest

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.engine.notation.grammar import read
from rules.engine.notation.plain_dice import EXAMPLES, PHRASES, PLAIN, ask
from rules.engine.notation.questions import Answer, Language, Misunderstood
from rules.engine.notation.questions import read as read_phrases
from rules.engine.notation.tokens import tokens
from rules.engine.notation.tree import parts
from rules.engine.odds import normal
from rules.engine.odds.bursts import bursting, endless
from rules.registry import SYSTEMS
from tests.rules import wordings
from tests.rules.wordings import Shares, chance, d, each, highest, lowest, rerolled, showing

every_tab = pytest.mark.parametrize(
    "language", [PLAIN, *(system.questions for system in SYSTEMS)], ids=["plain", *(one.slug for one in SYSTEMS)]
)


def holds(answer: Answer, wanted: Shares | float) -> None:
    if isinstance(wanted, float):
        assert answer.odds.chances[0].probability == pytest.approx(wanted, abs=1e-6)
        return
    found = dict(answer.values)
    for value in {*found, *wanted}:
        assert found.get(value, 0.0) == pytest.approx(wanted.get(value, 0.0), abs=1e-9), value


def is_of_the_game(language: object, question: str) -> bool:
    """Whether a game has words of its own for all of it: they win."""
    try:
        return isinstance(language, Language) and bool(read_phrases(question, language.phrases))
    except Misunderstood:
        return False


# -- as it is typed ---------------------------------------------------------------------------------------------------


def test_most_of_seventy_wordings_are_understood() -> None:
    assert len(wordings.UNDERSTOOD) >= 60
    assert len(wordings.UNDERSTOOD) + len(wordings.REFUSED) >= 70


@every_tab
@pytest.mark.parametrize("question", wordings.UNDERSTOOD)
def test_a_wording_is_read_rightly_in_every_tab(language: Language, question: str) -> None:
    if not is_of_the_game(language, question) or question.startswith("d66"):
        holds(ask(language, question), wordings.UNDERSTOOD[question])


@every_tab
@pytest.mark.parametrize("question", wordings.REFUSED)
def test_what_may_mean_two_things_is_underlined(language: Language, question: str) -> None:
    with pytest.raises(Misunderstood) as caught:
        ask(language, question)
    assert question[caught.value.start : caught.value.end].startswith(wordings.REFUSED[question])
    assert caught.value.start == question.rindex(wordings.REFUSED[question], 0, caught.value.end)
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("question", "understood", "note"),
    [
        ("4d6kh3", "4d6, the highest 3 kept", ""),
        ("adv+5 >= 15", "2d20 (the highest kept) + 5, 15 or more", ""),
        ("5d10>=7 at least 3", "5d10, dice that show 7 or more, 3 or more of them", "For the sum: 5d10 at least 7."),
        ("4d6r1", "4d6, each 1 rolled again until it shows something else", "Only once: 4d6ro1."),
        ("(2d6-1d4)*-2", "(2d6 − d4) × (−2)", ""),
        ("3d6!5+ over 20", "3d6, each 5 or 6 rolled again and added, more than 20", ""),
    ],
)
def test_an_answer_says_how_it_was_read(question: str, understood: str, note: str) -> None:
    answer = ask(PLAIN, question)
    assert answer.understood == understood
    assert note in answer.note


def test_what_a_game_does_not_know_is_read_as_plain_dice_and_says_so() -> None:
    assert ask(SYSTEMS[0].questions, "4d6kh3").note.startswith("Read as plain dice.")


@pytest.mark.parametrize(
    ("question", "underlined"),
    [
        ("3d6 + * 2", "*"),
        ("3d6 +", "+"),
        ("2d6,", ","),
        ("2d6)", ")"),
        ("(2d6", "6"),
        ("best 5 of 3d6", "best 5 of 3d6"),
        ("4d6kh5", "kh5"),
        ("4d6kh3kl1", "kl1"),
        ("d1", "d1"),
        ("0d6", "0d6"),
        ("2d66", "2d66"),
        ("d6!1+", "!1+"),
        ("d6r1r2r3r4r5r6", "r6"),
        ("4d6!r1", "r"),
        ("3d6 / 0", "/ 0"),
        ("3d6 / d4", "/ d4"),
        ("2d6 against 2d8 at least 3", "at"),
        ("2d6 at least 3 at most 4", "at"),
        ("(5d6>=7)+1", "7"),
        ("12345d6", "12345"),
        ("d8 + d6 adv", "adv"),
        ("2d6 between 8 and 6", "between 8 and 6"),
        ("2d6 14", "14"),
        ("3d6 at least 2 hits", "hits"),
        ("٣d٦", "٣d٦"),
    ],
)
def test_the_exact_part_is_underlined(question: str, underlined: str) -> None:
    with pytest.raises(Misunderstood) as caught:
        ask(PLAIN, question)
    assert question[caught.value.start : caught.value.end] == underlined


BOMBS = [
    "9999d9999", "9999d9999!", "9d9999!2+", "999d99kh500", "9999*9999*9999*d6", "d6*d9999*d9999", "60d100kh30",
    "+".join(["60d99"] * 25), "max(9999d9, 9999d9)", "9999d9999 vs 9999d9999", "d9999!9990+ at least 2",
]  # fmt: skip


@pytest.mark.parametrize("question", BOMBS)
def test_a_bomb_of_dice_is_refused_at_once(question: str) -> None:
    took = []
    for _ in range(3):
        began = time.process_time()
        with pytest.raises(Misunderstood, match="Use fewer"):
            ask(PLAIN, question)
        took.append(time.process_time() - began)
    assert min(took) < 0.01


# -- nothing is dropped -----------------------------------------------------------------------------------------------

KNOWN = [*wordings.UNDERSTOOD, *EXAMPLES, *(phrase.shown for phrase in PHRASES)]
#: Words that only lead to what is asked or part it from the dice, and what is meant without being said, as in
#: "keep highest 3" and "1d20".
FILLERS = {
    "chance", "roll", "output", "what", "is", "the", "of", "to", "a", "on", "in", "with", "that", "at", ",", "?", "s",
    "target", "keep", "highest", "1", "and", "get",
}  # fmt: skip


@pytest.mark.parametrize("question", KNOWN)
def test_every_token_matters(question: str) -> None:
    """A question without one of its tokens is refused, or is another question."""
    whole = read(question)
    for token in tokens(question)[:-1]:
        if str(token) not in FILLERS and not question.startswith("vs AC", token.start):
            without = f"{question[: token.start]} {question[token.end :]}"
            try:
                assert read(without) != whole, (without, token)
            except Misunderstood:
                continue


@pytest.mark.parametrize("question", KNOWN)
@pytest.mark.parametrize("junk", ["@", "zzq", "¿", "π", "ogre"])
def test_junk_anywhere_is_refused_where_it_stands(question: str, junk: str) -> None:
    for place in [0, *(token.end for token in tokens(question))]:
        spoilt = f"{question[:place]} {junk} {question[place:]}"
        with pytest.raises(Misunderstood) as caught:
            ask(PLAIN, spoilt)
        assert spoilt[caught.value.start : caught.value.end] == junk


@given(question=st.sampled_from(KNOWN), junk=st.text(min_size=1, max_size=5), at=st.integers(0, 60))
@settings(max_examples=200, deadline=None)
def test_any_text_put_in_is_refused_or_read(question: str, junk: str, at: int) -> None:
    """Never passed over: a token that was put in stands in the tokens that are read."""
    spoilt = f"{question[:at]} {junk} {question[at:]}"
    try:
        read(spoilt)
    except Misunderstood as refused:
        start, end = refused.start, refused.end
    else:
        start, end = 0, len(spoilt)
        typed = "".join(spoilt.split())
        assert "".join(spoilt[token.start : token.end] for token in tokens(spoilt)) == typed
    assert 0 <= start < end <= len(spoilt)


# -- whatever the grammar allows --------------------------------------------------------------------------------------

Case = tuple[str, Shares]
sizes = st.integers(2, 6)
counts = st.integers(1, 3)


@st.composite
def pools(draw: st.DrawFn) -> Case:
    count, sides = draw(counts), draw(sizes)
    written, dice = f"{count}d{sides}", [d(sides)] * count
    keep = draw(st.integers(1, count))
    kinds: list[Callable[[], Case]] = [
        lambda: (written, wordings.total(*dice)),
        lambda: (f"{written}kh{keep}", each(highest(keep), *dice)),
        lambda: (f"{written} keep lowest {keep}", each(lowest(keep), *dice)),
        lambda: (f"{written}ro1", wordings.total(*[rerolled(sides, 1)] * count)),
        lambda: (f"{written}rr{sides}", wordings.total(*[wordings.equal(range(1, sides))] * count)),
        lambda: (f"({written}>={sides})", each(showing(sides), *dice)),
        lambda: (f"{count}dF", wordings.total(*[wordings.FATE] * count)),
    ]
    return draw(st.sampled_from(kinds))()


def joined(cases: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    """Two expressions together, or one changed."""
    both, number = st.tuples(cases, cases), st.integers(1, 4)
    return st.one_of(
        both.map(lambda two: (f"{two[0][0]} + ({two[1][0]})", wordings.total(two[0][1], two[1][1]))),
        both.map(lambda two: (f"{two[0][0]}-({two[1][0]})", each(lambda a, b: a - b, two[0][1], two[1][1]))),
        both.map(lambda two: (f"({two[0][0]})*({two[1][0]})", each(lambda a, b: a * b, two[0][1], two[1][1]))),
        both.map(lambda two: (f"max({two[0][0]}, {two[1][0]})", each(max, two[0][1], two[1][1]))),
        both.map(lambda two: (f"min({two[0][0]}, {two[1][0]})", each(min, two[0][1], two[1][1]))),
        st.tuples(cases, number).map(lambda one: (f"{one[1]}*({one[0][0]})", each(lambda a: a * one[1], one[0][1]))),
        st.tuples(cases, number).map(lambda one: (f"({one[0][0]})/{one[1]}", each(lambda a: a // one[1], one[0][1]))),
        cases.map(lambda one: (f"-({one[0]})", each(lambda a: -a, one[1]))),
    )


expressions = st.recursive(pools(), joined, max_leaves=4)
WISHES: dict[str, Callable[[int, int], bool]] = {
    "at least": lambda value, wanted: value >= wanted,
    "at most": lambda value, wanted: value <= wanted,
    "more than": lambda value, wanted: value > wanted,
    "under": lambda value, wanted: value < wanted,
    "exactly": lambda value, wanted: value == wanted,
}


@given(case=expressions)
@settings(max_examples=150, deadline=None)
def test_whatever_can_be_written_is_counted_out(case: Case) -> None:
    question, wanted = case
    assume(len(question) <= 150)
    holds(ask(PLAIN, question), wanted)


@given(case=expressions, word=st.sampled_from(sorted(WISHES)), number=st.integers(-3, 20), first=st.booleans())
@settings(max_examples=100, deadline=None)
def test_the_chance_of_any_threshold_is_counted_out(case: Case, word: str, number: int, *, first: bool) -> None:
    question, wanted = case
    assume(len(question) <= 150)
    asked = f"{word} {number} on {question}" if first else f"{question} {word} {number}"
    holds(ask(PLAIN, asked), float(chance(wanted, lambda value: WISHES[word](value, number))))


@given(mine=expressions, theirs=expressions)
@settings(max_examples=50, deadline=None)
def test_the_margin_of_two_expressions_is_counted_out(mine: Case, theirs: Case) -> None:
    asked = f"{mine[0]} against {theirs[0]}"
    assume(len(asked) <= 180)
    margin = each(lambda a, b: a - b, mine[1], theirs[1])
    answer = ask(PLAIN, asked)
    assert [one.probability for one in answer.odds.chances] == pytest.approx(
        [chance(margin, lambda v: v > 0), chance(margin, lambda v: v == 0), chance(margin, lambda v: v < 0)], abs=1e-9
    )


@given(case=expressions)
@settings(max_examples=50, deadline=None)
def test_every_node_knows_its_place(case: Case) -> None:
    """A part lies within the question, and the parts under it within it."""
    assume(len(case[0]) <= 150)
    question = read(case[0])
    assert all(0 <= part.start < part.end <= len(case[0]) for part in parts(question.mine))


def test_all_of_several_are_independent() -> None:
    faces = [d(4)] * 3
    most = reduce(lambda a, b: each(max, a, b), faces)
    holds(ask(PLAIN, "max(d4, d4, d4)"), most)


@pytest.mark.parametrize(("count", "sides", "again"), [(3, 6, (6,)), (5, 6, (5, 6)), (4, 4, (1, 4)), (12, 10, (10,))])
def test_dice_without_end_are_those_thrown_often_enough(count: int, sides: int, again: tuple[int, ...]) -> None:
    found, wanted = normal(endless(count, sides, again)), bursting(count, sides, again)
    for one, other in zip_longest(found, wanted, fillvalue=0.0):
        assert one == pytest.approx(other, abs=1e-12)
