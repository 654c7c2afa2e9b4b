"""Lives saved by Healing, as an action of a turn or out of a fight (DRB-017, DRB-041)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import unwalled
from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    Judged,
    Place,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    distribution,
    pick,
)
from rules.systems.dragonbane.content.entries import REACH
from rules.systems.dragonbane.core import (
    Calling,
    Check,
    OnFeetInPeace,
    Outcome,
    at_zero,
    boons_of,
    carries,
    check_for,
    companions,
    goes_on,
    judge,
    of_called,
    paid,
    restored,
)
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    REGAINED,
    RolledAction,
    is_ours,
    regain,
    saving,
    settle,
)
from rules.systems.dragonbane.fight.defence.dying import fallen

#: The gear without which a healer has a bane (DRB-041).
BANDAGES = "bandages"
HEALING = "healing"
OF_SAVING = (
    f"The worth of having them up again with d6 hit points, times your chance at Healing, minus your WP. {MEASURE}"
)


@dataclass(frozen=True, slots=True)
class SaveLife(Calling, OnFeetInPeace, name="task.first_aid", label="Save a life"):
    """Save somebody at 0 hit points by Healing, with a bane for want of bandages: they regain d6 (DRB-017, DRB-041)."""

    rolls: ClassVar[str] = HEALING
    purpose: ClassVar[str] = "first aid: {}"
    follow: ClassVar[str] = "first_aid"
    knows: ClassVar[tuple[str, ...]] = ("patient",)
    no_choice: ClassVar[Mapping[str, str]] = {"patient": "Nobody is at 0 hit points. Lesser wounds heal with rest."}

    patient: str = pick("Patient")

    @classmethod
    def dying(cls, table: Table) -> tuple[Choice, ...]:
        """The companions who can be saved: at 0 hit points and not dead (C-14)."""
        return tuple(choice for choice in companions(table) if _can_be_saved(table, choice.value))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"patient": cls.dying(table), "abilities": cls.helpful(table)}

    def check(self, table: Table) -> Check:
        """The Healing roll, with a bane for want of bandages (DRB-041)."""
        banes = () if carries(table.me, BANDAGES) else (("No bandages", 1),)
        return check_for(table, table.actor, HEALING, boons_of(table.me, self.abilities, HEALING), banes)

    def weighing(self, table: Table) -> Weighing:
        """The fallen and the abilities to call upon, weighed (DRB-017, DRB-022, DRB-041)."""
        found = [choice.value for choice in type(self).dying(table)]
        ours = [who for who in found if is_ours(table, who, table.actor)]
        brings = {who: saving(table, who) + _regained(table.sheet(who)) for who in ours}

        def worth(chosen: SaveLife) -> Worth:
            gained = chosen.check(table).chance * brings.get(chosen.patient, 0.0)
            return gained, -float(paid(table.me, chosen.abilities))

        shares = ("They gain", "Willpower")
        return of_called(table, HEALING, self.abilities, HIT_POINTS, OF_SAVING, worth, shares, "patient", found)


def _can_be_saved(table: Table, who: str) -> bool:
    return who in table.sheets and at_zero(table.sheet(who))


def _regained(sheet: Sheet) -> float:
    """The hit points that a saved person regains on average (DRB-041)."""
    most = sheet.resources["hp"].most
    return sum(chance * min(count, most) for count, chance in enumerate(distribution(amount(REGAINED))))


@dataclass(frozen=True, slots=True)
class FirstAid(RolledAction, SaveLife, name="turn.first_aid", label="First aid"):
    """Save somebody at 0 hit points beside you by Healing, who regains d6 (DRB-017, DRB-041).

    Without bandages it has a bane.
    """

    place: ClassVar[Place] = Place.TURN
    purpose: ClassVar[str] = "first aid: healing"
    follow: ClassVar[str] = "fight.first_aid"
    no_choice: ClassVar[Mapping[str, str]] = {"patient": "Nobody at 0 hit points within 2 metres. Move closer first."}

    @classmethod
    def dying(cls, table: Table) -> tuple[Choice, ...]:
        """The fallen who can be saved: at 0 hit points within 2 metres."""
        return tuple(Choice(who, table.name(who)) for who in unwalled(table, fallen(table, REACH)))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"patient": cls.dying(table)[0].value}

    def spend(self, table: Table) -> None:
        RolledAction.spend(self, table)
        SaveLife.spend(self, table)


@goes_on("first_aid")
def _treated(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the first aid out of a fight; a roll that fails may be pushed (DRB-003)."""
    judge(table, restored(told["check"]), outcome)
    _tend(table, dice, outcome, told["patient"])


@goes_on("fight.first_aid")
def _treated_on_turn(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    table.happen(Judged(table.actor, outcome.verdict, 0, {"target": told["patient"]}))
    _tend(table, dice, outcome, told["patient"])
    settle(table, dice)


def _tend(table: Table, dice: Dice, outcome: Outcome, patient: str) -> None:
    """Save the life, or not."""
    if not outcome.success:
        table.happen(Told((table.actor, patient), "{0} cannot help {1} yet."))
    elif _can_be_saved(table, patient):
        table.happen(Told((table.actor, patient), "{0} saves {1}’s life."))
        regain(table, dice, patient, table.actor)
