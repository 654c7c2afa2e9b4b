"""Tests from the sheet: of a stat against points that the game master sets, of luck, and as features roll them.

LIN-014 to LIN-017, LIN-020 to LIN-024 (the roll), LIN-054 (luck), C-01, E-e, E-m.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.readiness import is_in_fight
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Die,
    Judged,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Who,
    even,
    number,
    pick,
    plainly,
    rolled,
    signed,
    words,
)
from rules.engine.odds import Chance, Odds
from rules.systems.fortune.content import feature_switches, library, switches
from rules.systems.fortune.core.bases import Answer, Deed, OnSheet, Trying
from rules.systems.fortune.core.chances import FAILURE, KEEP, MIXED, PLAIN, SUCCESS, Trial
from rules.systems.fortune.core.favour import CIRCUMSTANCES, difficulties, field_favour, gain_favour, likelihoods
from rules.systems.fortune.core.figures import STAT
from rules.systems.fortune.core.health import use_feature
from rules.systems.fortune.core.trials import Outcome, odds_of, roll_and_judge, trial_for

MOST_POINT = 60


def stat_choices(table: Table) -> tuple[Choice, ...]:
    """The four stats with the actor's points."""
    return tuple(Choice(key, one.name, signed(table.me.rank(STAT, key))) for key, one in library.stats().items())


def purpose_choices(table: Table) -> tuple[Choice, ...]:
    return tuple(Choice(key, one.name) for key, one in library.purposes().items())


@dataclass(frozen=True, slots=True)
class AgainstPoints(Command):
    """A test against two points that the game master sets; the distance of them is at first that of the house.

    LIN-014 (success point), LIN-015, C-01 (failure point).
    """

    success: int = number("Success point", most=MOST_POINT, default=15)
    below: int = number("Failure point below it by", most=MOST_POINT, default=5)
    circumstance: str = pick("Circumstances", among=CIRCUMSTANCES, default=PLAIN)
    favour: str = field_favour()

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"below": switches.FAILURE_BELOW.number(table.house_rules)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested(Deed, AgainstPoints):
    """A test of a stat against two points that the game master sets."""

    leading: ClassVar[tuple[str, ...]] = ("stat", "success", "below", "purpose", "circumstance", "favour", "bonus")

    stat: str = pick("Stat", among=stat_choices)
    purpose: str = pick("Purpose", among=purpose_choices, default="", at_once=True)
    bonus: int = number("Bonus", least=-20, most=20, default=0)

    def trial(self, table: Table, who: str = "") -> Trial:
        return trial_for(
            table,
            who or table.actor,
            self.stat,
            self.success,
            self.success - self.below,
            purposes=(self.purpose,) if self.purpose else (),
            circumstance=self.circumstance,
            favour=self.favour,
            reasons=[("Bonus", self.bonus)] if self.bonus else [],
        )


@dataclass(frozen=True, slots=True)
class PlainTest(Tested, Trying, name="test.roll", label="Test"):
    """Roll 1d20 and a stat: at the success point it passes, at the failure point it is mixed (LIN-014 to LIN-017).

    A 1 fails and a 20 passes whatever they come to (LIN-020, LIN-021).

    Nobody has to attempt it once its points are named. A mixed result may become a success with a cost.
    """

    asked_with: ClassVar[tuple[str, ...]] = ("success", "circumstance", "bonus")

    def perform(self, table: Table, dice: Dice) -> None:
        outcome = roll_and_judge(table, dice, self.trial(table), self.name)
        if outcome.verdict == MIXED and is_in_fight(table, table.actor):
            offer_a_cost(table, outcome)


# -- luck --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LuckTest(OnSheet, Trying, name="test.luck", label="Luck test"):
    """Roll 1d20 without a stat for a thing that one may have: mixed is similar or inferior (LIN-054, E-m)."""

    ends: ClassVar[tuple[str, str, str]] = ("have it", "have something similar", "do not have it")

    likely: str = pick("How likely", among=likelihoods, default="likely")
    favour: str = field_favour()

    def trial(self, table: Table) -> Trial:
        found = difficulties(table)
        if self.likely not in found:
            raise Refused("Choose likely, unlikely or very unlikely.", "likely")
        return trial_for(
            table, table.actor, "", *found[self.likely], purposes=("luck",), favour=self.favour, unhelped=True
        )

    def perform(self, table: Table, dice: Dice) -> None:
        roll_and_judge(table, dice, self.trial(table), self.name)


# -- tests that features roll otherwise -------------------------------------------------------------------------------

#: The face that a reliable die counts as, the sides of a coin, and the one that passes.
RELIABLE_FACE, COIN_SIDES, HEADS = 12, 2, 2


@dataclass(frozen=True, slots=True)
class ReliableTest(Tested, name="test.reliable", label="Reliable Skill"):
    """Test with a die that counts as 12, said beforehand; three times a rest, out of combat (D-3, LIN-014)."""

    by_feature: ClassVar[str] = "reliable_skill"
    peaceful: ClassVar[str] = "Reliable Skill"
    throws_dice: ClassVar[bool] = False

    def odds(self, table: Table) -> Odds:
        return odds_of(self.trial(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        use_feature(table, table.actor, self.by_feature)
        roll_and_judge(table, dice, trial, self.name)

    def trial(self, table: Table, who: str = "") -> Trial:
        trial = replace(Tested.trial(self, table, who), take=RELIABLE_FACE, spend=KEEP)
        return replace(trial, plus=0, parts=()) if feature_switches.RELIABLE_TOTAL.flag(table.house_rules) else trial


@dataclass(frozen=True, slots=True)
class DaringTest(Deed, name="test.daring", label="Daring: flip a coin"):
    """Let a coin decide a test: heads passes, tails fails, and neither 1 nor 20 counts; three times a rest (D-3)."""

    by_feature: ClassVar[str] = "daring"

    @classmethod
    def refuse(cls, table: Table) -> None:
        if is_in_fight(table, table.actor) and feature_switches.DARING_IN_PEACE.flag(table.house_rules):
            raise NotNow("Daring only works outside combat. Make a normal test.")

    def odds(self, table: Table) -> Odds:
        half = 1 / COIN_SIDES
        return Odds("Heads passes, tails fails.", (Chance(SUCCESS, "pass", half), Chance(FAILURE, "fail", half)))

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        use_feature(table, who, self.by_feature)
        fell = dice.roll(who, [COIN_SIDES])
        face = fell.faces[0]
        table.happen(
            rolled(who, self.name, (Die(COIN_SIDES, face),), face, even(COIN_SIDES), typed=fell.typed),
            Judged(who, SUCCESS if face == HEADS else FAILURE, 0, {"face": face}),
            Told((who,), f"{{0}} flips a coin: {'heads' if face == HEADS else 'tails'}."),
        )
        if face != HEADS:
            gain_favour(table, who)


# -- success with a cost: the game master offers a consequence, the player accepts it or lets the test fail ------------


def offer_a_cost(table: Table, outcome: Outcome) -> None:
    """Let the game master offer a success with a cost for a mixed result (LIN-016)."""
    table.ask_gm(
        outcome.who,
        Said("{0} has a mixed result: offer success at a cost?", (outcome.who,)),
        OfferCost.name,
        LeaveMixed.name,
        test=outcome.name,
    )


@dataclass(frozen=True, slots=True)
class OnMixed(Answer):
    """The game master's answer to a mixed result (LIN-016, LIN-017)."""

    who: ClassVar[Who] = Who.GM
    unasked: ClassVar[str] = "No mixed result to decide about."


@dataclass(frozen=True, slots=True)
class OfferCost(OnMixed, name="cost.offer", label="Offer success at a cost"):
    """Offer success at a cost for a mixed result, as the game master (LIN-016)."""

    cost: str = words("Cost", most=200)

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        cost = plainly(self.cost.strip())
        if not cost:
            raise Refused("Enter the cost.", "cost")
        table.ask(
            table.actor,
            Said(f"Success with a cost for {{0}}: {cost}", (table.actor,)),
            AcceptCost.name,
            RefuseCost.name,
            test=known["test"],
            cost=cost,
        )


@dataclass(frozen=True, slots=True)
class LeaveMixed(OnMixed, name="cost.leave", label="Leave it mixed"):
    """Let a mixed result be what it is: a part of what was wanted (LIN-017)."""

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} gets part of it."))


@dataclass(frozen=True, slots=True)
class OnOffer(Answer):
    """A player's answer to a success at a cost (LIN-016)."""

    unasked: ClassVar[str] = "Nobody has offered you success at a cost."


@dataclass(frozen=True, slots=True)
class AcceptCost(OnOffer, name="cost.accept", label="Accept the cost"):
    """Accept the cost: the test passes (LIN-016)."""

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(
            Judged(table.actor, SUCCESS, 0, {"name": str(known["test"])}),
            Told((table.actor,), f"{{0}} succeeds at a cost: {known['cost']}"),
        )


@dataclass(frozen=True, slots=True)
class RefuseCost(OnOffer, name="cost.refuse", label="Fail instead"):
    """Let the test fail rather than pay for it; a failure gives Fortune's Favor (LIN-016, LIN-022)."""

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(
            Judged(table.actor, FAILURE, 0, {"name": str(known["test"])}),
            Told((table.actor,), "{0} prefers to fail."),
        )
        gain_favour(table, table.actor)
