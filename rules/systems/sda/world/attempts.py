"""Rolls out in the world: when they can be made, and who is about."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import others_known
from rules.engine.kernel import ItemLost, ItemSet, NotNow, Sheet, Table, number
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.checks.shared.progress import NEARER, nearer, turnout_of
from rules.systems.sda.core.rolls import MOST_BONUS, SETBACK, Aim, Pool, Result, SkillRoll, gain_of
from rules.systems.sda.fight.base import is_out

#: The condition of somebody who holds their breath under water.
UNDER = "under_water"


@dataclass(frozen=True, slots=True, kw_only=True)
class Try(SkillRoll):
    """One roll of a skill at leisure, for which the rules say most of what helps and hinders."""

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS, at_once=False)
    malus: int = number("Malus", default=0, most=MOST_BONUS, at_once=False)
    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering(Try):
    """A roll whose MoS add up with those before: a setback test; a malus may take some back (SDA-033, SDA-034)."""

    aim: ClassVar[Aim] = NEARER

    @abstractmethod
    def gathered(self, table: Table) -> tuple[int, int]:
        """MoS gathered so far, and those that it takes in all."""

    def pools(self, table: Table) -> list[Pool]:
        """The pools that add up in this roll: the actor's first."""
        return [self.ready(table)]

    def brings(self, table: Table) -> float:
        before, goal = self.gathered(table)
        return nearer(turnout_of(table, self.pools(table), SETBACK), before, goal)

    def tallied(self, table: Table, *results: Result) -> tuple[int, str]:
        """The MoS gathered with these results, and the verdict."""
        before, goal = self.gathered(table)
        tally = max(0, before + sum(gain_of(SETBACK, one.raw, one.pool.malus, one.pool.how) for one in results))
        return tally, "success" if tally >= goal else "progress" if tally > before else "no progress"


def alive(sheet: Sheet) -> None:
    """Refuse for the dead."""
    if sheet.has("dead"):
        raise NotNow(f"{sheet.name} is dead. Only reanimation helps.")


def at_leisure(table: Table) -> None:
    """Refuse in a fight, and for whoever is down."""
    no_fight(table)
    alive(table.me)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot do anything until they are up again.")


def use_up_one(table: Table, key: str) -> None:
    """Take one piece of a thing of the actor's away: it is broken or burnt."""
    item = table.me.items[key]
    left = replace(item, count=item.count - 1)
    table.happen(ItemSet(table.actor, key, left) if left.count else ItemLost(table.actor, key))


def around(table: Table) -> list[str]:
    """Ids of the actor, and of everybody about of whom they know."""
    if table.encounter is None:
        return [table.actor, *(who for who in table.cast if who != table.actor and who in table.sheets)]
    there = table.encounter.combatants
    if table.actor not in there:
        return [table.actor, *(who for who, place in there.items() if not place.hidden)]
    return [table.actor, *others_known(table, table.actor)]
