"""Exact chances of percentile tests: doubles are critical, digits may be flipped, degrees decide between two.

D-1: 01 is always a critical success and 100 a critical failure, whatever the chance, which stays from 1 to 99.
"""

from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel.kept_dice import flipped
from rules.engine.odds import Distribution, normal

SIDES = 100
LEAST, MOST = 1, 99
#: The most by which difficulties, or ranks with modifiers of the base chance, change a chance (D-1, E-d).
SPAN = 30
#: Verdicts, from the best to the worst.
CRITICAL, SUCCESS, FAILURE, FUMBLED = "critical success", "success", "failure", "critical failure"
VERDICTS = (CRITICAL, SUCCESS, FAILURE, FUMBLED)


def within(value: int, span: int = SPAN) -> int:
    """A sum of modifiers, cut to the span that they may have (C-15, E-d).

    >>> within(45), within(-70), within(20)
    (30, -30, 20)
    """
    return max(-span, min(span, value))


def clamped(chance: int) -> int:
    """A total chance, never below 1 nor above 99 (D-1)."""
    return max(LEAST, min(MOST, chance))


def is_double(face: int) -> bool:
    """Whether both digits are the same; 100 shows two noughts.

    >>> [face for face in (1, 11, 40, 99, 100) if is_double(face)]
    [11, 99, 100]
    """
    return face % 11 == 0 or face == SIDES


def counted_face(face: int, chance: int, flip: int) -> int:
    """The face that counts: exchanged if that turns the test as ``flip`` says, to success (1) or failure (-1).

    01 and 100 stay as they fell (D-1).

    >>> counted_face(36, 50, -1), counted_face(63, 50, 1), counted_face(36, 70, -1), counted_face(1, 5, -1)
    (63, 36, 36, 1)
    """
    if not flip or face in (1, SIDES):
        return face
    other = flipped(face)
    turns = face <= chance < other if flip < 0 else other <= chance < face
    return other if turns else face


@lru_cache(maxsize=65536)
def verdict(face: int, chance: int, flip: int = 0) -> str:
    """The verdict of a face: doubles are critical (D-1).

    >>> verdict(24, 25), verdict(22, 25), verdict(77, 25), verdict(1, 1), verdict(100, 99)
    ('success', 'critical success', 'critical failure', 'critical success', 'critical failure')
    """
    if face == 1:
        return CRITICAL
    if face == SIDES:
        return FUMBLED
    success = counted_face(face, chance, flip) <= chance
    if is_double(face):
        return CRITICAL if success else FUMBLED
    return SUCCESS if success else FAILURE


def judged(face: int, chance: int, flip: int = 0, *, fails: bool = False) -> str:
    """The verdict of a face; whoever ``fails`` cannot succeed at all (GRM-014)."""
    if fails:
        return FAILURE if face == 1 else verdict(face, 0)
    return verdict(face, chance, flip)


@lru_cache(maxsize=2048)
def shares(chance: int, flip: int = 0, *, fails: bool = False) -> tuple[float, float, float, float]:
    """P of each verdict, from critical success to critical failure; whoever ``fails`` cannot succeed at all.

    >>> shares(45)
    (0.05, 0.4, 0.49, 0.06)
    """
    fallen = [judged(face, chance, flip, fails=fails) for face in range(1, SIDES + 1)]
    critical, success, failure, fumbled = (fallen.count(one) / SIDES for one in VERDICTS)
    return critical, success, failure, fumbled


def succeeds(chance: int, flip: int = 0, *, fails: bool = False) -> float:
    """P(a test succeeds).

    >>> succeeds(45), succeeds(50, -1), succeeds(50, 1)
    (0.45, 0.26, 0.74)
    """
    critical, plain, _, _ = shares(chance, flip, fails=fails)
    return round(critical + plain, 12)


def degrees(face: int, bonus: int) -> int:
    """Degrees of success: the tens digit, of which a nought counts ten, and the bonus of the attribute (D-1).

    >>> degrees(45, 4), degrees(7, 3)
    (8, 13)
    """
    return ((face // 10) % 10 or 10) + bonus


@lru_cache(maxsize=4096)
def degree_counts(chance: int, bonus: int, flip: int = 0, *, fails: bool = False) -> Distribution:
    """P(a test comes to so many degrees) at their index; a failure has none and stands at 0."""
    counts = [0] * (11 + max(0, bonus))
    for face in range(1, SIDES + 1):
        if judged(face, chance, flip, fails=fails) in (CRITICAL, SUCCESS):
            counts[max(1, degrees(counted_face(face, chance, flip), bonus))] += 1
        else:
            counts[0] += 1
    return normal(counts)


@dataclass(frozen=True, slots=True)
class Opposed:
    """The chances of an opposed test: one side wins, the other does, or nobody (D-1)."""

    mine: float
    theirs: float
    nobody: float


@lru_cache(maxsize=4096)
def opposed(mine: Distribution, theirs: Distribution) -> Opposed:
    """The chances of two counts of degrees against each other: more wins, and equals leave it to the game master.

    >>> opposed((0.5, 0.5), (1.0,))
    Opposed(mine=0.5, theirs=0.0, nobody=0.5)
    """
    won = lost = 0.0
    for degree, share in enumerate(mine):
        won += share * sum(theirs[:degree])
        lost += share * sum(theirs[degree + 1 :])
    return Opposed(won, lost, max(0.0, 1 - won - lost))
