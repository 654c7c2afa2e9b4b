"""Lucky re-rolls: the last roll once more, for advancement points (PCT-037, C-18, C-22).

It is a failed test, or dice that gave hit points back and might have given more.

Out of a fight, and where a failure has no consequence (such as a missed attack), the re-roll is on offer afterwards, on
the same turn. Where a failure has consequences that a second roll may save, they wait for an answer: accept, or roll
again.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.fight import nothing_waits
from rules.engine.kernel import Ask, Dice, NotNow, Place, Reply, Table, Weighing
from rules.engine.odds import Odds
from rules.systems.kaos.core import (
    CONSEQUENCES,
    HIT_POINTS,
    LAST,
    MEASURE,
    STANDS,
    Known,
    OnSheet,
    Outcome,
    Stake,
    Trial,
    in_hit_points,
    in_points,
    refuse_without,
    reroll_price,
    spend,
    trials,
)
from rules.systems.kaos.fight.base import harm

SHARES = ("Hit points", "Points")
OF_LUCK = f"Average damage from the roll, minus what you lose. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Reroll(OnSheet, name="ap.reroll", label="Lucky re-roll"):
    """Roll the last test, or healing dice, again for 10 AP, once; the second roll counts (PCT-037)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        last = _last(table)
        if last["again"]:
            raise NotNow(f"{last['name']} was re-rolled already. One re-roll per roll.")
        if harm.is_mending(last):
            harm.refuse_needless(table, last)
        if last["success"]:
            raise NotNow(f"{last['name']} succeeded. Only failed rolls can be re-rolled.")
        if any(table.asks_for(table.actor, RerollNow.name)):
            raise NotNow("Answer the open question about this roll first.")
        if is_fighting(table):
            nothing_waits(table)
        refuse_without(table.me, reroll_price(table.house_rules), "A lucky re-roll")

    def odds(self, table: Table) -> Odds:
        return _foretold(table)

    def perform(self, table: Table, dice: Dice) -> None:
        reroll(table, dice, self.name)


@dataclass(frozen=True, slots=True)
class RerollNow(Reply, name="luck.reroll", label="Roll again"):
    """Roll again before the failure has its consequences (PCT-037)."""

    unasked: ClassVar[str] = "No failed roll to decide about."

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        refuse_without(table.me, reroll_price(table.house_rules), "A lucky re-roll")

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return _foretold(table)

    def weighing(self, table: Table) -> Weighing | None:
        """The re-roll weighed, beside letting it stand; None where no stake of the roll is known (PCT-037)."""
        stake, chance = _stake(table, self.ask), _trial(table).chance
        if stake is None:
            return None
        price = in_hit_points(table, reroll_price(table.house_rules))
        worth = chance * stake.success + (1 - chance) * stake.failure
        return Weighing.of_one(HIT_POINTS, OF_LUCK, (worth, -price), SHARES, self.label, in_points(table))

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        reroll(table, dice, self.name)


@dataclass(frozen=True, slots=True)
class Accept(Reply, name="luck.accept", label="Let it stand"):
    """Let the roll stand as it fell."""

    unasked: ClassVar[str] = "No failed roll to decide about."

    def odds(self, table: Table) -> Odds:
        """The odds of the failure's consequences, as far as dice decide them."""
        then, data = _following(table.open_ask(self.ask, self.name))
        foretell = CONSEQUENCES[then].accepted
        return foretell(table, _trial(table), data) if foretell else STANDS

    def weighing(self, table: Table) -> Weighing | None:
        """Letting it stand weighed, beside rolling again; None where no stake is known (PCT-037)."""
        stake = _stake(table, self.ask)
        if stake is None:
            return None
        return Weighing.of_one(HIT_POINTS, OF_LUCK, (stake.failure, 0.0), SHARES, self.label, in_points(table))

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        last = _last(table)
        then, data = _following(ask)
        failed = Outcome(table.actor, str(last["name"]), False, tuple(last["faces"]), last["target"], str(last["mode"]))
        trials.forget(table, table.actor)
        trials.proceed(table, dice, failed, then, data)


def reroll(table: Table, dice: Dice, command: str) -> None:
    """Pay, roll the last test or healing dice again, and go on with the outcome."""
    last = _last(table)
    spend(table, table.actor, reroll_price(table.house_rules), f"A lucky re-roll of {last['name']}", "reroll")
    if harm.is_mending(last):
        harm.mend_again(table, dice, last, f"{command}: hit points")
        return
    trial = _trial(table)
    outcome = trials.throw(table, dice, trial, f"{command}: {trial.name}")
    then, data = str(last["then"]), dict(last["data"])
    trials.remember(table, outcome, then, data, again=True)
    if then in CONSEQUENCES:
        trials.proceed(table, dice, outcome, then, data)


def _foretold(table: Table) -> Odds:
    """The odds of the second roll, with its consequences where there are more (PCT-004, PCT-037)."""
    last = _last(table)
    if harm.is_mending(last):
        return harm.odds_of_mending(last, reroll_price(table.house_rules))
    trial = _trial(table)
    follows = CONSEQUENCES.get(str(last["then"]))
    if follows is not None and follows.foretold is not None:
        return follows.foretold(table, trial, dict(last["data"]))
    return trials.odds_of(trial, f"succeed, for {reroll_price(table.house_rules)} AP")


def _stake(table: Table, key: str) -> Stake | None:
    """The stake of the failed roll; None where it cannot be told in hit points."""
    ask = table.encounter.asks.get(key) if table.encounter else None
    if ask is None:
        return None
    then, data = _following(ask)
    stake = CONSEQUENCES[then].stake
    return stake(table, table.actor, data) if stake else None


def _following(ask: Ask) -> tuple[str, Known]:
    return str(ask.known["then"]), dict(ask.known["data"])


def _last(table: Table) -> dict[str, Any]:
    last = table.me.memo.get(LAST)
    if not isinstance(last, dict):
        raise NotNow("Nothing to re-roll. Make a test first.")
    return last


def _trial(table: Table) -> Trial:
    last = _last(table)
    return Trial(table.actor, str(last["name"]), int(last["target"]), str(last["mode"]))
