"""Unsafe settings are refused; the ones that we set ourselves are safe."""

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from winterhall import durability

sqlite_only = pytest.mark.skipif(settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), reason="SQLite's own")
postgresql_only = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"), reason="PostgreSQL's own"
)


@pytest.mark.django_db
def test_this_database_keeps_what_it_confirms() -> None:
    assert durability.unsafe_settings(connection) == []
    assert durability.confirmed_means_kept(databases=["default"]) == []


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_sqlite_that_syncs_too_rarely_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=NORMAL")
    try:
        (error,) = durability.confirmed_means_kept(databases=["default"])
        assert "synchronous=1" in error.msg
    finally:
        connection.close()


@postgresql_only
@pytest.mark.django_db
def test_postgresql_that_confirms_too_early_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit TO off")
    (error,) = durability.confirmed_means_kept(databases=["default"])
    assert "synchronous_commit=off" in error.msg


def test_a_web_process_does_not_start_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = ("synchronous", "0", {"2"})
    monkeypatch.setattr(durability, "unsafe_settings", lambda connection: [bad])
    with pytest.raises(ImproperlyConfigured, match="synchronous=0"):
        durability.refuse_unsafe()


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_sqlite_takes_its_write_lock_when_a_transaction_begins() -> None:
    assert connection.transaction_mode == "IMMEDIATE"
    assert connection.settings_dict["OPTIONS"]["timeout"] == 20
