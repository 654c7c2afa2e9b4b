"""The names under which addresses and commands know things."""

import secrets

import pytest

from winterhall.accounts.models import new_public_id


def test_no_public_id_begins_with_a_hyphen_or_an_underscore(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-nXN065atuU4os4H", "_kXN065atuU4os4H", "kXN065atuU4-s4H_"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert new_public_id() == "kXN065atuU4-s4H_"
