"""Waking out of a fight: whoever is unconscious rolls on, until they come to or the scene ends (SDA-217)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.shared.progress import gathered
from rules.systems.sda.core.rolls.consequences import ends_of, flawless_shown, with_means
from rules.systems.sda.core.rolls.fields import REWARDS
from rules.systems.sda.core.rolls.pools import Pool, pool_for
from rules.systems.sda.fight.wounds.harm import AWAKE, bleed_on, wake_roll, wakes_by
from rules.systems.sda.world.trying import alive, no_fight
from rules.systems.sda.world.water import UNDER


@dataclass(frozen=True, slots=True)
class ComeTo(Command):
    """Roll to wake: ten successes against shock in all, or against fatigue for want of air (SDA-217, C-48).

    A roll takes a round; in a fight it is made by itself.
    """

    name: ClassVar[str] = "healing.wake"
    label: ClassVar[str] = "Come to"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if not table.me.has("unconscious"):
            raise NotNow(f"{table.me.name} is awake.")
        if table.me.has(UNDER):
            raise NotNow(f"{table.me.name} has no air. Get them out first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        pool, held = self._pool(table), table.me.conditions["unconscious"].level
        count, lacking, gain = pool.available, AWAKE - held, gathered([pool], held)
        awake, shown = gain.at_least(lacking), flawless_shown(table, pool, count, 1)
        listed = (Chance("success", "come to", awake), *ends_of(pool, count, shown))
        sentence, measured = f"{in_words(awake).capitalize()} to come to now", f"MoS of the {lacking} lacking"
        odds = Odds(sentence, listed, gain.shares, measured, gain.least)
        return with_means(odds, table, pool, count, shown, self.reward, 0)

    def perform(self, table: Table, dice: Dice) -> None:
        wake_roll(table, dice, table.actor, self.reward)
        bleed_on(table, table.actor)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.actor, wakes_by(table, table.actor), free=True)


WAKING: tuple[type[Command], ...] = (ComeTo,)
