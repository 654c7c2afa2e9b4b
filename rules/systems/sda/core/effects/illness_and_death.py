"""Illness as other rules ask for it (D-8), and the time since somebody died, for whoever would bring them back.

The time of the dead is counted in rounds (SDA-219). A sheet's memo ``dead_for`` holds the rounds outside of the fight
in which they lie: who dies in a fight starts below 0, so that the rounds of that fight are no facts of their own.
"""

from rules.engine.kernel import NotNow, Sheet, Table
from rules.systems.sda.content.hazards import diseases
from rules.systems.sda.core.effects.surroundings import in_fight
from rules.systems.sda.core.person import keep_memo


def ills(sheet: Sheet) -> list[str]:
    """The diseases that somebody has."""
    return [key for key in diseases() if sheet.has(key)]


def halves_healing(sheet: Sheet) -> bool:
    """Whether an illness lets wounds heal half as well."""
    return any(diseases()[key].halves_healing for key in ills(sheet))


def spoils_sleep(sheet: Sheet) -> bool:
    """Whether an illness takes from sleep what it gives."""
    return any(diseases()[key].spoils_sleep for key in ills(sheet))


DEAD_FOR = "dead_for"
#: Rounds in a minute (SDA-155).
ROUNDS = 10


def refuse_dead(table: Table) -> None:
    """Refuse if the actor is dead: only the living do this."""
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead.")


def rounds_dead(table: Table, who: str) -> int:
    return _kept(table, who) + _rounds_of_fight(table, who)


def minutes_dead(table: Table, who: str) -> int:
    """Whole minutes since somebody died, as far as the rules counted them."""
    return max(0, rounds_dead(table, who)) // ROUNDS


def start_counting(table: Table, who: str) -> None:
    """Start to count the rounds since a death: somebody dies now."""
    keep_memo(table, who, DEAD_FOR, -_rounds_of_fight(table, who))


def stop_counting(table: Table, who: str) -> None:
    """Stop counting the rounds since a death: somebody lives again."""
    keep_memo(table, who, DEAD_FOR, 0)


def leave_fight(table: Table, who: str) -> None:
    """Add the rounds of a fight that is over to those counted for one of its dead; nothing for the living."""
    if table.sheet(who).has("dead"):
        keep_memo(table, who, DEAD_FOR, rounds_dead(table, who))


def more_time(table: Table, who: str, minutes: int) -> None:
    """Count ``minutes`` more for one of the dead; nothing for the living."""
    if table.sheet(who).has("dead"):
        keep_memo(table, who, DEAD_FOR, _kept(table, who) + minutes * ROUNDS)


def _kept(table: Table, who: str) -> int:
    return int(table.sheet(who).memo.get(DEAD_FOR, 0))


def _rounds_of_fight(table: Table, who: str) -> int:
    return table.scene.round if in_fight(table, who) else 0
