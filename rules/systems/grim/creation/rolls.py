"""The seven attributes: 25 + 3d10 each, as the dice fall or assigned (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Dice, NotNow, Refused, Table, amount, number, throw
from rules.systems.grim.content import library
from rules.systems.grim.creation.making import Making, are_assigned, choose, chosen

#: The dice of an attribute (D-1).
ROLL = "3d10+25"
LEAST, MOST = 28, 55


@dataclass(frozen=True, slots=True)
class RollAttributes(Making):
    """Roll 25 + 3d10 for each of the seven attributes (D-1). What fell stays."""

    name: ClassVar[str] = "make.attributes"
    label: ClassVar[str] = "Attributes"
    guidance: ClassVar[str] = "25 + 3d10 each; the tens digit is the bonus. You roll once."

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)
        if "rolls" in chosen(table):
            raise NotNow("Already rolled. The roll stands.")

    @classmethod
    def settled(cls, table: Table) -> str:
        rolls = chosen(table).get("rolls")
        return ", ".join(map(str, rolls)) if rolls else ""

    def perform(self, table: Table, dice: Dice) -> None:
        roll = amount(ROLL)
        rolls = [throw(table, dice, table.actor, one.name, roll) for one in library.attributes().values()]
        fixed = None if are_assigned(table) else dict(zip(library.attributes(), rolls, strict=True))
        choose(table, rolls=rolls, attributes=fixed)


_ROLLED = ("rolls", "Roll the attributes first.")


def _value(label: str) -> Any:
    return number(label, least=LEAST, most=MOST)


@dataclass(frozen=True, slots=True)
class AssignAttributes(Making):
    """Assign the seven rolls to the attributes, each once; only where the campaign has it so (D-1)."""

    name: ClassVar[str] = "make.assign"
    label: ClassVar[str] = "Assign the rolls"
    guidance: ClassVar[str] = "Each roll goes to one attribute."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ROLLED,)

    combat: int = _value("Combat")
    brawn: int = _value("Brawn")
    agility: int = _value("Agility")
    perception: int = _value("Perception")
    intelligence: int = _value("Intelligence")
    willpower: int = _value("Willpower")
    fellowship: int = _value("Fellowship")

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)
        if not are_assigned(table):
            raise NotNow("In this campaign attributes stay as rolled.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        rolls = kept.get("rolls") or [LEAST] * len(library.attributes())
        return kept.get("attributes") or dict(zip(library.attributes(), rolls, strict=True))

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table).get("attributes")
        if not kept or not are_assigned(table):
            return ""
        return ", ".join(f"{one.name} {kept[key]}" for key, one in library.attributes().items())

    def left(self, table: Table) -> str:
        rolls = list(chosen(table).get("rolls") or [])
        for value in self._values().values():
            if value in rolls:
                rolls.remove(value)
        return f"not assigned yet: {', '.join(map(str, rolls))}" if rolls else ""

    def perform(self, table: Table, dice: Dice) -> None:
        rolls = chosen(table)["rolls"]
        if sorted(self._values().values()) != sorted(rolls):
            raise Refused(f"The rolls are {', '.join(map(str, rolls))}: assign each of them once.", "combat")
        choose(table, attributes=self._values())

    def _values(self) -> dict[str, int]:
        return {key: int(getattr(self, key)) for key in library.attributes()}
