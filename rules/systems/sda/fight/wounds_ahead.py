"""What a wound leaves to chance, before its line is picked: a stun, or the time that is left (SDA-212, SDA-216)."""

from collections.abc import Callable, Sequence

from rules.engine.dice import Dice, Throw
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.engine.table import Table
from rules.systems.sda.pools import pool_for


class _Thrown(Exception):
    """Dice would fall now."""


class _Held:
    """Dice that stay in the hand."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        raise _Thrown


def throws(act: Callable[[Dice], None]) -> bool:
    """Let something happen up to its first throw of dice, if there is one: then all is as it is before that throw."""
    try:
        act(_Held())
    except _Thrown:
        return True
    return False


def dice_left(table: Table) -> Odds:
    """The most dice that a stun leaves whoever acts in the next round; of two stuns the lower limit wins (SDA-212)."""
    coming = table.me.conditions.get("about_to_be_stunned")
    measure = _measure(table, "resist_shock")
    limits = mapped(measure, lambda limit: min(limit, coming.level)) if coming else measure
    any_left = at_least(limits, 1)
    listed = (Chance("success", "have dice next round", any_left),)
    return Odds(f"Stunned: {in_words(any_left)} to have dice next round", listed, limits, "dice")


def time_left(table: Table) -> Odds:
    """The minutes that whoever acts has until they bleed to death, one at least (SDA-216)."""
    minutes = (0.0, *_measure(table, "natural_healing"))
    longer = at_least(minutes, 2)
    listed = (Chance("success", "live longer than a minute", longer),)
    return Odds(f"Bleeding to death: {in_words(longer)} to have more than a minute", listed, minutes, "minutes")


def _measure(table: Table, skill: str) -> Distribution:
    """What a roll comes to that nobody chooses, outside every budget (SDA-165)."""
    pool = pool_for(table, table.actor, skill, free=True)
    return pool.measure(pool.available)
