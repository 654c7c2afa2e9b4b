"""Light and dark: what burns, for how long, and how well one sees by it (D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, ConditionSet, ItemLost, ItemSet, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Condition, Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.systems.sda.gifted.places import stand_in
from rules.systems.sda.hindrance import LIT
from rules.systems.sda.surroundings import LIGHTS, SUNLIGHT
from rules.systems.sda.world.shelf import lights
from rules.systems.sda.world.trying import alive, at_leisure

BRIGHT = "bright"
#: Words about somebody in each light.
TOLD = {
    BRIGHT: "sees well",
    SUNLIGHT: "is in bright sun",
    "low_light": "is in low light",
    "darkness": "is in the dark",
}
#: Rounds in an hour (SDA-155).
HOUR = 600


@dataclass(frozen=True, slots=True)
class SetLight(Command):
    """Say how light it is around somebody: low light takes a success from whatever needs eyes, darkness two (D-8)."""

    name: ClassVar[str] = "light.set"
    label: ClassVar[str] = "How light it is"
    place: ClassVar[Place] = Place.SHEET

    light: str = pick("It is", default=BRIGHT)

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table.me)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"light": (Choice(BRIGHT, "Bright"), *(Choice(key, label) for key, label in LIGHTS.items()))}

    def perform(self, table: Table, dice: Dice) -> None:
        stand_in(table, table.actor, LIGHTS, self.light)
        told = TOLD[self.light]
        table.happen(Told((table.actor,), f"{{0}} {told}."))


@dataclass(frozen=True, slots=True)
class Kindle(Command):
    """Light a candle, a torch or a lantern; what burns is used up (D-8)."""

    name: ClassVar[str] = "light.kindle"
    label: ClassVar[str] = "Light something"
    place: ClassVar[Place] = Place.SHEET

    light: str = pick("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not _kindlings(table.me):
            raise NotNow("There is nothing to light. A candle, a torch, or a lantern with oil would do.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        able = [lights()[key] for key in _kindlings(table.me)]
        return {"light": tuple(Choice(one.key, one.name, f"{one.hours} h, {one.bright}+{one.dim} m") for one in able)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"light": _kindlings(table.me)[0]}

    def perform(self, table: Table, dice: Dice) -> None:
        lit = lights()[self.light]
        _use_up(table, _carried(table.me, lit.uses) or lit.uses)
        table.happen(ConditionSet(table.actor, Condition(LIT, lit.name, lit.bright, lit.key, lit.hours * HOUR)))
        table.happen(Told((table.actor,), f"{{0}} lights it: {lit.name.lower()}."))


@dataclass(frozen=True, slots=True)
class LetBurn(Command):
    """Let hours pass while a light burns, until it is burnt down; none puts it out at once (D-8)."""

    name: ClassVar[str] = "light.burn"
    label: ClassVar[str] = "Let the light burn"
    place: ClassVar[Place] = Place.SHEET

    hours: int = number("Hours", most=24, default=1, help="0 puts it out")

    def lasts(self) -> int:
        return self.hours * 60

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(LIT):
            raise NotNow(f"{table.me.name} has no light that burns. One has to be lit first.")

    def perform(self, table: Table, dice: Dice) -> None:
        lit = table.me.conditions[LIT]
        left = (lit.rounds or 0) - self.hours * HOUR if self.hours else 0
        if left <= 0:
            table.happen(ConditionEnded(table.actor, LIT), Told((table.actor,), "{0}’s light is out."))
            return
        table.happen(ConditionSet(table.actor, replace(lit, rounds=left)))
        table.happen(Told((table.actor,), f"{{0}}’s light burns for {counted(left // HOUR, 'hour', 'hours')} more."))


def _kindlings(sheet: Sheet) -> list[str]:
    """Keys of the lights that can be lit: each is carried, and so is the thing that it burns."""
    return [key for key, one in lights().items() if _carried(sheet, key) and _carried(sheet, one.uses)]


def _carried(sheet: Sheet, entry: str) -> str | None:
    return next((key for key, item in sheet.items.items() if item.entry == entry and item.count > 0), None)


def _use_up(table: Table, key: str) -> None:
    item = table.me.items[key]
    left = replace(item, count=item.count - 1)
    table.happen(ItemSet(table.actor, key, left) if left.count else ItemLost(table.actor, key))


LIGHTING: tuple[type[Command], ...] = (SetLight, Kindle, LetBurn)
