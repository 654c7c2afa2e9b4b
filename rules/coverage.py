"""Coverage of a game's numbered mechanics: where each is kept and shown, by docstrings, data files and scenarios.

The list of a game's mechanics is a claim. This holds it against the game's own folder and against its worked examples.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.engine.content.entries import Mechanic
from rules.engine.system.protocol import System
from rules.scenario_files import read_stories

ROOT = Path(__file__).resolve().parent.parent
#: Data files that only speak of rules: the claim itself, and the guide for beginners.
_SAYING = {"mechanics.toml", "guide.toml"}
#: The most names of one file that the report lists.
_FEW = 3

_FIRST = re.compile(r"\b([A-Z]{2,5})-(\d{3})\b")
_MORE = re.compile(r"(?:\s|#)*(–|-|to|,?\s*and|,|or|/)(?:\s|#)*(?:([A-Z]{2,5})-)?(\d{3})\b")
_READING = re.compile(r"^\| ([CD]-\d+[a-z]?) \|", re.MULTILINE)
_NOTED = re.compile(r"((?:^[ \t]*#:.*\n)+)[ \t]*(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """One mechanic, the files that keep it (with the names in them that do) and the numbers of scenarios by file."""

    mechanic: Mechanic
    kept: Mapping[Path, tuple[str, ...]]
    shown: Mapping[Path, int]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The gaps of the claim in words; empty where it holds."""
        kept = () if self.kept else ("nothing in the game's folder names it",)
        shown = () if self.shown or self.mechanic.gm else ("no scenario shows it, and no game master decides it",)
        return kept + shown


def covered(system: System) -> list[Row]:
    """The rows of a game, one for each mechanic."""
    return rows(system.mechanics(), folder_of(system), ROOT / "tests" / "scenarios" / system.slug)


def rows(mechanics: Iterable[Mechanic], folder: Path, scenarios: Path) -> list[Row]:
    """A row for each mechanic, in the order in which they are claimed."""
    kept, shown = _kept_in(folder), _shown_in(scenarios)
    return [Row(one, kept.get(one.number, {}), shown.get(one.number, {})) for one in mechanics]


def folder_of(system: System) -> Path:
    """The folder of a game."""
    return Path(sys.modules[type(system).__module__].__file__ or "").resolve().parent


# -- numbers --------------------------------------------------------------------------------------------------------


def numbers_in(text: str) -> set[str]:
    """The mechanics that a text names, one by one, in lists and in ranges.

    >>> sorted(numbers_in("A pool (ABC-003 to ABC-005, 009 and ABC-011; C-13)."))
    ['ABC-003', 'ABC-004', 'ABC-005', 'ABC-009', 'ABC-011']
    """
    found: set[str] = set()
    at = 0
    while first := _FIRST.search(text, at):
        game, last = first[1], int(first[2])
        found.add(first[0])
        at = first.end()
        while (more := _MORE.match(text, at)) and more[2] in (None, game) and int(more[3]) > last:
            span = range(last, int(more[3])) if more[1] in ("to", "-", "–") else ()
            found |= {f"{game}-{number:03d}" for number in (*span, int(more[3]))}
            last, at = int(more[3]), more.end()
    return found


def readings_of(system: System) -> set[str]:
    """The numbers of a game's readings: its decisions where the rulebook leaves room."""
    file = ROOT / "docs" / "readings" / f"{system.slug}.md"
    return set(_READING.findall(file.read_text(encoding="utf-8"))) if file.exists() else set()


# -- where it is kept -----------------------------------------------------------------------------------------------


def _kept_in(folder: Path) -> dict[str, dict[Path, tuple[str, ...]]]:
    kept: dict[str, dict[Path, tuple[str, ...]]] = {}
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        if path.name in _SAYING:
            continue
        text = path.read_text(encoding="utf-8")
        for name, told in _told(text) if path.suffix == ".py" else [("", text)]:
            for number in numbers_in(told):
                here = kept.setdefault(number, {})
                here[path] = (*here.get(path, ()), name) if name else here.get(path, ())
    return kept


def _told(source: str) -> Iterator[tuple[str, str]]:
    """Every docstring with the name that it belongs to, and every note on a constant."""
    yield from _docstrings(ast.parse(source), "")
    for noted in _NOTED.finditer(source):
        yield noted[2], noted[1]


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> Iterator[tuple[str, str]]:
    yield name, ast.get_docstring(node) or ""
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from _docstrings(child, f"{name}.{child.name}" if name else child.name)


# -- what shows it --------------------------------------------------------------------------------------------------


def _shown_in(folder: Path) -> dict[str, dict[Path, int]]:
    shown: dict[str, dict[Path, int]] = {}
    for path, scenario in read_stories(folder):
        for number in numbers_in("; ".join(map(str, scenario.get("rule", ())))):
            here = shown.setdefault(number, {})
            here[path] = here.get(path, 0) + 1
    return shown


# -- the report -----------------------------------------------------------------------------------------------------


def file_of(system: System) -> Path:
    """The file of a game's report."""
    return ROOT / "docs" / "coverage" / f"{system.slug}.md"


def report(system: System, told: Iterable[Row]) -> str:
    """The rows as a page of Markdown."""
    lines = [
        f"# {system.name}: its numbered mechanics",
        "",
        "Where each is kept, and which worked examples show it or where the game master enters it. Written by",
        f"`python manage.py coverage {system.slug} --write`, not by hand.",
        "",
        "| Number | Mechanic | Kept in | Shown by |",
        "|---|---|---|---|",
        *(_line(row) for row in told),
    ]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    kept = [_link(path) + _some(names) for path, names in row.kept.items()]
    shown = [f"{_link(path)} × {count}" for path, count in row.shown.items()]
    gm = [f"game master: {row.mechanic.gm}"] if row.mechanic.gm else []
    cells = (row.mechanic.number, row.mechanic.title, "; ".join(kept), "; ".join((*shown, *gm)))
    return f"| {' | '.join(cell.replace('|', '/') or '**nothing**' for cell in cells)} |"


def _link(path: Path) -> str:
    return f"[{path.name}](../../{path.relative_to(ROOT).as_posix()})" if path.is_relative_to(ROOT) else path.name


def _some(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ": " + ", ".join(f"`{name}`" for name in names[:_FEW]) + more
