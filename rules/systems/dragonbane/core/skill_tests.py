"""Plain and opposed checks, and the base of commands that roll a check (DRB-001 to DRB-006)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import is_fighting, living
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Json,
    Judged,
    Said,
    Sheet,
    Table,
    Weighing,
    Wording,
    joined,
    many,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.called_abilities import (
    NARROW,
    boons_of,
    call_upon,
    field_abilities,
    helping,
    listed,
    of_chance,
)
from rules.systems.dragonbane.core.checks import Check, Source, check_for, restored
from rules.systems.dragonbane.core.fields import OnFeet, by_hand, companions, rollable
from rules.systems.dragonbane.core.pushing import of_winning
from rules.systems.dragonbane.core.rolls import Outcome, duel_of, ends, faces, goes_on, odds_of, pushed_duel, risk, roll

#: The most boons, or banes, that the game master adds by hand.
MOST_BY_HAND = 5


def judge(table: Table, check: Check, outcome: Outcome, **more: int | str | None) -> None:
    """Write the verdict of a check into the log, with its figures and ``more`` of them."""
    numbers: dict[str, int | str | None] = {
        "skill": check.name,
        "level": check.level,
        "extra": check.extra,
        "face": outcome.face,
        "special": outcome.verdict if outcome.dragon or outcome.demon else None,
        **more,
    }
    table.happen(Judged(check.who, "success" if outcome.success else "failure", 0, numbers, {"level": check.who}))


@dataclass(frozen=True, slots=True)
class Rolling(Command):
    """A command that rolls one check."""

    #: The purpose of the roll, with a place for the check in words; and the name of what follows from it.
    purpose: ClassVar[str] = "{}"
    follow: ClassVar[str] = "check"
    #: The fields that what follows has to know.
    knows: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def check(self, table: Table) -> Check:
        """The roll, with its boons and banes; refused if it cannot be made."""

    def odds(self, table: Table) -> Odds:
        return odds_of(table, self.check(table))

    def perform(self, table: Table, dice: Dice) -> None:
        check = self.check(table)
        self.spend(table)
        told = {name: getattr(self, name) for name in self.knows}
        before, place, after = self.purpose.partition("{}")
        purpose = joined(before, check.purpose if place else "", after)
        risk(table, dice, check, purpose, self.follow, told)

    def spend(self, table: Table) -> None:
        """Spend what it costs to roll; nothing, unless a command says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calling(Rolling):
    """A command that rolls one check, with which abilities may be called upon (DRB-022)."""

    #: The skill that is rolled.
    rolls: ClassVar[str] = ""

    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"abilities": cls.helpful(table)}

    @classmethod
    def helpful(cls, table: Table) -> tuple[Choice, ...]:
        """The abilities that give a boon on the roll."""
        return listed(helping(table.me, (cls.rolls,)))

    def check(self, table: Table) -> Check:
        return check_for(table, table.actor, self.rolls, boons_of(table.me, self.abilities, self.rolls))

    def spend(self, table: Table) -> None:
        call_upon(table, table.actor, self.abilities)

    def weighing(self, table: Table) -> Weighing:
        """The abilities to call upon, weighed (DRB-004, DRB-022)."""
        return of_chance(table, self.rolls, self.abilities, lambda one: one.check(table).chance)


@dataclass(frozen=True, slots=True)
class RollCheck(Calling, OnFeet, name="check.roll", label="Roll"):
    """Roll a d20 at or below the level of a skill or attribute (DRB-001).

    A Dragon is more than a success and a Demon more than a failure: what more, the GM says (DRB-002). Boons and banes
    add dice of which the lowest or the highest counts (DRB-004); help is a boon, and costs nothing out of a fight
    (DRB-005, C-19).
    """

    asked_with: ClassVar[tuple[str, ...]] = ("boons", "banes")

    skill: str = pick("Skill or attribute")
    helpers: tuple[str, ...] = many("Who helps", help="One boon each; free outside fights")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": rollable(table.me), "helpers": _helpers(table), "abilities": callable_on(table.me)}

    def weighing(self, table: Table) -> Weighing:
        """The abilities to call upon, weighed (DRB-004, DRB-022)."""
        return of_chance(table, self.skill, self.abilities, lambda one: one.check(table).chance)

    def check(self, table: Table) -> Check:
        helped: list[Source] = [(Said("Help from {0}", (living(table, who, "helpers"),)), 1) for who in self.helpers]
        boons, banes = by_hand(self.boons, self.banes)
        called = boons_of(table.me, self.abilities, self.skill, NARROW)
        return check_for(table, table.actor, self.skill, (*helped, *boons, *called), banes)


def callable_on(sheet: Sheet) -> tuple[Choice, ...]:
    """The abilities that give a boon on some skill or attribute; whether one fits, the table says (DRB-022)."""
    return listed(helping(sheet, (*library.skills(), *library.attributes()), NARROW))


def _helpers(table: Table) -> tuple[Choice, ...]:
    """Companions who may help; none in a fight, where help costs an action and is its own command (DRB-024, C-19)."""
    return () if is_fighting(table) else companions(table)


@dataclass(frozen=True, slots=True)
class OpposedCheck(OnFeet, name="check.opposed", label="Opposed roll"):
    """Succeed, and roll lower than an opponent who succeeds as well (DRB-006, C-22).

    Equal rolls are the opponent's; where both fail nobody wins. Only the active side may push, whether it failed or was
    beaten.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"against": "Nobody to roll against. Make a normal roll."}

    skill: str = pick("Skill or attribute")
    against: str = pick("Opponent")
    their_skill: str = pick("Their skill or attribute", default="", help="Default: the same")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)
    their_boons: int = number("Their boons", most=MOST_BY_HAND, default=0)
    their_banes: int = number("Their banes", most=MOST_BY_HAND, default=0)
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        anything = tuple(Choice(one.value, one.label) for one in rollable(table.me))
        return {
            "skill": rollable(table.me),
            "against": companions(table),
            "their_skill": anything,
            "abilities": callable_on(table.me),
        }

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._checks(table)
        duel = duel_of(mine, theirs)
        listed = (
            Chance("success", "win", duel.won),
            *pushed_duel(table, mine, theirs),
            Chance("beaten", "success, but beaten", duel.beaten),
            Chance("failure", "fail", duel.failed),
            *ends(mine.extra),
        )
        against = f"{table.words(mine.words)} against {theirs.label} {theirs.level}"
        told = f"{in_words(duel.won).capitalize()} to win: {against}"
        return Odds(told, listed, faces(mine.extra), "on the die", 1, low=True, good=())

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._checks(table)
        call_upon(table, table.actor, self.abilities)
        told: dict[str, Json] = {"against": self.against, "their_skill": theirs.name}
        roll_opposed(table, dice, mine, theirs, mine.purpose, "opposed", told)

    def weighing(self, table: Table) -> Weighing:
        """The abilities to call upon, weighed (DRB-006, DRB-022)."""

        def won(one: OpposedCheck) -> float:
            return duel_of(*one._checks(table)).won

        return of_chance(table, self.skill, self.abilities, won, what="Chance to win")

    def _checks(self, table: Table) -> tuple[Check, Check]:
        called = boons_of(table.me, self.abilities, self.skill, NARROW)
        boons, banes = by_hand(self.boons, self.banes)
        mine = check_for(table, table.actor, self.skill, (*boons, *called), banes)
        opponent, theirs = living(table, self.against, "against"), by_hand(self.their_boons, self.their_banes)
        return mine, check_for(table, opponent, self.their_skill or self.skill, *theirs)


def wins(own: Outcome, their_face: int, *, they_succeed: bool) -> bool:
    """Whether the active side wins: it must succeed, and roll lower than an opponent who does (DRB-006)."""
    return own.success and (not they_succeed or own.face < their_face)


def has_won(own: Outcome, told: Mapping[str, Json]) -> bool:
    """Whether the active side wins against the opponent's roll that was told with its own, and stands (DRB-006)."""
    return wins(own, told["their_face"], they_succeed=told["they_succeed"])


def roll_opposed(
    table: Table, dice: Dice, mine: Check, theirs: Check, purpose: Wording, follow: str, told: Mapping[str, Json]
) -> None:
    """Roll for both, and let it have its consequence; the active side may push, whether it failed or was beaten."""
    against = roll(table, dice, theirs, joined(f"against {mine.label}: ", theirs.purpose), follow="")
    known: dict[str, Json] = {**told, "their_face": against.face, "they_succeed": against.success}
    risk(table, dice, mine, purpose, follow, known, lost=lambda own: not has_won(own, known))


@goes_on("check")
def _go_on(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    judge(table, restored(told["check"]), outcome)


@goes_on("opposed", of_winning)
def _go_on_opposed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the push of an opposed check against the opponent's roll, which stands (DRB-006)."""
    who, won = told["check"]["who"], has_won(outcome, told)
    numbers: dict[str, int | str | None] = {
        "skill": told["check"]["name"],
        "face": outcome.face,
        "level": told["check"]["level"],
        "their_face": told["their_face"],
        "winner": who if won else told["against"] if told["they_succeed"] else None,
        "special": outcome.verdict if outcome.dragon or outcome.demon else None,
    }
    table.happen(Judged(who, "success" if won else "failure", 0, numbers, {"level": who}))
