"""Rooms of the code with a door: what their package imports from its own files is what others use of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("benchmarks", "campaigns", "characters", "combat", "rules", "tests", "winterhall")
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def names_imported(path: Path) -> Iterator[tuple[str, str]]:
    """The modules that a file imports from, each with a name that it takes from there."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def doors() -> dict[str, dict[str, str]]:
    """The rooms of the rules whose package offers names of its own files: each name with the file that has it."""
    rooms = {module_of(path): path for path in FILES if path.name == "__init__.py"}
    offered = {
        room: {name: module for module, name in names_imported(path) if module.startswith(f"{room}.")}
        for room, path in rooms.items()
        if room.startswith("rules.")
    }
    return {room: names for room, names in offered.items() if names}


DOORS = doors()


@pytest.fixture(scope="module")
def imported() -> dict[str, set[tuple[str, str]]]:
    """What every file of ours imports: read where it is asked for, since every process of a run collects all tests."""
    return {module_of(path): set(names_imported(path)) for path in FILES}


def test_the_kernel_has_a_door() -> None:
    assert {"Command", "Dice", "Fact", "Table"} <= set(DOORS["rules.engine.kernel"])


@pytest.mark.parametrize("room", DOORS)
def test_others_come_in_by_the_door(room: str, imported: dict[str, set[tuple[str, str]]]) -> None:
    offered = {(module, name) for name, module in DOORS[room].items()}
    past = {
        f"{other}: {name} of {module}"
        for other, names in imported.items()
        if not f"{other}.".startswith((f"{room}.", "tests."))
        for module, name in names & offered
    }
    assert past == set()


@pytest.mark.parametrize("room", DOORS)
def test_a_door_offers_only_what_others_use(room: str, imported: dict[str, set[tuple[str, str]]]) -> None:
    used = {
        name
        for other, names in imported.items()
        if not f"{other}.".startswith(f"{room}.")
        for module, name in names
        if module == room
    }
    assert set(DOORS[room]) - used == set()
