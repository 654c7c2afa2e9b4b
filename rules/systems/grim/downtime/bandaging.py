"""Bleeding stopped, in a fight and out of it: by a bandage, which is used up, or by a test of Heal (D-8, GRM-060)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.piles import use_one
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    end_conditions,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.core import (
    BLEEDING,
    Known,
    Outcome,
    Trial,
    able,
    goes_on,
    no_fight,
    odds_of,
    risk,
    trial_for,
)
from rules.systems.grim.downtime.healing import everybody
from rules.systems.grim.fight.base import is_near, own_turn, refuse_without_ap, spend_ap

HEAL, BANDAGE = "heal", "bandage"
#: Action Points to stop bleeding in a fight, and the yards that hands reach (D-8).
PRICE, REACH = 1, 1
OF_STOPPING = "Chance to stop the bleeding, in percentage points; uses a bandage."
WAYS = (Choice(HEAL, "A Heal test"), Choice(BANDAGE, "A bandage", "no test, but it is used up"))


def bandages(sheet: Sheet) -> str:
    """The key of the bandages that somebody carries; empty without any."""
    found = ((key, library.gear_of(item)) for key, item in sheet.items.items() if item.count)
    return next((key for key, gear in found if gear is not None and gear.use == BANDAGE), "")


@dataclass(frozen=True, slots=True)
class StopBleeding(Command, label="Stop bleeding"):
    """The bleeding of somebody stopped: by a test of Heal, or with a bandage, which is used up (D-8, GRM-060)."""

    patient: str = pick("Whose wound", at_once=True)
    how: str = pick("How", default=HEAL)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"patient": tuple(Choice(who, table.name(who)) for who in cls.bleeding(table)), "how": WAYS}

    @classmethod
    def bleeding(cls, table: Table) -> list[str]:
        """Ids of those who bleed here."""
        return [who for who in everybody(table) if table.sheet(who).has(BLEEDING)]

    def odds(self, table: Table) -> Odds:
        trial = self.trial(table)
        return odds_of(trial, "stop it") if trial else Odds("A bandage always works.")

    def weighing(self, table: Table) -> Weighing:
        """The test weighed against a bandage, by how often they stop it."""

        def worth(chosen: StopBleeding) -> Worth:
            trial = chosen.trial(table)
            return (100 * (trial.chance if trial else 1.0),)

        labels = {way.value: way.label for way in WAYS}
        return Weighing(("how",), "percentage points", OF_STOPPING, worth, ("Stops",), said=lambda one: labels[one.how])

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        self.pay(table)
        if trial is not None:
            risk(table, dice, trial, self.name, "care.bandaged", {"patient": self.patient})
            return
        use_one(table, table.actor, bandages(table.me))
        end_conditions(table, self.patient, BLEEDING)
        table.happen(Told((table.actor, self.patient), "{0} bandages {1}."))

    def pay(self, table: Table) -> None:
        """Pay for it; it is free in peace."""

    def trial(self, table: Table) -> Trial | None:
        """The test that it takes; ``None`` with a bandage, which has to be there."""
        if not table.sheet(self.patient).has(BLEEDING):
            raise Refused(f"{table.name(self.patient)} is not bleeding.", "patient")
        if self.how == BANDAGE and not bandages(table.me):
            raise Refused("You carry no bandages. Try a Heal test.", "how")
        return None if self.how == BANDAGE else trial_for(table, table.actor, HEAL)


@goes_on("care.bandaged")
def _bandaged(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Stop the bleeding if the test succeeded (D-8)."""
    if outcome.success:
        end_conditions(table, str(data["patient"]), BLEEDING)
        table.happen(Told((outcome.who, str(data["patient"])), "{0} stops {1}’s bleeding."))


@dataclass(frozen=True, slots=True)
class Bandage(StopBleeding, name="care.bandage"):
    """Stop a bleeding wound in peace: with a bandage, or by a test of Heal (D-8, GRM-060)."""

    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Bandaging from the sheet")
        if not cls.bleeding(table):
            raise NotNow("Nobody here is bleeding.")


@dataclass(frozen=True, slots=True)
class Staunch(StopBleeding, name="care.staunch"):
    """Stop the bleeding of somebody beside you, or your own, for an Action Point (D-8, GRM-060)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_ap(table, PRICE, "stopping bleeding")
        if not cls.bleeding(table):
            raise NotNow("Nobody within reach is bleeding.")

    @classmethod
    def bleeding(cls, table: Table) -> list[str]:
        near = (who for who in everybody(table) if is_near(table, table.actor, who, REACH))
        return [who for who in near if table.sheet(who).has(BLEEDING)]

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"how": BANDAGE if bandages(table.me) else HEAL}

    def pay(self, table: Table) -> None:
        spend_ap(table, PRICE)
