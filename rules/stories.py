"""Files of scenarios, as they are told: which there are, and what stands in them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

#: The reader that comes with the C library reads fifteen times as fast; it is not built everywhere.
_READER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def told_in(*places: str | Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every scenario of files and folders with its file, in order of name; a file may hold several."""
    for place in map(Path, places):
        for path in sorted(place.rglob("*.yaml")) if place.is_dir() else [place]:
            for told in yaml.load_all(path.read_text(encoding="utf-8"), _READER):
                if told:
                    yield path, told
