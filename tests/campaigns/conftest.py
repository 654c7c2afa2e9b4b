"""A campaign of the toy game for every test here."""

from collections.abc import Iterator
from threading import Barrier

import pytest
from django.db import connections

from campaigns.feed.hub import _asking
from tests.campaigns.net import Net, hung_up
from tests.helpers import Cast, make_cast, plug_in_toy


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Net:
    """A net of which nothing leaves this test."""
    return hung_up(monkeypatch)


@pytest.fixture
def live_cast(transactional_db: None) -> Iterator[Cast]:
    """The cast where commits are real, so that other threads and connections see them."""
    yield make_cast()
    _close_connections_of_streams()


def _close_connections_of_streams() -> None:
    workers = _asking._max_workers
    together = Barrier(workers)

    def close() -> None:
        together.wait(5)
        connections.close_all()

    for done in [_asking.submit(close) for _ in range(workers)]:
        done.result()
