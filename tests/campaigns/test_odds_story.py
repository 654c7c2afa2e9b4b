"""Odds as a story: what is part of what, and what stands beside it."""

from django.template.loader import render_to_string

from campaigns.play.odds_display import columns
from campaigns.templatetags.odds import Part, Whole, story
from rules.engine.odds import REST, Chance, Odds


def odds(*chances: Chance) -> Odds:
    return Odds("About half of the time", chances)


def test_a_part_is_told_of_the_whole_that_it_is_part_of() -> None:
    told = story(
        odds(
            Chance("success", "success", 0.5),
            Chance("flawless", "flawless", 0.2, within="success"),
            Chance("complete_failure", "complete failure", 0.1, within=REST),
        )
    )
    assert told == [
        Whole("success", 0.5, (Part("flawless", 0.2, is_all=False),)),
        Whole("otherwise", 0.5, (Part("complete failure", 0.1, is_all=False),)),
    ]


def test_of_one_die_every_success_is_flawless_and_every_failure_complete() -> None:
    shown = odds(
        Chance("success", "success", 0.5),
        Chance("flawless", "flawless", 0.5, within="success"),
        Chance("complete_failure", "complete failure", 0.5, within=REST),
    )
    text = " ".join(render_to_string("partials/odds.html", {"odds": shown}).split())
    assert "always flawless" in text
    assert "always complete failure" in text


def test_nothing_is_part_of_what_never_happens() -> None:
    def told(success: float) -> list[Whole]:
        return story(
            odds(
                Chance("success", "success", success),
                Chance("flawless", "flawless", success, within="success"),
                Chance("complete_failure", "complete failure", 1 - success, within=REST),
            )
        )

    assert told(0.0) == [
        Whole("success", 0.0),
        Whole("otherwise", 1.0, (Part("complete failure", 1.0, is_all=True),)),
    ]
    assert told(1.0) == [Whole("success", 1.0, (Part("flawless", 1.0, is_all=True),))]


def test_a_second_try_stands_beside_and_takes_nothing_from_the_rest() -> None:
    told = story(
        odds(
            Chance("success", "success", 0.7),
            Chance("pushed", "with a push", 0.9, instead=True),
            Chance("demon", "Demon", 0.05, within=REST),
        )
    )
    assert [(one.label, round(one.probability, 9)) for one in told] == [
        ("success", 0.7),
        ("with a push", 0.9),
        ("otherwise", 0.3),
    ]


def test_the_rest_is_told_only_where_it_is_known() -> None:
    """Chances that may come true together leave nothing to be reckoned."""
    chances = (Chance("success", "win", 0.5), Chance("falls", "fall", 0.4), Chance("bad", "bad", 0.1, within=REST))
    assert [one.label for one in story(odds(*chances))] == ["win", "fall", "bad"]
    tied = (Chance("success", "win", 0.5), Chance("tie", "draw", 0.2), Chance("bad", "bad", 0.1, within=REST))
    assert [(one.label, round(one.probability, 9)) for one in story(odds(*tied))] == [
        ("win", 0.5),
        ("draw", 0.2),
        ("otherwise", 0.3),
    ]


def test_a_part_without_its_whole_stands_by_itself() -> None:
    chances = (Chance("unhurt", "unhurt", 0.3), Chance("flawless", "flawless", 0.4, within="success"))
    assert [one.label for one in story(odds(*chances))] == ["unhurt", "flawless"]


def test_many_equal_columns_are_no_picture() -> None:
    assert columns(Odds("", (Chance("success", "success", 0.5),), (0.05,) * 20, "on the die", 1)) == []
    assert len(columns(Odds("", (Chance("success", "success", 0.5),), (0.5, 0.5), "heads"))) == 2


def test_chances_that_say_nothing_are_left_out() -> None:
    told = story(
        odds(
            Chance("hit", "hits, undefended", 0.5),
            Chance("flawless", "flawless, undefended", 0.0, within="hit"),
            Chance("slain", "slain", 0.004),
            Chance("fumble", "fumble", 0.002, within=REST),
        )
    )
    assert told == [Whole("hits, undefended", 0.5)]


def test_a_part_does_not_repeat_the_condition_of_its_whole() -> None:
    told = story(
        odds(
            Chance("hit", "hits, undefended", 0.5),
            Chance("flawless", "flawless, undefended", 0.1, within="hit"),
        )
    )
    assert told == [Whole("hits, undefended", 0.5, (Part("flawless", 0.1, is_all=False),))]


def test_the_first_chance_is_told_however_small() -> None:
    assert story(odds(Chance("hit", "hits", 0.0))) == [Whole("hits", 0.0)]
