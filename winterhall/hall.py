"""The supervisor of the embedded default: one command that opens the whole hall and closes it again.

It restarts nothing: a child that dies is a fault to be seen, and half a hall is worse than none.
"""

import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TextIO

from winterhall import children


class CannotOpen(Exception):
    """Why the hall stays closed, as a sentence for whoever wanted it open."""


class Closing(BaseException):
    """Somebody asked the hall to close."""


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Hold the folder for this process: two halls in one folder would fight over its Redis and its worker."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
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


def _read(lock: TextIO) -> str:
    lock.seek(0)
    return lock.read() or "unknown"


def refuse_taken_port(bind: str, port: int) -> None:
    """Say at once that a port is taken, instead of letting the web server end with a trace."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((bind, port))
        except OSError as error:
            raise CannotOpen(f"Port {port} on {bind} cannot be used ({error.strerror}). Try PORT={port + 1}.") from None


class Hall:
    """The running children, by name, in the order in which they were started."""

    def __init__(self) -> None:
        self.children: dict[str, subprocess.Popen[bytes]] = {}

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

    def run(self, name: str, *module_and_arguments: str, env: dict[str, str]) -> None:
        """Start a Python module as a child."""
        self.children[name] = children.start([sys.executable, "-m", *module_and_arguments], env=env)

    def wait_ready(self, port: int, *, seconds: float = 60) -> None:
        """Wait until the web process says that everything behind it works."""
        if not children.wait_until(lambda: _ready(port), self.children["web"], seconds=seconds):
            raise CannotOpen("The web server did not become ready; its own words are above.")

    def watch(self) -> None:
        """Stay until somebody asks to close, or a child dies."""
        while True:
            for name, child in self.children.items():
                if child.poll() is not None:
                    raise CannotOpen(f"The {name} process ended by itself (exit {child.returncode}); closing the hall.")
            time.sleep(0.2)


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
