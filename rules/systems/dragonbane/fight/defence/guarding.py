"""Stepping between a companion and the blow that would hit them (DRB-022)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.asks import Reply
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.core.calling import affordable, call_upon, cost_of
from rules.systems.dragonbane.fight.attacks.striking import strike
from rules.systems.dragonbane.fight.base.blow import GUARD, Blow, ask_a_guard, losses
from rules.systems.dragonbane.fight.base.order import settle
from rules.systems.dragonbane.fight.base.valuation import HIT_POINTS, MEASURE, loss
from rules.systems.dragonbane.fight.defence.defence import blow_of

GUARDED = ("Hit points", "Willpower")
OF_GUARDS = f"What one of you loses on average, below nothing, if nothing else is done against it. {MEASURE}"


def _odds_of_taking(who: str, sheet: Sheet, blow: Blow) -> Odds:
    """Odds of hit points that the blow costs the one who takes it, without another defence."""
    lost = losses(sheet, blow)
    down = sum(lost[max(1, sheet.now("hp")) :])
    listed = (Chance("unhurt", "nothing lost", lost[0]), Chance("down", "down at 0 hit points", down))
    return Odds(f"{who}, undefended. To go down: {in_words(down)}", listed, lost, "hit points lost")


@dataclass(frozen=True, slots=True)
class StepBetween(Reply):
    """Take a blow in place of a companion beside you, for willpower; parry or dodge it then, if you can (DRB-022)."""

    name: ClassVar[str] = "guard.step"
    label: ClassVar[str] = "Step between"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "No companion beside you is hit now."

    def odds(self, table: Table) -> Odds:
        blow = self._blow(table, blow_of(table.open_ask(self.ask, self.name)))
        return _odds_of_taking("The blow is yours", table.me, blow)

    def perform(self, table: Table, dice: Dice) -> None:
        before = blow_of(table.answer(self.ask, self.name))
        blow = self._blow(table, before)
        call_upon(table, table.actor, (affordable(table.me, GUARD),))
        table.happen(Told((table.actor, before.by, before.target), "{0} steps between {1} and {2}."))
        strike(table, dice, blow)
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """Stepping between weighed, beside letting the blow hit its target (DRB-022)."""
        lost = loss(table, self._blow(table, blow_of(table.open_ask(self.ask, self.name))))
        price = cost_of(table.me.items[affordable(table.me, GUARD)])
        return Weighing.of_one(HIT_POINTS, OF_GUARDS, (-lost, float(-price)), GUARDED, self.label)

    def _blow(self, table: Table, blow: Blow) -> Blow:
        if not affordable(table.me, GUARD):
            raise NotNow("No willpower is left to step between with. Let it be.")
        return blow.but(target=table.actor, guarded=True)


@dataclass(frozen=True, slots=True)
class StayAway(Reply):
    """Let the blow hit whom it was meant for."""

    name: ClassVar[str] = "guard.pass"
    label: ClassVar[str] = "Let it be"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "No companion beside you is hit now."

    def odds(self, table: Table) -> Odds:
        """The odds of the companion's hit points lost, before a parry or dodge of theirs."""
        blow = blow_of(table.open_ask(self.ask, self.name))
        return _odds_of_taking(f"{table.name(blow.target)} meets it", table.sheet(blow.target), blow)

    def weighing(self, table: Table) -> Weighing:
        """Letting be weighed, beside stepping between (DRB-022)."""
        blow = blow_of(table.open_ask(self.ask, self.name))
        return Weighing.of_one(HIT_POINTS, OF_GUARDS, (-loss(table, blow), 0.0), GUARDED, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        blow = blow_of(ask)
        if not ask_a_guard(table, blow, list(ask.known["others"])):
            strike(table, dice, blow.but(guarded=True))
        settle(table, dice)
