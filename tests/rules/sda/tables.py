"""Tables to test at: sheets with just the ranks that matter."""

from typing import Any

from rules.engine.kernel import Json, Sheet, Table
from rules.systems.sda import SDA


def hero(name: str = "Anna", spirit: int | None = None, **ranks: dict[str, int]) -> Sheet:
    """A beginner with these ranks, by kind."""
    sheet = SDA.fresh_sheet(name)
    for kind, given in ranks.items():
        sheet.ranks[kind].update(given)
    if spirit is not None:
        sheet.resources["spirit"].now = spirit
    return sheet


def table(house_rules: dict[str, Json] | None = None, **sheets: Sheet) -> Table:
    """A table where the first of the sheets acts."""
    return Table(dict(sheets), None, house_rules, next(iter(sheets)), SDA.rank_range)


def judged(at: Table) -> dict[str, Any]:
    """The verdict of the last test, with its numbers."""
    fact = next(fact for fact in reversed(at.facts) if type(fact).__name__ == "Judged")
    return {"verdict": fact.verdict, "hits": fact.hits, **fact.numbers}  # type: ignore[union-attr]
