"""Health checks for those who watch over the processes: is this one alive, and can it work?"""

import shutil
from collections.abc import Callable
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process is alive, and nothing about what stands behind it."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer whether the database can be written, has room, knows all migrations, and Redis answers."""
    checks = {name: check() for name, check in CHECKS.items()}
    ready = all(answer == "ok" for answer in checks.values())
    answer = {"status": "ready" if ready else "not ready", "checks": checks}
    return JsonResponse(answer, status=200 if ready else 503)


def database() -> str:
    """Write a row and delete it: reading, or taking back, alone would not notice a full or read-only database."""
    from django.contrib.sessions.models import Session

    try:
        Session.objects.update_or_create(
            session_key="readyz", defaults={"session_data": "", "expire_date": timezone.now()}
        )
        Session.objects.filter(session_key="readyz").delete()
    except DatabaseError:
        return "cannot be written"
    return "ok"


#: Bytes below which the next evening may not be saved: SQLite goes on for a while in the room that its log has.
LEAST_ROOM = 10_000_000


def disk() -> str:
    """The state of the room for the database's file, "ok" or its fault; a database server looks after its own."""
    if connection.vendor != "sqlite":
        return "ok"
    try:
        free = shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free
    except OSError:
        return "cannot be read"
    return "ok" if free >= LEAST_ROOM else "full"


class _Migrations:
    """The check for missing migrations. It remembers a complete database: none is unapplied under a running process."""

    complete = False

    def __call__(self) -> str:
        if not self.complete:
            try:
                executor = MigrationExecutor(connection)
                self.complete = not executor.migration_plan(executor.loader.graph.leaf_nodes())
            except DatabaseError:
                return "cannot be read"
        return "ok" if self.complete else "missing"


def redis_answers() -> str:
    """The state of Redis, "ok" or its fault; it does not wait long for an answer."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    try:
        client.ping()
    except redis.RedisError:
        return "does not answer"
    finally:
        client.close()
    return "ok"


CHECKS: dict[str, Callable[[], str]] = {
    "database": database,
    "disk": disk,
    "migrations": _Migrations(),
    "redis": redis_answers,
}
