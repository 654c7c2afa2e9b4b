"""Questions in words: read or refused with the word, whatever is typed; plain dice against all throws counted out."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import lab
from rules.engine.kernel import Refused
from rules.engine.notation import questions
from rules.engine.notation.plain_dice import PLAIN, ask
from rules.engine.notation.questions import Answer, Misunderstood
from rules.engine.odds import Odds
from rules.engine.odds.sums import ranked
from rules.engine.system.protocol import System
from rules.histogram import columns, good_places
from rules.registry import SYSTEMS

LANGUAGES: list[questions.Vocabulary] = [PLAIN, *(system.questions for system in SYSTEMS)]
every_language = pytest.mark.parametrize("language", LANGUAGES, ids=["plain", *(one.slug for one in SYSTEMS)])
#: Everything that any language says, and what none of them does.
_WORDS = sorted({phrase.shown for language in LANGUAGES for phrase in language.phrases if phrase.shown})
words = st.one_of(
    st.sampled_from([*_WORDS, ",", "and", "a", "?", "+", "-", "d", "no", "ogre", "9999d9999", "0d6", "d1", "٣d٦"]),
    st.text(max_size=6),
    st.integers(0, 10_000).map(str),
    st.tuples(st.integers(0, 30), st.integers(0, 30)).map("{0[0]}d{0[1]}".format),
)


@given(said=st.lists(words, max_size=8).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_whatever_is_typed_there_is_an_answer_or_a_refusal(said: str) -> None:
    for language in LANGUAGES:
        try:
            answer = ask(language, said)
        except Refused as refused:
            is_a_sentence(refused)
        else:
            is_well_formed(answer)


def is_a_sentence(refused: Refused) -> None:
    assert refused.sentence.endswith(".")
    if isinstance(refused, Misunderstood):
        assert 0 <= refused.start <= refused.end


def is_well_formed(answer: Answer) -> None:
    """Probabilities that are some, in sentences that say something, with columns that lose nothing."""
    assert answer.understood
    assert answer.odds.sentence
    assert all(-1e-9 <= chance.probability <= 1 + 1e-9 for chance in (*answer.odds.chances, *answer.odds.compared))
    if answer.odds.measure:
        assert sum(answer.odds.measure) + answer.left == pytest.approx(1)
        drawn = columns(answer)
        assert len(drawn) <= 41
        assert sum(column.chance for column in drawn) == pytest.approx(1, abs=0.001)
        places = good_places(answer.odds)
        good = sum(answer.odds.measure[place] for place in places)
        assert not places or good == pytest.approx(answer.odds.chances[0].probability, abs=1e-9)


@pytest.mark.parametrize(
    ("slug", "question", "good"),
    [
        ("", "2d6 exactly 2", {2}),
        ("", "2d6 exactly 12", {12}),
        ("", "2d6 exactly 13", set()),
        ("", "3d6 at most 4", {3, 4}),
        ("", "3d6 less than 5", {3, 4}),
        ("", "3d6 more than 16", {17, 18}),
        ("", "17+ on 3d6", {17, 18}),
        ("", "2d6 between 6 and 8", {6, 7, 8}),
        ("", "3d6 > 3d6", set(range(1, 16))),
        ("", "3d6 < 3d6", set(range(-15, 0))),
        ("", "3d6 = 3d6", {0}),
        ("", "2d6", set()),
        ("dragonbane", "skill 5", set(range(1, 6))),
        ("dragonbane", "skill 12, Dragon", {1}),
        ("dragonbane", "skill 12, Demon", {20}),
        ("dragonbane", "skill 12 against skill 10", set()),
        ("kaos", "60 % against 45 %", set()),
        ("sda", "2d6, difficulty 2", {2}),
        ("sda", "1d6 against 1d6", {1}),
        ("sda", "1d6, complete failure", set()),
        ("sda", "2d8, difficulty 4, setback", {1}),
    ],
)
def test_the_good_values_are_those_that_were_asked_for(slug: str, question: str, good: set[int]) -> None:
    language: questions.Vocabulary = next((one.questions for one in SYSTEMS if one.slug == slug), PLAIN)
    odds = ask(language, question).odds
    assert {odds.least + place for place in good_places(odds)} == good


@every_language
def test_every_example_and_every_phrase_is_understood(language: questions.Vocabulary) -> None:
    for example in language.examples:
        is_well_formed(ask(language, example))
    for phrase in language.phrases:
        if not isinstance(language, questions.Language):
            is_well_formed(ask(language, phrase.shown))
        elif phrase.shown:
            names = {said.name for said in questions.read(phrase.shown.replace("−", "-"), language.phrases)}
            assert phrase.name in names, phrase.shown


@every_language
def test_every_game_understands_plain_dice(language: questions.Vocabulary) -> None:
    assert ask(language, "3d6+2 at least 12").odds.chances[0].probability == pytest.approx(0.625)


@every_language
def test_the_word_that_is_not_understood_is_pointed_at(language: questions.Vocabulary) -> None:
    question = "2d6 and zzyzx"
    with pytest.raises(Misunderstood, match="zzyzx") as caught:
        ask(language, question)
    assert question[caught.value.start : caught.value.end] == "zzyzx"


def test_who_misspells_hears_what_they_may_mean() -> None:
    with pytest.raises(Misunderstood, match=r"Did you mean: malus 2\."):
        ask(SYSTEMS[0].questions, "5d8, mallus 2")


def test_a_question_is_not_endless() -> None:
    with pytest.raises(Refused, match="at most 200"):
        ask(PLAIN, "2d6 " * 100)


def test_an_answer_is_the_same_object_when_asked_again() -> None:
    system: System = SYSTEMS[0]
    assert lab.answered(system, system.questions.examples[0]) is lab.answered(system, system.questions.examples[0])


# -- plain dice against all throws ------------------------------------------------------------------------------------


def throws(count: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=count))


def share(count: int, sides: int, holds: Callable[[tuple[int, ...]], bool]) -> float:
    thrown = throws(count, sides)
    return sum(map(holds, thrown)) / len(thrown)


@pytest.mark.parametrize(
    ("question", "count", "sides", "holds"),
    [
        ("3d6+2 at least 12", 3, 6, lambda faces: sum(faces) + 2 >= 12),
        ("3d6 + 2, 12 or more", 3, 6, lambda faces: sum(faces) + 2 >= 12),
        ("3d6 - 2 at most 7", 3, 6, lambda faces: sum(faces) - 2 <= 7),
        ("2d8 more than 9", 2, 8, lambda faces: sum(faces) > 9),
        ("2d8 under 9", 2, 8, lambda faces: sum(faces) < 9),
        ("2d6 exactly seven", 2, 6, lambda faces: sum(faces) == 7),
        ("2d6 between 6 and 8", 2, 6, lambda faces: 6 <= sum(faces) <= 8),
        ("best 2 of 4d6 at least 10", 4, 6, lambda faces: sum(sorted(faces)[2:]) >= 10),
        ("lowest one of 3d4, 2 or more", 3, 4, lambda faces: min(faces) >= 2),
        ("4d6 drop the lowest, 13 or better", 4, 6, lambda faces: sum(sorted(faces)[1:]) >= 13),
    ],
)
def test_plain_dice_are_counted_out(
    question: str, count: int, sides: int, holds: Callable[[tuple[int, ...]], bool]
) -> None:
    found = ask(PLAIN, question).odds.chances[0].probability
    assert found == pytest.approx(share(count, sides, holds), abs=1e-12)


@pytest.mark.parametrize(("keep", "count", "sides"), [(1, 3, 4), (2, 3, 4), (3, 3, 4), (2, 5, 3), (1, 1, 6)])
def test_the_highest_and_the_lowest_are_counted_out(keep: int, count: int, sides: int) -> None:
    for first, last in ((count - keep, count), (0, keep)):
        wanted = [0] * (keep * sides + 1)
        for faces in throws(count, sides):
            wanted[sum(sorted(faces)[first:last])] += 1
        assert list(ranked((0, *(1,) * sides), count, first, last)) == wanted


def test_against_other_dice_the_higher_sum_wins() -> None:
    odds = ask(PLAIN, "2d4+1 against d6").odds
    margins = [sum(mine) + 1 - theirs for mine in throws(2, 4) for theirs in range(1, 7)]
    assert [one.probability for one in odds.chances] == pytest.approx(
        [
            sum(holds(m) for m in margins) / len(margins)
            for holds in (lambda m: m > 0, lambda m: m == 0, lambda m: m < 0)
        ]
    )
    assert (odds.least, odds.least + len(odds.measure) - 1) == (min(margins), max(margins))


@pytest.mark.parametrize(
    "question",
    [
        "at least 3",
        "100d100",
        "60d100 and d6",
        "60d100 against d6",
        "best 5 of 3d6",
        "d1",
        "0d6",
        "2d6 at least 3 at most 4",
    ],
)
def test_what_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        ask(PLAIN, question)


@pytest.mark.parametrize("question", ["60d100", "30d100 and 30d99", "60d2", "500d2"])
def test_sixty_dice_of_up_to_a_hundred_sides_are_added_up(question: str) -> None:
    answer = ask(PLAIN, question)
    assert sum(answer.odds.measure) == pytest.approx(1, abs=1e-12)
    assert answer.mean == pytest.approx(sum(value for value in (answer.values[0][0], answer.values[-1][0])) / 2)


def test_quantiles_and_the_mean() -> None:
    answer = ask(PLAIN, "2d6")
    assert answer.mean == pytest.approx(7)
    assert dict(answer.quantiles) == {0.1: 4, 0.25: 5, 0.5: 7, 0.75: 9, 0.9: 10}


# -- as a table -------------------------------------------------------------------------------------------------------


def test_a_table_has_every_value_and_every_chance() -> None:
    written = lab.as_csv(lab.asked(None, ["2d6 at least 10", "nonsense", ""])).splitlines()
    assert written[0] == "question,measured,value,chance,this or less"
    assert len(written) == 1 + 11 + 1
    assert written[1].startswith('"2d6, 10 or more",sum,2,0.02777777778,')


def _lies_in(value: int, label: str) -> bool:
    """Whether a column's label speaks of a value."""
    label = label.replace("−", "-")
    if label.startswith("≤"):
        return value <= int(label[1:])
    if label.endswith("+"):
        return value >= int(label[:-1])
    if label.startswith("over "):
        return value > int(label[5:])
    first, _, last = label.partition("–")
    return int(first) <= value <= int(last or first)


_SHARES = st.lists(st.sampled_from([0.0, 0.0001, 0.0004, 0.01, 1.0, 100.0]), min_size=1, max_size=90).filter(any)


@given(shares=_SHARES, least=st.integers(-60, 5), left=st.sampled_from([0.0, 0.3]))
@settings(max_examples=60, deadline=None)
def test_each_column_holds_the_values_that_its_label_says(shares: list[float], least: int, left: float) -> None:
    whole = sum(shares) / (1 - left)
    answer = Answer("", Odds("", (), tuple(share / whole for share in shares), least=least))
    drawn = columns(answer)
    assert not any("-" in column.label for column in drawn)
    for value, chance in answer.values:
        assert not chance or sum(_lies_in(value, column.label) for column in drawn) == 1
    for column in drawn:
        within = sum(chance for value, chance in answer.values if _lies_in(value, column.label))
        beyond = answer.left if column.label.startswith("over ") else 0.0
        assert column.chance == pytest.approx(within + beyond, abs=1e-9)


def test_one_column_of_both_ends_names_them_both() -> None:
    answer = Answer("", Odds("", (), (0.0002, 0.9996, 0.0002), least=-1))
    assert [column.label for column in columns(answer)] == ["−1–1"]
