"""Intents: writes that are wanted; and the refusals of one that is late, said twice, or changes nothing."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import codec
from rules.engine.kernel import Dice, Json, NotNow


class Stale(Exception):
    """A write to something that has changed since its author saw it.

    ``document`` is anything with a public id: a document, a run, a forecast. ``version`` is its version now, as its
    author counts.
    """

    def __init__(self, document: Any, version: int) -> None:
        super().__init__("This has changed since you saw it. Here is how it is now.")
        self.document, self.version = document, version


def refuse_stale(document: Any, version: int, seen: int | None) -> None:
    """Refuse a write to what has changed since its author saw it; whoever says no version cannot be late."""
    if seen is not None and version != seen:
        raise Stale(document, version)


class KeyReused(Exception):
    """A key that already stands for another write."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used for something else. Use a new one for a new write.")


class Unchanged(NotNow):
    """A write that would change nothing: it is so already, and no entry is written."""

    def __init__(self) -> None:
        super().__init__("Nothing would change.")


@dataclass(frozen=True, slots=True)
class Intent:
    """A write that is wanted: a command with its choices, for whom, where, and the version that its author saw."""

    command: str
    given: Mapping[str, Json] = field(default_factory=dict)
    actor: str = ""
    encounter: str = ""
    seen: int | None = None
    key: str | None = None
    typed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    #: The source of faces, if it is not those typed in and the operating system.
    dice: Dice | None = None

    def digest(self) -> str:
        """A hash that tells whether a key comes again with the same intent, whatever version its author saw."""
        told = [
            self.command,
            dict(self.given),
            self.actor,
            self.encounter,
            {k: list(v) for k, v in self.typed.items()},
        ]
        return hashlib.sha256(codec.dump(told).encode()).hexdigest()
