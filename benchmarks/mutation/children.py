"""Work in a forked process, so that nothing of it stays: neither changed code nor anything in memory."""

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress

Say = Callable[[str], None]


def in_child(work: Callable[[Say], None], *, seconds: float, quiet: bool = True) -> list[str] | None:
    """The lines that a forked child says while it works; ``None`` if it takes longer than ``seconds`` and is ended."""
    hears, says = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hears)
        _be_child(work, says, quiet=quiet)
    os.close(says)
    try:
        said = _read(hears, time.monotonic() + seconds)
    finally:
        os.close(hears)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return None if said is None else said.decode().splitlines()


def _be_child(work: Callable[[Say], None], says: int, *, quiet: bool) -> None:
    try:
        os.setsid()
        if quiet:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nowhere, number)
        work(lambda line: _write(says, line))
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits
        _write(says, f"error {type(error).__name__}: {str(error)[:300]}")
    finally:
        os._exit(0)


def _write(pipe: int, line: str) -> None:
    rest = line.replace("\n", " ").encode() + b"\n"
    while rest:
        rest = rest[os.write(pipe, rest) :]


def _read(pipe: int, deadline: float) -> bytes | None:
    said = b""
    while (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            part = os.read(pipe, 1 << 16)
            if not part:
                return said
            said += part
    return None
