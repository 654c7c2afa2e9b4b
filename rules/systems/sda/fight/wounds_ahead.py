"""The odds of a wound before its line is picked: of a stun, or of the time that is left (SDA-212, SDA-216)."""

from collections.abc import Callable, Sequence

from rules.engine.kernel.dice import Dice, Throw
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.systems.sda.pools import pool_for


class _Thrown(Exception):
    """A throw that was held back."""


class _Held:
    """Dice that raise `_Thrown` in the place of falling."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        raise _Thrown


def throws(act: Callable[[Dice], None]) -> bool:
    """Let something happen up to its first throw of dice; whether there is one."""
    try:
        act(_Held())
    except _Thrown:
        return True
    return False


def dice_left(table: Table) -> Odds:
    """The odds of the most dice that a stun leaves the actor next round; of two the lower limit wins (SDA-212)."""
    coming = table.me.conditions.get("about_to_be_stunned")
    measure = _measure(table, "resist_shock")
    limits = mapped(measure, lambda limit: min(limit, coming.level)) if coming else measure
    any_left = at_least(limits, 1)
    listed = (Chance("success", "have dice next round", any_left),)
    return Odds(f"Stunned: {in_words(any_left)} to have dice next round", listed, limits, "dice")


def time_left(table: Table) -> Odds:
    """The odds of the minutes until the actor bleeds to death, one at least (SDA-216)."""
    minutes = (0.0, *_measure(table, "natural_healing"))
    longer = at_least(minutes, 2)
    listed = (Chance("success", "live longer than a minute", longer),)
    return Odds(f"Bleeding to death: {in_words(longer)} to have more than a minute", listed, minutes, "minutes")


def _measure(table: Table, skill: str) -> Distribution:
    """The distribution of the actor's MoS in a demanded roll of a skill, outside every budget (SDA-165)."""
    pool = pool_for(table, table.actor, skill, free=True)
    return pool.measure(pool.available)
