"""The order in which forms, schemas and the API show the fields of a command."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.engine.kernel import Command, Dice, Table, described_fields, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Laden(Command):
    bonus: int = number("Bonus", default=0)
    malus: int = number("Malus", default=0)

    def perform(self, table: Table, dice: Dice) -> None:
        """Nothing happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Laden):
    weight: int = number("Weight", default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Led(Laden):
    leading: ClassVar[tuple[str, ...]] = ("weight", "malus")

    weight: int = number("Weight", default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Astray(Laden):
    leading: ClassVar[tuple[str, ...]] = ("height",)


def test_fields_of_a_base_come_first() -> None:
    assert list(described_fields(Plain)) == ["bonus", "malus", "weight"]


def test_leading_fields_come_before_all_others() -> None:
    assert list(described_fields(Led)) == ["weight", "malus", "bonus"]


def test_no_field_leads_that_a_command_does_not_have() -> None:
    with pytest.raises(KeyError):
        described_fields(Astray)
