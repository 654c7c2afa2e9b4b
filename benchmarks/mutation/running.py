"""Tests run against mutants, from a process in which everything is imported and the test database stands.

First all tests run once, and each line is noted with the tests that come by it. Then each mutant meets the tests of
its line in a forked process: first those that noticed its neighbours, then those of the file named like the module,
then others, the sooner the quicker they are and the fewer of their file have come.
"""

import hashlib
import json
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import coverage
import hypothesis
import pytest

from benchmarks.mutation.children import Say, in_child
from benchmarks.mutation.mutants import ROOT, Mutant
from benchmarks.mutation.planting import Planter, fits, plant_on_import
from benchmarks.mutation.results import KILLED, SURVIVED, Verdict

OPTIONS = (
    "-q", "--reuse-db", "--tb=line", "--show-capture=no", "-m", "not browser",
    "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cov",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip
#: Limits of a mutant's time: seconds, plus so many times the time that its tests took without it.
_GRACE, _PATIENCE = 20.0, 6.0
#: Seconds that are more than all tests of a room take.
_ALL_DAY = 7200.0


@dataclass
class Noted:
    """Notes of all tests: the seconds that each took, and the lines of each module that it ran."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, frozenset[int]]]
    killers: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    @classmethod
    def read(cls, file: Path) -> "Noted":
        """The notes in a file, of the tests that passed."""
        rows = {name: row for name, row in json.loads(file.read_text()).items() if row["passed"]}
        lines: defaultdict[str, dict[str, frozenset[int]]] = defaultdict(dict)
        for name, row in rows.items():
            for module, numbers in row["lines"].items():
                lines[module][name] = frozenset(numbers)
        return cls({name: row["seconds"] for name, row in rows.items()}, lines)

    def tests_of(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests that a mutant meets, in their order, until ``budget`` seconds of them are spent."""
        there = self.lines.get(mutant.file, {})
        by_line = [test for test, lines in there.items() if mutant.in_body and not lines.isdisjoint(mutant.lines)]
        known, namesake = self.killers[mutant.place], f"test_{Path(mutant.file).stem}"
        place: Counter[str] = Counter()
        order = []
        # A module of tables alone is never come by after it is imported: any test may notice a change of it.
        for test in sorted(by_line or there or self.seconds, key=lambda test: (self.seconds[test], test)):
            file = test.partition("::")[0]
            is_other = not Path(file).stem.startswith(namesake)
            place[file] += 1
            order.append((-known[test], is_other, place[file] * self.seconds[test], test))
        return list(self._within([test for *_, test in sorted(order)], budget))

    def _within(self, tests: Sequence[str], budget: float) -> Iterator[str]:
        spent = 0.0
        for test in tests:
            if spent <= budget:
                yield test
            spent += self.seconds[test]

    def comes_by(self, mutant: Mutant) -> bool:
        """Whether any test runs the lines of a mutant, and they can be changed after everything is imported."""
        there = self.lines.get(mutant.file, {}).values()
        return mutant.in_body and fits(mutant) and any(not lines.isdisjoint(mutant.lines) for lines in there)

    def verdict(self, mutant: Mutant, tests: Sequence[str], run: Callable[[Say], None], extra: float = 0) -> Verdict:
        """The verdict on a mutant that meets tests, in this order, in a child that runs them."""
        began, usual = time.monotonic(), sum(self.seconds[test] for test in tests)
        said = in_child(run, seconds=_GRACE + extra + _PATIENCE * usual)
        killer = "time" if said is None else next(iter(said), "")
        if killer:
            self.killers[mutant.place][killer] += 1
        status = KILLED if killer else SURVIVED
        return Verdict(mutant.key, status, killer, len(tests), round(time.monotonic() - began, 2))


class _Plugin:
    """A plugin of pytest that runs chosen tests; of random examples the first that fails is enough."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_sessionstart(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        plain = {"deadline": None, "database": None, "derandomize": True, "phases": phases}
        hypothesis.settings.register_profile("mutation", **plain)  # type: ignore[arg-type]
        hypothesis.settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def run(self, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
        """Run tests, and yield each after it has run."""
        for item, following in zip(items, (*items[1:], None), strict=True):
            self.failed = ""
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item


class Warm(_Plugin):
    """A plugin that notes which tests run which lines, then meets each mutant with its tests."""

    def __init__(self, noted: Path, modules: Sequence[str], work: Callable[["Warm"], None], *, note: bool) -> None:
        super().__init__()
        self._noted, self._modules, self._work, self._note = noted, modules, work, note
        self._code = b"".join((ROOT / module).read_bytes() for module in modules)
        self._digests: dict[Path, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prepare what tests share, note the lines that are not noted yet, and do the work."""
        self._items = {item.nodeid: item for item in session.items}
        self._prepare(session.items)
        self._planter = Planter(self._modules)
        if self._note:
            problems = in_child(self._note_lines, seconds=_ALL_DAY)
            if problems is None or problems:
                raise RuntimeError(problems or "the tests never ended")
        self._work(self)
        return True

    def _prepare(self, items: Sequence[pytest.Item]) -> None:
        """Run one test, so that the fixtures of the session stand, above all the database."""
        from django.db import connections

        first = next((item for item in items if "db" in getattr(item, "fixturenames", ())), items[0])
        last = next((item for item in items if item.path != first.path), None)
        first.config.hook.pytest_runtest_protocol(item=first, nextitem=last)
        connections.close_all()
        self._database = Path(str(connections["default"].settings_dict["NAME"]))
        self.template = keep_database(self._database)

    def _note_lines(self, say: Say) -> None:
        """Run the tests that are not noted yet, or have changed since, and note the lines that each runs."""
        digests = {name: self._digest(item) for name, item in self._items.items()}
        known = json.loads(self._noted.read_text()) if self._noted.exists() else {}
        rows = {name: row for name, row in known.items() if digests.get(name) == row["digest"]}
        items = [item for name, item in self._items.items() if name not in rows]
        if not items:
            return
        there = [str(ROOT / module) for module in self._modules]
        collector = coverage.Coverage(data_file=None, config_file=False, include=there)
        collector.start()
        began = time.monotonic()
        for item in items[:1]:
            collector.switch_context(item.nodeid)
        for item, following in zip(self.run(items), (*items[1:], None), strict=False):
            took, began = time.monotonic() - began, time.monotonic()
            rows[item.nodeid] = {"digest": digests[item.nodeid], "seconds": round(took, 3), "passed": not self.failed}
            if following:
                collector.switch_context(following.nodeid)
        collector.stop()
        for item in items:
            rows[item.nodeid]["lines"] = _lines_of(collector.get_data(), item.nodeid)
        self._noted.write_text(json.dumps(rows))

    def _digest(self, item: pytest.Item) -> str:
        """A digest of a test's file and of all modules: notes of the test hold as long as it stays."""
        if item.path not in self._digests:
            text = item.path.read_bytes() + self._code
            self._digests[item.path] = hashlib.sha256(text).hexdigest()[:16]
        return self._digests[item.path]

    def meet(self, mutant: Mutant, tests: Sequence[str], noted: Noted) -> Verdict:
        """The verdict on a mutant that ``fits``, after its tests in a child."""
        restore_database(self._database, self.template)
        items = [self._items[test] for test in tests if test in self._items]

        def run(say: Say) -> None:
            self._planter.plant(mutant)
            killer = next((item.nodeid for item in self.run(items) if self.failed), "")
            if killer:
                say(killer)

        return noted.verdict(mutant, tests, run)


class Fresh(_Plugin):
    """A plugin that runs the tests that it is given, in their order, until one fails."""

    def __init__(self, tests: Sequence[str], say: Say) -> None:
        super().__init__()
        self._tests, self._say = tests, say

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        listed = [items[test] for test in self._tests if test in items]
        killer = next((item.nodeid for item in self.run(listed) if self.failed), "")
        if killer or session.testsfailed or not listed:
            self._say(killer or "import")
        return True


def _lines_of(data: coverage.CoverageData, test: str) -> dict[str, list[int]]:
    data.set_query_context(test)
    return {str(Path(file).relative_to(ROOT)): data.lines(file) or [] for file in data.measured_files()}


def meet_on_import(mutant: Mutant, tests: Sequence[str], noted: Noted) -> Verdict:
    """The verdict on a mutant planted before its module is imported: nothing of ours may be imported yet."""

    def run(say: Say) -> None:
        plant_on_import(mutant)
        code = pytest.main([*OPTIONS, *tests], plugins=[Fresh(tests, say)])
        if code in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
            say("import")

    return noted.verdict(mutant, tests, run, extra=_GRACE)


def keep_database(file: Path) -> Path:
    """Copy a database as it is before any test; the path of the copy."""
    template = file.with_suffix(".template")
    if file.exists():
        shutil.copyfile(file, template)
    return template


def restore_database(file: Path, template: Path) -> None:
    """Put the database back as it was: a child that was ended may have left something in it."""
    if template.exists():
        for more in ("-wal", "-shm"):
            file.with_name(file.name + more).unlink(missing_ok=True)
        shutil.copyfile(template, file)
