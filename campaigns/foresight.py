"""Exact odds, laid out for pages: the sentence, the named chances, and the columns of the histogram."""

from dataclasses import dataclass

from rules.engine.odds import Odds

#: What all greater values together have less than this of, is one column: "9 or more".
_TAIL = 0.0005
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    chance: float
    good: bool


def columns(odds: Odds) -> list[Column]:
    """The distribution of the measure, column by column; those that make up the first named chance are good."""
    from_good = _good_from(odds)
    left = 1.0
    listed: list[Column] = []
    for place, chance in enumerate(odds.measure):
        value, last = odds.least + place, left <= _TAIL and place > 0
        if last:
            listed[-1] = Column(f"{value - 1}+", listed[-1].chance + left, listed[-1].good)
            break
        listed.append(Column(str(value), chance, from_good is not None and place >= from_good))
        left -= chance
    return listed


def _good_from(odds: Odds) -> int | None:
    """From which place on the measure means success: where what is left adds up to the chance of success."""
    if not odds.chances:
        return None
    left = sum(odds.measure)
    for place, chance in enumerate(odds.measure):
        if abs(left - odds.chances[0].probability) < _ALIKE:
            return place
        left -= chance
    return None
