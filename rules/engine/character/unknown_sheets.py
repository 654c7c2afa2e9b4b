"""Odds against a stranger, whose sheet the viewer may not read: made without that sheet, and told as a range.

A viewer sees how a foe stands, what they hold and how they are hurt, but not how good they are. So the odds are made
twice: as if the foe were untrained, and as if they were a master. Where both come to the same, that is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.kernel import Item, Resource, Sheet
from rules.engine.odds import Chance, Odds, in_words

Ranks = Mapping[str, Mapping[str, int]]
#: The sentence of odds that cannot even be told as a range.
UNSAID = "This depends on numbers you do not know"


@dataclass(frozen=True, slots=True)
class Stranger:
    """The skill that a stranger may have: ranks by kind and name, the amount of every resource, and their protection.

    Kinds of ranks that are not named are there for all to see, such as size. So are things, except those of the kind
    ``unseen``: ``wears`` stands in their place. ``hides`` are single ranks of kinds that are otherwise there to see.
    """

    ranks: Ranks
    left: int
    wears: Mapping[str, Item] = field(default_factory=dict)
    unseen: str = ""
    hides: Ranks = field(default_factory=dict)

    def instead_of(self, sheet: Sheet) -> Sheet:
        """A sheet with the parts that everybody sees, and this guess in place of the others."""
        ranks = {**sheet.ranks, **{kind: dict(ranks) for kind, ranks in self.ranks.items()}}
        ranks |= {kind: {**ranks.get(kind, {}), **hidden} for kind, hidden in self.hides.items()}
        left = {name: Resource(self.left, self.left) for name in sheet.resources}
        seen = {key: item for key, item in sheet.items.items() if item.kind != self.unseen}
        return replace(sheet, ranks=ranks, resources=left, items={**seen, **self.wears})


def between(guesses: Sequence[Odds | None]) -> Odds | None:
    """The odds that may be told, out of one for each guess: their own where all agree, else from the worst to the best.

    >>> between([Odds("", (Chance("success", "win", 0.2),)), Odds("", (Chance("success", "win", 0.9),))]).sentence
    'Between 20\xa0% and 90\xa0%: win (you do not know their numbers)'
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
    said = f"Between {in_words(worst.probability)} and {in_words(best.probability)}"
    listed = (
        Chance(worst.name, f"{worst.label} if they are good", worst.probability),
        Chance(f"{best.name}_at_best", f"{best.label} if they are not", best.probability),
    )
    return Odds(f"{said}: {best.label} (you do not know their numbers)", listed)


def _sure(guesses: Sequence[Odds | None]) -> tuple[Chance, ...]:
    """The chances that are equal in all guesses."""
    first, *others = (set(one.chances) if one else set() for one in guesses)
    same = first.intersection(*others)
    return tuple(chance for chance in (guesses[0].chances if guesses[0] else ()) if chance in same)
