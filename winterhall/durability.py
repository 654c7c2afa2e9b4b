"""The refusal to start on a database that may forget a commit it has confirmed."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import OperationalError

# Each setting with the values under which a confirmed commit survives a crash and a power cut.
SAFE_SQLITE = {"journal_mode": {"wal"}, "synchronous": {"2", "3"}}
SAFE_POSTGRESQL = {
    "fsync": {"on"},
    "full_page_writes": {"on"},
    "synchronous_commit": {"on", "remote_apply", "remote_write", "local"},
}


@register(Tags.database)
def confirmed_means_kept(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for every setting of the databases under which "saved" would not mean saved."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        try:
            found += [_unsafe(*bad) for bad in unsafe_settings(connections[alias])]
        except OperationalError:
            # A database that is away is told by /readyz, and may come back; it is not unsafe.
            continue
    return found


def unsafe_settings(connection: BaseDatabaseWrapper) -> list[tuple[str, str, set[str]]]:
    """Return (setting, value, safe values) for each setting that this connection has wrong."""
    sqlite = connection.vendor == "sqlite"
    ask, safe = ("PRAGMA", SAFE_SQLITE) if sqlite else ("SHOW", SAFE_POSTGRESQL)
    wrong = []
    with connection.cursor() as cursor:
        for name, values in safe.items():
            cursor.execute(f"{ask} {name}")
            value = str(cursor.fetchone()[0]).lower()
            if value not in values:
                wrong.append((name, value, values))
    return wrong


def _unsafe(name: str, value: str, safe: set[str]) -> Error:
    return Error(
        f"The database runs with {name}={value}: what Winterhall calls saved could be lost.",
        hint=f"Set {name} to {' or '.join(sorted(safe))}.",
        id="winterhall.E001",
    )


def refuse_unsafe() -> None:
    """Stop a web process before its first request if its database may forget."""
    # In a thread of its own: a server may load us from within a running event loop, where Django forbids
    # database work.
    with ThreadPoolExecutor(1) as aside:
        found = aside.submit(_found_aside).result()
    if found:
        raise ImproperlyConfigured("\n".join(f"{error.msg} {error.hint}" for error in found))


def _found_aside() -> list[CheckMessage]:
    try:
        return confirmed_means_kept(databases=["default"])
    finally:
        connections.close_all()
