"""Turns of a fight in its log: facts by which they change, told apart from what happens in them."""

from collections.abc import Sequence

from campaigns.audience.history import owner_of
from campaigns.log.line import Line, Names, name_of
from rules.engine.kernel import Fact, facts

#: Facts of a change of turns, in the order in which they are told. That in which they happened would tell players of a
#: turn between them that they do not see.
_CHANGES = (
    facts.RoundBegan,
    facts.Told | facts.Rolled,
    facts.LadderSet,
    facts.BudgetSet,
    facts.TurnEnded,
    facts.TurnBegan,
)


def changes(seen: Sequence[Fact]) -> list[int]:
    """For each fact its place among those of a change of turns, from 1; 0 for one of what happens in them.

    Words of a new round and the dice for its order belong to the change.
    """
    begins = any(isinstance(fact, facts.RoundBegan) for fact in seen)
    ordered = max((at for at, fact in enumerate(seen) if isinstance(fact, facts.LadderSet)), default=-1)
    return [_place(fact, opens=begins and _opens_it(fact, at < ordered)) for at, fact in enumerate(seen)]


def _place(fact: Fact, *, opens: bool) -> int:
    if isinstance(fact, facts.Told | facts.Rolled) and not opens:
        return 0
    return next((place for place, kind in enumerate(_CHANGES, start=1) if isinstance(fact, kind)), 0)


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
