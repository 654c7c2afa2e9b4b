"""Forecasts as lines of plain text for a terminal."""

from collections.abc import Iterator

from campaigns.templatetags.hall import NBSP, percent
from combat.forecast_reading import Outcome, Person
from combat.templatetags.forecasts import about, better, whole
from rules.engine.forecast import Spread


def lines(outcome: Outcome) -> Iterator[str]:
    """The lines that tell of one variant."""
    yield outcome.label
    for line in _inside(outcome):
        yield f"  {line}".replace(NBSP, " ")


def _inside(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.difficulty} for {outcome.ours.label.lower()}"
    if outcome.difference:
        yield f"{outcome.ours.wins} {better(outcome.difference)}"
    for side in outcome.sides:
        yield f"{side.wins} {about(side.victory)}"
    if outcome.undecided.share:
        yield f"nobody wins {about(outcome.undecided)}"
    yield f"rounds {_spread(outcome.rounds)}"
    for one in outcome.people:
        yield _person(one)
    for side, decider in outcome.deciders:
        stands, fell = percent(decider.standing), percent(decider.fallen)
        yield f"hangs on {decider.name}: {side.wins.lower()} {stands} if they stand, {fell} if they fall"
    if outcome.first:
        yield "falls first: " + ", ".join(f"{name} {percent(share)}" for name, share in outcome.first)


def _person(one: Person) -> str:
    costs = "; ".join(f"{label.lower()} {_spread(cost)}" for label, cost in one.costs)
    return f"{one.told.name}: falls {percent(one.told.falls.share)}, dies {percent(one.told.dies.share)}; {costs}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} ({whole(spread.least)} to {whole(spread.most)})"
