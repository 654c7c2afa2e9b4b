"""Rolls out in the world: when they can be made, and who is about."""

from dataclasses import dataclass

from rules.engine.fight import others_known
from rules.engine.kernel import NotNow, Sheet, Table, number
from rules.systems.sda.checks.shared.company import no_fight
from rules.systems.sda.core.rolls import MOST_BONUS, SkillRoll
from rules.systems.sda.fight.base import is_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Try(SkillRoll):
    """One roll of a skill at leisure, for which the rules say most of what helps and hinders."""

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS, at_once=False)
    malus: int = number("Malus", default=0, most=MOST_BONUS, at_once=False)
    bought: int = number("Dice bought with spirit", default=0, at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)


def alive(sheet: Sheet) -> None:
    """Refuse for the dead."""
    if sheet.has("dead"):
        raise NotNow(f"{sheet.name} is dead. Only reanimation helps now.")


def at_leisure(table: Table) -> None:
    """Refuse in a fight, and for whoever is down."""
    no_fight(table)
    alive(table.me)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} can do nothing before they are up again.")


def around(table: Table) -> list[str]:
    """Ids of the actor, and of everybody about of whom they know."""
    if table.encounter is None:
        return [table.actor, *(who for who in table.cast if who != table.actor and who in table.sheets)]
    there = table.encounter.combatants
    if table.actor not in there:
        return [table.actor, *(who for who, place in there.items() if not place.hidden)]
    return [table.actor, *others_known(table, table.actor)]
