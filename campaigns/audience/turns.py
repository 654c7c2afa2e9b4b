"""Changes of turns, told in the same order whether or not somebody hidden had a turn between two others."""

from collections.abc import Sequence

from rules.engine.kernel import Fact, facts

#: Facts of a change of turns, in the order in which they are told. That in which they happened would tell players of a
#: turn between them that they do not see.
_CHANGES = (
    facts.TurnEnded,
    facts.RoundBegan,
    facts.Told | facts.Rolled,
    facts.LadderSet,
    facts.TurnBegan,
    facts.BudgetSet,
)


def in_order(seen: Sequence[Fact]) -> list[Fact]:
    """The facts with those of a change of turns in the order of their kinds; all others stay where they are."""
    places = changes(seen)
    free = [at for at, place in enumerate(places) if place]
    told = dict(zip(free, sorted(free, key=lambda at: places[at]), strict=True))
    return [seen[told.get(at, at)] for at in range(len(seen))]


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
