"""The surroundings of a test run, made before Django reads its settings: a pytest plugin.

A home of its own in a temporary folder, in memory where there is room for it, a Redis of its own for each process, and
either SQLite in a file or PostgreSQL: WINTERHALL_TEST_DATABASE says which (sqlite, postgres). TEST_DATABASE_URL wins
over the PostgreSQL that we start ourselves.
"""

import atexit
import gc
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from _pytest import runner
from django.middleware import csrf

from winterhall.environment import embedded_socket
from winterhall.supervisor import children, servers

# What the developer's own shell says must not decide what is tested.
NOT_FOR_TESTS = (
    "DEBUG",
    "HTTPS",
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "DATABASE_POOL",
    "REDIS_URL",
    "EMAIL_URL",
    "BIND",
    "S3_BUCKET",
)
# Whatever is drawn by chance stands in hundreds of places of a page, and "spy" must not be among it.
LETTERS_WITHOUT_WORDS = "BDFHJKLNQRTVXZ"
#: The room for the calls of a test, in words: 512 kB, of which the machine gives only what is used.
ROOM_FOR_CALLS = 1 << 16
FIRST_IN_RUN = "WINTERHALL_TEST_RUN" not in os.environ


def prepare() -> None:
    """Set the environment of this process; the first process of a run also prepares what all share."""
    if FIRST_IN_RUN:
        # Halls and databases of tests commit thousands of times, and none of it need outlive a power cut.
        os.environ.setdefault("TMPDIR", str(servers.quick_folder()))
        tempfile.tempdir = None
        for name in NOT_FOR_TESTS:
            os.environ.pop(name, None)
        os.environ["WINTERHALL_TEST_RUN"] = str(_folder(os.environ.get("WINTERHALL_HOME")))
        if os.environ.get("WINTERHALL_TEST_DATABASE", "sqlite") == "postgres":
            os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or _postgresql()
    home = Path(os.environ["WINTERHALL_TEST_RUN"]) / os.environ.get("PYTEST_XDIST_WORKER", "main")
    home.mkdir(exist_ok=True)
    os.environ["WINTERHALL_HOME"] = str(home)
    os.environ["SECRET_KEY"] = "only for tests, and long enough to be taken"
    os.environ["LOG_LEVEL"] = "WARNING"
    # Channels of a Redis are shared by all of its databases, so each process gets a server: it takes 40 ms.
    socket = embedded_socket(home)
    redis = servers.start_redis(socket)
    atexit.register(children.stop, redis)
    os.environ["REDIS_URL"] = f"unix://{socket}?db=0"


def spell_no_words() -> None:
    """Let public ids, keys and CSRF tokens of this process hold no word that a test looks for in vain."""
    secrets.token_urlsafe = _token
    csrf.CSRF_ALLOWED_CHARS = LETTERS_WITHOUT_WORDS


def _token(nbytes: int | None = None) -> str:
    """Return a random text as long as that of `secrets.token_urlsafe`."""
    return "".join(secrets.choice(LETTERS_WITHOUT_WORDS) for _ in range(-(-(nbytes or 32) * 4 // 3)))


def make_room_for_calls() -> None:
    """Let the frames of all calls beneath a test lie in one piece of memory.

    Python lays them in pieces of 16 kB, asks the system for the next piece when one is full and gives it back as soon
    as it is empty. Calls that cross such an edge again and again took a seventh of a run.
    """
    code = runner.runtestprotocol.__code__
    runner.runtestprotocol.__code__ = code.replace(co_stacksize=ROOM_FOR_CALLS)


def _folder(home: str | None) -> Path:
    """Return a new folder for this run: inside WINTERHALL_HOME if that is set, never that folder itself."""
    if home:
        Path(home).mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="wh-test-", dir=home)).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _postgresql() -> str:
    postgresql = servers.TemporaryPostgreSQL()
    atexit.register(postgresql.stop)
    postgresql.start()
    return postgresql.url


def pytest_collection_finish() -> None:
    """Leave what all tests have in common out of every later search for rubbish: it took a tenth of a run."""
    gc.collect()
    gc.freeze()


# Collecting makes millions of things that stay; looking through them every 700 of them took half of its time.
gc.set_threshold(50_000, 10, 10)
spell_no_words()
make_room_for_calls()
prepare()
