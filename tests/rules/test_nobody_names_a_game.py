"""Nothing outside a game's folder says its name: a page that asks for it would have to be changed for the next game."""

import re
from pathlib import Path

import pytest

from rules.registry import SYSTEMS

ROOT = Path(__file__).parents[2]
FOLDERS = ("campaigns", "characters", "combat", "rules", "static/css", "static/js", "templates", "winterhall")
WRITTEN = {".py", ".html", ".js", ".css"}


def _written() -> list[Path]:
    games = ROOT / "rules" / "systems"
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return [path for path in files if path.suffix in WRITTEN and not path.is_relative_to(games)]


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_no_file_outside_its_folder_names_it(slug: str) -> None:
    named = re.compile(rf"""["']{re.escape(slug)}["']""")
    found = [str(path.relative_to(ROOT)) for path in _written() if named.search(path.read_text(encoding="utf-8"))]
    assert not found


def test_the_files_were_really_looked_at() -> None:
    assert len(_written()) > 200
