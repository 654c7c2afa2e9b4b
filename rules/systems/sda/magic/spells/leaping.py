"""The leap out of a blast (SDA-285, SDA-286)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Table, Told, Weighing, counted, number
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.core.person import harmless, warded
from rules.systems.sda.core.rolls import Pool, reckon
from rules.systems.sda.fight.advice import cost_of_damage
from rules.systems.sda.fight.moves import MOST, carry_on, provoke
from rules.systems.sda.magic.spells.blasts import Blast, caught, fly_aside, leap_distance
from rules.systems.sda.magic.spells.effects import only_play
from rules.systems.sda.magic.spells.resisting import REFLEX, Answer, measured


@dataclass(frozen=True, slots=True)
class LeapAside(Answer):
    """Leap out of a blast: a reflex roll as a reaction, a metre away from its middle for each MoS (SDA-286).

    In the first metre a fireball does all its damage, and one less for each metre beyond (SDA-285).
    """

    name: ClassVar[str] = "magic.leap"
    label: ClassVar[str] = "Leap aside"

    metres: int = number("Maximum metres", most=MOST, default=MOST, help="You may stop sooner", at_once=False)

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool, most = self._ready(table, REFLEX)
        blast = Blast.from_known(ask.known)
        listed = [(n, self._hurt_by(table, blast, pool, n)) for n in range(most + 1)]
        chosen = listed[self.dice][1]
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), hurt[0]) for n, hurt in listed)
        sentence = f"{counted(self.dice, 'die', 'dice')}: {in_words(chosen[0])} to get away unhurt"
        listed_chances = (Chance("unhurt", "unhurt, before armour", chosen[0]),)
        return Odds(sentence, listed_chances, chosen, "damage before armour", compared=compared)

    def weighing(self, table: Table) -> Weighing:
        """How many dice, and how many kept: leaping gives an opening to those in reach (SDA-163, SDA-286)."""
        blast = Blast.from_known(table.open_ask(self.ask, self.name).known)

        def taken(chosen: LeapAside, pool: Pool) -> float:
            damage = chosen._hurt_by(table, blast, pool, chosen.dice)
            return cost_of_damage(table, table.actor, blast.type, damage)

        return self._in_boxes(table, blast.by, REFLEX, taken)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        blast = Blast.from_known(ask.known)
        if not self.dice:
            self._ready(table, REFLEX)
            table.happen(Told((table.actor,), "{0} stays."))
        else:
            result = self._rolled(table, dice, REFLEX)
            before = blast.force_on(table, table.actor)
            fly_aside(table, blast, table.actor, min(result.net, self.metres))
            after = blast.force_on(table, table.actor)
            reckon(table, dice, result, succeeded=result.net > 0 and after < before, reward=self.reward)
            provoke(table, table.actor, "leaps aside")
        caught(table, dice, blast, table.actor)
        carry_on(table)

    def _hurt_by(self, table: Table, blast: Blast, pool: Pool, count: int) -> tuple[float, ...]:
        if harmless(table.me, blast.type) or only_play(table, blast.by, table.actor):
            return (1.0,)
        far = leap_distance(table, blast, table.actor)
        ways = measured(pool, count)
        ward = warded(table.me, blast.type)
        return blast.damage_after(ways, lambda value: far + min(value, self.metres), ward)
