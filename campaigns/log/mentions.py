"""Keys of entries of the compendium of which facts tell, so that their names can lead there."""

from collections.abc import Iterable, Iterator

from rules.engine.kernel import OURS, facts
from rules.naming import Told

_CONDITIONS = "conditions"


def mentions_in(happened: Iterable[facts.Fact]) -> Told:
    """The keys of which facts tell, each behind its section or kind, which is empty where the fact does not say it."""
    return frozenset(one for fact in happened for one in _mentions_in(fact) if one[1])


def _mentions_in(fact: facts.Fact) -> Iterator[tuple[str, str]]:
    match fact:
        case facts.ConditionSet(condition=state):
            yield _CONDITIONS, state.name
        case facts.ConditionEnded(name=name):
            yield _CONDITIONS, name
        case facts.RankChanged(kind=kind, name=name) | facts.ExperienceChanged(kind=kind, name=name):
            yield kind, name
        case facts.ItemSet(item=item):
            yield item.kind, item.entry
        case facts.ItemLost(key=key):
            yield "", key
        case facts.Rolled(purpose=purpose):
            # What is rolled begins with its command, or with a word of the game's own; behind it stands what for.
            command, _, about = str(purpose).partition(": ")
            yield "", command
            yield "", about
        case facts.HomebrewWritten(page=page) | facts.HomebrewWithdrawn(page=page) | facts.HomebrewShown(page=page):
            yield "", OURS + page
