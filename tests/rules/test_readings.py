"""How a game reads its own text: whoever meets ``C-16`` in the code finds it told, and nobody meets it on a page."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rules.coverage import folder_of
from rules.engine.kernel import described_fields
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

READINGS = Path(__file__).parents[2] / "docs" / "readings"
NUMBER = re.compile(r"\b[CD]-\d+\b")

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


def _in_code(system: System) -> set[str]:
    files = (file for file in folder_of(system).rglob("*") if file.suffix in (".py", ".toml"))
    return {number for file in files for number in NUMBER.findall(file.read_text(encoding="utf-8"))}


@every_game
def test_every_number_of_the_code_is_told_and_every_number_told_is_kept(system: System) -> None:
    file = READINGS / f"{system.slug}.md"
    told = re.findall(r"^\| ([CD]-\d+) \|", file.read_text(encoding="utf-8") if file.exists() else "", re.MULTILINE)
    assert len(told) == len(set(told))
    assert set(told) - _in_code(system) == set(), "no rule keeps these"
    assert _in_code(system) - set(told) == set(), "nobody is told what these mean"


def _texts(shown: object) -> Iterator[str]:
    """Every text in what a page is made of."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        yield from _texts(list(shown.values()))
    elif isinstance(shown, list | tuple):
        for one in shown:
            yield from _texts(one)
    elif is_dataclass(shown) and not isinstance(shown, type):
        yield from _texts([getattr(shown, field.name) for field in fields(shown)])


def _shown(system: System) -> Iterator[object]:
    compendium = system.compendium()
    sheets = [system.fresh_sheet("Anna"), *(system.creature(entry.key) for entry in compendium["creatures"])]
    yield from (list(system.switches), list(compendium.values()), system.guide(), system.mechanics())
    yield from ([command.label, described_fields(command)] for command in system.commands)
    yield from (system.page(sheet, {}) for sheet in sheets)


@every_game
def test_no_page_shows_the_number_of_a_reading(system: System) -> None:
    assert not [text for shown in _shown(system) for text in _texts(shown) if NUMBER.search(text)]
