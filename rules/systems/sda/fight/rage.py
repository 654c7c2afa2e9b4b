"""The rage of berserkers: begun by a wound, over with the fight (D-7).

Whoever rages goes at the nearest enemy, puts all hits into damage, buys a die for each attack, on their own turn and on
that of others, throws past the limit of spirit, and feels nothing of what wounds do beside hurting.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.facts import ConditionSet, Told
from rules.engine.ground import distance
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Condition, Sheet
from rules.engine.table import Table
from rules.systems.sda.fight.state import is_out, opponents
from rules.systems.sda.gifts import RAGE, figure, has_rage
from rules.systems.sda.pools import Pool, could_buy

#: Dice that are bought at least for each attack, where that can be.
BUYS = 1


def hurt_in_fight(table: Table, who: str) -> None:
    """A wound in a fight makes a berserker rage, as long as they stand."""
    if table.encounter is None or table.scene.stage != "fighting" or who not in table.scene.combatants:
        return
    sheet = table.sheet(who)
    if figure(sheet, "berserk") and not has_rage(sheet) and not is_out(sheet):
        table.happen(ConditionSet(who, Condition(RAGE, "In a rage", source="hurt")), Told((who,), "{0} rages."))


def calm(table: Table) -> None:
    """Refuse whoever rages anything but going at the enemy."""
    if has_rage(table.me):
        raise NotNow("In a rage you only go at the nearest enemy. Attack, charge, or move to where you can.")


def nearest(table: Table, who: str) -> list[str]:
    """The opponents at whom somebody in a rage goes: the nearest, or several as near."""
    far = {other: distance(table, who, other) for other in opponents(table, who)}
    return [other for other, metres in far.items() if metres == min(far.values())]


def check_target(table: Table, target: str) -> None:
    """Refuse whoever rages to go at anybody but the nearest."""
    if has_rage(table.me) and target not in (near := nearest(table, table.actor)):
        names = " or ".join(table.name(one) for one in near)
        raise Refused(f"In a rage you go at the nearest enemy: {names}.", "target")


def due_to_buy(table: Table, pool: Pool) -> int:
    """The dice that somebody in a rage has to buy for an attack: one, if they can."""
    return BUYS if has_rage(table.sheet(pool.who)) and could_buy(table, pool, BUYS) else 0


def check_bought(table: Table, pool: Pool, bought: int) -> None:
    """Refuse whoever rages to spare their spirit."""
    if bought < (due := due_to_buy(table, pool)):
        raise Refused(f"In a rage you buy at least {due} die for an attack while you can.", "bought")


def all_into_damage(table: Table, known: Mapping[str, Any]) -> bool:
    """Whether whoever scored can do nothing with the hits but hurt: their own attack, in a rage."""
    return has_rage(table.sheet(known["winner"])) and known["winner"] == known.get("attacker")


def rage_words(sheet: Sheet) -> str:
    """What the odds of an attack say of it."""
    return "; in a rage all hits go into damage" if has_rage(sheet) else ""
