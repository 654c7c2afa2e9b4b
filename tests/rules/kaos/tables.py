"""Tables to test at: beginners with just the scores that matter, and dice that were typed."""

from typing import Any

from rules.engine.kernel import Command, Json, Judged, Sheet, Table, TypedDice, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.systems.kaos import KAOS


def hero(name: str = "Anna", points: int = 0, **ranks: dict[str, int]) -> Sheet:
    """A beginner with these scores, by kind, and advancement points."""
    sheet = KAOS.fresh_sheet(name)
    for kind, given in ranks.items():
        sheet.ranks.setdefault(kind, {}).update(given)
    if points:
        sheet.experience["advancement"] = {"points": points}
    KAOS.keep_up(Table({"it": sheet}, actor="it"))
    return sheet


def table(house_rules: dict[str, Json] | None = None, **sheets: Sheet) -> Table:
    """A table where the first of the sheets acts."""
    return Table(dict(sheets), None, house_rules, next(iter(sheets)), KAOS.rank_range)


def act(at: Table, command: Command, *faces: int, **others: list[int]) -> None:
    """Perform a command with these faces of the actor's, and of others; none may be missing or left over."""
    dice = TypedDice({at.actor: list(faces), **others})
    perform(command, at, dice)
    dice.all_used()
    KAOS.keep_up(at)


def odds(at: Table, command: Command) -> Odds:
    """The odds of a command, which must have some."""
    told = foretell(command, at)
    assert told is not None
    return told


def judged(at: Table) -> dict[str, Any]:
    """The last verdict, with its numbers."""
    fact = next(fact for fact in reversed(at.facts) if isinstance(fact, Judged))
    return {"verdict": fact.verdict, "hits": fact.hits, **fact.numbers}
