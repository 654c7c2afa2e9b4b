"""Backends of Django's cache and static files, a little different from its own."""

from typing import Any

import redis
import structlog
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

log = structlog.get_logger(__name__)

AWAY = (redis.ConnectionError, redis.TimeoutError)


class SparingRedisCache(RedisCache):
    """A Redis cache for a hall that goes on playing while its Redis is away: a miss instead of an error.

    Only what merely saves time is spared. `add` and `incr` still fail, because rate limits and locks stand on
    them, and a limit that quietly stops counting protects nobody.
    """

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY:
            return default

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except AWAY:
            log.warning("cache_away", key=key)

    def has_key(self, key: str, version: int | None = None) -> bool:
        try:
            return super().has_key(key, version)
        except AWAY:
            return False

    def delete(self, key: str, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except AWAY:
            log.warning("cache_away", key=key)
            return False


class HashedFiles(ManifestStaticFilesStorage):
    """Static files under names that carry their own hash, so that browsers may keep them for ever.

    Django's own hashed storage, following `import` between our JavaScript modules too.
    """

    support_js_module_import_aggregation = True
