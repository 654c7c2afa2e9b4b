"""Halls in other processes: one with the other database, and one that is killed while a campaign is brought in."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from campaigns.journal import services as journal
from campaigns.journal.services import Audience, Wanted
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.archive.halls import exported
from tests.halls import ROOT
from tests.helpers import make_cast, write_text
from tests.pictures import hang
from winterhall.supervisor import servers

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The archive of a campaign of a real game: other processes know no toy."""
    cast = make_cast("sda")
    system = cast.campaign.system
    told: Any = system.demo()
    for test in [one for scene in told["session"]["scene"] for one in scene["tests"]][:6]:
        perform(cast.gm, Intent(system.test, test["with"], cast.rook.public_id))
    write_text(cast.anna, cast.rook, "“Schön”, says 雪 ❄")
    journal.add(cast.gm, Wanted("lore", "Ö inn", "One.\n\n:::for Anna\nTwo.\n:::"), Audience("party"))
    hang(cast.campaign, cast.rook)
    path = tmp_path / "winter.zip"
    path.write_bytes(exported(cast.campaign))
    return path


class Elsewhere:
    """A hall of its own, empty at first."""

    def __init__(self, home: Path, url: str = "") -> None:
        self.environment = os.environ | {"WINTERHALL_HOME": str(home)}
        self.environment.pop("DATABASE_URL", None)
        if url:
            self.environment["DATABASE_URL"] = url
        self.home = home
        home.mkdir()
        self.run("migrate", "--verbosity=0")

    def begin(self, *arguments: Any) -> "subprocess.Popen[str]":
        command = [sys.executable, "manage.py", *map(str, arguments)]
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, text=True, stdout=-1, stderr=-1)

    def run(self, *arguments: Any) -> str:
        process = self.begin(*arguments)
        said, wrong = process.communicate(timeout=120)
        assert process.returncode == 0, wrong
        return said


@pytest.fixture
def other_database(tmp_path: Path) -> Iterator[Elsewhere]:
    if connection.vendor == "postgresql":
        yield Elsewhere(tmp_path / "home")
        return
    postgresql = servers.TemporaryPostgreSQL()
    postgresql.start()
    try:
        yield Elsewhere(tmp_path / "home", postgresql.url)
    finally:
        postgresql.stop()


def _id_of(said: str) -> str:
    return said.splitlines()[-1].strip("/").rpartition("/")[2]


def test_the_other_database_gives_the_same_bytes(file: Path, other_database: Elsewhere) -> None:
    campaign = _id_of(other_database.run("import", file))
    again = file.with_name("again.zip")
    other_database.run("export", campaign, again)
    assert again.read_bytes() == file.read_bytes()
    assert "1 passed, 0 failed" in other_database.run("verify_chronicle")


def test_an_import_that_is_killed_leaves_nothing_and_can_be_done_again(file: Path, tmp_path: Path) -> None:
    hall = Elsewhere(tmp_path / "home")
    pictures = hall.home / "media"
    for moment in MOMENTS:
        _killed_at(hall, file, moment)
    # What was written last is left for the sweep; whoever brings the same campaign in again is not in its way.
    assert len(list(pictures.rglob("*.webp"))) == 2
    campaign = _id_of(hall.run("import", file))  # refused if any of it were there
    assert len(list(pictures.rglob("*.webp"))) == 2
    again = file.with_name("again.zip")
    hall.run("export", campaign, again)
    assert again.read_bytes() == file.read_bytes()


#: A process that dies where all rows are written, and one that dies when the files of pictures are written as well.
MOMENTS = ("lambda *rows: None", "importing.keep_files")
_PROGRAM = """
import os, signal, sys
import django
django.setup()
from django.core.management import call_command
from campaigns.archive import importing
before = {moment}
def die(*arguments):
    before(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
importing.keep_files = die
call_command("import", sys.argv[1])
"""


def _killed_at(hall: Elsewhere, file: Path, moment: str) -> None:
    """Bring a campaign in, in a process that is killed there."""
    environment = hall.environment | {"DJANGO_SETTINGS_MODULE": "winterhall.settings"}
    program = [sys.executable, "-c", _PROGRAM.format(moment=moment), str(file)]
    assert subprocess.run(program, cwd=ROOT, env=environment, check=False).returncode == -signal.SIGKILL
