"""Levels: gained by one or by the whole party, their choices, a level taken back, and training (LIN-001, LIN-005)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import MAKING
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    RankChanged,
    Refused,
    Table,
    Told,
    Who,
    many,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content import library
from rules.systems.fortune.core import TRAINING, OnSheet, calling_of, companions, keep_limits, level
from rules.systems.fortune.downtime import gains

MOST_LEVEL = 8


def _others(table: Table) -> tuple[Choice, ...]:
    """Heroes besides the actor who can rise."""
    found = ((one, table.sheet(one.value)) for one in companions(table))
    return tuple(
        Choice(one.value, one.label, f"level {level(sheet)}")
        for one, sheet in found
        if calling_of(sheet) and MAKING not in sheet.memo and level(sheet) < MOST_LEVEL
    )


@dataclass(frozen=True, slots=True)
class LevelUp(OnSheet, name="level.up", label="Level up"):
    """Let somebody rise by a level, best together with all of the party (LIN-001, LIN-005)."""

    who: ClassVar[Who] = Who.GM
    peaceful: ClassVar[str] = "A new level"
    throws_dice: ClassVar[bool] = False

    others: tuple[str, ...] = many("Who else levels up", among=_others, help="Keep the party at one level")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if calling_of(table.me) is None:
            raise NotNow(f"{table.me.name} has no class. Only heroes level up.")
        if level(table.me) >= MOST_LEVEL:
            raise NotNow(f"{table.me.name} is at level {MOST_LEVEL}, the maximum.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"others": tuple(one.value for one in _others(table))}

    def odds(self, table: Table) -> Odds:
        """The features of the new level; no dice are thrown."""
        at = level(table.me) + 1
        names = ", ".join(one.name for one in gains.features_at(table.me, at)) or "Health and Stamina"
        return Odds(f"Level {at}: {names}.")

    def perform(self, table: Table, dice: Dice) -> None:
        for who in (table.actor, *dict.fromkeys(self.others)):
            gains.rise(table, who)
            keep_limits(table, who)
            table.happen(Told((who,), f"{{0}} is now level {level(table.sheet(who))}."))


@dataclass(frozen=True, slots=True)
class LevelBack(OnSheet, name="level.back", label="Take a level back"):
    """Take somebody's last level back, with all that it gave (LIN-005)."""

    who: ClassVar[Who] = Who.GM
    peaceful: ClassVar[str] = "Taking a level back"

    @classmethod
    def refuse(cls, table: Table) -> None:
        if level(table.me) <= 1:
            raise NotNow(f"{table.me.name} is at level 1 already.")

    def perform(self, table: Table, dice: Dice) -> None:
        gains.sink(table, table.actor)
        keep_limits(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} is level {level(table.me)} again."))


@dataclass(frozen=True, slots=True)
class LevelChoice(OnSheet, name="level.choose", label="Choose for the new level"):
    """Choose what a level left open: a stat, a feature, a spell, a language, a subject (LIN-004, LIN-005)."""

    peaceful: ClassVar[str] = "That choice"
    no_choice: ClassVar[Mapping[str, str]] = {"choice": "Nothing to choose. New levels bring choices."}

    choice: str = pick("Choice")
    own: str = words("In your own words", default="", most=40, help="For an unlisted craft or subject")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "choice": tuple(
                one
                for each in dict.fromkeys(gains.due(table.me))
                for one in gains.options(table.me, each, table.house_rules)
            )
        }

    def perform(self, table: Table, dice: Dice) -> None:
        label = gains.settle(table, table.actor, self.choice, self.own)
        keep_limits(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} chooses {plainly(label)}."))


@dataclass(frozen=True, slots=True)
class Train(OnSheet, name="level.train", label="Give training"):
    """Give somebody training with a group of weapons, armour or a shield, earned in play (LIN-048, LIN-053)."""

    who: ClassVar[Who] = Who.GM
    peaceful: ClassVar[str] = "Training"

    training: str = pick("With what")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        names = library.trainings()
        return {"training": tuple(Choice(key, names[key]) for key in names if not table.me.rank(TRAINING, key))}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.rank(TRAINING, self.training):
            raise Refused("You are trained in this already. Choose something else.", "training")
        table.happen(
            RankChanged(table.actor, TRAINING, self.training, 1),
            Told((table.actor,), f"{{0}} is now trained: {library.trainings()[self.training].lower()}."),
        )
