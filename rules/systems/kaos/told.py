"""What is kept as plain data: what furnishes an empty hall, what can be done on a turn, the numbered mechanics."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rules.engine.guide import Ways
from rules.engine.mechanics import Mechanic
from rules.engine.sheets import Json
from rules.engine.shelves import guide_in, mechanics_in, told_in

_DATA = Path(__file__).parent / "data"


@cache
def guide() -> Sequence[Ways]:
    """What can be done on a turn."""
    return guide_in(_DATA / "guide.toml")


@cache
def mechanics() -> Sequence[Mechanic]:
    """The numbered rules that are kept so far."""
    return mechanics_in(_DATA / "mechanics.toml")


@cache
def furniture() -> Mapping[str, Json]:
    """The party, whom they meet, and their fights."""
    return told_in(_DATA / "demo.toml")
