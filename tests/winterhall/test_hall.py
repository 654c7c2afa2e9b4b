"""The supervisor, from outside: processes are started, refused and ended as a user would see it."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import halls
from winterhall.supervisor import children
from winterhall.supervisor.hall import CannotOpen, Hall
from winterhall.supervisor.servers import DidNotStart

ROOT = halls.ROOT
#: The most seconds that anything is waited for: a busy machine may take long, and nothing waits once it has happened.
PATIENCE = 120


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[halls.LiveHall]:
    """An open hall, unfurnished, on SQLite: what a laptop runs."""
    hall = halls.new_hall(Path(tmp_path_factory.mktemp("open")))
    hall.open()
    yield hall
    hall.close()


def start_second_hall(hall: halls.LiveHall) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", "hall"]
    return subprocess.run(command, cwd=ROOT, env=hall.env, capture_output=True, text=True, timeout=60, check=False)


def test_it_answers_on_its_one_port(hall: halls.LiveHall) -> None:
    assert hall.get("/healthz") == 200
    assert hall.get("/accounts/login/") == 200


def test_it_says_where_the_door_is_and_where_mail_goes(hall: halls.LiveHall) -> None:
    assert wait_for(lambda: "Ctrl-C" in hall.log.read_text())
    said = hall.log.read_text()
    assert f"http://localhost:{hall.port}/" in said
    assert str(hall.home / "mail") in said


def test_a_second_one_in_the_same_folder_is_refused_soon(hall: halls.LiveHall) -> None:
    # Two seconds is the promise. How busy the machine is just now, a command that does nothing tells.
    began = time.monotonic()
    hall.manage("help")
    as_long_as_nothing = time.monotonic() - began
    done = start_second_hall(hall)
    assert time.monotonic() - began < 2 + 4 * as_long_as_nothing
    assert done.returncode == 1
    assert "already open" in done.stderr
    assert "Traceback" not in done.stderr
    assert hall.is_ready()


def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = start_second_hall(halls.new_hall(tmp_path / "home", port=port))
    assert done.returncode == 1
    assert f"PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def members(group: int) -> list[int]:
    """Return the processes of a hall: its children, each with its own group, and theirs."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found, grown = {group}, True
    while grown:
        more = {pid for pid, parent in pairs if parent in found} - found
        found |= more
        grown = bool(more)
    return sorted(found - {group})


def wait_gone(pids: list[int]) -> list[int]:
    deadline = time.monotonic() + PATIENCE
    left = pids
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if alive(pid)]
        time.sleep(0.1)
    return left


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_however_it_ends(tmp_path: Path, how: signal.Signals) -> None:
    hall = halls.new_hall(tmp_path / "home")
    hall.open()
    assert hall.process
    pids = members(hall.process.pid)
    assert len(pids) >= 3
    hall.process.send_signal(how)
    code = hall.process.wait(PATIENCE)
    assert wait_gone(pids) == []
    assert code == (-9 if how == signal.SIGKILL else 0)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_redis_and_the_worker_are_started_again_and_the_web_server_closes_the_hall(tmp_path: Path) -> None:
    """Processes that hold only hints come back, and their death is told; without its web server there is no hall."""
    hall = halls.new_hall(tmp_path / "home")
    hall.open()
    assert hall.process
    for name, mark in (("redis", "redis.sock"), ("worker", "celery")):
        old = kill(hall, name, mark)
        assert wait_for(lambda mark=mark, old=old: children_with(hall.process.pid, mark) not in ([], [old]))
        assert wait_for(hall.is_ready)
    assert hall.log.read_text().count("It was started again") >= 2
    pids = members(hall.process.pid)
    (web,) = children_with(hall.process.pid, "uvicorn")
    os.kill(web, signal.SIGKILL)
    assert hall.process.wait(PATIENCE) == 1
    assert "The web process ended by itself (exit -9); closing the hall." in hall.log.read_text()
    assert wait_gone(pids) == []


def kill(hall: halls.LiveHall, name: str, mark: str) -> int:
    """Kill a child of the hall and return its id, once the hall has told of it.

    Without Redis the worker may just be ending by itself: then the one that comes back is killed.
    """
    assert hall.process
    for _ in range(3):
        assert wait_for(lambda: children_with(hall.process.pid, mark) != [])
        (old,) = children_with(hall.process.pid, mark)
        with contextlib.suppress(ProcessLookupError):
            os.kill(old, signal.SIGKILL)
        if wait_for(lambda: f"The {name} process ended by itself (exit -9)" in hall.log.read_text(), 20):
            return old
    pytest.fail(hall.log.read_text())


def children_with(hall: int, mark: str) -> list[int]:
    """The hall's own children whose command holds a word; not what they started themselves."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [int(pid) for pid, parent, command in rows if int(parent) == hall and mark in command]


def wait_for(happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.1)
    return happened()


def test_what_dies_again_and_again_closes_the_hall(capsys: pytest.CaptureFixture[str]) -> None:
    house = Hall()
    house.keep("clock", lambda: children.start([sys.executable, "-c", "raise SystemExit(3)"]))
    with pytest.raises(CannotOpen, match=r"The clock process ended by itself \(exit 3\), for the 4th time"):
        house.watch()
    assert capsys.readouterr().out.count("It was started again") == 3


def test_what_does_not_come_back_at_once_is_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    def start() -> subprocess.Popen[bytes]:
        starts.append(len(starts))
        if len(starts) == 2:
            raise DidNotStart("The clock did not start.")
        return children.start([sys.executable, "-c", "raise SystemExit(3)"])

    house, starts = Hall(), list[int]()
    house.keep("clock", start)
    with pytest.raises(CannotOpen, match="for the 4th time"):
        house.watch()
    said = capsys.readouterr().out
    assert "The clock process ended by itself (exit 3). The clock did not start. Trying again." in said
    assert (len(starts), said.count("It was started again")) == (4, 2)


def test_letters_go_through_the_worker_into_the_folder(hall: halls.LiveHall) -> None:
    hall.manage(
        "shell", "-c", "from django.core.mail import send_mail; send_mail('Hello', 'Text', None, ['a@example.org'])"
    )
    folder = hall.home / "mail"
    # A letter that is being written is there already, and not whole.
    assert wait_for(lambda: any("Subject: Hello" in letter.read_text() for letter in folder.glob("*")))
    assert len(list(folder.glob("*"))) == 1
    # The worker has worked: whatever libraries say of who started it would stand there by now.
    assert "Warning" not in hall.log.read_text()
