"""Mounts: getting on and off, keeping a hurt animal in hand, trampling foes (GRM-024, GRM-042 to GRM-044).

A Fury Die more on a rider's hit, and the difficulty of shots from the saddle, belong to attacks (GRM-042, GRM-047).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import listed, note
from rules.engine.kernel import (
    Choice,
    Command,
    ConditionSet,
    Dice,
    MemoKept,
    NotNow,
    Place,
    Table,
    Told,
    Weighing,
    amount,
    distribution,
    end_conditions,
    pick,
    refuse_without_choice,
    throw,
)
from rules.engine.odds import Chance, Odds
from rules.systems.grim.content.entries import ANIMAL, Gait
from rules.systems.grim.content.library import gaits, mounts
from rules.systems.grim.core import (
    DIFFICULTY_CHOICES,
    PRONE,
    Known,
    Outcome,
    Trial,
    Wound,
    begin,
    difficulty_named,
    goes_on,
    hurt,
    is_in,
    risk,
    trial_for,
)
from rules.systems.grim.fight.actions.distances import ACTIVE, MOUNT, MOUNTED, UNRULY, mount_of
from rules.systems.grim.fight.actions.posture import points_to_rise, refuse_bound
from rules.systems.grim.fight.actions.stunts import choices_of
from rules.systems.grim.fight.attacks.aims import aim_of, called
from rules.systems.grim.fight.attacks.defences import OF_ATTACKS, toll
from rules.systems.grim.fight.attacks.exchange import strike
from rules.systems.grim.fight.attacks.hits import TRAMPLE
from rules.systems.grim.fight.attacks.modifiers import Circumstances, difficulties
from rules.systems.grim.fight.base import (
    Action,
    Blow,
    at_turn_start,
    beside,
    best_melee,
    commit,
    own_turn,
    refuse_second_attack,
    refuse_without_ap,
    spend_ap,
)

#: The skills of an animal in hand, and of a trample (GRM-043, GRM-044).
HANDLE, DRIVE = "handle_animal", "drive"
#: Dice of a fall from the saddle, and of a trample (GRM-043, GRM-044).
FALL, HOOVES = "1d10+1", "1d10"
#: The level of an animal that will not obey on the next turn.
PENDING = 1


def ridden(table: Table) -> Gait:
    """The mount or vehicle that the actor is on; refused on foot."""
    mount = mount_of(table.me)
    if mount is None:
        raise NotNow("You are not mounted. Get onto a mount first.")
    return mount


# -- an animal that is hurt --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MountHurt(Command, name="mount.hurt", label="Animal hurt"):
    """Your animal bleeds or is injured: keep it in hand by Handle Animal, or it does not move next turn (GRM-043).

    A critical failure throws you: 1d10 + 1 damage, on the ground, and the animal runs, not to be calmed for an hour.
    """

    place: ClassVar[Place] = Place.SHEET
    befalls: ClassVar[bool] = True

    difficulty: str = pick("Difficulty", among=DIFFICULTY_CHOICES, default="0")

    @classmethod
    def possible(cls, table: Table) -> None:
        ridden(table)

    def odds(self, table: Table) -> Odds:
        trial = self._trial(table)
        listed = (
            Chance("success", "it obeys", trial.chance),
            Chance("failure", "it does not move next turn", trial.shares[2]),
            Chance("critical failure", "you are thrown", trial.shares[3]),
        )
        return Odds(f"{trial.sentence} to keep control.", listed, distribution(amount(FALL)), "damage if thrown")

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "mount.handled", {})

    def _trial(self, table: Table) -> Trial:
        return trial_for(table, table.actor, HANDLE, [("Difficulty", difficulty_named(self.difficulty))])


@goes_on("mount.handled")
def _handled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Keep the animal in hand, or not (GRM-043)."""
    who = outcome.who
    if outcome.success:
        table.happen(Told((who,), "{0} keeps control of the animal."))
    elif outcome.fumbled:
        buck_off(table, dice, who)
    else:
        begin(table, who, UNRULY, PENDING, "hurt")
        table.happen(Told((who,), "{0}’s animal will not obey."))


def buck_off(table: Table, dice: Dice, who: str) -> None:
    """Throw a rider, whose animal flees (GRM-043)."""
    animal = mount_of(table.sheet(who))
    dismount(table, who)
    end_conditions(table, who, UNRULY)
    table.happen(Told((who,), "{0} is thrown, and the animal flees."))
    begin(table, who, PRONE, source="thrown")
    hurt(table, dice, who, throw(table, dice, who, "fall", amount(FALL)), Wound(source="fall"))
    if table.encounter is not None and animal is not None and animal.mount == ANIMAL:
        note(table, FLED, who)


@at_turn_start
def _obey_again(table: Table, dice: Dice, who: str) -> None:
    """Let an animal disobey on the turn after it was hurt, and obey on the one after that (GRM-043)."""
    held = table.sheet(who).conditions.get(UNRULY)
    if held is None:
        return
    if held.level == ACTIVE:
        end_conditions(table, who, UNRULY)
    else:
        table.happen(ConditionSet(who, replace(held, level=ACTIVE)))


# -- trampling ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trample(Action, name="mount.trample", label="Trample"):
    """Ride a foe down, by Drive: 1d10 and the animal's Brawn Bonus of damage, which can only be dodged (GRM-044, E-l).

    A critical success throws the foe to the ground as well.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"target": "No foe next to you. Ride up to one first."}

    target: str = pick("Target")
    difficulty: str = pick("Difficulty", default="0", at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        ridden(table)
        refuse_second_attack(table)
        refuse_without_ap(table, 1, "trampling")
        refuse_without_choice(cls, table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return choices_of(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": beside(table, table.actor)[0]}

    def odds(self, table: Table) -> Odds:
        trial, blow = self._aimed(table)
        listed = (
            Chance("success", "it hits, unless dodged", trial.chance),
            Chance("critical success", "critical success: prone as well", trial.shares[0]),
            Chance("critical failure", "a critical failure", trial.shares[3]),
        )
        fall = distribution(amount(HOOVES))
        return Odds(f"{trial.sentence}.", listed, fall[1:], "damage", 1 + blow.plus)

    def weighing(self, table: Table) -> Weighing:
        """The foes weighed by the steps that they lose (GRM-044)."""
        return Weighing(
            ("target",),
            "steps",
            OF_ATTACKS,
            lambda one: (toll(table, *one._aimed(table)),),
            ("They lose",),
            said=lambda one: called(table, one.target),
        )

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self._aimed(table)
        commit(table, 1)
        strike(table, dice, blow, trial)

    def _aimed(self, table: Table) -> tuple[Trial, Blow]:
        mount = ridden(table)
        of = Circumstances(careless=True, besides=difficulty_named(self.difficulty))
        hard = difficulties(table, table.actor, self.target, best_melee(table.me), of)
        trial = trial_for(table, table.actor, DRIVE, hard, base=aim_of(table.me), kinds=("melee",))
        blow = Blow(
            table.actor,
            self.target,
            mount.name,
            "",
            0,
            mount.brawn,
            qualities=(TRAMPLE,),
            difficulty=trial.difficulty,
            barred=("parry",),
            purpose=self.name,
            extra=HOOVES,
        )
        return trial, blow


# -- getting on and off ------------------------------------------------------------------------------------------------

#: The memo of whose animal has fled, with the round in which it did (GRM-043).
FLED = "mount_fled"


@dataclass(frozen=True, slots=True)
class Mount(Action, name="move.mount", label="Mount or dismount"):
    """Get onto a mount or aboard, or off it; it takes as long as getting up (GRM-024)."""

    doing: ClassVar[str] = "mounting or dismounting"
    throws_dice: ClassVar[bool] = False

    mount: str = pick("Onto", default="", at_once=False, help="Default: a rouncey")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_bound(table, cls.doing)
        refuse_without_ap(table, points_to_rise(table), cls.doing)
        if table.me.has(MOUNTED):
            return
        if is_in(table.me, PRONE):
            raise NotNow("You are prone. Stand up first.")
        if table.actor in listed(table, FLED):
            raise NotNow("Your animal has fled, and is gone for an hour. Go on foot.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"mount": tuple(Choice(key, gait.name) for key, gait in mounts().items())}

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        spend_ap(table, points_to_rise(table))
        if table.me.has(MOUNTED):
            dismount(table, who)
            table.happen(Told((who,), "{0} dismounts."))
            return
        key = self.mount or next(iter(mounts()))
        table.happen(MemoKept(who, MOUNT, key))
        begin(table, who, MOUNTED, source=gaits()[key].name)
        table.happen(Told((who,), f"{{0}} mounts the {gaits()[key].name.lower()}."))


def dismount(table: Table, who: str) -> None:
    """Come off a mount, however that is."""
    end_conditions(table, who, MOUNTED)
    if MOUNT in table.sheet(who).memo:
        table.happen(MemoKept(who, MOUNT, None))
