"""What an empty hall is furnished with; data only, made by the services that people use."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.engine.sheets import Json


@cache
def furniture() -> Mapping[str, Json]:
    """The party, whom they meet, and their fights."""
    return tomllib.loads((Path(__file__).parent / "data" / "demo.toml").read_text(encoding="utf-8"))
