"""The hall goes on without its Redis, except where counting protects somebody."""

import pytest
import redis
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache import caches
from pytest_django import Settings


@pytest.fixture
def redis_is_away(settings: Settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/redis.sock"}}


def test_with_redis_the_cache_keeps() -> None:
    caches["default"].set("rung", 3)
    assert caches["default"].get("rung") == 3


@pytest.mark.usefixtures("redis_is_away")
def test_reading_and_forgetting_do_without() -> None:
    cache = caches["default"]
    cache.set("rung", 3)
    assert cache.get("rung", "nothing") == "nothing"
    assert cache.delete("rung") is False


@pytest.mark.usefixtures("redis_is_away")
def test_a_limit_does_not_quietly_stop_counting() -> None:
    with pytest.raises(redis.ConnectionError):
        caches["default"].add("attempts", 1)
    with pytest.raises(redis.ConnectionError):
        caches["default"].incr("attempts")


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_away")
def test_a_session_lives_in_the_database_too() -> None:
    session = SessionStore()
    session["who"] = "rook"
    session.save()
    assert SessionStore(session.session_key)["who"] == "rook"
