"""Stepping between a blow and a companion, or staying away (DRB-022)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, NotNow, Table, Told, Weighing
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import (
    affordable,
    call_upon,
    price_of_use,
)
from rules.systems.dragonbane.fight.attacks.attack_roll import strike
from rules.systems.dragonbane.fight.base import (
    GUARD,
    HIT_POINTS,
    MEASURE,
    Blow,
    ask_a_guard,
    loss,
    settle,
)
from rules.systems.dragonbane.fight.defence.defence import Answer, blow_of
from rules.systems.dragonbane.fight.defence.defence_roll import odds_of_taking

GUARDED = ("Hit points", "Willpower")
OF_GUARDS = f"Average loss for whoever takes the hit, as a minus. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Guard(Answer):
    """An answer to a hit on a companion beside one."""

    unasked: ClassVar[str] = "No ally beside you is being hit."


@dataclass(frozen=True, slots=True)
class StepBetween(Guard, name="guard.step", label="Step between"):
    """Take a blow in place of a companion beside you, for willpower; parry or dodge it then, if you can (DRB-022)."""

    def odds(self, table: Table) -> Odds:
        return odds_of_taking("You take the hit, undefended", table.me, self._mine(table, self.blow(table)))

    def perform(self, table: Table, dice: Dice) -> None:
        before = blow_of(table.answer(self.ask, self.name))
        blow = self._mine(table, before)
        call_upon(table, table.actor, (affordable(table.me, GUARD),))
        table.happen(Told((table.actor, before.by, before.target), "{0} steps between {1} and {2}."))
        strike(table, dice, blow)
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """Stepping between weighed, beside letting the blow hit its target (DRB-022)."""
        lost = loss(table, self._mine(table, self.blow(table)))
        price = price_of_use(table.me, GUARD)
        return Weighing.of_one(HIT_POINTS, OF_GUARDS, (-lost, float(-price)), GUARDED, self.label)

    def _mine(self, table: Table, blow: Blow) -> Blow:
        if not affordable(table.me, GUARD):
            raise NotNow("No WP left to step in. Pass.")
        return blow.but(target=table.actor, guarded=True)


@dataclass(frozen=True, slots=True)
class StayAway(Guard, name="guard.pass", label="Pass"):
    """Let the blow hit whom it was meant for."""

    def odds(self, table: Table) -> Odds:
        """The odds of the companion's hit points lost, before a parry or dodge of theirs."""
        blow = self.blow(table)
        return odds_of_taking(f"{table.name(blow.target)} takes it, undefended", table.sheet(blow.target), blow)

    def weighing(self, table: Table) -> Weighing:
        """Letting be weighed, beside stepping between (DRB-022)."""
        lost = loss(table, self.blow(table))
        return Weighing.of_one(HIT_POINTS, OF_GUARDS, (-lost, 0.0), GUARDED, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        blow = blow_of(ask)
        if not ask_a_guard(table, blow, list(ask.known["others"])):
            strike(table, dice, blow.but(guarded=True))
        settle(table, dice)
