"""Staying in the saddle, or coming out of it (SDA-256); and the commands of riders in a fight."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.asks import Reply
from rules.engine.kernel.commands import Command
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionSet, Told
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds, at_least, in_words, mixture
from rules.systems.sda.core.person.body import size_of
from rules.systems.sda.core.person.chances import distribution
from rules.systems.sda.core.rolls.pools import pool_for
from rules.systems.sda.fight.actions.urging import Leap, MountAttack, Spur
from rules.systems.sda.fight.base.bleeding import STUNS, free_test
from rules.systems.sda.fight.moves.mounting import GetOff, MountUp
from rules.systems.sda.fight.moves.nerve import PressOn, RidingTest
from rules.systems.sda.fight.moves.seat import get_off
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.fight.wounds.damage import boxes_of, wound
from rules.systems.sda.fight.wounds.landing import DIE, dice_of, land

#: Metres that somebody falls from a mount, by its size (D-12).
HEIGHT = {"micro": 1, "mini": 1, "small": 1, "medium": 1, "large": 2, "huge": 4, "colossal": 6}


@dataclass(frozen=True, slots=True, kw_only=True)
class StayMounted(RidingTest):
    """Stay in the saddle after a major injury: as hard as rider and mount have major injuries together (SDA-256).

    Whoever does not falls, as from any other height: acrobatics takes dice off (D-8).
    """

    name: ClassVar[str] = "riding.stay"
    label: ClassVar[str] = "Stay in the saddle"
    unasked: ClassVar[str] = "Nothing throws you out of a saddle now."
    does: ClassVar[str] = "stay in the saddle"

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        if self.passes(table, dice, known["difficulty"]):
            table.happen(Told((table.actor, known["mount"]), "{0} stays on {1}."))
        else:
            fall_off(table, dice, table.actor, known["mount"])
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class FallWithMount(Reply):
    """Come down with a mount that falls: nothing is left to stay on, and only acrobatics helps (SDA-256, D-8)."""

    name: ClassVar[str] = "riding.land"
    label: ClassVar[str] = "Fall"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "No mount goes down under you now."

    def odds(self, table: Table) -> Odds:
        """The odds of the fall in boxes: a die for each metre after the first, less acrobatics, less armour."""
        mount = table.open_ask(self.ask, self.name).known["mount"]
        count, saving = dice_of(table.me, _height(table, mount)), pool_for(table, table.actor, "acrobatics", free=True)
        saved = saving.measure(saving.available) if count > 0 else (1.0,)
        die = DIE[size_of(table.me)]
        damage = mixture((p, distribution(die, max(0, count - n))) for n, p in enumerate(saved))
        hurt = boxes_of(table, table.actor, STUNS, damage)
        unhurt = 1 - at_least(hurt, 1)
        sentence = f"{in_words(unhurt).capitalize()} to stay unhurt"
        return Odds(sentence, (Chance("unhurt", "unhurt", unhurt),), hurt, "boxes")

    def perform(self, table: Table, dice: Dice) -> None:
        fall_off(table, dice, table.actor, table.answer(self.ask, self.name).known["mount"])
        carry_on(table)


def fall_off(table: Table, dice: Dice, who: str, mount: str) -> None:
    """Let somebody fall out of the saddle, as deep as the mount is high; armour counts (SDA-256, D-8)."""
    table.happen(Told((who, mount), "{0} falls from {1}."))
    metres = _height(table, mount)
    get_off(table, who)
    falls = dice_of(table.sheet(who), metres) > 0
    saved = free_test(table, dice, who, "acrobatics", "falling").net if falls else 0
    measure = land(table, dice, who, metres, saved=saved)
    if not table.sheet(who).has("prone"):
        table.happen(ConditionSet(who, Condition("prone", "Prone", source="fall")))
    wound(table, who, who, STUNS, measure)


def _height(table: Table, mount: str) -> int:
    return HEIGHT[size_of(table.sheet(mount))]


RIDING: tuple[type[Command], ...] = (MountAttack, Spur, Leap, MountUp, GetOff, PressOn, StayMounted, FallWithMount)
