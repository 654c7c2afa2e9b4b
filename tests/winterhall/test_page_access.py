"""Every page, every method, everybody: page_access.txt declares who gets what, and an address without a row fails."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.shortcuts import resolve_url
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.api.test_access import _entry_to_undo_or_redo, _with_a_forecast
from tests.helpers import Cast, cast_for_a_file, plug_in_toy
from tests.winterhall.addresses import EVERYBODY, ROUTES, ROWS, Row, browsers_of, filled, words_of

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
LOGIN = resolve_url(settings.LOGIN_URL)
#: What stands in the cell of whoever is sent to sign in.
DOOR = "login"
#: A stream needs a server of its own: tests/campaigns/test_feed.py has one.
ELSEWHERE = {"campaigns:feed"}
#: Pages of accounts come from a library: who may look at them is declared here, what they do is not ours to test.
OF_A_LIBRARY = re.compile(r"(account|mfa|usersessions)_(?!tokens)")
OURS = sorted(route for route in ROUTES if route not in ELSEWHERE and not OF_A_LIBRARY.match(route))


def test_every_page_has_its_row() -> None:
    assert {row.route for row in ROWS} == ROUTES.keys() - ELSEWHERE


def test_every_row_has_a_cell_for_everybody() -> None:
    assert [str(row) for row in ROWS if len(row.cells) != len(EVERYBODY) or row.method not in METHODS] == []


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with cast_for_a_file(django_db_blocker) as made:
        yield made


@pytest.fixture(scope="module")
def words(cast: Cast) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        plug_in_toy(patch)
        return words_of(cast)


@pytest.fixture(scope="module")
def browsers(cast: Cast) -> dict[str, Client]:
    return browsers_of(cast)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_who_gets_in(cast: Cast, browsers: dict[str, Client], words: dict[str, str], row: Row) -> None:
    assert tuple(_got(cast, browsers[who], words, row) for who in EVERYBODY) == row.cells


@pytest.mark.parametrize("route", OURS)
def test_other_methods_are_no_pages(cast: Cast, browsers: dict[str, Client], words: dict[str, str], route: str) -> None:
    for method in {*METHODS} - {row.method for row in ROWS if row.route == route}:
        assert _got(cast, browsers["gm"], words, Row(route, method)) == "405", method


@pytest.mark.parametrize("route", [row.route for row in ROWS if row.route in OURS and row.method == "GET"])
def test_a_question_with_a_nul_is_not_asked(browsers: dict[str, Client], words: dict[str, str], route: str) -> None:
    answer = browsers["gm"].get(Row(route, "GET").address(words), {"q": "a\0b"})
    assert (answer.status_code, "Something in this request is wrong" in answer.content.decode()) == (400, True)


def _got(cast: Cast, client: Client, words: dict[str, str], row: Row) -> str:
    """The status of one answer; whatever the request changed is taken back."""
    name = row.route.partition(":")[2]
    with transaction.atomic():
        there = words | _entry_to_undo_or_redo(cast, name) | _with_a_forecast(cast, name)
        answer: Any = getattr(client, row.method.lower())(row.address(there), filled(row.sent, there))
        transaction.set_rollback(True)
    at_the_door = answer.status_code == 302 and answer["Location"].startswith(LOGIN)
    return DOOR if at_the_door else str(answer.status_code)
