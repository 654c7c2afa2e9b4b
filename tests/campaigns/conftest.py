"""A campaign of the toy game for every test here."""

import pytest

from tests.helpers import Cast, make_cast, plug_in_toy


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()
