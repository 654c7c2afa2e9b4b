"""Exact chances of percentile tests, and the game's own dice of six sides (D-1, D-2, GRM-126).

Doubles are critical, digits may be flipped, degrees decide between two; 01 is always a critical success and 100 a
critical failure, whatever the chance, which stays from 1 to 99. Fury Dice are thrown again and added for a six, and of
Chaos Dice a six alone counts.
"""

from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel import Dice, Die, Table, Wording, rolled
from rules.engine.kernel.kept_dice import flipped
from rules.engine.odds import Distribution, normal
from rules.engine.odds.bursts import any_shows, bursting, showing

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


# -- Fury Dice and Chaos Dice ------------------------------------------------------------------------------------------

#: Sides of a Fury Die and of a Chaos Die.
D6 = 6
#: Faces for which a Fury Die is thrown again, as a rule.
SIX = (6,)


@lru_cache(maxsize=256)
def fury(count: int, explodes: tuple[int, ...] = SIX) -> Distribution:
    """P(so many Fury Dice come to v) at index v; all but 1e-13 of it.

    >>> fury(0), round(sum(value * share for value, share in enumerate(fury(1))), 9)
    ((1.0,), 4.2)
    """
    return bursting(count, D6, explodes) if count > 0 else (1.0,)


def throw_fury(table: Table, dice: Dice, who: str, count: int, explodes: tuple[int, ...] = SIX) -> int:
    """Throw Fury Dice, and again for each that explodes; what they come to."""
    shown: list[Die] = []
    waiting, typed = max(0, count), False
    while waiting:
        fell = dice.roll(who, [D6] * waiting)
        typed = typed or fell.typed
        shown += (Die(D6, face, face) for face in fell.faces)
        waiting = sum(face in explodes for face in fell.faces)
    total, chances = sum(die.scored for die in shown), fury(count, explodes)
    if shown:
        beyond = (0.0,) * (total + 1 - len(chances))
        table.happen(rolled(who, "fury", tuple(shown), total, (*chances, *beyond), typed=typed))
    return total


def chance_of_six(count: int) -> float:
    """P(any of so many Chaos Dice shows a six).

    >>> round(chance_of_six(2), 3), chance_of_six(0)
    (0.306, 0.0)
    """
    return any_shows(count, D6) if count > 0 else 0.0


def throw_chaos(table: Table, dice: Dice, who: str, count: int, purpose: Wording = "chaos") -> bool:
    """Throw Chaos Dice; whether any of them shows a six, which is the bad end of it."""
    if count <= 0:
        return False
    fell = dice.roll(who, [D6] * count)
    sixes = fell.faces.count(D6)
    shown = tuple(Die(D6, face, int(face == D6)) for face in fell.faces)
    table.happen(rolled(who, purpose, shown, sixes, showing(count, D6), typed=fell.typed, low=True))
    return sixes > 0
