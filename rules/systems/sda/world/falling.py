"""Falling: a die of blunt damage for every metre after the first, fewer for whoever is nimble (D-8)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Refused, Table, number, switch
from rules.engine.odds import Distribution, Odds, mixture
from rules.systems.sda.core.person import distribution, size_of
from rules.systems.sda.core.rolls import Aim
from rules.systems.sda.fight.advice.harm import cost_of_damage
from rules.systems.sda.fight.wounds.damage import boxes_of
from rules.systems.sda.fight.wounds.landing import DIE, dice_of, land
from rules.systems.sda.fight.wounds.valuation import BOXES, RATES, SPIRIT_OF_A_BOX
from rules.systems.sda.world.harm import harm, may_be_hurt, odds_of_harm
from rules.systems.sda.world.trying import Try

BLUNT, SHARP = "bludgeoning", "piercing"
#: Aim of somebody who falls: to take little harm.
UNHURT = Aim(
    BOXES,
    f"Injury boxes on you, on average, each as one below nothing. {RATES}",
    "The fall",
    spirit=SPIRIT_OF_A_BOX,
)


def fall(table: Table, dice: Dice, who: str, metres: int, *, saved: int = 0, spikes: bool = False) -> None:
    """Take a fall: one die less than metres, less those that acrobatics saved; spikes double the dice and pierce."""
    measure = land(table, dice, who, metres, saved=saved, spikes=spikes)
    harm(table, dice, who, SHARP if spikes else BLUNT, measure, "fall")


def boxes_of_fall(table: Table, metres: int, saved: Distribution = (1.0,), *, spikes: bool = False) -> Distribution:
    """The boxes that :func:`fall` ticks for the actor, by the chance of each number of dice saved."""
    damage = damage_of_fall(table, metres, saved, spikes=spikes)
    return boxes_of(table, table.actor, SHARP if spikes else BLUNT, damage)


def damage_of_fall(table: Table, metres: int, saved: Distribution, *, spikes: bool) -> Distribution:
    """The damage of :func:`fall` before armour, by the chance of each number of dice saved."""
    die, factor, count = DIE[size_of(table.me)], 2 if spikes else 1, dice_of(table.me, metres)
    landing = [distribution(die, max(0, count - value) * factor) for value in range(len(saved))]
    return mixture(zip(saved, landing, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall(Try):
    """Fall: a die less than metres, sized by the body, blunt, and armour counts; acrobatics takes dice off (D-8)."""

    name: ClassVar[str] = "harm.fall"
    label: ClassVar[str] = "Fall"
    rolls: ClassVar[str] = "acrobatics"
    aim: ClassVar[Aim] = UNHURT

    metres: int = number("Metres", least=1, most=100, default=3)
    acrobatics: bool = switch("Roll acrobatics", default=True, help="Every MoS takes a die off")
    spikes: bool = switch("Onto spikes", help="Twice the dice, and piercing")

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)

    def odds(self, table: Table) -> Odds:
        boxes = boxes_of_fall(table, self.metres, self._saved(table), spikes=self.spikes)
        return odds_of_harm(table, table.actor, boxes)

    def brings(self, table: Table) -> float:
        """The cost of the wound in boxes, as a number below 0."""
        damage = damage_of_fall(table, self.metres, self._saved(table), spikes=self.spikes)
        return -cost_of_damage(table, table.actor, SHARP if self.spikes else BLUNT, damage)

    def _saved(self, table: Table) -> Distribution:
        """The chance of each number of dice that acrobatics takes off."""
        return self.measure(table) if self._rolls(table) else (1.0,)

    def perform(self, table: Table, dice: Dice) -> None:
        saved = 0
        if self._rolls(table):
            result = self.roll(table, dice, "fall")
            saved = result.net
            self.judge(table, dice, result, bool(saved), hits=saved, metres=self.metres)
        fall(table, dice, table.actor, self.metres, saved=saved, spikes=self.spikes)

    def _rolls(self, table: Table) -> bool:
        """Whether acrobatics is rolled: not by whoever has no dice for it, nor in a fall that does no harm."""
        if not self.acrobatics or not dice_of(table.me, self.metres):
            return self._unbought()
        if not self._pool(table).available:
            return self._unbought()
        return True

    def _unbought(self) -> bool:
        if self.bought:
            raise Refused("Dice are bought for acrobatics only. Buy none, or roll it.", "bought")
        return False
