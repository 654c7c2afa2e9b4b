"""Chance of a test: dice and ids fall from its name and the word in WINTERHALL_TEST_DICE, here as in CI.

Another word gives another run, and whatever fails with some word leaves to chance what it looks at. Ids follow, too:
who throws first hangs on them. A hall in a process of its own keeps the chance of the operating system.
"""

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random, SystemRandom
from typing import Any

import pytest

from rules.engine.kernel import dice

WORD = os.environ.get("WINTERHALL_TEST_DICE", "winter")


class Chance:
    """Faces and ids, each from a source of its own: one more id moves no face. Between tests nobody foresees them."""

    faces: Random = SystemRandom()
    ids: Random = SystemRandom()

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Let what happens in a test or in a fixture fall from its name."""
        kept = self.faces, self.ids
        self.faces, self.ids = Random(f"{WORD}: faces of {name}"), Random(f"{WORD}: ids of {name}")
        try:
            yield
        finally:
            self.faces, self.ids = kept

    def below(self, most: int) -> int:
        return self.faces.randrange(most)

    def choice(self, among: Sequence[Any]) -> Any:
        return self.ids.choice(among)

    def some_bytes(self, count: int | None = None) -> bytes:
        return self.ids.randbytes(32 if count is None else count)


CHANCE = Chance()


def pytest_configure() -> None:
    """Draw for the whole run: fixtures of a session come before the first test and go after the last."""
    dice.randbelow = CHANCE.below
    secrets.choice, secrets.token_bytes = CHANCE.choice, CHANCE.some_bytes


def pytest_report_header() -> str:
    return f"dice: WINTERHALL_TEST_DICE={WORD!r}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with CHANCE.of(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """Make what several tests have in common from its own name: any of them may be the first to ask for it."""
    if fixturedef.scope == "function":
        return (yield)
    with CHANCE.of(f"{fixturedef.baseid}::{fixturedef.argname}[{request.param_index}]"):
        return (yield)
