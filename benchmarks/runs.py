"""The worker is killed again and again while it rolls for long tests and plays forecasts.

Each finishes; no roll and no fight is doubled or lost.
"""

import os
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from subprocess import PIPE, Popen
from typing import Any

from benchmarks import foretold, furnishing, surroundings
from winterhall.supervisor import children

#: The number of long tests that one character leads.
EACH = 5
#: The difficulty and the bonus of each test: some hundred rolls. Without a rank failures cost its leader nothing.
DIFFICULTY, BONUS = 150, 4


@dataclass
class Onlooker:
    """An onlooker at all long tests and forecasts, who notes a fault when a count becomes less."""

    gm: Any
    watch: foretold.Watch
    over: threading.Event
    seen: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    looks: int = 0

    def run(self) -> None:
        from django.db import connections

        while not self.over.is_set():
            self._look()
            self.watch.look()
            time.sleep(0.05)
        connections.close_all()

    def _look(self) -> None:
        from campaigns.long_work import long_tests

        self.looks += 1
        for leader, test in long_tests.board(self.gm).listed:
            at, now = (leader.public_id, test.key), (test.rolls, test.achieved)
            before = self.seen.get(at, now)
            if now[0] < before[0] or now[1] < before[1]:
                self.faults.append(f"{test.label} went back from {before} to {now}")
            self.seen[at] = now


@dataclass
class Started:
    """The work that the worker has to do: runs of long tests, and forecasts."""

    runs: list[Any]
    forecasts: list[Any]

    @property
    def steps(self) -> int:
        """The steps of runs and chunks of forecasts done so far."""
        return sum(_steps(self.runs).values()) + foretold.steps(self.forecasts)

    @property
    def going(self) -> bool:
        """Whether any run or forecast goes on."""
        is_rolled = any(state == "going" for _, state, _, _ in _states(self.runs))
        return is_rolled or foretold.going(self.forecasts)


def drill(stack: ExitStack, *, kills: int, tests: int, forecasts: int, fights: int, seed: int) -> list[str]:
    """Kill the worker ``kills`` times while it carries on tests and forecasts, and return what went wrong."""
    chance, began = random.Random(seed), time.monotonic()
    gm = _furnish(tests)
    started = Started(_start(gm), foretold.start(gm, forecasts, fights, seed))
    command = [sys.executable, "-m", "benchmarks.revived_worker"]
    parent: Popen[bytes] = children.start(command, cwd=surroundings.ROOT, stdout=PIPE)
    stack.callback(children.stop, parent)
    worker = next_child(parent)
    stack.callback(lambda: kill(worker))
    over = threading.Event()
    onlooker = Onlooker(gm, foretold.Watch(started.forecasts), over)
    looking = threading.Thread(target=onlooker.run)
    looking.start()
    try:
        found = []
        for done in range(kills):
            if not _wait_for_work(started):
                found.append(f"nothing was left to do after {done} kills, or nothing was done any more")
                break
            time.sleep(chance.uniform(0, 0.3))
            kill(worker)
            worker = next_child(parent)
        found += _wait_for_the_end(started)
    finally:
        over.set()
        looking.join(60)
    steps, chunks = sum(_steps(started.runs).values()), foretold.steps(started.forecasts)
    print(f"  {kills} kills, {len(started.runs)} runs, {steps} rolls, {onlooker.looks} looks, seed {seed}")
    print(f"  {len(started.forecasts)} forecasts of twice {fights} fights, {chunks} chunks")
    print(f"  all done after {time.monotonic() - began:.0f} s")
    faults = onlooker.faults + onlooker.watch.faults
    return found + faults + _held_to_it(gm, started.runs) + foretold.held_to_it(started.forecasts)


def _furnish(tests: int) -> Any:
    """Make a campaign of a game that knows long tests and forecasts, with ``tests`` of them under way; its GM."""
    from campaigns.models import Campaign, Membership
    from campaigns.play import forms
    from campaigns.play.forms import started
    from campaigns.play.game import lay_out
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform
    from characters import services
    from rules.engine.system.protocol import command_named
    from rules.registry import SYSTEMS

    system = next(one for one in SYSTEMS if one.long_tests and one.tactics)
    assert system.long_tests
    begin = command_named(system, system.long_tests.begin)
    table = furnishing.furnish(0)
    Campaign.objects.filter(public_id=table.campaign).update(system_slug=system.slug)
    gm = Membership.objects.select_related("campaign", "user").get(pk=table.gm)
    for number in range(tests):
        if number % EACH == 0:
            who = services.begin(gm, name=f"Worker {number // EACH + 1}", owner=None).public_id
            given = started(forms.form_for(begin, lay_out(gm, who)))
        wanted = {**given, "task": f"Task {number + 1}", "difficulty": DIFFICULTY, "bonus": BONUS}
        perform(gm, Intent(begin.name, wanted, who))
    return gm


def _start(gm: Any) -> list[Any]:
    from campaigns.long_work import long_tests, runs

    there = long_tests.board(gm)
    return [runs.to_the_end(gm, [(leader.public_id, test.key)]) for leader, test in there.listed]


def next_child(parent: "Popen[bytes]") -> int:
    """The process id of the child that a parent of children which are revived has just started."""
    assert parent.stdout
    return int(parent.stdout.readline())


def kill(worker: int) -> None:
    """Kill the worker and its pool at once, as when the power goes."""
    while True:
        with suppress(ProcessLookupError):
            os.killpg(worker, signal.SIGKILL)
            return
        # It has not made its group yet.
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            return


def _steps(started: list[Any]) -> dict[int, int]:
    from campaigns.models import Run

    return dict(Run.objects.filter(pk__in=[run.pk for run in started]).values_list("pk", "steps"))


def _states(started: list[Any]) -> list[tuple[str, str, int, str]]:
    from campaigns.models import Run

    found = Run.objects.filter(pk__in=[run.pk for run in started])
    return list(found.values_list("public_id", "state", "steps", "why"))


def _wait_for_work(started: Started, seconds: float = 120) -> bool:
    """Wait until a step is taken again, so that each kill hits a worker at work; whether one was taken."""
    before, deadline = started.steps, time.monotonic() + seconds
    while started.steps == before:
        if time.monotonic() > deadline or not started.going:
            return False
        time.sleep(0.01)
    return True


def _wait_for_the_end(started: Started, seconds: float = 900) -> list[str]:
    deadline = time.monotonic() + seconds
    while started.going and time.monotonic() < deadline:
        time.sleep(0.2)
    ended = _states(started.runs)
    return [f"run {run} is {state} after {steps}: {why}" for run, state, steps, why in ended if state != "done"]


def _held_to_it(gm: Any, started: list[Any]) -> list[str]:
    from campaigns.chronicle import verify
    from campaigns.long_work import long_tests
    from campaigns.models import Campaign, Entry, Run

    campaign = Campaign.objects.get(pk=gm.campaign_id)
    found = [f"{test.label} is not done" for _, test in long_tests.board(gm).listed]
    for run in Run.objects.filter(pk__in=[one.pk for one in started]):
        keys = Entry.objects.filter(campaign=campaign, key__startswith=f"run-{run.public_id}-").order_by("number")
        numbers = [int(key.rpartition("-")[2]) for key in keys.values_list("key", flat=True)]
        if numbers != list(range(1, run.steps + 1)):
            found.append(f"run {run.public_id} has {len(numbers)} entries for {run.steps} steps")
    return found + _miscounted(campaign) + verify.faults(campaign)


def _miscounted(campaign: Any) -> list[str]:
    """Tests whose rolls do not count up by one from 1: a roll was told twice, or is missing."""
    from campaigns.models import Entry
    from rules import codec
    from rules.engine.kernel import Judged

    counted: dict[Any, list[Any]] = defaultdict(list)
    for text in Entry.objects.filter(campaign=campaign).order_by("number").values_list("facts", flat=True):
        for fact in codec.facts_from(text):
            if isinstance(fact, Judged) and "rolls" in fact.numbers:
                counted[fact.numbers["task"]].append(fact.numbers["rolls"])
    return [
        f"{task}: rolls {rolls[:5]} … {rolls[-3:]}"
        for task, rolls in counted.items()
        if rolls != list(range(1, len(rolls) + 1))
    ]
