"""Grappling: opposed Melee Combat, to hold, to throw or to hurt (D-7: a default of ours; PCT-004)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.commands import Choice, Command, pick
from rules.engine.dice import Dice
from rules.engine.facts import Told
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.refusals import NotNow, Refused
from rules.engine.table import Table
from rules.systems.kaos import chances, trials
from rules.systems.kaos.fight import aims, harm
from rules.systems.kaos.fight.arms import UNARMED, Arm
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.budgets import free_to_act, spend_action
from rules.systems.kaos.fight.holds import hold, holder_of, let_go
from rules.systems.kaos.fight.melee import MELEE, can_walk, melee_trial, where_to_strike
from rules.systems.kaos.fight.risking import field_eased, pay, prepared
from rules.systems.kaos.fight.squares import Square
from rules.systems.kaos.fight.state import GRAPPLED, NETTED, PRONE, begin, is_helpless
from rules.systems.kaos.fight.walking import field_east, field_north, own_place, walk
from rules.systems.kaos.library import weapons
from rules.systems.kaos.skill_tests import contest
from rules.systems.kaos.switches import OPPOSED_CAP
from rules.systems.kaos.trials import Trial

HOLD, THROW, HURT = "hold", "throw", "hurt"
WAYS = (
    Choice(HOLD, "Hold", "they cannot move until they break free"),
    Choice(THROW, "Throw", "they lie on the ground"),
    Choice(HURT, "Hurt", "1d3 + STR/10, and nothing to defend with"),
)


def resisting(table: Table, who: str) -> Trial | None:
    """What somebody resists with: Melee Combat; None for whoever cannot."""
    if is_helpless(table.sheet(who)) or not trials.own_score(table.sheet(who), MELEE):
        return None
    return prepared(table, who, MELEE)


def wins(table: Table, mine: Trial, theirs: Trial | None) -> chances.Opposed:
    if theirs is None:
        return chances.Opposed(1.0, 0.0, 0.0, 0.0)
    return chances.opposed(mine.chance, theirs.chance, OPPOSED_CAP.number(table.house_rules, least=1))


def wrestle(table: Table, dice: Dice, mine: Trial, theirs: Trial | None, purpose: str) -> bool:
    """Whether the first one wins; whoever cannot resist has lost (PCT-004)."""
    if theirs is None:
        return True
    winner = contest(table, dice, mine, theirs, purpose)
    for who in (mine.who, theirs.who):
        trials.forget(table, who)
    return winner == mine.who


def odds_of_wrestling(table: Table, mine: Trial, theirs: Trial | None) -> Odds:
    """Exact as it is, but of the other's score it shows no more than what comes of it."""
    ends = wins(table, mine, theirs)
    listed = (Chance("success", "you win", ends.mine), Chance("failure", "you lose", ends.theirs))
    return Odds(f"{mine.name} {mine.target} against theirs: {in_words(ends.mine)} to win.", listed)


@dataclass(frozen=True, slots=True)
class Grapple(Command):
    """Move up to the Movement Rate and lay hands on somebody: opposed Melee Combat (D-7, PCT-004)."""

    name: ClassVar[str] = "action.grapple"
    label: ClassVar[str] = "Grapple"
    has_odds: ClassVar[bool] = True

    target: str = pick("Whom")
    to: str = pick("In order to", default=HOLD)
    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        aims.within(table, can_walk(table) + 1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": aims.targets(table), "to": WAYS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": aims.nearest(table), **own_place(table)}

    def odds(self, table: Table) -> Odds:
        self._way(table)
        return odds_of_wrestling(table, self._trial(table), resisting(table, self.target))

    def perform(self, table: Table, dice: Dice) -> None:
        to, trial = self._way(table), self._trial(table)
        walk(table, table.actor, to)
        spend_action(table, table.actor)
        aims.show_oneself(table)
        table.happen(Told((table.actor, self.target), "{0} grapples with {1}."))
        pay(table, trial, eased=self.eased)
        if wrestle(table, dice, trial, resisting(table, self.target), self.name):
            self._won(table, dice)
        else:
            table.happen(Told((table.actor, self.target), "{1} shakes {0} off."))

    def _way(self, table: Table) -> Square:
        bare = weapons()[UNARMED]
        if self.to == HOLD and holder_of(table, self.target) == table.actor:
            raise Refused(f"You hold {table.name(self.target)} already. Throw or hurt them.", "to")
        return where_to_strike(table, self.target, Arm(UNARMED, "", "hand", bare), self.x, self.y, can_walk(table))

    def _trial(self, table: Table) -> Trial:
        return melee_trial(table, self.target, eased=self.eased, hindered=False)

    def _won(self, table: Table, dice: Dice) -> None:
        if self.to == HOLD:
            hold(table, self.target, table.actor)
        elif self.to == THROW:
            begin(table, self.target, PRONE, source=table.me.name)
            table.happen(Told((table.actor, self.target), "{0} throws {1} to the ground."))
        else:
            bare = weapons()[UNARMED]
            arm = Arm(UNARMED, "", bare.name, bare)
            harm.come_through(table, dice, Blow.with_arm(table.me, table.actor, self.target, arm, purpose=self.name))


@dataclass(frozen=True, slots=True)
class BreakFree(Command):
    """Break a hold by opposed Melee Combat; out of a net with nobody at its end there is only the knot (D-7)."""

    name: ClassVar[str] = "action.break_free"
    label: ClassVar[str] = "Break free"
    has_odds: ClassVar[bool] = True

    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not table.me.has(GRAPPLED):
            net = table.me.has(NETTED)
            raise NotNow("How to get out of the net is the game master's word." if net else "Nobody holds you.")

    def odds(self, table: Table) -> Odds:
        return odds_of_wrestling(table, self._trial(table), self._against(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, against = self._trial(table), self._against(table)
        spend_action(table, table.actor)
        pay(table, trial, eased=self.eased)
        if wrestle(table, dice, trial, against, self.name):
            let_go(table, table.actor)
        else:
            table.happen(Told((table.actor,), "{0} cannot break free."))

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, MELEE, eased=self.eased)

    def _against(self, table: Table) -> Trial | None:
        holder = holder_of(table, table.actor)
        return resisting(table, holder) if holder else None
