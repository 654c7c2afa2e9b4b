"""Starting where a hall cannot live: one good sentence, an exit code, and no trace."""

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.halls import ROOT, new_hall
from winterhall.environment import unusable
from winterhall.supervisor import hall

Limit = Callable[[], None]


def started(home: Path, *, limit: Limit | None = None, **env: str) -> "subprocess.CompletedProcess[str]":
    surroundings = {**new_hall(ROOT).env, "WINTERHALL_HOME": str(home), **env}
    surroundings.pop("SECRET_KEY", None)
    command = [sys.executable, "manage.py", "hall"]
    return subprocess.run(
        command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=120, check=False, preexec_fn=limit
    )


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line that a refused start says."""
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    return line


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    assert "is a file" in refused(started(tmp_path / "home"))
    assert "or inside one" in refused(started(tmp_path / "home" / "inside"))


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which even root writes nothing")
def test_a_home_that_is_read_only() -> None:
    assert "Nothing can be written in /sys/hall" in refused(started(Path("/sys/hall")))


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which even root writes nothing")
def test_a_home_that_is_read_only_once_the_key_is_made() -> None:
    with pytest.raises(hall.CannotOpen, match="Nothing can be written in /sys"), hall.alone_in(Path("/sys/kernel")):
        pass


def _no_byte_more() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def _a_few_pages_more() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))


def test_a_home_without_room_for_a_key(tmp_path: Path) -> None:
    assert "no room left" in refused(started(tmp_path / "home", limit=_no_byte_more))


def test_a_home_without_room_for_a_database(tmp_path: Path) -> None:
    said = refused(started(tmp_path / "home", limit=_a_few_pages_more))
    assert "The database cannot be opened" in said or "no room left" in said


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """A disk of 64 kB, where the machine lets us have one."""
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("only somebody who may mount can make a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    with full(tmp_path / "home"):
        assert "no room left" in refused(started(tmp_path / "home"))


def test_too_little_room_is_told_before_anything_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": hall.ROOM - 1})
    monkeypatch.setattr(hall.shutil, "disk_usage", lambda folder: usage)
    with pytest.raises(hall.CannotOpen, match="no room left"), hall.alone_in(tmp_path / "home"):
        pass
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOTDIR, errno.EIO])
def test_every_reason_is_a_sentence(tmp_path: Path, number: int) -> None:
    said = unusable(tmp_path, OSError(number, os.strerror(number)))
    assert "WINTERHALL_HOME=" in said
    assert "Errno" not in said
