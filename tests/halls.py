"""A whole hall, as its users run it, for tests that look at it from outside."""

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from winterhall.supervisor import children

ROOT = Path(__file__).resolve().parent.parent


#: What has taken so many seconds hangs. A machine that others use, too, is slow: that is no fault of the hall's.
HUNG = 900


@dataclass
class LiveHall:
    """A running `manage.py hall` with a home, a port and a database of its own."""

    home: Path
    port: int
    env: dict[str, str]
    demo: dict[str, Any] = field(default_factory=dict)
    #: What browsers keep of whoever has signed in, by name.
    signed_in: dict[str, Any] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """The address without a slash at its end. By name: passkeys want localhost."""
        return f"http://localhost:{self.port}"

    def open(self) -> None:
        """Start it and wait until it can work."""
        command = [sys.executable, "manage.py", "hall"]
        with self.log.open("wb") as log:
            self.process = children.start(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        if not children.wait_until(self.is_ready, self.process, seconds=HUNG):
            self.close()
            raise RuntimeError(f"The hall did not open:\n{self.log.read_text()}")

    def close(self) -> None:
        """Close it as Ctrl-C would."""
        if self.process:
            children.stop(self.process, patience=20)

    @property
    def log(self) -> Path:
        """The file that its processes write to."""
        return self.home / "hall.log"

    def is_ready(self) -> bool:
        """Ask /readyz."""
        return self.get("/readyz") == 200

    def get(self, path: str) -> int:
        """Return the status of a page, 0 if nobody answers."""
        line = http.client.HTTPConnection("localhost", self.port, timeout=10)
        try:
            line.request("GET", path)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()

    def manage(self, *arguments: str, seconds: float = 120) -> str:
        """Run a management command beside the running hall and return what it printed."""
        return self._run("manage.py", *arguments, seconds=seconds)

    def told_by(self, module: str, *arguments: str) -> str:
        """Run a module of the tests beside the running hall and return what it printed."""
        return self._run("-m", module, *arguments, seconds=120)

    def furnish(self) -> None:
        """Let the demo command furnish it, the same in every hall, and remember who may come in; nobody has yet."""
        self.signed_in.clear()
        self.demo = json.loads(self._run("-m", "tests.same_demo", seconds=HUNG, PYTHONHASHSEED="0"))

    def _run(self, *arguments: str, seconds: float, **env: str) -> str:
        """Run Python beside the running hall and return what it printed."""
        command, env = [sys.executable, *arguments], self.env | env
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=seconds, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


def free_port() -> int:
    """Return a port that nobody listens on.

    It lies below those that systems give to whoever connects somewhere: one of these may be taken before it is used.
    """
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with socket.socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port


def new_hall(home: Path, *, port: int | None = None, **env: str) -> LiveHall:
    """Return a closed hall. It gets its own Redis by not being told of any other."""
    home.mkdir(parents=True, exist_ok=True)
    port = port or free_port()
    inherited = {
        key: value for key, value in os.environ.items() if key not in ("REDIS_URL", "DATABASE_URL", "SECRET_KEY")
    }
    said = {"WINTERHALL_HOME": str(home), "PORT": str(port), "LOG_LEVEL": "WARNING"}
    return LiveHall(home=home, port=port, env=inherited | said | env)


def own_environment() -> dict[str, str]:
    """The environment for a run of tests inside a test: it shares neither home nor Redis with the run around it.

    A run that took over the home would start its Redis in the place of ours, and take both along when it ends.
    """
    ours = ("WINTERHALL_TEST_RUN", "WINTERHALL_HOME", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "WINTERHALL_LONG")
    workers = ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_CURRENT_TEST", "PYTEST_ADDOPTS")
    return {name: value for name, value in os.environ.items() if name not in (*ours, *workers)}
