"""Limits on the requests of one person's programs in a minute, counted for all processes together.

A process takes a few requests at a time from the shared count and spends them by itself: parallel requests cannot slip
past an atomic counter, and a small answer does not wait for Redis each time.
"""

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import redis
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

WINDOW = 60


@dataclass(slots=True)
class Allowance:
    """The requests of this minute that a process has taken for each person and not spent yet."""

    kind: str
    _window: int = 0
    _held: dict[str, int] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def spend(self, who: str, limit: int) -> bool:
        """Spend one request; ``False`` where none is left in this minute."""
        window = int(time.time()) // WINDOW
        with self._lock:
            if window != self._window:
                self._window, self._held = window, {}
            left = self._held.get(who, 0)
            if left > 0:
                self._held[who] = left - 1
                return True
        taken = _take(f"api:{self.kind}:{who}:{window}", limit, block=max(1, limit // 100))
        with self._lock:
            self._held[who] = self._held.get(who, 0) + max(0, taken - 1)
        return taken > 0

    def forget(self) -> None:
        """Give up the requests that were taken and not spent."""
        self._held.clear()


def _take(key: str, limit: int, block: int) -> int:
    """The number of requests taken from the limit's rest, from 0 to a block; 1 while Redis is away."""
    try:
        cache.add(key, 0, 2 * WINDOW)
        total = cache.incr(key, block)
    except (redis.ConnectionError, redis.TimeoutError, ValueError):
        # Play goes on without Redis; each request asks again, so that counting begins as soon as it is back.
        return 1
    return max(0, min(block, limit - (total - block)))


READS = Allowance("read")
WRITES = Allowance("write")


def may_read(user_id: int) -> bool:
    """Whether a person may read once more in this minute; a read is spent."""
    return READS.spend(f"user:{user_id}", settings.API_READS_PER_MINUTE)


class PerPerson(BaseThrottle):
    """A throttle that counts requests by person, and those of unknown people by their address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS:
            return READS.spend(_who(request), settings.API_READS_PER_MINUTE)
        return WRITES.spend(_who(request), settings.API_WRITES_PER_MINUTE)

    def wait(self) -> float:
        return WINDOW - time.time() % WINDOW


def _who(request: Request) -> str:
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    try:
        return f"address:{get_adapter().get_client_ip(request)}"
    except PermissionDenied:
        # Behind a socket nobody has an address: all of them share one allowance.
        return "address:none"
