"""Chance and clock of a world: whatever happens in a step falls as it falls in every other world."""

import secrets
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine

from campaigns.chronicle import roll_index
from rules.engine.kernel import SecureDice, Throw

BEGINNING = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)


@dataclass
class Chance:
    """Ids, keys, faces and the time of day, all by the name of the step that goes on.

    Everybody has dice of their own in each step: what somebody hidden rolls moves nobody else's faces. Ids are drawn
    anew for each step, too, so that what both worlds know has the same ids in both.
    """

    clock: time_machine.Traveller
    #: The story is another with each seed: other ids, other faces.
    seed: str = ""
    _ids: Random = field(default_factory=Random)
    _dice: dict[str, Random] = field(default_factory=dict)
    _step: str = ""

    def begin(self, step: str, minute: int | None = None) -> None:
        """Begin a step: its chance follows from its name; ``minute`` sets the clock."""
        self._step, self._ids, self._dice = step, Random(f"{self.seed}ids of {step}"), {}
        if minute is not None:
            self.clock.move_to(BEGINNING + timedelta(minutes=minute), tick=False)

    @contextmanager
    def aside(self, name: str) -> Iterator[None]:
        """Draw ids for something that the other world does not have; the step's own go on as if it had not been."""
        kept, self._ids = self._ids, Random(f"{self.seed}ids of {name}")
        yield
        self._ids = kept

    @contextmanager
    def looking(self, name: str) -> Iterator[None]:
        """Answer a request: with ids and dice of its own, and what it moved is forgotten."""
        kept = self._step, self._ids, self._dice
        self.begin(name)
        yield
        self._step, self._ids, self._dice = kept

    def some_bytes(self, count: int | None = None) -> bytes:
        return self._ids.randbytes(32 if count is None else count)

    def choice(self, among: Sequence[str]) -> str:
        return self._ids.choice(among)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        theirs = self._dice.setdefault(who, Random(f"{self.seed}{self._step}: {who}"))
        return Throw(tuple(theirs.randint(1, most) for most in sides))


@contextmanager
def foreseeable(seed: str = "") -> Iterator[Chance]:
    """Let nothing in the house be left to the operating system's chance, nor to its clock."""
    with time_machine.travel(BEGINNING, tick=False) as clock, pytest.MonkeyPatch.context() as patch:
        chance = Chance(clock, seed)
        patch.setattr(secrets, "token_bytes", chance.some_bytes)
        patch.setattr(secrets, "choice", chance.choice)
        patch.setattr(uuid, "uuid4", lambda: uuid.UUID(bytes=chance.some_bytes(16)))
        patch.setattr(SecureDice, "roll", lambda _, who, sides: chance.roll(who, sides))
        # The name of its entry decides it, and a roll that players hear late stands in another one.
        patch.setattr(roll_index, "_share", lambda name: 0.5)
        yield chance
