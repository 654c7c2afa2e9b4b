"""The six attributes: rolled, shared out or typed, and two of them swapped (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Die, Incomplete, NotNow, Refused, Table, number, pick, rolled
from rules.engine.odds import Distribution
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import MOST_ATTRIBUTE
from rules.systems.dragonbane.creation.state import LEAST_ATTRIBUTE, Making, chosen, settle


@dataclass(frozen=True, slots=True)
class MakeAttributes(Making, name="making.attributes", label="Attributes"):
    """The six attributes: four d6 each of which the lowest is dropped, in order; or points; or typed (D-1).

    What was rolled stays rolled: the next step swaps two.
    """

    guidance: ClassVar[str] = "Roll 4d6 for each and drop the lowest, in order. You may swap two afterwards."
    needs: ClassVar[tuple[str, str]] = ("age", "Choose an age first.")

    strength: int = number("STR", most=MOST_ATTRIBUTE, default=0, help="0 if you roll")
    constitution: int = number("CON", most=MOST_ATTRIBUTE, default=0)
    agility: int = number("AGL", most=MOST_ATTRIBUTE, default=0)
    intelligence: int = number("INT", most=MOST_ATTRIBUTE, default=0)
    willpower: int = number("WIL", most=MOST_ATTRIBUTE, default=0)
    charisma: int = number("CHA", most=MOST_ATTRIBUTE, default=0)

    @classmethod
    def waits(cls, table: Table) -> None:
        if are_rolled(table) and chosen(table.me).get("attributes"):
            raise NotNow("Already rolled. Swap two attributes in the next step.")

    @classmethod
    def settled(cls, table: Table) -> str:
        made = chosen(table.me).get("attributes")
        return ", ".join(f"{one.short} {made[key]}" for key, one in library.attributes().items()) if made else ""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        if are_rolled(table):
            return {}
        each = max(LEAST_ATTRIBUTE, min(MOST_ATTRIBUTE, points(table) // len(FIELDS)))
        made = chosen(table.me).get("attributes") or dict.fromkeys(FIELDS, each)
        return {field: made[key] for key, field in FIELDS.items()}

    def perform(self, table: Table, dice: Dice) -> None:
        typed = {key: int(getattr(self, field)) for key, field in FIELDS.items()}
        if are_rolled(table):
            if any(typed.values()):
                raise Refused("Attributes are rolled in this campaign: leave all six at 0.", "strength")
            typed = roll_attributes(table, dice)
        else:
            _refuse_unfair(table, typed)
        settle(table, attributes=typed, swap=[])


#: The field of each attribute.
FIELDS = {
    "str": "strength",
    "con": "constitution",
    "agl": "agility",
    "int": "intelligence",
    "wil": "willpower",
    "cha": "charisma",
}


def are_rolled(table: Table) -> bool:
    return bool(switches.ATTRIBUTES.chosen(table.house_rules) == "roll")


def points(table: Table) -> int:
    """The points that all six attributes come to, where points are shared out."""
    return switches.POINTS.number(table.house_rules)


def _refuse_unfair(table: Table, typed: Mapping[str, int]) -> None:
    low = [key for key, value in typed.items() if value < LEAST_ATTRIBUTE]
    if low:
        raise Incomplete(f"Enter all six attributes: {LEAST_ATTRIBUTE} to {MOST_ATTRIBUTE} each.", FIELDS[low[0]])
    total = sum(typed.values())
    if switches.ATTRIBUTES.chosen(table.house_rules) == "points" and total != points(table):
        raise Refused(f"The total is {total}; it must be {points(table)}.", "strength")


def roll_attributes(table: Table, dice: Dice) -> dict[str, int]:
    """Roll four d6 for each attribute in order, and drop the lowest (D-1); the values by key."""
    made = {}
    for key, one in library.attributes().items():
        fell = dice.roll(table.actor, [6] * 4)
        dropped = fell.faces.index(min(fell.faces))
        made[key] = sum(fell.faces) - fell.faces[dropped]
        shown = tuple(Die(6, face, face, kept=place != dropped) for place, face in enumerate(fell.faces))
        table.happen(rolled(table.actor, one.name, shown, made[key], best_of_four(), typed=fell.typed))
    return made


@cache
def best_of_four() -> Distribution:
    """The distribution of the best three of four d6, by their sum."""
    below = (0, *BEST_OF_FOUR.values())
    return (0.0, 0.0, *((now - before) / 6**4 for before, now in pairwise(below)))


#: How many of the 1296 throws have a sum of the best three of four dice of at most so much, from 2 on.
BEST_OF_FOUR = dict(
    zip(
        range(2, 19),
        (0, 1, 5, 15, 36, 74, 136, 227, 349, 497, 664, 836, 996, 1127, 1221, 1275, 1296),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class SwapAttributes(Making, name="making.swap", label="Swap two"):
    """Swap two of the attributes that were rolled, once and before age counts (D-1)."""

    guidance: ClassVar[str] = "You may swap two attributes. Leave both empty to keep the roll."
    needs: ClassVar[tuple[str, str]] = ("attributes", "Set the attributes first.")

    one: str = pick("This one", default="")
    other: str = pick("With", default="")

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        return are_rolled(table)

    @classmethod
    def waits(cls, table: Table) -> None:
        if not are_rolled(table):
            raise NotNow("Nothing was rolled, so there is nothing to swap. Change the attributes.")

    @classmethod
    def settled(cls, table: Table) -> str:
        told = chosen(table.me)
        if not told.get("attributes") or "swapped" not in told:
            return ""
        known = library.attributes()
        return " and ".join(known[key].short for key in told["swap"]) if told.get("swap") else "as rolled"

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        made = chosen(table.me).get("attributes") or {}
        listed = tuple(Choice(key, one.name, str(made.get(key, ""))) for key, one in library.attributes().items())
        others = (
            replace(choice, goes_with=("one", frozenset(library.attributes()) - {choice.value})) for choice in listed
        )
        return {"one": listed, "other": tuple(others)}

    def perform(self, table: Table, dice: Dice) -> None:
        if bool(self.one) != bool(self.other) or (self.one and self.one == self.other):
            raise Refused("Choose two different attributes, or leave both empty.", "other")
        settle(table, swap=[self.one, self.other] if self.one else [], swapped=True)
