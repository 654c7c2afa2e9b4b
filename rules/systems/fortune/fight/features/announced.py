"""Features that a house has announced and paid for with the attack, instead of once it hits (D-3).

The text leaves it open: Crippling Strike may be paid for before the roll, and the contest of Top Rope Takedown may
come before it. Either is then the follow-up of that hit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import ConditionSet, Dice, NotNow, Table, switch
from rules.engine.odds import Chance, Odds
from rules.systems.fortune.core import (
    MELEE,
    MIXED,
    SUCCESS,
    Step,
    Trial,
    begin_status,
    contest_ends,
    feature_named,
    is_step,
    refuse_unused,
)
from rules.systems.fortune.fight.actions.attacks import Attacking, within_reach
from rules.systems.fortune.fight.base import PRONE, Blow, note_exchange, opponents
from rules.systems.fortune.fight.exchange.attack_roll import odds_of_attack, show_oneself, strike
from rules.systems.fortune.fight.features.follow_ups import (
    CRIPPLE,
    TAKEDOWN,
    contest,
    contest_trials,
    extra_price,
    is_announced,
    refuse_unsupported,
    works_mixed,
)
from rules.systems.fortune.fight.features.lasting import condition_of


@dataclass(frozen=True, slots=True)
class Announced(Attacking):
    """An attack with which a feature is announced, and paid for."""

    after: ClassVar[tuple[str, ...]] = ("announced",)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not is_announced(table, cls.by_feature):
            raise NotNow(f"{cls.label} follows a hit here. Attack first.")
        within_reach(table)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        found = Attacking.aimed(self, table)
        refuse_unused(table.me, self.by_feature, extra_price(table, self.by_feature, self.target))
        return found

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        self.spend(table, extra_price(table, self.by_feature, self.target))
        note_exchange(table, table.actor, followed=True)
        strike(table, dice, trial, self.prepared(table, dice, blow))

    def prepared(self, table: Table, dice: Dice, blow: Blow) -> Blow:
        """The blow as it is once all has happened that comes before the roll."""
        return blow


@dataclass(frozen=True, slots=True)
class CripplingStrike(Announced, name="feature.cripple", label="Crippling Strike"):
    """Announce a blow that cripples, and pay for it whether it hits or not, where the house has it so (D-3)."""

    by_feature: ClassVar[str] = CRIPPLE
    kind: ClassVar[str] = MELEE


@dataclass(frozen=True, slots=True)
class TopRopeTakedown(Announced, name="feature.takedown", label="Top Rope Takedown"):
    """Win a contest of attack stats, then throw the foe down by a hit, where the house has it so (LIN-018, D-3)."""

    by_feature: ClassVar[str] = TAKEDOWN

    sturdy: bool = switch("Off something sturdy", help="A table, a wall or a tree within 5 ft of the foe")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return (table.actor, *(opponents(table, table.actor) if table.encounter else ()))

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        found = Announced.aimed(self, table)
        refuse_unsupported(table, self.target, sturdy=self.sturdy)
        return found

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        found = contest_ends(table, *contest_trials(table, TAKEDOWN, self.target))
        won = found.success + (found.mixed if works_mixed(table, TAKEDOWN) else 0.0)
        odds = odds_of_attack(table, trial, blow)
        return replace(odds, chances=(*odds.chances, Chance("thrown", "throws it down", won * trial.chances.success)))

    def prepared(self, table: Table, dice: Dice, blow: Blow) -> Blow:
        """The blow, which throws nobody down unless the contest is won."""
        show_oneself(table, table.actor)
        verdict = contest(table, dice, TAKEDOWN, blow.target, self.name)
        won = verdict == SUCCESS or (verdict == MIXED and works_mixed(table, TAKEDOWN))
        return blow if won else replace(blow, after=())


@is_step("announced")
def announced(table: Table, dice: Dice, step: Step) -> None:
    """Throw down or cripple whoever was hit, as it was announced (D-3)."""
    blow = Blow.from_known(step["blow"])
    if blow.clashed or not table.takes_part(blow.target):
        return
    if blow.purpose == TopRopeTakedown.name:
        begin_status(table, blow.target, PRONE)
    else:
        table.happen(ConditionSet(blow.target, condition_of(feature_named(CRIPPLE))))
