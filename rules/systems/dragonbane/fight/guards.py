"""Companions who may step between a friend and a blow, and are asked about it first (DRB-022)."""

from collections.abc import Sequence

from rules.engine.fight.turns import allies, knows_of
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import plainly
from rules.systems.dragonbane.calling import affordable, cost_of
from rules.systems.dragonbane.entries import REACH
from rules.systems.dragonbane.fight.blow import Blow
from rules.systems.dragonbane.fight.ground import apart
from rules.systems.dragonbane.fight.state import is_able, is_dead

GUARD = "guard"
#: Conditions of fear that keep one from it.
AFRAID = ("frozen", "cowed", "fleeing")


def guards_of(table: Table, blow: Blow) -> list[str]:
    """Companions beside the target who are able and can pay; hidden ones stay hidden, and are not asked."""
    if blow.target not in table.scene.combatants or is_dead(table.sheet(blow.target)):
        return []
    return [who for who in allies(table, blow.target) if may_guard(table, who, blow)]


def may_guard(table: Table, who: str, blow: Blow) -> bool:
    if who == blow.by or not is_able(table, who) or table.combatant(who).hidden:
        return False
    if not all(knows_of(table, who, other) for other in (blow.by, blow.target)):
        return False
    sheet = table.sheet(who)
    if any(sheet.has(name) for name in AFRAID) or not affordable(sheet, GUARD):
        return False
    return apart(table, who, blow.target) <= REACH


def ask_a_guard(table: Table, blow: Blow, guards: Sequence[str]) -> bool:
    """Ask the first who may step between whether they do; False if there is nobody."""
    able = [who for who in guards if who in table.scene.combatants and may_guard(table, who, blow)]
    if not able:
        return False
    first, *others = able
    sheet = table.sheet(first)
    price = cost_of(sheet.items[affordable(sheet, GUARD)])
    hit = f"{table.name(blow.by)} hits {table.name(blow.target)} ({plainly(blow.name)})"
    title = f"{hit}: step between for {price} WP?"
    table.ask(first, title, "guard.step", "guard.pass", attacker=blow.by, blow=blow.known(), others=others)
    return True
