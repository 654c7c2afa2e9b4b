"""A campaign with everybody in it, and a program for each of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.programs import Programs
from tests.helpers import Cast, make_cast, plug_in_toy
from winterhall.accounts import tokens
from winterhall.api import throttles


@pytest.fixture(autouse=True)
def _fresh_allowances() -> None:
    throttles.READS.forget()
    throttles.WRITES.forget()


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def programs(cast: Cast) -> Programs:
    """Programs of everybody; those that may not come in are among them."""
    return programs_of(cast)


def programs_of(cast: Cast) -> Programs:
    users = {
        "gm": cast.gm.user,
        "anna": cast.anna.user,
        "boris": cast.boris.user,
        "olga": cast.olga.user,
        "stranger": cast.stranger,
    }
    later, earlier = timezone.now() + timedelta(days=1), timezone.now() - timedelta(seconds=1)
    made = {who: tokens.make(user, who, tokens.SCOPES, later)[1] for who, user in users.items()}
    made["reader"] = tokens.make(cast.gm.user, "reads", ["read"], later)[1]
    made["expired"] = tokens.make(cast.gm.user, "expired", tokens.SCOPES, earlier)[1]
    return Programs(made)
