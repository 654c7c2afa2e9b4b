"""The order in which forms, schemas and the API show the fields of a command."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.engine.kernel import Choice, Command, Dice, Item, NotNow, Sheet, Table, described_fields, number, pick


@dataclass(frozen=True, slots=True, kw_only=True)
class WithBonusAndMalus(Command):
    bonus: int = number("Bonus", default=0)
    malus: int = number("Malus", default=0)

    def perform(self, table: Table, dice: Dice) -> None:
        """Nothing happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutLeadingFields(WithBonusAndMalus):
    weight: int = number("Weight", default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithLeadingFields(WithBonusAndMalus):
    leading: ClassVar[tuple[str, ...]] = ("weight", "malus")

    weight: int = number("Weight", default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithUnknownLeadingField(WithBonusAndMalus):
    leading: ClassVar[tuple[str, ...]] = ("height",)


def test_fields_of_a_base_come_first() -> None:
    assert list(described_fields(WithoutLeadingFields)) == ["bonus", "malus", "weight"]


def test_leading_fields_come_before_all_others() -> None:
    assert list(described_fields(WithLeadingFields)) == ["weight", "malus", "bonus"]


def test_no_field_leads_that_a_command_does_not_have() -> None:
    with pytest.raises(KeyError):
        described_fields(WithUnknownLeadingField)


@dataclass(frozen=True, slots=True)
class Lifting(WithBonusAndMalus):
    what: str = pick("What")
    no_choice: ClassVar[Mapping[str, str]] = {"what": "There is nothing to lift."}

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"what": tuple(Choice(key, item.name) for key, item in table.me.items.items())}


def test_fields_of_a_base_that_are_given_by_keyword_come_last() -> None:
    assert list(described_fields(Lifting)) == ["what", "bonus", "malus"]


def test_a_command_without_anything_to_choose_is_refused_in_its_own_words() -> None:
    table = Table({"anna": Sheet("Anna")}, actor="anna")
    with pytest.raises(NotNow, match="There is nothing to lift"):
        Lifting.possible(table)
    table.me.items["rock"] = Item("Rock", "gear")
    Lifting.possible(table)
