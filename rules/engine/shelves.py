"""Reading what a game keeps in data files: its guide, its numbered mechanics, and what furnishes an empty hall."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from rules.engine.guide import Way, Ways
from rules.engine.mechanics import Mechanic
from rules.engine.sheets import Json


def told_in(file: Path) -> Mapping[str, Json]:
    """All that a TOML file says."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def guide_in(file: Path) -> tuple[Ways, ...]:
    """A guide: ``[[ways]]`` with title and sentence, and in each ``[[ways.way]]`` with what a :class:`Way` holds."""
    return tuple(
        Ways(ways["title"], ways.get("sentence", ""), tuple(Way(**way) for way in ways["way"]))
        for ways in told_in(file)["ways"]
    )


def mechanics_in(file: Path) -> tuple[Mechanic, ...]:
    """Numbered rules: one table a number, ``[DRB-001]`` with title, and gm where the game master decides."""
    return tuple(Mechanic(number, **told) for number, told in told_in(file).items())
