"""Mutation runs: small changes of the code, each of which a test must notice: `python -m benchmarks.mutation`.

Results are kept in a folder, so that a run that was ended goes on where it was. Survivors that are accepted stand in
accepted.yaml, each with its reason.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from benchmarks.mutation import running
from benchmarks.mutation.children import Say, in_child
from benchmarks.mutation.mutants import Mutant, mutants_of
from benchmarks.mutation.results import KILLED, Results, Verdict, accepted, stale
from benchmarks.mutation.rooms import Room, rooms

_FOR_EVER = 7 * 24 * 3600.0


def main(arguments: list[str] | None = None) -> int:
    chosen = _parse(arguments)
    home = Path(tempfile.mkdtemp(prefix="wh-mutants-"))
    os.environ |= {"WINTERHALL_TEST_RUN": str(home), "DJANGO_SETTINGS_MODULE": "winterhall.settings"}
    (home / "main").mkdir()
    for name in ("DATABASE_URL", "REDIS_URL", "WINTERHALL_HOME"):
        os.environ.pop(name, None)
    try:
        reports = [_Report(room, chosen) for room in rooms() if not chosen.room or room.name in chosen.room]
        for tests in dict.fromkeys(report.room.tests for report in reports):
            if not chosen.report:
                _Wing(tests, [report for report in reports if report.room.tests == tests], chosen).run(home)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return _print(reports)


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("room", nargs="*", help=f"of {', '.join(room.name for room in rooms())}; all if none is named")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each room, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=10, help="seconds of tests that a mutant meets at most")
    parser.add_argument("--again", action="store_true", help="meet only survivors of earlier runs, once more")
    parser.add_argument("--keep-notes", action="store_true", help="trust what is noted of the tests of earlier runs")
    parser.add_argument("--results", type=Path, default=Path("mutants"), help="the folder of results")
    parser.add_argument("--report", action="store_true", help="only report what is known")
    return parser.parse_args(arguments)


class _Report:
    """A room with its mutants and their verdicts."""

    def __init__(self, room: Room, chosen: argparse.Namespace) -> None:
        self.room, self._chosen = room, chosen
        self.all = [mutant for module in room.modules() for mutant in mutants_of(module)]
        self.mutants = self._sampled()
        self.results = Results(chosen.results, room.name)

    def _sampled(self) -> list[Mutant]:
        if not self._chosen.sample or self._chosen.sample >= len(self.all):
            return self.all
        return Random(self._chosen.seed).sample(self.all, self._chosen.sample)

    def waiting(self) -> list[Mutant]:
        """Mutants without a verdict, or with ``--again`` only survivors; none that is accepted."""
        known, rows = self.results.read(), accepted()
        alive = {key for key, verdict in known.items() if verdict.status != KILLED}
        asked = [one for one in self.mutants if (one.key in alive if self._chosen.again else one.key not in known)]
        return [one for one in asked if not any(row.holds(one) for row in rows)]

    def add(self, verdict: Verdict, mutant: Mutant) -> None:
        """Keep a verdict and print it."""
        self.results.add(verdict)
        when = time.strftime("%H:%M:%S")
        print(f"{when} {verdict.seconds:6.2f} s {verdict.status:8} {verdict.met:4} {mutant}"[:200], flush=True)


class _Wing:
    """Rooms that share their tests, so that the mutants of all are met from one process."""

    def __init__(self, tests: tuple[str, ...], reports: list[_Report], chosen: argparse.Namespace) -> None:
        self._tests, self._reports, self._chosen = tests, reports, chosen
        self._modules = sorted({module for room in rooms() if room.tests == tests for module in room.modules()})
        name = "-".join(Path(test).stem for test in tests[:3])
        self._noted = chosen.results / f"tests-of-{name}.json"

    def run(self, home: Path) -> None:
        """Meet all mutants: first those that can be planted in a process that runs, then the others."""
        waiting = [(report, mutant) for report in self._reports for mutant in report.waiting()]
        if not waiting:
            return
        print(f"{', '.join(report.room.name for report in self._reports)}: {len(waiting)} mutants", flush=True)
        for said in in_child(self._run_warm, seconds=_FOR_EVER, quiet=False) or ():
            print(said, flush=True)
        noted, file = running.Noted.read(self._noted), home / "main" / "test.sqlite3"
        for report in self._reports:
            for mutant in report.waiting():
                tests = noted.tests_of(mutant, self._chosen.budget)
                running.restore_database(file, file.with_suffix(".template"))
                if not noted.comes_by(mutant) and tests:
                    report.add(running.meet_on_import(mutant, tests, noted), mutant)

    def _run_warm(self, say: Say) -> None:
        note = not (self._chosen.keep_notes and self._noted.exists())
        plugin = running.Warm(self._noted, self._modules, self._meet_all, note=note)
        pytest.main([*running.OPTIONS, *self._tests], plugins=[plugin])

    def _meet_all(self, warm: running.Warm) -> None:
        noted = running.Noted.read(self._noted)
        for report in self._reports:
            for mutant in report.waiting():
                if noted.comes_by(mutant):
                    tests = noted.tests_of(mutant, self._chosen.budget)
                    report.add(warm.meet(mutant, tests, noted), mutant)


def _print(reports: Sequence[_Report]) -> int:
    """Print a line for each room, with the killed as a share of all met and not accepted; the exit code."""
    passed, rows = 0, accepted()
    lines: list[tuple[str, ...]] = [("room", "mutants", "killed", "accepted", "survived", "open", "share")]
    for report in reports:
        known = report.results.read()
        verdicts = {mutant: known.get(mutant.key) for mutant in report.mutants}
        killed = [one for one, verdict in verdicts.items() if verdict and verdict.status == KILLED]
        held = [one for one in verdicts if one not in set(killed) and any(row.holds(one) for row in rows)]
        alive = [one for one, verdict in verdicts.items() if verdict and one not in {*killed, *held}]
        waiting = len(verdicts) - len(killed) - len(held) - len(alive)
        share = 100 * len(killed) / (len(killed) + len(alive) or 1)
        figures = (len(verdicts), len(killed), len(held), len(alive), waiting)
        lines.append((report.room.name, *map(str, figures), f"{share:.1f} % of {report.room.least}"))
        passed += share >= report.room.least and not waiting
        print(*(f"survived {one}" for one in alive), sep="\n")
        for row in stale(rows, report.all):
            print(f"accepted, but not there: {row.file} {row.place}: {row.before} -> {row.after}")
    for line in lines:
        print("".join(cell.ljust(24 if number == 0 else 10) for number, cell in enumerate(line)))
    print(f"{passed} passed, {len(reports) - passed} failed")
    return 0 if passed == len(reports) else 1


if __name__ == "__main__":
    sys.exit(main())
