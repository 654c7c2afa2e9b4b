"""Reading what a game keeps in data files: its guide, its numbered mechanics, and what furnishes an empty hall."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from rules.engine.guide import Way, Ways
from rules.engine.mechanics import Mechanic
from rules.engine.refusals import unknown
from rules.engine.sheets import Json

T = TypeVar("T")


@cache
def told_in(file: Path) -> Mapping[str, Json]:
    """All that a TOML file says; read once."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def guide_in(file: Path) -> tuple[Ways, ...]:
    """A guide: ``[[ways]]`` with title and sentence, and in each ``[[ways.way]]`` with what a :class:`Way` holds."""
    return tuple(
        Ways(ways["title"], ways.get("sentence", ""), tuple(Way(**way) for way in ways["way"]))
        for ways in told_in(file)["ways"]
    )


@cache
def mechanics_in(file: Path) -> tuple[Mechanic, ...]:
    """Numbered rules: one table a number, ``[DRB-001]`` with title, and gm where the game master decides."""
    return tuple(Mechanic(number, **told) for number, told in told_in(file).items())


def named(what: str, called: str, shelf: Mapping[str, T], field: str = "") -> T:
    """What stands on a shelf under that key; refuses one that there is not, with those that were perhaps meant."""
    if called not in shelf:
        raise unknown(what, called, shelf, field)
    return shelf[called]
