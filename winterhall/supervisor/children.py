"""Child processes that never outlive their parent."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

# How long a child may take over ending by itself, before it is ended.
PATIENCE = 10.0
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _end_with_parent() -> None:
    """Ask the kernel to end this child when its parent is gone, even if that was killed without a word."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def start(command: Sequence[str | Path], **how: Any) -> "subprocess.Popen[bytes]":
    """Start a child in a process group of its own: Ctrl-C reaches the parent, which ends it in order."""
    arguments = [str(part) for part in command]
    # Safe although threads may run: between fork and exec it makes one system call and takes no lock.
    return subprocess.Popen(arguments, start_new_session=True, preexec_fn=_end_with_parent, **how)  # noqa: PLW1509


def stop(child: "subprocess.Popen[bytes]", *, patience: float = PATIENCE) -> None:
    """End a child and every process that it has started."""
    if child.poll() is None:
        child.terminate()
        with suppress(subprocess.TimeoutExpired):
            child.wait(patience)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def wait_until(ready: Any, child: "subprocess.Popen[bytes]", *, seconds: float) -> bool:
    """Ask `ready` until it says yes; return False if the child ends or the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and child.poll() is None:
        if ready():
            return True
        time.sleep(0.02)
    return False
