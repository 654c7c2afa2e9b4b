"""Backends of Django's cache and files, a little different from its own."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import redis
import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from servestatic.storage import CompressedManifestStaticFilesStorage

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


#: The style sheet of every page, which imports all others.
STYLES = "css/index.css"
#: The hash in the name of a file.
_HASH = re.compile(r"\.[0-9a-f]{12}\.\w+$")
_IMPORT = re.compile(r'@import url\("(?P<file>[^"]+)"\)(?: layer\((?P<layer>\w+)\))?(?: (?P<media>\w+))?;')


def inlined(sheet: str, read: Callable[[str], str]) -> str:
    """A style sheet with the text of those that it imports in their places, each in its layer and medium.

    >>> inlined('@import url("a.css") layer(base);', {"a.css": "p { margin: 0 }"}.__getitem__)
    '@layer base {p { margin: 0 }}'
    """

    def text_of(found: re.Match[str]) -> str:
        text = read(found["file"])
        for rule, name in (("layer", found["layer"]), ("media", found["media"])):
            if name:
                text = f"@{rule} {name} {{{text}}}"
        return text

    return _IMPORT.sub(text_of, sheet)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Static files under names that carry their own hash, so that browsers may keep them for ever, and compressed.

    Imports between our JavaScript modules are followed too. The style sheets, which lie in a file for each component,
    are sent as one: a browser learns of an imported sheet only when the first has come.
    """

    support_js_module_import_aggregation = True
    _done: frozenset[str] = frozenset()

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        # What an earlier run brought to its end; one that was broken off has left no such list, and is done again.
        self._done = frozenset(self.load_manifest_stats())
        if STYLES in paths and not dry_run:
            paths[STYLES] = (self, self._joined_styles(paths))
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress what is new and goes out under its hash: such a name has never held anything else."""
        yield from super().compress_files({path for path in paths if _HASH.search(path) and path not in self._done})

    def _joined_styles(self, paths: dict[str, Any]) -> str:
        """The name of the one style sheet, written in place of the one that imports the others."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        whole = inlined(read(STYLES), lambda name: read(f"css/{name}"))
        self.delete(STYLES)
        return str(self._save(STYLES, ContentFile(whole)))


class DurableFiles(FileSystemStorage):
    """Files in a folder that are on the disk once they are saved: rows that name them survive a power cut, too."""

    def save(self, name: str | None, content: IO[Any], max_length: int | None = None) -> str:
        saved = super().save(name, content, max_length)
        path = Path(self.path(saved))
        for place in (path, path.parent, path.parent.parent):
            _to_disk(place)
        return saved


def _to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
