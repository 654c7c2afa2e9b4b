"""The address of the embedded Redis, and its spelling for each library."""

import hashlib
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

# The kernel takes socket paths up to 107 bytes; some stay free for what a server appends while it binds.
LONGEST_SOCKET_PATH = 100


def embedded_socket(home: Path) -> Path:
    """Return the socket of the embedded Redis: in its home, or in a short folder if the home's path is long.

    It follows from the home alone, so that every command finds the running server without being told.
    """
    socket = home / "redis.sock"
    if len(str(socket).encode()) <= LONGEST_SOCKET_PATH:
        return socket
    mark = hashlib.sha256(str(home).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"winterhall-{mark}" / "redis.sock"


def broker_url(redis_url: str) -> str:
    """Return a Redis address in Celery's spelling, which writes sockets and their database in its own way."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    database = next((value[3:] for value in parts.query.split("&") if value.startswith("db=")), "0")
    return f"redis+socket://{parts.path}?virtual_host={database}"
