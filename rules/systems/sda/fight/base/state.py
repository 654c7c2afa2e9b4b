"""Questions that come before all others in a fight: who can act, on which turn, and who their opponents are."""

from rules.engine.fight import turns
from rules.engine.fight.turns import nothing_waits, rung_of_turn
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Rung, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.core.rolls.mounts import mount_of

#: The conditions in which somebody neither acts nor reacts (SDA-213, SDA-217).
OUT = ("incapacitated", "unconscious", "dead")
_OUT = frozenset(OUT)
#: The conditions in which somebody stays where they are (SDA-213, SDA-233, SDA-237).
HELD = (*OUT, "grappled", "pinned", "grappling", "held")


def is_out(sheet: Sheet) -> bool:
    return not _OUT.isdisjoint(sheet.conditions)


def is_aware(sheet: Sheet) -> bool:
    """Whether somebody notices what goes on around them, as the incapacitated still do (SDA-213, SDA-217)."""
    return not (sheet.has("unconscious") or sheet.has("dead"))


def dies_of_any(sheet: Sheet) -> bool:
    """Whether any damage kills: of the incapacitated, not of those who merely sleep (SDA-218)."""
    return sheet.has("incapacitated") or sheet.has("dead")


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can do something in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def opponents(table: Table, who: str) -> list[str]:
    """The ids of all on other sides whom ``who`` knows of and who are not dead."""
    return [other for other in turns.opponents(table, who) if "dead" not in table.sheet(other).conditions]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's turn, for a mount its rider's; refused on other turns, and while asks wait (SDA-253)."""
    rung = table.scene.current
    if rung is None or mount_of(table, rung.who) != table.actor:
        rung = rung_of_turn(table)
    nothing_waits(table)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act.")
    return rung


def turn_to_move(table: Table) -> Rung:
    """The rung of a turn that may be delayed, split or given another number; refused for mounts (SDA-253)."""
    rung = own_turn(table)
    if rung.who != table.actor:
        raise NotNow(f"It acts when {table.name(rung.who)} does. Its rider delays, splits or reassesses.")
    return rung


def too_many(asked: int, most: int, purpose: str) -> str:
    """The refusal of more dice than are left, as a sentence.

    >>> too_many(3, 2, "an attack")
    'Up to 2 dice are left for an attack, not 3.'
    >>> too_many(3, 0, "an attack")
    'No dice are left for an attack.'
    """
    if most > 1:
        return f"Up to {most} dice are left for {purpose}, not {asked}."
    return f"Only 1 die is left for {purpose}." if most == 1 else f"No dice are left for {purpose}."
