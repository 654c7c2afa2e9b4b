"""Traits that can be called upon once a day, and again after the next night (D-7)."""

from rules.engine.kernel import Item, MemoKept, Sheet, Table
from rules.systems.sda.core.person.traits import held

#: The memo of a sheet that lists the traits called upon since the last night.
SPENT = "traits_used"


def fresh(sheet: Sheet, figure: str) -> dict[str, Item]:
    """The traits of a sheet that have a figure, and have not been called upon today, by their key."""
    keys = {id(item): key for key, item in sheet.items.items()}
    able = {keys[id(item)]: item for trait, item in held(sheet) if figure in trait.figures}
    return {key: item for key, item in able.items() if key not in sheet.memo.get(SPENT, ())}


def spend(table: Table, who: str, key: str) -> None:
    """Call upon a trait; it is tired until the next night."""
    table.happen(MemoKept(who, SPENT, [*table.sheet(who).memo.get(SPENT, ()), key]))


def new_day(table: Table, who: str) -> None:
    """Make all traits of somebody fresh again: a night has passed."""
    if SPENT in table.sheet(who).memo:
        table.happen(MemoKept(who, SPENT, None))
