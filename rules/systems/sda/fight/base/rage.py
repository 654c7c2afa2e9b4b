"""The rage of berserkers: begun by a wound, over with the fight (D-7).

In a rage somebody goes at the nearest enemy, puts all hits into damage, buys a die for each attack, on their own turn
and on that of others, throws past the limit of spirit, and feels nothing of what wounds do beside hurting.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.fight.ground import distance
from rules.engine.kernel.facts import ConditionSet, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Condition, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.core.effects.surroundings import in_fight
from rules.systems.sda.core.person.gifts import RAGE, figure, has_rage
from rules.systems.sda.core.rolls.pools import Pool, could_buy
from rules.systems.sda.fight.base.state import is_out, opponents

#: Dice that have to be bought for each attack, if they can be.
BUYS = 1


def hurt_in_fight(table: Table, who: str) -> None:
    """Put a wounded berserker into a rage, in a fight and as long as they stand."""
    if not in_fight(table, who):
        return
    sheet = table.sheet(who)
    if figure(sheet, "berserk") and not has_rage(sheet) and not is_out(sheet):
        table.happen(ConditionSet(who, Condition(RAGE, "In a rage", source="hurt")), Told((who,), "{0} rages."))


def calm(table: Table) -> None:
    """Refuse an actor in a rage anything but going at the enemy."""
    if has_rage(table.me):
        raise NotNow("In a rage you only go at the nearest enemy. Attack, charge, or move to where you can.")


def nearest(table: Table, who: str) -> list[str]:
    """The ids of somebody's nearest opponents, several if they are equally near."""
    far = {other: distance(table, who, other) for other in opponents(table, who)}
    return [other for other, metres in far.items() if metres == min(far.values())]


def check_target(table: Table, target: str) -> None:
    """Refuse an actor in a rage any target but the nearest."""
    if has_rage(table.me) and target not in (near := nearest(table, table.actor)):
        names = " or ".join(table.name(one) for one in near)
        raise Refused(f"In a rage you go at the nearest enemy: {names}.", "target")


def due_to_buy(table: Table, pool: Pool) -> int:
    """Dice that have to be bought for an attack: 1 in a rage, if it can be paid for, otherwise 0."""
    return BUYS if has_rage(table.sheet(pool.who)) and could_buy(table, pool, BUYS) else 0


def check_bought(table: Table, pool: Pool, bought: int) -> None:
    """Refuse an attack in a rage for which fewer dice are bought than have to be."""
    if bought < (due := due_to_buy(table, pool)):
        raise Refused(f"In a rage you buy at least {due} die for an attack while you can.", "bought")


def all_into_damage(table: Table, known: Mapping[str, Any]) -> bool:
    """Whether all hits have to go into damage: the winner attacked, and is in a rage."""
    return has_rage(table.sheet(known["winner"])) and known["winner"] == known.get("attacker")


def rage_words(sheet: Sheet) -> str:
    """The words in the odds of an attack for a rage; empty without one."""
    return "; in a rage all hits go into damage" if has_rage(sheet) else ""
