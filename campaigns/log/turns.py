"""Turns of a fight in its log: facts by which they change, told apart from what happens in them."""

from collections.abc import Sequence

from campaigns.audience.history import owner_of
from campaigns.log.line import Line, Names, name_of
from rules.engine.kernel import Fact, facts

_CHANGES = facts.RoundBegan | facts.LadderSet | facts.TurnBegan | facts.TurnEnded | facts.BudgetSet


def changes(seen: Sequence[Fact]) -> list[bool]:
    """For each fact whether it belongs to a change of turns; so do words of a new round, and the dice for its order."""
    begins = any(isinstance(fact, facts.RoundBegan) for fact in seen)
    ordered = max((at for at, fact in enumerate(seen) if isinstance(fact, facts.LadderSet)), default=-1)
    return [isinstance(fact, _CHANGES) or (begins and _opens_it(fact, at < ordered)) for at, fact in enumerate(seen)]


def _opens_it(fact: Fact, before_ladder: bool) -> bool:
    """Whether a fact is dice for the order of a round, or words about nobody, such as "Round 2."."""
    return (isinstance(fact, facts.Told) and not fact.who) or (before_ladder and isinstance(fact, facts.Rolled))


def turn_in(seen: Sequence[Fact], names: Names) -> str:
    """The name of the one whose turn began last; empty where none began."""
    rungs = [fact.rung for fact in seen if isinstance(fact, facts.TurnBegan)]
    return name_of(owner_of(rungs[-1]), names) if rungs else ""


def begins_late(seen: Sequence[Fact], lines: Sequence[Line]) -> bool:
    """Whether something happened before the first turn or round began: it belongs to what was before."""
    first = next((at for at, fact in enumerate(seen) if isinstance(fact, facts.TurnBegan | facts.RoundBegan)), 0)
    return any(not line.order and not line.quiet for line in lines[:first])
