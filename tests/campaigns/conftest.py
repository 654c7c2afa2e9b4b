"""A campaign of the toy game for every test here."""

from collections.abc import Iterator
from contextlib import ExitStack
from threading import Barrier

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from campaigns.feed_lines import _asking
from tests.helpers import Cast, make_cast, plug_in_toy, unguarded


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def _emptied(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[ExitStack]:
    """Goes up before the database is opened and down after it was emptied, which its guard would not allow."""
    guard_off = ExitStack()
    yield guard_off
    with django_db_blocker.unblock():
        guard_off.close()


@pytest.fixture
def live_cast(_emptied: ExitStack, transactional_db: None) -> Iterator[Cast]:
    """The cast where commits are real, so that other threads and connections see them."""
    yield make_cast()
    _close_connections_of_streams()
    _emptied.enter_context(unguarded())


def _close_connections_of_streams() -> None:
    workers = _asking._max_workers
    together = Barrier(workers)

    def close() -> None:
        together.wait(5)
        connections.close_all()

    for done in [_asking.submit(close) for _ in range(workers)]:
        done.result()
