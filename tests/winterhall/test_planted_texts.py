"""Whatever people write is a text on every page that shows it: 200 payloads in every column that holds words.

They are planted in the database itself, past every check of what may be written. A column of a new name that holds
words of people is planted as soon as it is there.
"""

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import CharField, Field, Model, TextField
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.campaigns.journal_payloads import PAYLOADS
from tests.campaigns.test_journal_markup import own
from tests.helpers import Cast, cast_for_a_file, plug_in_toy, write_text
from tests.winterhall.addresses import ROWS, browsers_of, words_of
from tests.winterhall.test_page_access import OURS

pytestmark = pytest.mark.django_db

#: Columns that hold no words of people: ids, keys, addresses, what the house reckons.
MACHINES = {
    *("public_id", "key", "key_digest", "digest", "token", "token_hash", "hash", "previous_hash", "last_hash", "seed"),
    *(
        "email",
        "password",
        "scopes",
        "system_slug",
        "book",
        "needs_approval",
        "section",
        "unit",
        "setting",
        "purpose",
        "who",
    ),
    *("encounter", "actor", "command", "given", "veiled", "late", "document", "about", "address", "secret", "notice"),
    *("bell", "mail", "push", "readers", "folded", "to", "words", "of", "others", "kind", "bought", "audience"),
    *("sender", "subject", "html", "answer", "board"),
}
#: Columns of JSON, and the names under which words of people stand in them; facts stand in a chain, and stay.
JSON = {"body"}
SAID = {"name", "title", "label", "notes", "note", "story", "called"}
#: Tables that no statement changes: what stands there came by commands.
ONLY_ADDED_TO = {"Entry", "ExperienceEntry"}
ROLES = ("gm", "anna")
ROUNDS = 4


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
        written = "\n\n".join(PAYLOADS)[:9000]
        write_text(cast.anna, cast.rook, "".join(one for one in written if one >= " " or one == "\n"))
        return words_of(cast)


def models() -> list[type[Model]]:
    ours = {"campaigns", "characters", "combat", "accounts"}
    return [one for one in apps.get_models() if one._meta.app_label in ours and one.__name__ not in ONLY_ADDED_TO]


def texts_of(model: type[Model]) -> list[Any]:
    fields: list[Field[Any, Any]] = [one for one in model._meta.get_fields() if isinstance(one, CharField | TextField)]
    return [one for one in fields if not one.choices and one.name not in MACHINES]


def plant(payloads: Iterator[str]) -> int:
    """Write a payload into every column of every row that holds words; the number of places."""
    planted = 0
    for model in models():
        for column in texts_of(model):
            for row in model._default_manager.all():
                text = getattr(row, column.name)
                said = (
                    _said_in(text, payloads)
                    if column.name in JSON
                    else next(payloads)[: column.max_length].replace("\0", "")
                )
                if said != text:
                    model._default_manager.filter(pk=row.pk).update(**{column.name: said})
                    planted += 1
    return planted


def _said_in(text: str, payloads: Iterator[str]) -> str:
    def planted(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: planted(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [planted(one, name) for one in value]
        return next(payloads) if isinstance(value, str) and name in SAID else value

    # As it is kept: short, so that a text in which nothing was planted is the one that there was.
    return json.dumps(planted(json.loads(text)), ensure_ascii=False, separators=(",", ":"))


def test_there_are_200_payloads() -> None:
    assert len(set(PAYLOADS)) >= 200


def test_every_column_of_words_is_planted() -> None:
    planted = {f"{model.__name__}.{column.name}" for model in models() for column in texts_of(model)}
    assert {"User.display_name", "Character.name", "JournalPage.tags", "PushDevice.name", "Session.title"} <= planted


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_no_page_lets_any_of_them_live(cast: Cast, words: dict[str, str], turn: int) -> None:
    payloads = cycle(PAYLOADS)
    for _ in range(turn * len(PAYLOADS) // ROUNDS):
        next(payloads)
    browsers = browsers_of(cast)
    with transaction.atomic():
        assert plant(payloads) > len(PAYLOADS) // ROUNDS
        seen = [page for role in ROLES for page in _pages(browsers[role], words)]
        transaction.set_rollback(True)
    assert len(seen) > 100
    assert [(path, alive) for path, html in seen for alive in own(html)] == []
    assert any("alert(1)" in html for _, html in seen)


def _pages(client: Client, words: dict[str, str]) -> Iterator[tuple[str, str]]:
    for row in ROWS:
        if row.method == "GET" and row.route in OURS:
            path = row.address(words)
            answer: Any = client.get(path)
            assert answer.status_code < 500, path
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield path, answer.content.decode()
