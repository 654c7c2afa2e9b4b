"""Two questions of whoever watches over the processes: do you live, and can you work?"""

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers, and nothing about what stands behind it."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether the database can be written, knows all migrations, and Redis answers."""
    checks = {name: check() for name, check in CHECKS.items()}
    ready = all(answer == "ok" for answer in checks.values())
    answer = {"status": "ready" if ready else "not ready", "checks": checks}
    return JsonResponse(answer, status=200 if ready else 503)


class _NotKept(Exception):
    """Takes the trial write back."""


def database() -> str:
    """Write a row and take it back: reading alone would not notice a full or read-only database."""
    from django.contrib.sessions.models import Session

    try:
        with transaction.atomic():
            Session.objects.filter(session_key="readyz").delete()
            Session.objects.create(session_key="readyz", session_data="", expire_date=timezone.now())
            raise _NotKept
    except _NotKept:
        return "ok"
    except DatabaseError:
        return "cannot be written"


class _Migrations:
    """Remembers a complete database: migrations are never unapplied under a running process."""

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
    """Ask Redis for a sign of life, and do not wait long for it."""
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
    "migrations": _Migrations(),
    "redis": redis_answers,
}
