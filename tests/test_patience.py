"""Tests on a busy machine: what is slow is waited for, and what was run twice is told."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import halls
from tests.conftest import LONGEST, TESTS

TWICE = """
import pathlib

import pytest


@pytest.mark.flaky(reruns=1)
def test_that_fails_the_first_time():
    mark = pathlib.Path(__file__).with_suffix(".failed")
    failed = mark.exists()
    mark.touch()
    assert failed
"""


def test_what_was_run_again_is_told_by_name_at_the_end(tmp_path: Path) -> None:
    written = tmp_path / "test_twice.py"
    written.write_text(TWICE)
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "--rootdir", halls.ROOT, "-n", "0", str(written)]
    how: dict[str, Any] = {"cwd": halls.ROOT, "env": halls.own_environment(), "timeout": halls.HUNG}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, done.stdout + done.stderr
    last = done.stdout.splitlines()[-4:]
    assert any(line.startswith("RERUN") and "test_that_fails_the_first_time" in line for line in last), done.stdout


def test_a_hall_is_furnished_however_long_that_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def slow(command: list[str], *, timeout: float, **how: Any) -> SimpleNamespace:
        waited.append(timeout)
        return SimpleNamespace(returncode=0, stdout="{}")

    monkeypatch.setattr(subprocess, "run", slow)
    halls.LiveHall(tmp_path, 0, {}).furnish()
    assert waited == [halls.HUNG]


def test_the_files_that_begin_first_are_there() -> None:
    assert [name for name in LONGEST if not (TESTS / name).is_file()] == []
