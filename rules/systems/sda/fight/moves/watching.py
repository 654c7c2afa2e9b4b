"""Watching somebody for an opening to shoot at, as quick shooters do (SDA-224, D-7)."""

from rules.engine.fight import knows_of
from rules.engine.kernel import Sheet, Table
from rules.systems.sda.core.person import figure, has_rage, source
from rules.systems.sda.fight.base import is_able, stands_guard, used, why_not_ready
from rules.systems.sda.fight.base.missiles import missiles
from rules.systems.sda.fight.moves.holds import may_attack

#: The condition of a shooter who watches; its source is the id of the watched.
WATCHING = "watching"


def watches(sheet: Sheet) -> bool:
    """Whether somebody watches for an opening and has the trait to shoot out of turn."""
    return sheet.has(WATCHING) and figure(sheet, "quick_shots") > 0


def may_shoot(table: Table, by: str, on: str) -> bool:
    """Whether ``by`` may shoot at an opening of ``on``, watched, known and living: once a round (SDA-225).

    It takes a missile that is ready, and neither a rage (D-7) nor a defensive stance (SDA-249).
    """
    if not (is_able(table, by) and on in table.scene.combatants and not table.sheet(on).has("dead")):
        return False
    sheet = table.sheet(by)
    if (
        has_rage(sheet)
        or stands_guard(sheet)
        or not watches(sheet)
        or source(sheet, WATCHING) != on
        or used(table, by).opportunity
    ):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on) or not may_attack(table, by, on):
        return False
    return any(not why_not_ready(table, by, missile) for missile in missiles(sheet).values())


def ask_for_shot(table: Table, by: str, on: str, why: str) -> None:
    title = f"{table.name(on)} {why}: shoot?"
    table.ask(by, title, "opportunity.shoot", "opportunity.pass", target=on, why=why)
