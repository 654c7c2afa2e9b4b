"""The order in which forms, schemas and the API show the fields of a command."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.engine.kernel import Choice, Command, Dice, Item, NotNow, Sheet, Table, described_fields, number, pick
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS, system_named


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


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_a_place_on_the_board_is_hinted_at_once(system: System) -> None:
    """Beside both of its numbers the same sentence would stand twice in one line. What is drawn has no such form."""
    for command in (one for one in system.commands if not one.name.startswith("board.")):
        fields = described_fields(command)
        hints = [fields[name][0].help for name in ("x", "y") if name in fields and fields[name][0].help]
        assert len(hints) == len(set(hints)), command.name


def test_whoever_dives_is_not_told_to_stay() -> None:
    """A dive roll to where one stands is refused (LIN-044)."""
    dive = next(one for one in system_named("fortune").commands if one.name == "counter.dive")
    hint = described_fields(dive)["x"][0].help
    assert "ap where" in hint
    assert "stay" not in hint
