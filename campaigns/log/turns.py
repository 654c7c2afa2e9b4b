"""Turns of a fight in its log: whose begins in an entry, and what in it still belongs to the one before."""

from collections.abc import Sequence

from campaigns.audience.history import owner_of
from campaigns.log.line import Line, Names, name_of
from rules.engine.kernel import Fact, facts


def turn_in(seen: Sequence[Fact], names: Names) -> str:
    """The name of the one whose turn began last; empty where none began."""
    rungs = [fact.rung for fact in seen if isinstance(fact, facts.TurnBegan)]
    return name_of(owner_of(rungs[-1]), names) if rungs else ""


def begins_late(seen: Sequence[Fact], lines: Sequence[Line]) -> bool:
    """Whether something happened before the first turn or round began: it belongs to what was before."""
    first = next((at for at, fact in enumerate(seen) if isinstance(fact, facts.TurnBegan | facts.RoundBegan)), 0)
    return any(not line.order and not line.quiet for line in lines[:first])
