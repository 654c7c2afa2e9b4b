"""Tokens: made, used, shown, run out, revoked; and how much a person's programs may ask."""

import re
from datetime import timedelta

import pytest
import redis
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.api.programs import Program, Programs
from tests.helpers import Cast, make_user
from winterhall.accounts import tokens
from winterhall.accounts.models import ApiToken, User
from winterhall.api import throttles


@pytest.fixture
def anna(db: None) -> User:
    return make_user("anna")


def make_token(user: User, *scopes: str, days: float = 1, secret: str | None = None) -> tuple[ApiToken, str]:
    return tokens.make(user, "Raven post", scopes or ("read",), timezone.now() + timedelta(days=days), secret)


def test_only_the_hash_of_a_secret_is_kept(anna: User) -> None:
    token, secret = make_token(anna)
    assert len(secret) >= tokens.SHORTEST + 20
    kept = [str(value) for value in ApiToken.objects.values().get().values()]
    assert not any(secret in value for value in kept)
    assert tokens.find(secret) == token
    assert make_token(anna)[1] != secret


@pytest.mark.parametrize("scopes", [[], ["everything"], ["read", "everything"]])
def test_a_token_is_for_something(anna: User, scopes: list[str]) -> None:
    with pytest.raises(ValueError, match="A token is for some of"):
        tokens.make(anna, "a program", scopes, timezone.now())


def test_a_given_secret_makes_the_same_token_again(anna: User) -> None:
    secret = "hall_" + "x" * 22
    first, _ = make_token(anna, "read", secret=secret)
    tokens.revoke(anna, first.public_id)
    second, _ = make_token(anna, "play", secret=secret)
    assert (first.pk, second.scopes) == (second.pk, "play")
    assert tokens.find(secret) == second
    with pytest.raises(ValueError, match="at least"):
        make_token(anna, secret="hall_short")


def test_a_revoked_token_lets_nobody_in(cast: Cast, programs: Programs) -> None:
    for path in ("/me/", f"/characters/{cast.rook.public_id}/"):
        token, secret = make_token(cast.anna.user)
        assert Program(secret).get(path).status_code == 200
        tokens.revoke(cast.boris.user, token.public_id)
        assert Program(secret).get(path).status_code == 200, "others cannot revoke it"
        tokens.revoke(cast.anna.user, token.public_id)
        assert Program(secret).get(path).status_code == 401


def test_a_token_of_somebody_who_is_gone_lets_nobody_in(cast: Cast) -> None:
    _, secret = make_token(cast.anna.user)
    User.objects.filter(pk=cast.anna.user.pk).update(is_active=False)
    for path in ("/me/", f"/characters/{cast.rook.public_id}/"):
        assert Program(secret).get(path).status_code == 401


def test_whoever_is_sent_away_reads_no_more(cast: Cast) -> None:
    _, secret = make_token(cast.anna.user)
    cast.anna.delete()
    assert Program(secret).get(f"/characters/{cast.rook.public_id}/").status_code == 404


def test_a_token_that_may_not_read_does_not(cast: Cast) -> None:
    _, secret = make_token(cast.anna.user, "play")
    for path in ("/me/", f"/characters/{cast.rook.public_id}/"):
        assert Program(secret).get(path).status_code == 403


def test_a_token_is_told_its_owner_its_scopes_and_its_end(cast: Cast) -> None:
    token, secret = make_token(cast.anna.user, "play", "read")
    told = Program(secret).read("/me/")
    assert (told["name"], told["scopes"]) == ("Anna", ["read", "play"])
    assert told["expires_at"].startswith(f"{token.expires_at:%Y-%m-%dT%H:%M}")


@pytest.mark.parametrize("short", [True, False])
def test_the_last_use_is_noted_once_a_minute(cast: Cast, short: bool) -> None:
    path = f"/characters/{cast.rook.public_id}/" if short else "/campaigns/"
    token, secret = make_token(cast.anna.user)
    began = timezone.now().replace(microsecond=0)
    noted = []
    for seconds in (0, 30, 59, 61, 90, 125):
        with time_machine.travel(began + timedelta(seconds=seconds), tick=False):
            assert Program(secret).get(path).status_code == 200
        token.refresh_from_db()
        assert token.last_used_at is not None
        noted.append(round((token.last_used_at - began).total_seconds()))
    assert noted == [0, 0, 0, 61, 61, 125]


# -- the page ---------------------------------------------------------------------------------------------------------


def test_a_secret_is_shown_once(anna: User) -> None:
    browser = Client()
    browser.force_login(anna)
    page = browser.post("/accounts/tokens/", {"name": "Dice bot", "scopes": ["read", "play"], "days": "30"})
    (secret,) = re.findall(r"data-token>([^<]+)<", page.content.decode())
    token = ApiToken.objects.get()
    assert tokens.find(secret) == token
    assert (token.scopes, (token.expires_at - timezone.now()).days) == ("read play", 29)
    assert "no-store" in page.headers["Cache-Control"]
    again = browser.get("/accounts/tokens/").content.decode()
    assert "read, play; until" in again
    assert "Dice bot" in again
    assert secret not in again
    assert "never used" in again
    browser.post(f"/accounts/tokens/{token.public_id}/revoke/")
    assert "Dice bot" not in browser.get("/accounts/tokens/").content.decode()
    assert tokens.find(secret) is None


@pytest.mark.parametrize("wrong", [{"scopes": []}, {"scopes": ["all"]}, {"days": "4000"}, {"name": ""}])
def test_a_form_that_says_too_little_or_too_much_makes_none(anna: User, wrong: dict[str, object]) -> None:
    browser = Client()
    browser.force_login(anna)
    page = browser.post("/accounts/tokens/", {"name": "x", "scopes": ["read"], "days": "7"} | wrong)
    assert page.status_code == 422
    assert not ApiToken.objects.exists()


def test_nobody_sees_or_revokes_tokens_of_others(anna: User) -> None:
    token, _ = make_token(anna)
    browser = Client()
    assert browser.get("/accounts/tokens/").status_code == 302
    assert browser.post(f"/accounts/tokens/{token.public_id}/revoke/").status_code == 302
    browser.force_login(make_user("boris"))
    assert "Raven post" not in browser.get("/accounts/tokens/").content.decode()
    browser.post(f"/accounts/tokens/{token.public_id}/revoke/")
    assert tokens.still_open([token.pk]) == {token.pk}


# -- how much ---------------------------------------------------------------------------------------------------------

NOON = "2026-03-01 12:00:05"


def test_reads_end_for_this_minute(cast: Cast, programs: Programs, settings: Settings) -> None:
    settings.API_READS_PER_MINUTE = 3
    for path in ("/me/", f"/characters/{cast.rook.public_id}/"):
        throttles.READS.forget()
        cache.clear()
        with time_machine.travel(timezone.now().replace(second=5), tick=False):
            assert [programs.anna.get(path).status_code for _ in range(4)] == [200, 200, 200, 429]
            late = programs.anna.get(path)
            assert late.headers["Content-Type"] == "application/problem+json"
            assert 1 <= int(late.headers["Retry-After"]) <= 60
            assert programs.boris.get(path).status_code == 200, "each has an allowance of their own"


def test_writes_end_for_this_minute(cast: Cast, programs: Programs, settings: Settings) -> None:
    settings.API_WRITES_PER_MINUTE = 2
    path, body = f"/characters/{cast.rook.public_id}/odds/", {"command": "toss"}
    with time_machine.travel(timezone.now().replace(second=5), tick=False):
        assert [programs.anna.post(path, body).status_code for _ in range(3)] == [200, 200, 429]
        assert programs.anna.get("/me/").status_code == 200


def test_processes_share_one_allowance() -> None:
    """Two that count for themselves, but take from the same pile."""
    one, two = throttles.Allowance("test"), throttles.Allowance("test")
    with time_machine.travel(NOON, tick=False):
        taken = [pile.spend("anna", 200) for _ in range(150) for pile in (one, two)]
    assert taken.count(True) == 200


def test_a_new_minute_brings_a_new_allowance() -> None:
    pile = throttles.Allowance("test")
    with time_machine.travel(NOON, tick=False) as clock:
        assert [pile.spend("anna", 1) for _ in range(2)] == [True, False]
        clock.shift(60)
        assert pile.spend("anna", 1)


def test_without_redis_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **more: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(cache, "add", away)
    assert all(throttles.Allowance("test").spend("anna", 1) for _ in range(5))
