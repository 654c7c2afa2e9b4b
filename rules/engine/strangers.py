"""Odds against somebody whose sheet one may not read: made without that sheet, and told as a range.

Whoever looks sees how a foe stands, what they hold and how they are hurt, but not how good they are. So the odds are
made twice: as if they were untrained, and as if they were masters. Where both come to the same, that is what is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.odds import Chance, Odds, in_words
from rules.engine.sheets import Item, Resource, Sheet

Ranks = Mapping[str, Mapping[str, int]]
#: What is said where not even the worst and the best can be.
UNSAID = "What this comes to hangs on what you cannot know"


@dataclass(frozen=True, slots=True)
class Stranger:
    """How good somebody unknown may be: ranks by kind and name, so much of every resource, and what protects them.

    Kinds of ranks that are not named are there for all to see, such as how large somebody is. So are things, but for
    those of a kind that ``wears`` is about: what they are good for nobody sees. ``hides`` are single ranks of kinds
    that are otherwise there to see.
    """

    ranks: Ranks
    left: int
    wears: Mapping[str, Item] = field(default_factory=dict)
    unseen: str = ""
    hides: Ranks = field(default_factory=dict)

    def instead_of(self, sheet: Sheet) -> Sheet:
        """A sheet as far as everybody sees it."""
        ranks = {**sheet.ranks, **{kind: dict(ranks) for kind, ranks in self.ranks.items()}}
        ranks |= {kind: {**ranks.get(kind, {}), **hidden} for kind, hidden in self.hides.items()}
        left = {name: Resource(self.left, self.left) for name in sheet.resources}
        seen = {key: item for key, item in sheet.items.items() if item.kind != self.unseen}
        return replace(sheet, ranks=ranks, resources=left, items={**seen, **self.wears})


def between(guesses: Sequence[Odds | None]) -> Odds | None:
    """The odds that one may know, of all that they may be: the same, or from the worst to the best.

    >>> between([Odds("", (Chance("success", "win", 0.2),)), Odds("", (Chance("success", "win", 0.9),))]).sentence
    '2 in 10 at worst, 9 in 10 at best: win, for you cannot know how good they are'
    """
    first, *others = guesses
    if all(other == first for other in others):
        return first
    leading = [one.chances[0] for one in guesses if one and one.chances]
    if len(leading) < len(guesses) or len({one.name for one in leading}) > 1:
        return Odds(UNSAID)
    worst, best = (by(leading, key=lambda one: one.probability) for by in (min, max))
    if best.probability == worst.probability:
        return Odds(f"{in_words(best.probability).capitalize()}: {best.label}", _sure(guesses))
    said = f"{in_words(worst.probability)} at worst, {in_words(best.probability)} at best".capitalize()
    listed = (
        Chance(worst.name, f"{worst.label} at worst", worst.probability),
        Chance(f"{best.name}_at_best", f"{best.label} at best", best.probability),
    )
    return Odds(f"{said}: {best.label}, for you cannot know how good they are", listed)


def _sure(guesses: Sequence[Odds | None]) -> tuple[Chance, ...]:
    """The chances that are the same, whoever it is."""
    first, *others = (set(one.chances) if one else set() for one in guesses)
    same = first.intersection(*others)
    return tuple(chance for chance in (guesses[0].chances if guesses[0] else ()) if chance in same)
