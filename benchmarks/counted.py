"""The hall's own application, with a count of the queries that its streams cost (``/benchmark/queries``)."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from winterhall.asgi import application as hall

_counts: Counter[str] = Counter()


def _count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    kind = "looks" if "LEFT OUTER JOIN" in sql and "UNION" not in sql else "events"
    _counts[f"{threading.current_thread().name.partition('_')[0]} {kind}"] += 1
    return execute(sql, params, many, context)


def _watch(connection: BaseDatabaseWrapper, **more: Any) -> None:
    if _count not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count)


connection_created.connect(_watch, dispatch_uid="benchmark")


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer the one address of the benchmark; all others are the hall's."""
    if scope["type"] != "http" or scope["path"] != "/benchmark/queries":
        await hall(scope, receive, send)
        return
    body = f"{_counts['feed events']} {_counts['feed looks']}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})
