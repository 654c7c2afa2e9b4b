"""Spells that wear off: as time passes, or as what they left is used up (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionSet, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.systems.sda.core.effects.death import ROUNDS
from rules.systems.sda.core.effects.lasting import HOUR, end, kept, time_passes
from rules.systems.sda.fight.wounds.harm import bleed_on
from rules.systems.sda.world.trying import no_fight

#: Sorts of duration that leave something to use.
STORED = ("used", "scene")


@dataclass(frozen=True, slots=True)
class LetTimePass(Command):
    """Let minutes and hours pass: spells that were to last no longer are over, and the dying die (D-9, SDA-216).

    Nights, journeys and foul weather do so by themselves.
    """

    name: ClassVar[str] = "magic.time"
    label: ClassVar[str] = "Let time pass"
    place: ClassVar[Place] = Place.SHEET

    hours: int = number("Hours", most=24 * 30, default=0)
    minutes: int = number("Minutes", most=HOUR, default=0)

    def lasts(self) -> int:
        return self.hours * HOUR + self.minutes

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not (_timed(table.me) or table.me.has("bleeding_to_death")):
            raise NotNow(f"Nothing that {table.me.name} has is counted in rounds, minutes or hours.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"minutes": 1} if table.me.has("bleeding_to_death") else {"hours": 1}

    def perform(self, table: Table, dice: Dice) -> None:
        if not (self.hours or self.minutes):
            raise Refused("Say how much time passes: a minute at least.", "minutes")
        said = [counted(self.hours, "hour", "hours")] if self.hours else []
        said += [counted(self.minutes, "minute", "minutes")] if self.minutes else []
        table.happen(Told((table.actor,), f"{' and '.join(said).capitalize()} pass for {{0}}."))
        time_passes(table, table.actor, self.lasts())
        bleed_on(table, table.actor, self.lasts() * ROUNDS)


def _timed(sheet: Sheet) -> list[str]:
    return [
        name
        for name, work in kept(sheet).items()
        if sheet.has(name) and ("left" in work or sheet.conditions[name].rounds is not None)
    ]


@dataclass(frozen=True, slots=True)
class UseUp(Command):
    """Use something of what a spell has left, such as dice of heart (D-9).

    Whatever is stored for a fight (a shield, hits for the next blow, boxes) is used by itself.
    """

    name: ClassVar[str] = "magic.use"
    label: ClassVar[str] = "Use what a spell left"
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    spell: str = pick("Spell")
    amount: int = number("So much of it", least=1, most=20, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)
        if not _stored(table.me):
            raise NotNow(f"No spell has left {table.me.name} anything to use.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = ((name, table.me.conditions[name]) for name in _stored(table.me))
        return {"spell": tuple(Choice(name, one.label, f"{one.level} left") for name, one in held)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"spell": _stored(table.me)[0]}

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.conditions[self.spell]
        if self.amount > held.level:
            raise Refused(f"{held.label} has {held.level} left, not {self.amount}.", "amount")
        table.happen(Told((table.actor,), f"{{0}} uses {self.amount} of {held.label}."))
        if self.amount == held.level:
            end(table, table.actor, self.spell)
        else:
            table.happen(ConditionSet(table.actor, replace(held, level=held.level - self.amount)))


def _stored(sheet: Sheet) -> list[str]:
    """Names of the conditions whose spells have something left to use."""
    works = kept(sheet).items()
    held = (name for name, work in works if work["sort"] in STORED and "stores" not in work and sheet.has(name))
    return [name for name in held if sheet.conditions[name].level > 0]
