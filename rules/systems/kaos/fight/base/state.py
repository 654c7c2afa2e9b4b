"""The state of combatants: out, helpless or held, whose turn, and who their opponents are."""

from rules.engine.fight import nothing_waits, rung_of_turn, turns
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Condition, ConditionEnded, ConditionSet, NotNow, Rung, Sheet, Table
from rules.systems.kaos.content.entries import Condition as State
from rules.systems.kaos.content.library import conditions

#: Conditions in which one has no turn (PCT-016, PCT-017).
OUT = ("unconscious", "dead")
PRONE, GRAPPLED, NETTED, PARALYSED, MOUNTED = "prone", "grappled", "netted", "paralysed", "mounted"


def is_out(sheet: Sheet) -> bool:
    return any(sheet.has(condition) for condition in OUT)


@of_sheet("conditions")
def is_helpless(sheet: Sheet) -> bool:
    """Whether one can neither act nor defend: out, paralysed, asleep (C-26)."""
    return is_out(sheet) or any(state.out for state in _known(sheet))


@of_sheet("conditions")
def is_held(sheet: Sheet) -> bool:
    """Whether a condition keeps one from moving."""
    return any(state.held for state in _known(sheet))


def _known(sheet: Sheet) -> list[State]:
    known = conditions()
    return [known[name] for name in sheet.conditions if name in known]


def begin(table: Table, who: str, name: str, level: int = 0, source: str = "", rounds: int | None = None) -> None:
    """Set a condition of the compendium."""
    table.happen(ConditionSet(who, Condition(name, conditions()[name].name, level, source, rounds)))


def end(table: Table, who: str, name: str) -> None:
    if table.sheet(who).has(name):
        table.happen(ConditionEnded(who, name))


def takes_part(table: Table, who: str) -> bool:
    return who in table.scene.combatants


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom ``who`` knows of and who are not dead."""
    return [other for other in turns.opponents(table, who) if not table.sheet(other).has("dead")]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's own turn; refused if an ask waits, or the actor is helpless."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    if is_helpless(table.me):
        raise NotNow(f"{table.me.name} cannot act. End the turn.")
    return rung
