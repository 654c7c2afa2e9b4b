"""A campaign with real commits for every drill."""

import pytest

from tests.helpers import Cast, make_cast, plug_in_toy


@pytest.fixture
def table(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Cast:
    plug_in_toy(monkeypatch)
    return make_cast()
