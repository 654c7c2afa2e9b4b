"""Tests that features roll otherwise: with a die that counts as 12, or by a coin (D-3, LIN-014)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Dice, Die, Judged, NotNow, Table, Told, even, rolled
from rules.engine.odds import Chance, Odds
from rules.systems.fortune.core import (
    FAILURE,
    SUCCESS,
    OnSheet,
    Tested,
    Trial,
    able,
    gain_favour,
    is_in_fight,
    judge,
    odds_of,
    offer_a_cost,
    roll,
)
from rules.systems.fortune.fight.features import uses

RELIABLE, DARING = "reliable_skill", "daring"
#: The face that a reliable die counts as, and the sides of a coin.
RELIABLE_FACE, COIN_SIDES = 12, 2
HEADS = 2


@dataclass(frozen=True, slots=True)
class ReliableTest(Tested):
    """Test with a die that counts as 12, said beforehand; three times a rest, out of combat (D-3, LIN-014)."""

    name: ClassVar[str] = "test.reliable"
    label: ClassVar[str] = "Reliable Skill"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        uses.refuse_unused(table.me, RELIABLE)
        if is_in_fight(table, table.actor):
            raise NotNow("Reliable Skill is for tests outside combat.")

    def odds(self, table: Table) -> Odds:
        return odds_of(self.trial(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        uses.use(table, table.actor, RELIABLE)
        outcome = roll(table, dice, trial, self.name)
        judge(table, outcome, trial)
        offer_a_cost(table, outcome)

    def trial(self, table: Table, who: str = "") -> Trial:
        return replace(Tested.trial(self, table, who), take=RELIABLE_FACE, spend="")


@dataclass(frozen=True, slots=True)
class DaringTest(OnSheet):
    """Let a coin decide a test: heads passes, tails fails, and neither 1 nor 20 counts; three times a rest (D-3)."""

    name: ClassVar[str] = "test.daring"
    label: ClassVar[str] = "Daring: flip a coin"
    has_odds: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        uses.refuse_unused(table.me, DARING)

    def odds(self, table: Table) -> Odds:
        half = 1 / COIN_SIDES
        return Odds("Heads passes, tails fails.", (Chance(SUCCESS, "pass", half), Chance(FAILURE, "fail", half)))

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        uses.use(table, who, DARING)
        fell = dice.roll(who, [COIN_SIDES])
        face = fell.faces[0]
        table.happen(rolled(who, self.name, (Die(COIN_SIDES, face),), face, even(COIN_SIDES), typed=fell.typed))
        table.happen(Judged(who, SUCCESS if face == HEADS else FAILURE, 0, {"face": face}))
        table.happen(Told((who,), f"{{0}} flips a coin: {'heads' if face == HEADS else 'tails'}."))
        if face != HEADS:
            gain_favour(table, who)
