"""Environment variables: every one that Winterhall reads, read once and typed; and how its stores are reached.

All variables are read before any is judged, so that a first installation is told everything that is wrong
with it at once.
"""

import errno
import hashlib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvValidationError, ValidationError, validate

ROOT = Path(__file__).resolve().parent.parent


def read() -> dict[str, Any]:
    """Return all settings of the environment by name, or refuse with every bad variable named."""
    env = Env(eager=False)
    home = _home(env)
    said = {
        "WINTERHALL_HOME": home,
        "DEBUG": env.bool("DEBUG", default=False),
        "SECRET_KEY": env.str("SECRET_KEY", default=None, validate=_long_enough),
        "HTTPS": env.bool("HTTPS", default=False),
        "ALLOWED_HOSTS": env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
        "CSRF_TRUSTED_ORIGINS": env.list("CSRF_TRUSTED_ORIGINS", default=[], validate=_origins),
        "TRUSTED_PROXIES": env.int("TRUSTED_PROXIES", default=0, validate=validate.Range(min=0, max=9)),
        "DATABASE": env.dj_db_url("DATABASE_URL", default=f"sqlite:///{home / 'winterhall.sqlite3'}"),
        "DATABASE_POOL": env.int("DATABASE_POOL", default=0, validate=validate.Range(min=0, max=200)),
        "REDIS_URL": env.str("REDIS_URL", default=None, validate=_redis_address),
        "BIND": env.str("BIND", default="127.0.0.1"),
        "PORT": env.int("PORT", default=8000, validate=validate.Range(min=1, max=65535)),
        "WEB_THREADS": env.int("WEB_THREADS", default=16, validate=validate.Range(min=1, max=256)),
        "API_READS_PER_MINUTE": env.int("API_READS_PER_MINUTE", default=6000, validate=validate.Range(min=1)),
        "API_WRITES_PER_MINUTE": env.int("API_WRITES_PER_MINUTE", default=600, validate=validate.Range(min=1)),
        "EMAIL": env.dj_email_url("EMAIL_URL", default=f"file://{home / 'mail'}"),
        "DEFAULT_FROM_EMAIL": env.str("DEFAULT_FROM_EMAIL", default="Winterhall <winterhall@localhost>"),
        "TIME_ZONE": env.str("TIME_ZONE", default="UTC"),
        "S3_BUCKET": env.str("S3_BUCKET", default=""),
        "S3_ENDPOINT": env.str("S3_ENDPOINT", default="", validate=_web_address),
        "S3_REGION": env.str("S3_REGION", default=""),
        "S3_ACCESS_KEY": env.str("S3_ACCESS_KEY", default=""),
        "S3_SECRET_KEY": env.str("S3_SECRET_KEY", default=""),
        "LOG_LEVEL": env.str("LOG_LEVEL", default="INFO", validate=validate.OneOf(list(LOG_LEVELS))),
        "LOG_FORMAT": env.str("LOG_FORMAT", default="text", validate=validate.OneOf(["text", "json"])),
        "SECRET_KEY_FALLBACKS": env.list("SECRET_KEY_FALLBACKS", default=[]),
    }
    _seal(env)
    if said["SECRET_KEY"] is None and os.environ.get("DATABASE_URL", "sqlite").partition(":")[0] != "sqlite":
        # Several machines may serve one database, and each would make up a key of its own.
        raise ImproperlyConfigured("With a database server, set SECRET_KEY, the same for every process.")
    if said["SECRET_KEY"] is None:
        said["SECRET_KEY"] = kept_secret_key(home)
    return said


LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _home(env: Env) -> Path:
    """The folder of the embedded default, always absolute: a worker may be started from anywhere."""
    home = env.path("WINTERHALL_HOME", default=ROOT / "var") or ROOT / "var"
    return home if home.is_absolute() else Path.cwd() / home


def _seal(env: Env) -> None:
    try:
        env.seal()
    except EnvValidationError as error:
        wrong = cast("dict[str, list[str]]", error.error_messages)
        lines = [f"  {name}: {'; '.join(map(str, why))}" for name, why in wrong.items()]
        raise ImproperlyConfigured("These environment variables are wrong:\n" + "\n".join(lines)) from None


def _long_enough(value: str | None) -> None:
    if value is not None and len(value) < 32:
        raise ValidationError("A secret key needs at least 32 characters.")


def _redis_address(value: str | None) -> None:
    if value is not None and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ValidationError("Not a Redis address: it begins with redis://, rediss:// or unix://.")


def _web_address(value: str) -> None:
    if value and not value.startswith(("http://", "https://")):
        raise ValidationError("Not an address: it begins with http:// or https://.")


def _origins(value: list[str]) -> None:
    if any(not origin.startswith(("http://", "https://")) for origin in value):
        raise ValidationError("Each origin begins with http:// or https://.")


_OTHER = "Choose another folder: WINTERHALL_HOME=…"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)


def unusable(home: Path, error: OSError) -> str:
    """The sentence for a folder in which a hall cannot live, by the error that it raised."""
    if home.is_file() or error.errno == errno.ENOTDIR:
        return f"{home} is a file, or inside one; Winterhall needs a folder. {_OTHER}"
    if error.errno in _FULL:
        return f"There is no room left in {home}. Make some, or choose another folder: WINTERHALL_HOME=…"
    if error.errno in _CLOSED:
        return f"Nothing can be written in {home}: it is read-only, or belongs to somebody else. {_OTHER}"
    return f"{home} cannot be used ({error.strerror}). {_OTHER}"


def kept_secret_key(home: Path) -> str:
    """Return the key that this folder keeps, made on the first start; nobody but its owner may read it."""
    try:
        return _kept_secret_key(home)
    except OSError as error:
        raise ImproperlyConfigured(unusable(home, error)) from None


def _kept_secret_key(home: Path) -> str:
    kept = home / "secret_key"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Written aside and linked into place, so that two processes that start together agree on one whole key.
    if not kept.exists():
        fresh = home / f"secret_key.{os.getpid()}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # The other was faster: its key is the one.
            os.link(fresh, kept)
        fresh.unlink()
    return kept.read_text()


def files(said: dict[str, Any]) -> dict[str, Any]:
    """The storage of pictures: a folder of the home, or the bucket of any store that speaks S3."""
    if not said["S3_BUCKET"]:
        return {"BACKEND": "winterhall.web.backends.DurableFiles"}
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": said["S3_BUCKET"],
            "endpoint_url": said["S3_ENDPOINT"] or None,
            "region_name": said["S3_REGION"] or None,
            "access_key": said["S3_ACCESS_KEY"] or None,
            "secret_key": said["S3_SECRET_KEY"] or None,
            # The hall reads them for those who may see them; nobody else is let in.
            "default_acl": "private",
            "file_overwrite": False,
        },
    }


# Measured before: of 1,200 concurrent transactions 399 failed with SQLite's own defaults, none with these.
# FULL instead of NORMAL because "saved" must also survive a power cut.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-8000"
    ),
}


def database(parsed: dict[str, Any], pool: int, home: Path) -> dict[str, Any]:
    """Complete what DATABASE_URL says with what each engine needs to keep its word and to stay fast."""
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        # A file in the tests too: in memory SQLite has no WAL, no second writer and no lock to wait for.
        test = {"NAME": str(home / "test.sqlite3")}
        return parsed | {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": None, "TEST": test}
    options = {"connect_timeout": 5, "options": "-c synchronous_commit=on"} | parsed.get("OPTIONS", {})
    # Django's own cursors prepare nothing whatever this says; the API's short way to a character asks for it.
    options.setdefault("prepare_threshold", 5)
    if pool:
        # Streams: Django opens a connection per thread, and under ASGI threads come and go with the streams.
        limits = {"min_size": 1, "max_size": pool, "timeout": 10}
        return parsed | {"OPTIONS": options | {"pool": limits}, "CONN_MAX_AGE": 0}
    return parsed | {"OPTIONS": options, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}


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
