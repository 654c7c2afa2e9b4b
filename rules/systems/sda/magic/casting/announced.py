"""Spells announced: rolled for at once, or after those who may strike at the caster have done so (SDA-275)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import steps, then
from rules.engine.kernel import Dice, Reply, Table
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.fight.base import bled_pool
from rules.systems.sda.fight.blows import Blow
from rules.systems.sda.fight.moves import carry_on
from rules.systems.sda.magic.casting.casting import Casting, roll
from rules.systems.sda.magic.casting.odds import odds_of


def roll_in_turn(table: Table, dice: Dice, cast: Casting, pool: Pool, count: int, reward: str) -> None:
    """Roll for a spell, or put it off until those who may strike have done so."""
    if not steps(table):
        roll(table, dice, cast, pool, count, reward)
        return
    known = {**cast.known(), "announced": Blow.of(pool, count, reward).known()}
    then(table, {"do": "cast", "who": table.actor, "spell": cast.entry.name, "known": known})


@dataclass(frozen=True, slots=True)
class GoOnCasting(Reply):
    """Nobody kept you from it: roll for the spell that you announced (SDA-275)."""

    name: ClassVar[str] = "magic.go_on"
    label: ClassVar[str] = "Roll for the spell"
    unasked: ClassVar[str] = "You are not casting."

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        pool, count = _announced(table, known)
        return odds_of(table, Casting.from_known(known), pool, count, str(known["announced"]["reward"]))

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        pool, count = _announced(table, known)
        roll(table, dice, Casting.from_known(known), pool, count, known["announced"]["reward"])
        carry_on(table)


def _announced(table: Table, known: Mapping[str, Any]) -> tuple[Pool, int]:
    """The dice announced, as far as wounds and spirit still carry them."""
    blow = Blow.from_known(known["announced"])
    pool = bled_pool(table, blow.as_pool(), blow.dice)
    return pool, max(1, min(blow.dice, pool.available))
