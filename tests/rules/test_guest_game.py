"""The game of the guide as the next game of the house: a copy of the checkout in which it was written by the guide.

Whoever follows the guide to its end must find the suite green. What runs here are the tests of the whole system that
take every registered game; WINTERHALL_LONG=1 runs the suite without browsers, linters and type checks.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.registry import SYSTEMS
from tests import halls
from tests.rules.documented import block, documented_game

ROOT = Path(__file__).parents[2]
SLUG = documented_game().slug
#: Folders in which nothing is about it: they are not even read, for that takes as long as the tests.
OF_OTHERS = [
    *(f"--ignore=tests/rules/{system.slug}" for system in SYSTEMS),
    *(f"--ignore=tests/{folder}" for folder in ("browser", "look", "combat/browser", "durability")),
]
# What is compiled stays so: compiling it again takes as long as the tests.
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis", "node_modules")
#: The tests of the whole system that take every registered game: by its name in their ids, or all games in one.
OF_IT = f"{SLUG} or test_every_game_has_scenarios or test_coverage or test_readings or test_nobody_names_a_game"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A checkout in which somebody did what the guide says, and nothing else."""
    root = tmp_path_factory.mktemp("guest") / "winterhall"
    shutil.copytree(ROOT, root, ignore=LEFT_OUT)
    write_game(root)
    run(root, "manage.py", "coverage", SLUG, "--write")
    yield root
    shutil.rmtree(root)


def write_game(root: Path) -> None:
    folder, scenarios = root / "rules" / "systems" / SLUG, root / "tests" / "scenarios" / SLUG
    folder.mkdir()
    scenarios.mkdir()
    (folder / "__init__.py").write_text(block("python"), encoding="utf-8")
    (scenarios / "example.yaml").write_text(block("yaml"), encoding="utf-8")
    registry = root / "rules" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    name = type(documented_game()).__name__
    last = next(line for line in text.splitlines() if line.startswith("SYSTEMS"))
    text = text.replace(last, last.replace(")", f", {name}())"))
    text = text.replace("\n\nSYSTEMS", f"\nfrom rules.systems.{SLUG} import {name}\n\nSYSTEMS", 1)
    registry.write_text(text, encoding="utf-8")


def run(root: Path, *arguments: str) -> str:
    """The output of a Python program in the copy, which must end well."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=halls.own_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-8000:]
    return done.stdout


def test_the_suite_is_green_with_it(copy: Path) -> None:
    out = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *OF_OTHERS, "-k", OF_IT, "tests")
    assert " passed" in out
    assert " failed" not in out


@pytest.mark.timeout(3600)
@pytest.mark.skipif(not os.environ.get("WINTERHALL_LONG"), reason="the whole suite in the copy takes minutes")
def test_the_whole_suite_and_the_checks_of_the_guide_are_green_with_it(copy: Path) -> None:
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "-m", "not browser", "tests")
    run(copy, "-m", "mypy", "--strict", "rules")
    run(copy, "-m", "ruff", "check", ".")


def test_a_game_that_breaks_its_word_turns_it_red(copy: Path) -> None:
    """The negative control: one verdict of the game is another than its worked example says."""
    written = copy / "rules" / "systems" / SLUG / "__init__.py"
    right = written.read_text(encoding="utf-8")
    wrong = right.replace('else "badly"', 'else "poorly"')
    assert wrong != right
    written.write_text(wrong, encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match="FAILED"):
            run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", SLUG, "tests/test_scenarios.py")
    finally:
        written.write_text(right, encoding="utf-8")
