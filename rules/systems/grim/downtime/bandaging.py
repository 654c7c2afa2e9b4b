"""Bleeding stopped, in a fight and out of it: by a bandage, which is used up, or by a test of Heal (D-8, GRM-060)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.piles import use_one
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.core import (
    Known,
    OnSheet,
    Outcome,
    Trial,
    able,
    end,
    goes_on,
    judged,
    no_fight,
    odds_of,
    risk,
    trial_for,
)
from rules.systems.grim.downtime import healing
from rules.systems.grim.downtime.care import everybody
from rules.systems.grim.fight.base import Action, own_turn, refuse_without_ap, spend_ap, yards_between

HEAL, BANDAGE = "heal", "bandage"
#: Action Points to stop bleeding in a fight, and the yards that hands reach (D-8).
PRICE, REACH = 1, 1
OF_STOPPING = "Chance in 100 to stop the bleeding; uses a bandage."
WAYS = (Choice(HEAL, "A test of Heal"), Choice(BANDAGE, "A bandage", "used up, without a test"))


def bandages(sheet: Sheet) -> str:
    """The key of the bandages that somebody carries; empty without any."""
    found = ((key, library.gear_of(item)) for key, item in sheet.items.items() if item.count)
    return next((key for key, gear in found if gear is not None and gear.use == BANDAGE), "")


def bleeding(table: Table) -> tuple[Choice, ...]:
    """Everybody here who bleeds."""
    found = (who for who in everybody(table) if healing.is_bleeding(table.sheet(who)))
    return tuple(Choice(who, table.name(who)) for who in found)


def trial_of(table: Table, patient: str, how: str) -> Trial | None:
    """The test that it takes; ``None`` with a bandage, which has to be there."""
    if not healing.is_bleeding(table.sheet(patient)):
        raise Refused(f"{table.name(patient)} is not bleeding.", "patient")
    if how == BANDAGE and not bandages(table.me):
        raise Refused("You carry no bandages. Try a test of Heal.", "how")
    return None if how == BANDAGE else trial_for(table, table.actor, HEAL)


def foretold(trial: Trial | None) -> Odds:
    """The odds of the test, or that there is none."""
    return odds_of(trial, "stop it") if trial else Odds("A bandage always works.")


def weighed(table: Table) -> Weighing:
    """The ways to stop bleeding, weighed by how often they do."""

    def worth(chosen: Any) -> Worth:
        trial = trial_of(table, chosen.patient, chosen.how)
        return (100 * (trial.chance if trial else 1.0),)

    def said(chosen: Any) -> str:
        return next(one.label for one in WAYS if one.value == chosen.how)

    return Weighing(("how",), "points of 100", OF_STOPPING, worth, ("Stops",), said=said)


def stop(table: Table, dice: Dice, purpose: str, patient: str, trial: Trial | None) -> None:
    """Roll for it, or use up a bandage (D-8)."""
    if trial is not None:
        risk(table, dice, trial, purpose, "care.bandaged", {"patient": patient})
        return
    use_one(table, table.actor, bandages(table.me))
    end(table, patient, "bleeding")
    table.happen(Told((table.actor, patient), "{0} bandages {1}."))


@goes_on("care.bandaged")
def _bandaged(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Stop the bleeding if the test succeeded (D-8)."""
    table.happen(judged(outcome))
    if outcome.success:
        end(table, str(data["patient"]), "bleeding")
        table.happen(Told((outcome.who, str(data["patient"])), "{0} stops {1}’s bleeding."))


@dataclass(frozen=True, slots=True)
class Bandage(OnSheet):
    """Stop a bleeding wound in peace: with a bandage, or by a test of Heal (D-8, GRM-060)."""

    name: ClassVar[str] = "care.bandage"
    label: ClassVar[str] = "Stop bleeding"
    place: ClassVar[Place] = Place.SHEET

    patient: str = pick("Whose")
    how: str = pick("How", default=HEAL)

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "This way of it")
        if not bleeding(table):
            raise NotNow("Nobody here is bleeding.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"patient": bleeding(table), "how": WAYS}

    def odds(self, table: Table) -> Odds:
        return foretold(trial_of(table, self.patient, self.how))

    def weighing(self, table: Table) -> Weighing:
        """The test weighed against a bandage."""
        return weighed(table)

    def perform(self, table: Table, dice: Dice) -> None:
        stop(table, dice, self.name, self.patient, trial_of(table, self.patient, self.how))


@dataclass(frozen=True, slots=True)
class Staunch(Action):
    """Stop the bleeding of somebody beside you, or your own, for an Action Point (D-8, GRM-060)."""

    name: ClassVar[str] = "care.staunch"
    label: ClassVar[str] = "Stop bleeding"

    patient: str = pick("Whose", at_once=True)
    how: str = pick("How", default=HEAL)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_ap(table, PRICE, "stopping bleeding")
        if not cls.choices(table)["patient"]:
            raise NotNow("Nobody within reach is bleeding.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        near = (one for one in bleeding(table) if yards_between(table, table.actor, one.value) <= REACH)
        return {"patient": tuple(near), "how": WAYS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"how": BANDAGE if bandages(table.me) else HEAL}

    def odds(self, table: Table) -> Odds:
        return foretold(trial_of(table, self.patient, self.how))

    def weighing(self, table: Table) -> Weighing:
        """The test weighed against a bandage."""
        return weighed(table)

    def perform(self, table: Table, dice: Dice) -> None:
        trial = trial_of(table, self.patient, self.how)
        spend_ap(table, PRICE)
        stop(table, dice, self.name, self.patient, trial)
