"""Numbers shown before a choice, each compared with performing the choice: `python -m benchmarks.truth`.

Situations are those of the worked examples and others like them: other choices, people who are hurt, weary, better or
worse. Where possible, dice fall in every way that they can; otherwise a number of times from a seed.
"""

import argparse
import os
import platform
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

#: The most ways in which dice may fall for a number to be compared exactly.
WAYS = 2_000


def main(arguments: list[str] | None = None) -> int:
    chosen = _parse(arguments)
    _set_up()
    from rules.registry import SYSTEMS

    began, failed, passed = time.monotonic(), 0, 0
    print(f"seed {chosen.seed}, {chosen.runs} runs, Python {platform.python_version()}, jobs {chosen.jobs}")
    for system in SYSTEMS:
        if chosen.game in ("", system.slug):
            good, bad = _checked(system, chosen)
            passed, failed = passed + good, failed + bad
    print(f"{time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000, help="times that each command is performed by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="", help="the slug of one game; all of them if none is named")
    parser.add_argument("--command", default="", help="the name of one command; all of them if none is named")
    parser.add_argument("--each", type=int, default=4, help="worked examples of each command")
    parser.add_argument("--others", type=int, default=4, help="situations like them")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser.parse_args(arguments)


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")
    os.environ.setdefault("WINTERHALL_TEST_DATABASE", "sqlite")
    import django

    import tests.surroundings  # noqa: F401 - sets what the settings read

    django.setup()


def _checked(system: Any, chosen: argparse.Namespace) -> tuple[int, int]:
    """Check a game and print what was found; the number of commands that are right, and of failures."""
    from tests.rules.truth.check import Report, expected_of, situations_of
    from tests.rules.truth.examples import from_examples

    by_name = situations_of(from_examples(system), chosen.each, chosen.others, chosen.seed)
    expected = {name for name in expected_of(system) if chosen.command in ("", name)}
    tasks = [(system.slug, by_name[name], chosen.runs, chosen.seed) for name in by_name if name in expected]
    report = Report()
    for part in _in_processes(tasks, chosen.jobs):
        report.add(part)
    failures = report.failures(expected)
    for failure in failures:
        print(f"  FAILED {failure}")
    exact = sum(not one.runs for one in report.comparisons)
    commands = f"{len(report.covered)} of {len(expected)} commands"
    print(f"{system.name}: {commands} in {report.situations} situations, {len(report.comparisons)} comparisons")
    print(f"  {exact} of them exact, {len(failures)} failures")
    return len(report.covered), len(failures)


def _in_processes(tasks: list[Any], jobs: int) -> Any:
    if jobs == 1:
        return map(_one, tasks)
    with ProcessPoolExecutor(jobs, initializer=_set_up) as pool:
        return list(pool.map(_one, tasks))


def _one(task: Any) -> Any:
    from rules.registry import system_named
    from tests.rules.truth.check import check, readings_of

    slug, situations, runs, seed = task
    return check(situations, readings_of(system_named(slug)), runs, seed, WAYS)


if __name__ == "__main__":
    sys.exit(main())
