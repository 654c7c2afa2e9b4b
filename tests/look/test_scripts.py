"""The scripts of the pages: each is driven by somebody's journey in a browser, which measures what of it runs."""

import ast
from pathlib import Path

from tests.browser.driving import SCRIPTS, drives

#: What runs beside the pages, where a journey's profiler does not look: tests/browser/test_push.py hands it messages.
BESIDE = {"service-worker.js"}
JOURNEYS = Path(__file__).parent.parent / "browser"


def driven() -> set[str]:
    """Every script that a journey names to :func:`drives`."""
    calls = (node for file in JOURNEYS.glob("test_*.py") for node in ast.walk(ast.parse(file.read_text())))
    named = (part for node in calls if _is_journey(node) for part in ast.walk(node))
    return {str(part.value) for part in named if isinstance(part, ast.Constant)}


def _is_journey(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == drives.__name__


def test_every_script_is_driven_in_a_browser() -> None:
    there = {script.name for script in SCRIPTS.glob("*.js")} - BESIDE
    assert not there - driven(), "no journey drives these scripts"
    assert not driven() - there, "these scripts are gone"
