"""The odds lab: open to everybody, by page, as a table and on the command line; no question to the database."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.http import urlencode
from pytest_django import DjangoAssertNumQueries

from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


def page(*questions: str, slug: str = "", **more: str) -> str:
    address = f"/games/{slug}/odds/" if slug else "/odds/"
    answer = Client().get(f"{address}?{urlencode([*(('q', one) for one in questions), *more.items()])}")
    assert answer.status_code == 200
    return answer.content.decode()


@every_game
def test_every_example_is_answered_and_nobody_is_asked(
    system: System, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        for example in system.questions.examples:
            text = page(example, slug=system.slug)
            assert text.count('class="lab__answer ') == 1
            assert "odds__sentence" in text


@every_game
def test_it_is_reached_from_the_game_and_from_every_page(system: System) -> None:
    assert f'href="/games/{system.slug}/odds/"' in Client().get(f"/games/{system.slug}/").content.decode()
    assert 'href="/odds/"' in Client().get("/games/").content.decode()


def test_it_begins_with_examples_to_press() -> None:
    text = page()
    assert 'class="lab__answer ' not in text
    assert 'href="?q=3d6%2B2%20at%20least%2012"' in text


@pytest.mark.parametrize("slug", ["", *(system.slug for system in SYSTEMS)])
def test_the_notation_is_shown_to_be_pressed(slug: str) -> None:
    text = page(slug=slug)
    assert 'href="?q=4d6kh3"' in text
    assert 'href="?q=d20%20%2B%205%20vs%2015"' in text


def test_an_answer_says_how_else_it_might_be_meant() -> None:
    assert "For the sum: 5d10 at least 7." in page("5d10>=7")
    assert "Read as plain dice." in page("4d6kh3", slug=SYSTEMS[0].slug)


def test_up_to_four_are_compared_and_kept_in_the_address() -> None:
    text = page("2d6", "2d8", "2d10", "2d12", "2d20")
    assert text.count('class="lab__answer ') == 4
    assert re.findall(r'name="q" value="([^"]*)"', text) == ["2d6", "2d8", "2d10", "2d12"]
    assert "?q=2d6&amp;q=2d8&amp;q=2d10&amp;q=2d12&amp;as=csv" in text


def test_a_link_carries_the_questions() -> None:
    assert 'value="http://testserver/odds/?q=2d6&amp;q=best+3+of+4d6"' in page("2d6", "best 3 of 4d6")
    assert 'data-copy="' not in page()


def test_a_histogram_can_be_read_as_a_table() -> None:
    text = page("d4")
    assert re.findall(r'<th scope="row">(\d)</th><td>([^<]+)</td>', text) == [
        (str(n), "25\u00a0%") for n in range(1, 5)
    ]


def test_labels_wider_than_their_bars_begin_with_them_and_do_not_touch() -> None:
    label = re.compile(r'<text class="histogram__label([^"]*)" x="([\d.]+)" y="\d+">([^<]+)')
    wide = label.findall(page("60d100"))
    assert all("--wide" in looks for looks, _, _ in wide)
    ends = [float(x) + 8 * len(text) for _, x, text in wide]
    assert float(wide[0][1]) == 0
    assert all(end <= float(x) for end, (_, x, _) in zip(ends, wide[1:], strict=False))
    assert ends[-1] <= 300
    assert not any("--wide" in looks for looks, _, _ in label.findall(page("2d6")))


def test_a_word_that_is_not_understood_is_marked() -> None:
    text = page("2d6 <b>loud")
    assert "2d6 &lt;<mark>b</mark>&gt;loud" in text
    assert "2d6 <mark>loud</mark>" in page("2d6 loud")
    assert 'role="alert"' in text


def test_a_table_is_downloaded() -> None:
    answer = Client().get("/games/sda/odds/?q=4d6&as=csv")
    assert answer["Content-Type"].startswith("text/csv")
    assert answer["Content-Disposition"] == 'attachment; filename="odds.csv"'
    assert answer.content.decode().splitlines()[1].startswith("4d6,MoS,0,0.0625,")


def test_there_are_no_odds_of_a_game_that_there_is_not() -> None:
    assert Client().get("/games/chess/odds/").status_code == 404


# -- on the command line ----------------------------------------------------------------------------------------------


def command(*said: str) -> str:
    out = StringIO()
    call_command("odds", *said, stdout=out)
    return out.getvalue()


def test_the_command_answers_people() -> None:
    text = command("5d8, malus 2, difficulty 2", "2d6", "--game", "sda")
    assert "5d8 malus 2, difficulty 2" in text
    assert "█" in text


def test_the_command_answers_programs() -> None:
    (told,) = json.loads(command("d4 at least 3", "--json"))
    assert (told["chances"][0]["probability"], told["measure"], told["mean"]) == (0.5, [0.25] * 4, 2.5)
    assert command("d4", "--csv").splitlines()[0] == "question,measured,value,chance,this or less"


def test_the_command_points_at_the_word() -> None:
    with pytest.raises(CommandError, match=r"2d6 loud\n    \^\^\^\^\n“loud” is not clear"):
        command("2d6 loud")
    with pytest.raises(CommandError, match="There is no game 'chess'"):
        command("2d6", "--game", "chess")
    with pytest.raises(CommandError, match="Which dice are rolled"):
        command(" ")
    with pytest.raises(CommandError, match="Up to 4"):
        command(*["2d6"] * 5)
