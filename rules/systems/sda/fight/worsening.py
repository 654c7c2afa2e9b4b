"""Wounds that begin to bleed and get worse (SDA-209 to SDA-211)."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import BoxesTicked, Told
from rules.engine.kernel.table import Table
from rules.systems.sda.fight import house
from rules.systems.sda.fight.bleeding import WORST, costly, level, lines, lines_that_worsen
from rules.systems.sda.fight.budgets import use
from rules.systems.sda.fight.harm import incapacitate
from rules.systems.sda.gifts import figure
from rules.systems.sda.pools import BLEEDING, TRACK, Pool


def bleed(table: Table, dice: Dice, whole: Pool, rolled: Pool, named: tuple[str, ...]) -> None:
    """Make a wound worse for each die that bleeding should have taken off a roll of strength or agility and did not.

    ``rolled`` is what was announced of the ``whole`` pool.
    """
    cost = costly(table, whole)
    if not cost:
        return
    due = lines_that_worsen(table, whole.who, rolled.available - (whole.available - cost), named)
    if house.BLEEDING_COST.chosen(table.house_rules) == "once a round":
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
    if now and house.BLEEDING_AGAIN.chosen(table.house_rules) == "worse":
        worsen(table, dice, who, number, max(1, fresh - now))
    elif fresh > now:
        worsen(table, dice, who, number, fresh - now)
