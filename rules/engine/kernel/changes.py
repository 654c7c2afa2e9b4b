"""Changes that bring a sheet to where a rule wants it: nothing happens where it stands there already."""

from rules.engine.kernel.facts import ConditionEnded, LimitChanged, MemoKept, ResourceChanged, TextChanged
from rules.engine.kernel.references import Wording
from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table


def end_conditions(table: Table, who: str, *names: str) -> None:
    """End those of some conditions that somebody has."""
    held = table.sheet(who).conditions
    table.happen(*[ConditionEnded(who, name) for name in dict.fromkeys(names) if name in held])


def keep_memo(table: Table, who: str, name: str, value: Json) -> None:
    """Keep a memo; an empty one is forgotten."""
    if table.sheet(who).memo.get(name) != (value or None):
        table.happen(MemoKept(who, name, value or None))


def set_text(table: Table, who: str, name: str, text: str) -> None:
    """Write a text of a sheet."""
    if table.sheet(who).texts.get(name, "") != text:
        table.happen(TextChanged(who, name, text))


def set_points(table: Table, who: str, resource: str, now: int, reason: Wording = "") -> None:
    """Set what there is of a resource."""
    by = now - table.sheet(who).now(resource)
    if by:
        table.happen(ResourceChanged(who, resource, by, reason))


def take_points(table: Table, who: str, resource: str, points: int, reason: Wording = "") -> int:
    """Take points of a resource, at most those that there are; how many were taken."""
    now = table.sheet(who).now(resource)
    taken = max(0, min(points, now))
    set_points(table, who, resource, now - taken, reason)
    return taken


def give_points(table: Table, who: str, resource: str, points: int, reason: Wording = "") -> int:
    """Give points of a resource, at most those that there is room for; how many were given."""
    sheet = table.sheet(who)
    given = max(0, min(points, sheet.lack(resource)))
    set_points(table, who, resource, sheet.now(resource) + given, reason)
    return given


def set_limit(table: Table, who: str, resource: str, most: int) -> None:
    """Set the most of a resource."""
    by = most - table.sheet(who).most(resource)
    if by:
        table.happen(LimitChanged(who, resource, by))


def keep_limit(table: Table, who: str, resource: str, most: int) -> None:
    """Let the most of a resource follow what it hangs on; what is gained is there at once, unless all is spent."""
    sheet = table.sheet(who)
    before = sheet.most(resource)
    is_spent = before > 0 and not sheet.now(resource)
    set_limit(table, who, resource, most)
    if not is_spent:
        give_points(table, who, resource, most - before, "a higher limit")
