"""Spirit that comes back: by sleep, and for whoever has none left by a companion (SDA-055, SDA-061 to SDA-063).

What fights, failures and virtues take and give stands with them, what hours and days do in ``hours`` (SDA-058).
The table says what was rest (C-93).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    pick,
)
from rules.systems.sda.core.effects.circumstances import OWN_TREE, refuse_dead, spoils_sleep, under_own_tree
from rules.systems.sda.core.effects.lasting import NIGHT, night_passes
from rules.systems.sda.core.person import SheetCommand, figure, keep_memo, lift, new_day

SPIRIT = "spirit"
#: Spirit that cheering up gives: enough for sleep to have something to double. The draft names no figure.
START = 1
#: Hours of sleep that make a full night, and where those that are missing are counted on a sheet (D-3).
ENOUGH_SLEEP = 6
SLEEPLESS = "sleepless"


@dataclass(frozen=True, slots=True)
class Sleep(SheetCommand, name="rest.sleep", label="Sleep a full night"):
    """A full night's sleep doubles what spirit is left; none at all stays none (SDA-061, SDA-062, C-65)."""

    def lasts(self) -> int:
        return NIGHT

    @classmethod
    def possible(cls, table: Table) -> None:
        _no_fight(table)
        spirit = table.me.resources.get(SPIRIT)
        if spirit is None or not spirit.now:
            raise NotNow(f"{table.me.name} is depressed and gains nothing from sleep. A companion must cheer them up.")
        if spirit.now >= spirit.most:
            raise NotNow("Spirit is full already.")
        refuse_dead(table)
        if table.me.has("bleeding_to_death"):
            raise NotNow(f"{table.me.name} is bleeding to death. Stop the bleeding first.")

    def perform(self, table: Table, dice: Dice) -> None:
        sleep_well(table, table.actor)


def enough_sleep(sheet: Sheet) -> int:
    """Hours that make a full night for somebody (D-3, D-7)."""
    return ENOUGH_SLEEP - figure(sheet, "sleep_less")


def can_sleep_well(sheet: Sheet) -> bool:
    """Whether somebody has any spirit left for sleep to double (SDA-062)."""
    return sheet.now(SPIRIT) > 0


def after_a_night(sheet: Sheet, spirit: int) -> int:
    """Spirit after a full night's sleep, from ``spirit`` before it (SDA-061, SDA-062, D-7, D-8)."""
    if spoils_sleep(sheet):
        return spirit
    most, given = sheet.resources[SPIRIT].most, spirit * (OWN_TREE if under_own_tree(sheet) else 1)
    return max(spirit, min(most, spirit + given))


def sleep_well(table: Table, who: str) -> None:
    """Let somebody sleep a full night: spirit doubles up to its most, and no hour of sleep is missing (SDA-061).

    Some diseases let sleep give nothing (D-8); under a tree of their own it gives some twice as much (D-7).
    """
    sheet = table.sheet(who)
    gained = after_a_night(sheet, sheet.now(SPIRIT)) - sheet.now(SPIRIT)
    told = "sleeps, but is too ill to rest" if spoils_sleep(sheet) else "sleeps through the night"
    table.happen(Told((who,), f"{{0}} {told}."))
    lift(table, who, gained, "a full night's sleep")
    night_passes(table, who)
    new_day(table, who)
    keep_memo(table, who, SLEEPLESS, None)


@dataclass(frozen=True, slots=True)
class CheerUp(SheetCommand, name="rest.cheer_up", label="Cheer up"):
    """Give heart to a companion who has no spirit left, so that rest can help them again (SDA-062, C-88)."""

    companion: str = pick("Companion")

    @classmethod
    def possible(cls, table: Table) -> None:
        _no_fight(table)
        refuse_dead(table)
        if not any(who != table.actor for who in table.cast):
            raise NotNow("No companion here.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"companion": tuple(Choice(who, name) for who, name in table.cast.items() if who != table.actor)}

    def perform(self, table: Table, dice: Dice) -> None:
        companion = table.sheet(self.companion)
        if companion.has("dead"):
            raise Refused(f"{table.name(self.companion)} is dead. Choose another companion.", "companion")
        if left := companion.now(SPIRIT):
            raise Refused(f"{table.name(self.companion)} has {left} spirit left and can simply sleep.", "companion")
        table.happen(Told((table.actor, self.companion), "{0} cheers {1} up."))
        lift(table, self.companion, START, "cheered up")


def _no_fight(table: Table) -> None:
    if is_fighting(table):
        raise NotNow("Not during a fight. Rest afterwards.")
