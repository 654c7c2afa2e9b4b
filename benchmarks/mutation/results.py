"""Verdicts on mutants, kept by room so that a run can be taken up again, and the accepted survivors."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml

from benchmarks.mutation.mutants import Mutant

KILLED, SURVIVED = "killed", "survived"
ACCEPTED = Path(__file__).with_name("accepted.yaml")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a mutant: its status, the test that noticed it (or "time"), and the number of tests it met."""

    key: str
    status: str
    by: str
    met: int
    seconds: float


class Results:
    """The verdicts of a room; the newest one of a mutant counts."""

    def __init__(self, folder: Path, room: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / f"{room.replace(' ', '-')}.jsonl"

    def read(self) -> dict[str, Verdict]:
        """The verdict of each mutant by its key."""
        if not self._file.exists():
            return {}
        verdicts = (Verdict(**json.loads(line)) for line in self._file.read_text().splitlines())
        return {verdict.key: verdict for verdict in verdicts}

    def add(self, verdict: Verdict) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(asdict(verdict)) + "\n")


@dataclass(frozen=True)
class Accepted:
    """An accepted survivor, known by its change, with the reason; without ``after`` every change of those lines."""

    file: str
    place: str
    before: str
    reason: str
    after: str | None = None

    def holds(self, mutant: Mutant) -> bool:
        is_it = (self.file, self.place, self.before) == (mutant.file, mutant.place, mutant.before)
        return is_it and self.after in (None, mutant.after)


def accepted(file: Path = ACCEPTED) -> list[Accepted]:
    """All accepted survivors in the file, by module, each with its reason."""
    listed: dict[str, list[dict[str, Any]]] = yaml.safe_load(file.read_text()) or {}
    return [Accepted(file=name, **row) for name, rows in listed.items() for row in rows]


def stale(rows: Iterable[Accepted], mutants: Iterable[Mutant]) -> list[Accepted]:
    """Accepted survivors that match no mutant any more, among those of the modules at hand."""
    known = list(mutants)
    files = {mutant.file for mutant in known}
    return [row for row in rows if row.file in files and not any(row.holds(mutant) for mutant in known)]
