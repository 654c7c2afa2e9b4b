"""The tags draw what they are told, say it in words too, and let no foreign markup in."""

import re

import pytest
from django.template import Context, Template

from rules.engine.kernel import Die


def rendered(source: str, **context: object) -> str:
    return Template("{% load charts hall %}" + source).render(Context(context))


def test_a_die_says_what_it_shows() -> None:
    picture = rendered("{% die 8 8 scored=True %}")
    assert 'aria-label="d8: 8, counts, highest face"' in picture
    assert "die--scored" in picture
    assert "die__rim" in picture


def test_a_lower_face_has_no_rim() -> None:
    assert "die__rim" not in rendered("{% die 8 7 scored=True %}")


def test_a_die_that_waits_shows_its_sides() -> None:
    picture = rendered("{% die 12 %}")
    assert 'aria-label="d12"' in picture
    assert "die--blank" in picture


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 30, 100])
def test_every_die_has_an_outline(sides: int) -> None:
    assert re.search(r'class="die__shape" d="M[^"]+Z"', rendered("{% die sides 1 %}", sides=sides))


def test_a_die_is_filled_where_it_counts_and_says_how_often() -> None:
    pool = rendered("{% dice rolled %}", rolled=[Die(8, 7, 2), Die(8, 5, 1), Die(8, 2)])
    assert pool.count("die--scored") == 2
    assert pool.count("×2") == 1
    assert "counts 2" in pool


@pytest.mark.parametrize("face", [1, 13])
def test_a_die_that_is_a_test_is_filled_if_it_succeeds(face: int) -> None:
    passed = rendered("{% dice rolled %}", rolled=[Die(100, face, face, passed=True)])
    assert "die--scored" in passed
    assert f'aria-label="d100: {face}, success"' in passed
    failed = rendered("{% dice rolled %}", rolled=[Die(100, face, face, passed=False)])
    assert "die--scored" not in failed
    assert "success" not in failed
    assert "die--added" not in failed


def test_dice_that_are_added_up_neither_succeed_nor_fail() -> None:
    damage = rendered("{% dice rolled %}", rolled=[Die(6, 1, 1), Die(6, 4, 4), Die(6, 2, kept=False)])
    assert "die--scored" not in damage
    assert damage.count("die--added") == 3
    assert damage.count("die--dropped") == 1


def test_dice_come_from_mappings_and_from_objects() -> None:
    class Rolled:
        sides, face, scored, dropped = 6, 4, False, True

    picture = rendered("{% dice rolled %}", rolled=[{"sides": 6, "face": 2}, Rolled()])
    assert 'aria-label="d6: 2"' in picture
    assert 'aria-label="d6: 4, not kept"' in picture


@pytest.mark.parametrize(
    ("current", "maximum", "width"), [(14, 20, "70.0"), (25, 20, "100.0"), (-3, 20, "0.0"), (0, 0, "0.0")]
)
def test_a_bar_never_leaves_its_track(current: int, maximum: int, width: str) -> None:
    assert f'width="{width}"' in rendered("{% bar 'Spirit' current maximum %}", current=current, maximum=maximum)


def test_boxes_tell_how_many_are_ticked() -> None:
    picture = rendered("{% boxes 'Line 1' 2 3 0 1 %}")
    assert 'aria-label="Line 1: 2 of 3, 0 of 1 ticked"' in picture
    assert picture.count("box--filled") == 2
    assert "<button" not in picture


def test_boxes_of_a_form_are_buttons_that_say_their_state() -> None:
    picture = rendered("{% boxes 'Line 1' 1 2 0 1 field='box' %}")
    assert re.findall(r'value="([^"]+)" aria-pressed="([^"]+)"', picture) == [
        ("square-1", "true"),
        ("square-2", "false"),
        ("diamond-1", "false"),
    ]


def test_a_histogram_has_a_table_for_who_cannot_see_it() -> None:
    outcomes = [{"label": 0, "chance": 0.25}, {"label": 1, "chance": 0.75, "good": True}]
    picture = rendered("{% histogram outcomes 'Chance of hits' 'Hits' %}", outcomes=outcomes)
    assert picture.count("<rect") == 2
    assert picture.count("histogram__bar--good") == 1
    assert '<th scope="row">1</th><td>75\u00a0%</td>' in picture


def test_a_histogram_of_nothing_is_empty_and_stands() -> None:
    assert "<rect" not in rendered("{% histogram outcomes 'Nothing' %}", outcomes=[])


def test_long_histograms_label_only_some_columns() -> None:
    outcomes = [{"label": face, "chance": 0.05} for face in range(1, 21)]
    assert rendered("{% histogram outcomes 'Faces' %}", outcomes=outcomes).count("<text") == 10


def test_a_virtue_names_the_step_where_it_stands() -> None:
    words = ["Craven", "Prudent", "Daring"]
    assert 'aria-label="Courage: Prudent, step 2 of 3"' in rendered("{% spectrum 'Courage' words 2 %}", words=words)
    assert rendered("{% spectrum 'Courage' words 2 field='courage' %}", words=words).count('type="radio"') == 3


def test_many_pips_are_only_counted() -> None:
    assert rendered("{% pips 3 8 %}").count("<rect") == 8
    assert "<rect" not in rendered("{% pips 31 40 %}")


HOSTILE = '"><script>alert(1)</script>'


@pytest.mark.parametrize(
    "source",
    [
        "{% bar hostile 1 2 %}",
        "{% boxes hostile 1 2 field=hostile %}",
        "{% boxes hostile 1 2 %}",
        "{% spectrum hostile words 1 %}",
        "{% spectrum hostile words 1 field=hostile %}",
        "{% drops 1 word=hostile %}",
        "{% pips 1 2 hostile %}",
        "{% icon hostile hostile hostile %}",
        "{% histogram outcomes hostile hostile %}",
    ],
)
def test_names_from_players_are_escaped(source: str) -> None:
    context = {"hostile": HOSTILE, "words": [HOSTILE], "outcomes": [{"label": HOSTILE, "chance": 1}]}
    assert "<script>" not in rendered(source, **context)
