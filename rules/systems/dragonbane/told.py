"""What is kept as plain data: what furnishes an empty hall, what can be done on a turn, the numbered mechanics."""

from collections.abc import Mapping, Sequence
from functools import cache

from rules.engine.guide import Ways
from rules.engine.mechanics import Mechanic
from rules.engine.sheets import Json
from rules.engine.shelves import guide_in, mechanics_in, told_in
from rules.systems.dragonbane.reading import DATA


@cache
def guide() -> Sequence[Ways]:
    """What can be done on a turn (DRB-010 to DRB-027)."""
    return guide_in(DATA / "guide.toml")


@cache
def mechanics() -> Sequence[Mechanic]:
    """The numbered rules that are kept."""
    return mechanics_in(DATA / "mechanics.toml")


@cache
def furniture() -> Mapping[str, Json]:
    """The party, whom they meet, and their fights."""
    return told_in(DATA / "demo.toml")
