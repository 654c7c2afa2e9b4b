"""Figures that follow other changes by themselves: the limits of hit points and willpower, and movement (D-1)."""

from rules.engine.kernel.facts import LimitChanged, MemoKept, RankChanged, ResourceChanged
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.beginnings import UNMADE
from rules.systems.dragonbane.figures import BODY, printed, usual_limit, usual_movement

LIMITS = ("hp", "wp")
MOVEMENT = "movement"


def keep_up(table: Table) -> None:
    """Bring every sheet up to date, unless a figure is printed or was written by hand."""
    by_hand = _written(table)
    for who in list(table.sheets):
        sheet = table.sheets.get(who)
        if sheet is not None and "hp" in sheet.resources:
            _keep(table, who, sheet, by_hand)


def _written(table: Table) -> set[tuple[str, str]]:
    """The figures that the last command wrote by hand, as (id, name of the figure)."""
    limits = {(fact.who, fact.resource) for fact in table.facts if isinstance(fact, LimitChanged)}
    moved = {
        (fact.who, MOVEMENT)
        for fact in table.facts
        if isinstance(fact, RankChanged) and (fact.kind, fact.name) == (BODY, MOVEMENT)
    }
    return limits | moved


def _keep(table: Table, who: str, sheet: Sheet, by_hand: set[tuple[str, str]]) -> None:
    off = {name: usual_limit(sheet, name) - sheet.resources[name].most for name in LIMITS if name in sheet.resources}
    off[MOVEMENT] = usual_movement(sheet) - sheet.rank(BODY, MOVEMENT)
    fixed = set(printed(sheet))
    for name, by in off.items():
        if (who, name) in by_hand:
            fixed = fixed | {name} if by else fixed - {name}
        elif by and name not in fixed:
            _follow(table, who, name, by)
    if fixed != set(printed(sheet)):
        table.happen(MemoKept(who, "printed", sorted(fixed) or None))


def _follow(table: Table, who: str, name: str, by: int) -> None:
    if name == MOVEMENT:
        table.happen(RankChanged(who, BODY, MOVEMENT, by))
        return
    table.happen(LimitChanged(who, name, by))
    # Whoever is still being made has not been hurt yet.
    if by > 0 and UNMADE in table.sheet(who).memo:
        table.happen(ResourceChanged(who, name, by))
