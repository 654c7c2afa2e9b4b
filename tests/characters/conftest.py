"""A campaign of the toy game, and one of every game that there is."""

import pytest

from rules import registry
from tests.helpers import Cast, make_cast, plug_in_toy


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture(params=[system.slug for system in registry.SYSTEMS])
def game_cast(request: pytest.FixtureRequest, db: None) -> Cast:
    return make_cast(request.param)
