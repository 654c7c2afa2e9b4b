"""Wounds that begin to bleed and get worse, and the odds of one before its line is picked (SDA-209 to SDA-216)."""

from collections.abc import Callable, Sequence

from rules.engine.kernel.dice import Dice, Throw
from rules.engine.kernel.facts import BoxesTicked, Told
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.core.rolls.pools import BLEEDING, TRACK, Pool, pool_for
from rules.systems.sda.fight.base.bleeding import WORST, costly, level, lines, lines_that_worsen
from rules.systems.sda.fight.base.budgets import use
from rules.systems.sda.fight.wounds.harm import incapacitate


def bleed(table: Table, dice: Dice, whole: Pool, rolled: Pool, named: tuple[str, ...]) -> None:
    """Make a wound worse for each die that bleeding should have taken off a roll of strength or agility and did not.

    ``rolled`` is what was announced of the ``whole`` pool.
    """
    cost = costly(table, whole)
    if not cost:
        return
    due = lines_that_worsen(table, whole.who, rolled.available - (whole.available - cost), named)
    if fight.BLEEDING_COST.chosen(table.house_rules) == "once a round":
        use(table, whole.who, bled=True)
    for number in due:
        worsen(table, dice, whole.who, number, 1)


def worsen(table: Table, dice: Dice, who: str, number: int, by: int) -> None:
    """Make a wound bleed ``by`` levels more; beyond the third somebody goes down and bleeds to death."""
    now = level(lines(table.sheet(who))[number])
    ticked = min(by, WORST - now)
    if ticked:
        table.happen(BoxesTicked(who, TRACK, number, BLEEDING, ticked))
        table.happen(Told((who,), f"{{0}} bleeds: line {number + 1}, level {now + ticked}."))
    if now + by > WORST:
        incapacitate(table, dice, who, "bled out", unconscious=False)


def open_wound(table: Table, dice: Dice, who: str, number: int, fresh: int) -> None:
    """Make a line bleed at level ``fresh``; one that bleeds already gets worse, or the deeper level counts (C-41).

    Where there is no blood nothing bleeds (D-7).
    """
    if figure(table.sheet(who), "bloodless"):
        return
    now = level(lines(table.sheet(who))[number])
    if now and fight.BLEEDING_AGAIN.chosen(table.house_rules) == "worse":
        worsen(table, dice, who, number, max(1, fresh - now))
    elif fresh > now:
        worsen(table, dice, who, number, fresh - now)


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
