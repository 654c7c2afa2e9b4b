"""Examples in docstrings are true: those of every module of the house, found by walking its folders."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("campaigns", "characters", "combat", "rules", "winterhall", "tests", "benchmarks")
PROMPT = ">>" + "> "
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py") if PROMPT in file.read_text())
MODULES = [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in FILES]


def test_the_walk_passes_every_folder_with_python_in_it() -> None:
    tops = {file.relative_to(ROOT).parts[0] for file in ROOT.glob("[!.]*/**/*.py")}
    assert tops <= {*FOLDERS}
    assert len(MODULES) > 80


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted, "the examples stand where doctest finds none"
    assert result.failed == 0
