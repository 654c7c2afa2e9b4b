"""Workers that roll for long tests and send what waits: several at once, and killed again and again."""

import subprocess
import sys
from collections import Counter

from django.db import connection

from campaigns.long_work import long_tests, runs, worker
from campaigns.models import Entry, Run
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.durability.drills import at_once, chronicle_faults, unexpected_exceptions
from tests.halls import ROOT
from tests.helpers import Cast

GOAL, WORKERS = 25, 4


def test_several_workers_on_one_run_roll_as_one_would(table: Cast) -> None:
    for name in ("One", "Two"):
        perform(table.gm, Intent("stack.begin", {"goal": GOAL, "called": name}, table.rook.public_id))
    run = runs.to_the_end(table.gm)

    def work(number: int) -> int:
        taken = 0
        while worker.step(run.pk, run.token):
            taken += 1
        return taken

    brought = at_once(WORKERS, work)
    run.refresh_from_db()
    entries = Entry.objects.filter(key__startswith=f"run-{run.public_id}-").order_by("number")
    assert unexpected_exceptions(brought) == []
    assert run.state == Run.State.DONE
    assert [int(entry.key.rpartition("-")[2]) for entry in entries] == list(range(1, run.steps + 1))
    assert Counter(entry.command for entry in entries) == {"stack.coin": run.steps}
    assert long_tests.board(table.gm).listed == []
    assert chronicle_faults(table.gm) == []


def test_nothing_is_rolled_twice_or_lost_though_the_worker_is_killed() -> None:
    passes("runs", "--kills", "6", "--tests", "4", "--forecasts", "1", "--fights", "120")


def test_everything_is_told_once_though_web_server_and_worker_are_killed() -> None:
    passes("messages", "--kills", "4")


def passes(*drill: str) -> None:
    """Let a drill run on this database, in a hall of its own."""
    database = "sqlite" if connection.vendor == "sqlite" else "postgres"
    command = [sys.executable, "-m", "benchmarks.durability", *drill, "--database", database]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.splitlines()[-1:] == ["1 passed, 0 failed"], done.stdout + done.stderr
