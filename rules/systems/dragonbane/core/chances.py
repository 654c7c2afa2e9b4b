"""Exact odds of a check, of a push as a second chance, and of opposed checks (DRB-001 to DRB-006)."""

from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel import at_most, kept, kept_dice

D20 = 20
DRAGON, DEMON = 1, 20
#: Successes, or failures, against death that decide (DRB-036).
ENOUGH = 3


def succeeds(face: int, level: int) -> bool:
    """Whether a face is at or below the level; a Dragon always is, a Demon never (DRB-001, DRB-002).

    >>> succeeds(12, 12), succeeds(13, 12), succeeds(1, 0), succeeds(20, 25)
    (True, False, True, False)
    """
    return face == DRAGON or (face <= level and face != DEMON)


def _counting(level: int) -> int:
    """The level limited to 1 to 19, since a Dragon always succeeds and a Demon never."""
    return max(DRAGON, min(DEMON - 1, level))


def succeeding(level: int) -> tuple[int, ...]:
    """The faces that succeed.

    >>> succeeding(5), succeeding(25)[-1]
    ((1, 2, 3, 4, 5), 19)
    """
    return tuple(range(DRAGON, _counting(level) + 1))


def success(level: int, extra: int = 0) -> float:
    """P(the kept die succeeds); ``extra`` boons, or banes below 0 (DRB-004).

    >>> success(12), success(12, -1), round(success(12, 1), 2)
    (0.6, 0.36, 0.84)
    """
    return at_most(D20, _counting(level), extra)


def dragon(extra: int = 0) -> float:
    """P(the kept die shows 1) (DRB-002)."""
    return kept(D20, extra)[DRAGON]


def demon(extra: int = 0) -> float:
    """P(the kept die shows 20) (DRB-002)."""
    return kept(D20, extra)[DEMON]


def pushed(level: int, extra: int = 0, *, demons_too: bool = False) -> float:
    """P(success, with one push after a failure); a Demon is not pushed unless the house says so (DRB-003, C-16)."""
    return kept_dice.pushed(success(level, extra), 0 if demons_too else demon(extra))


def beats(level: int, extra: int, their_face: int, *, they_succeed: bool) -> float:
    """P(a roll wins against one that stands: it succeeds, and is lower than one that succeeded) (DRB-006).

    >>> beats(12, 0, 5, they_succeed=True), beats(12, 0, 5, they_succeed=False), beats(12, 0, 1, they_succeed=True)
    (0.2, 0.6, 0.0)
    """
    if not they_succeed:
        return success(level, extra)
    return at_most(D20, min(_counting(level), their_face - 1), extra) if their_face > DRAGON else 0.0


def opposed_with_a_push(level: int, extra: int, their_level: int, their_extra: int, *, demons_too: bool) -> float:
    """P(the active side wins, with one push of a lost roll against the one that stands) (DRB-003, DRB-006)."""
    unpushed, total = 0.0 if demons_too else demon(extra), 0.0
    for face, share in enumerate(kept(D20, their_extra)):
        wins = beats(level, extra, face, they_succeed=succeeds(face, their_level))
        total += share * kept_dice.pushed(wins, unpushed)
    return total


def survival(level: int, extra: int, later: int, good: int, bad: int) -> float:
    """P(three successes against death come before three failures), after ``good`` and ``bad`` of them (DRB-036).

    A Dragon or a Demon counts twice (DRB-039). ``later`` are the boons of the rolls after the next one.

    >>> survival(20, 0, 0, 2, 2), survival(5, 0, 0, 3, 0)
    (0.95, 1.0)
    """
    if good >= ENOUGH or bad >= ENOUGH:
        return float(good >= ENOUGH)
    lucky, unlucky, lives = dragon(extra), demon(extra), success(level, extra)
    ways = ((lucky, 2, 0), (lives - lucky, 1, 0), (unlucky, 0, 2), (1 - lives - unlucky, 0, 1))
    return sum(share * survival(level, later, later, good + well, bad + ill) for share, well, ill in ways)


@dataclass(frozen=True, slots=True)
class Duel:
    """The chances of an opposed check: won, beaten by a lower roll, or failed by oneself (DRB-006)."""

    won: float
    beaten: float
    failed: float


@lru_cache(maxsize=4096)
def opposed(level: int, extra: int, their_level: int, their_extra: int) -> Duel:
    """The chances of the active side, which must succeed and roll lower than an opponent who succeeds (DRB-006)."""
    mine, theirs = kept(D20, extra), kept(D20, their_extra)
    beaten_by, lost = 0.0, 0.0
    won = 0.0
    for face in range(1, D20 + 1):
        if succeeds(face, their_level):
            beaten_by += theirs[face]
        if succeeds(face, level):
            won += mine[face] * (1 - beaten_by)
            lost += mine[face] * beaten_by
    return Duel(won, lost, 1 - won - lost)
