"""The supervisor of the embedded default: one command that opens the whole hall and closes it again.

Redis and the worker hold nothing that is not in the database, so they are started again when they die, and a line says
so. A process that dies again and again is a fault to be seen: then the hall closes, for half a hall is worse than none.
"""

import errno
import fcntl
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from types import FrameType
from typing import TextIO

from winterhall.environment import unusable
from winterhall.supervisor import children
from winterhall.supervisor.servers import DidNotStart


class CannotOpen(Exception):
    """The reason why the hall stays closed, as a sentence for the person who opens it."""


class Closing(BaseException):
    """The request to close the hall, raised by a signal."""


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Hold the folder for this process: two halls in one folder would fight over its Redis and its worker."""
    _refuse_unusable(home)
    with (home / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotOpen(
                f"A hall is already open in {home} (process {_read(lock)})."
                " Close it first, or choose another folder: WINTERHALL_HOME=… PORT=… make demo"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


#: Bytes that a new hall needs for its database, its pages' styles and some evenings.
ROOM = 50_000_000


def _refuse_unusable(home: Path) -> None:
    """Refuse a folder in which nothing can be kept, at once instead of letting each process find out."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=home) as trial:
            trial.write(b"a hall")
            trial.flush()
        if shutil.disk_usage(home).free < ROOM:
            raise OSError(errno.ENOSPC, "")
    except OSError as error:
        raise CannotOpen(unusable(home, error)) from None


def _read(lock: TextIO) -> str:
    lock.seek(0)
    return lock.read() or "unknown"


def refuse_taken_port(bind: str, port: int) -> None:
    """Refuse a port that is taken, at once instead of letting the web server end with a trace."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((bind, port))
        except OSError as error:
            raise CannotOpen(f"Port {port} on {bind} cannot be used ({error.strerror}). Try PORT={port + 1}.") from None


#: The most times that a child is started again within this many seconds, before the hall gives up.
MOST_DEATHS, WITHIN = 3, 60.0
#: Seconds before the next try, so that a child that dies at once does not keep the machine busy.
PAUSE = 0.5
Child = subprocess.Popen[bytes]


class Hall:
    """The running children, by name, in the order in which they were started."""

    def __init__(self, say: Callable[[str], None] = print) -> None:
        self.children: dict[str, Child] = {}
        self.say = say
        self._again: dict[str, Callable[[], Child]] = {}
        self._deaths: dict[str, list[float]] = {}

    def __enter__(self) -> "Hall":
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, _close)
        return self

    def __exit__(self, *why: object) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        # Redis came first and goes last: what still ends may want to tell it something. The others end side
        # by side.
        for name, child in self.children.items():
            if name != "redis" and child.poll() is None:
                child.terminate()
        for child in reversed(self.children.values()):
            children.stop(child)

    def run(self, name: str, *module_and_arguments: str, env: dict[str, str], again: bool = False) -> None:
        """Start a Python module as a child; ``again`` if it is to be started once more whenever it dies."""

        def start() -> Child:
            return children.start([sys.executable, "-m", *module_and_arguments], env=env)

        self.keep(name, start, again=again)

    def keep(self, name: str, start: Callable[[], Child], *, again: bool = True) -> None:
        """Start a child by a function; ``again`` if it is to be started once more whenever it dies."""
        self.children[name] = start()
        if again:
            self._again[name] = start

    def wait_ready(self, port: int, *, seconds: float = 60) -> None:
        """Wait until the web process says that everything behind it works; ``CannotOpen`` after ``seconds``."""
        if not children.wait_until(lambda: _ready(port), self.children["web"], seconds=seconds):
            raise CannotOpen("The web server did not become ready; its messages are above.")

    def watch(self) -> None:
        """Stay until a signal closes the hall, or a child dies for good."""
        while True:
            for name, child in self.children.items():
                if child.poll() is not None:
                    self._start_again(name, child)
            time.sleep(0.2)

    def _start_again(self, name: str, child: Child) -> None:
        """Start a dead child once more and say so; refuse one that cannot be started again, or that died too often."""
        died = f"The {name} process ended by itself (exit {child.returncode})"
        start, now = self._again.get(name), time.monotonic()
        deaths = [then for then in self._deaths.get(name, ()) if now - then < WITHIN] + [now]
        self._deaths[name] = deaths
        if start is None:
            raise CannotOpen(f"{died}; closing the hall.")
        if len(deaths) > MOST_DEATHS:
            raise CannotOpen(f"{died}, for the {len(deaths)}th time in a minute; closing the hall.")
        children.stop(child)  # what it had started itself ends with it
        time.sleep(PAUSE)
        try:
            self.children[name] = start()
        except DidNotStart as error:  # the dead child stays, and is found dead once more
            self.say(f"{died}. {error} Trying again.")
        else:
            self.say(f"{died}. It was started again; nothing that was saved is lost.")


def _close(number: int, frame: FrameType | None) -> None:
    raise Closing


def _ready(port: int) -> bool:
    line = http.client.HTTPConnection("localhost", port, timeout=5)
    try:
        line.request("GET", "/readyz")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def web_command(bind: str, port: int) -> list[str]:
    """Return the arguments of the web server; without the graceful limit an open stream keeps it alive."""
    return [
        "uvicorn", "winterhall.asgi:application", "--host", bind, "--port", str(port),
        "--timeout-graceful-shutdown", "2", "--no-access-log", "--no-proxy-headers", "--no-server-header",
        "--lifespan", "on", "--ws", "none", "--log-level", "warning",
    ]  # fmt: skip


def worker_command() -> list[str]:
    """Return the arguments of the worker, with the clock inside: a laptop needs no second process for it."""
    spare = max(1, (os.cpu_count() or 2) - 1)
    return [
        "celery", "-A", "winterhall", "--quiet", "worker", "--beat", "--concurrency", str(spare),
        "--without-gossip", "--without-mingle",
    ]  # fmt: skip
