"""Exact chances of one d20: three outcomes, natural 1 and 20, Fortune's Favor and Misfortune, contests, groups."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules.engine.kernel import signed
from rules.engine.odds import Distribution
from rules.engine.odds.contests import judged
from rules.engine.page.blocks import Part

SIDES = 20
#: The ways in which two dice can fall.
PAIRS = SIDES**2
#: The outcomes of a test, from the worst to the best (LIN-014).
FAILURE, MIXED, SUCCESS = "failure", "mixed", "success"
VERDICTS = (FAILURE, MIXED, SUCCESS)
BEST_FIRST = (SUCCESS, MIXED, FAILURE)
#: How a test is rolled: one d20, the better of two, the lower of two (LIN-023, LIN-024).
PLAIN, FAVOUR, MISFORTUNE = "plain", "favour", "misfortune"
#: Faces that decide whatever they come to (LIN-020, LIN-021).
LOWEST, HIGHEST = 1, SIDES


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of the three outcomes of a test."""

    failure: float
    mixed: float
    success: float

    def of(self, verdict: str) -> float:
        return float(getattr(self, verdict))


def mode_of(favours: int, misfortunes: int) -> str:
    """How a test is rolled: Favor and Misfortune cancel each other, and none of either counts twice (C-15, E-c)."""
    if bool(favours) == bool(misfortunes):
        return PLAIN
    return FAVOUR if favours else MISFORTUNE


def verdict(face: int, plus: int, success: int, failure: int) -> str:
    """The outcome of a die with what is added to it: 1 always fails, 20 always passes (LIN-014, LIN-020, LIN-021).

    >>> [verdict(face, 2, 15, 10) for face in (13, 12, 8, 7, 1, 20)]
    ['success', 'mixed', 'mixed', 'failure', 'failure', 'success']
    """
    if face in (LOWEST, HIGHEST):
        return FAILURE if face == LOWEST else SUCCESS
    total = face + plus
    return SUCCESS if total >= success else MIXED if total >= failure else FAILURE


def least_face(plus: int, mark: int) -> int:
    """The lowest face that reaches a mark: never the 1, always the 20.

    >>> [least_face(2, mark) for mark in (15, 3, 40)]
    [13, 2, 20]
    """
    return max(LOWEST + 1, min(HIGHEST, mark - plus))


@lru_cache(maxsize=128)
def faces(mode: str = PLAIN, below: int = 0) -> Distribution:
    """P(the d20 that counts shows a face), at the index of the face (LIN-023, LIN-024, E-e).

    One die is thrown again, and the better of both counts, if it shows less than ``below``; of two dice that are
    thrown at once the better counts, or the lower. All of it is counted over the 400 pairs.

    >>> faces()[20], faces("favour")[20], faces("misfortune")[20], faces("plain", 11)[20]
    (0.05, 0.0975, 0.0025, 0.075)
    """
    counted = [0] * (SIDES + 1)
    for first in range(1, SIDES + 1):
        for second in range(1, SIDES + 1):
            counted[used(mode, below, first, second)] += 1
    return tuple(count / PAIRS for count in counted)


def used(mode: str, below: int, first: int, second: int) -> int:
    """The die that counts of two, where the second is thrown only if the first shows less than ``below``."""
    if mode == MISFORTUNE:
        return min(first, second)
    return max(first, second) if mode == FAVOUR or first < below else first


@lru_cache(maxsize=4096)
def chances(shown: Distribution, plus: int, success: int, failure: int) -> Chances:
    """The chances of the three outcomes, by the chances of faces, which are shares of 400.

    >>> chances(faces(), 2, 15, 10)
    Chances(failure=0.35, mixed=0.25, success=0.4)
    """
    return chances_by(shown, lambda face: verdict(face, plus, success, failure))


def chances_by(shown: Distribution, verdict_of: Callable[[int], str]) -> Chances:
    """The chances of the three outcomes, where each face comes to one of them."""
    found = dict.fromkeys(VERDICTS, 0.0)
    for face, share in enumerate(shown):
        if share:
            found[verdict_of(face)] += share
    return Chances(*(round(found[name] * PAIRS) / PAIRS for name in VERDICTS))


# -- contests ----------------------------------------------------------------------------------------------------------


def settled(mine: int, my_plus: int, theirs: int, their_plus: int, margin: int) -> str:
    """The outcome of a contest for the first side: more than the margin higher passes (LIN-018, C-19).

    A 20 passes and a 1 fails, unless both sides show it (E-q).

    >>> settled(13, 3, 10, 2, 5), settled(20, 0, 19, 9, 5), settled(10, 6, 10, 0, 5)
    ('mixed', 'success', 'success')
    """
    if mine != theirs and {mine, theirs} & {LOWEST, HIGHEST}:
        return SUCCESS if mine == HIGHEST or (theirs == LOWEST and mine != HIGHEST) else FAILURE
    ahead = mine + my_plus - theirs - their_plus
    return SUCCESS if ahead > margin else FAILURE if ahead < -margin else MIXED


#: The die of a rival in a contest: the chances of its faces, and what is added.
Rival = tuple[Distribution, int]


def worst(outcomes: Iterable[str]) -> str:
    """The outcome against several sides: one that is more than the margin higher takes the contest from all others.

    >>> worst(["success", "mixed"]), worst(["failure", "success"])
    ('mixed', 'failure')
    """
    return min(outcomes, key=VERDICTS.index)


@lru_cache(maxsize=1024)
def contest(shown: Distribution, plus: int, rivals: tuple[Rival, ...], margin: int, spend: str = "") -> Chances:
    """The chances of a contest; ``spend`` says for which outcomes the first side throws a second d20 (E-e).

    For each pair of one's own dice the outcomes with the first and with the better of both are followed together over
    all rivals, whose dice are independent.
    """
    found = dict.fromkeys(VERDICTS, 0.0)
    for first, share in enumerate(shown):
        if not share:
            continue
        for second in range(1, SIDES + 1) if spend else (first,):
            weight = share / SIDES if spend else share
            for (now, then), chance in _against(first, max(first, second), plus, rivals, margin).items():
                found[then if wants_second(spend, now) else now] += weight * chance
    return Chances(*(found[name] for name in VERDICTS))


def _against(
    first: int, better: int, plus: int, rivals: tuple[Rival, ...], margin: int
) -> dict[tuple[str, str], float]:
    """The chances of the outcomes of two dice against the same dice of all rivals."""
    together = {(SUCCESS, SUCCESS): 1.0}
    for their_shown, their_plus in rivals:
        after: dict[tuple[str, str], float] = {}
        for theirs, share in enumerate(their_shown):
            if not share:
                continue
            now, then = (settled(mine, plus, theirs, their_plus, margin) for mine in (first, better))
            for (before, later), chance in together.items():
                pair = worst((before, now)), worst((later, then))
                after[pair] = after.get(pair, 0.0) + chance * share
        together = after
    return together


#: The ways to spend Fortune's Favor: not at all, on a failure, on all but a success; given up against Misfortune.
KEEP, ON_FAILURE, UNLESS_SUCCESS, CANCEL = "", "fails", "short", "cancel"


#: The ways to spend the token that lift an outcome instead, by the feature that knows them; with what they lift (D-3).
UNFAILING, INTERVENE = "unfailing", "devoted_minor_intervention"
LIFTS = {UNFAILING: {FAILURE: MIXED}, INTERVENE: {FAILURE: MIXED, MIXED: SUCCESS}}


def wants_second(spend: str, outcome: str) -> bool:
    """Whether Favor is spent on a first die that comes to this (LIN-023, E-e)."""
    return (spend == ON_FAILURE and outcome == FAILURE) or (spend == UNLESS_SUCCESS and outcome != SUCCESS)


# -- a test to roll ----------------------------------------------------------------------------------------------------

LABEL = "Fortune’s Favor"


@dataclass(frozen=True)
class Trial:
    """A test to roll: by whom, what is added, the two points, how it is rolled, and how Favor is spent.

    ``take`` is a face that counts instead of a roll. ``ones_stay`` says that no feature lifts a 1, ``gives_back`` that
    a failure which is lifted gives Favor all the same. ``parts`` are the summands of ``plus``, ``why`` the reasons for
    two dice.
    """

    who: str
    name: str
    plus: int
    success: int
    failure: int
    mode: str = PLAIN
    spend: str = KEEP
    take: int = 0
    ones_stay: bool = False
    gives_back: bool = False
    helped: bool = False
    parts: tuple[Part, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def below(self) -> int:
        """The face below which the token buys a second d20; 0 for never, as in contests, which have no points (E-e)."""
        if self.mode != PLAIN or self.take or not self.success or self.spend in (KEEP, CANCEL, *LIFTS):
            return 0
        return least_face(self.plus, self.failure if self.spend == ON_FAILURE else self.success)

    @cached_property
    def shown(self) -> Distribution:
        """The chances of the face that counts."""
        return (*(0.0,) * self.take, 1.0) if self.take else faces(self.mode, self.below)

    @cached_property
    def _plain(self) -> Chances:
        """The chances of the three outcomes before one is lifted."""
        return chances(self.shown, self.plus, self.success, self.failure)

    @cached_property
    def chances(self) -> Chances:
        return chances_by(self.shown, self.verdict) if self.spend in LIFTS else self._plain

    @property
    def spends(self) -> float:
        """P(the token is spent once the die has fallen)."""
        lifted = sum(share for face, share in enumerate(self.shown) if share and self.lifts(face))
        return max(0, self.below - 1) / SIDES + lifted

    @property
    def regained(self) -> float:
        """P(the token that lifts a failure is gained again)."""
        return self._plain.failure if self.gives_back and self.spend == INTERVENE else 0.0

    def verdict(self, face: int) -> str:
        plain = self.unlifted(face)
        return plain if self.ones_stay and face == LOWEST else LIFTS.get(self.spend, {}).get(plain, plain)

    def unlifted(self, face: int) -> str:
        """The outcome of a face before a feature lifts it."""
        return verdict(face, self.plus, self.success, self.failure)

    def lifts(self, face: int) -> bool:
        """Whether the token lifts what a face comes to (D-3)."""
        return self.verdict(face) != self.unlifted(face)

    @property
    def how(self) -> str:
        """The words for two dice: ", with Misfortune"; empty for one."""
        return {PLAIN: "", FAVOUR: f", with {LABEL}", MISFORTUNE: ", with Misfortune"}[self.mode]

    @property
    def sentence(self) -> str:
        """The test in words: "Mettle +2 against 15 and 10, with Misfortune"."""
        return f"{self.name} {signed(self.plus)} against {self.success} and {self.failure}{self.how}"


# -- groups ------------------------------------------------------------------------------------------------------------


def group_verdict(counts: Sequence[int]) -> int:
    """The outcome of a group by how many failed, were mixed, passed; as its place among the outcomes (LIN-019, C-02).

    >>> [VERDICTS[group_verdict(counts)] for counts in ((1, 2, 2), (1, 1, 3), (2, 0, 2), (3, 1, 1))]
    ['mixed', 'success', 'mixed', 'failure']
    """
    failed, mixed, passed = counts
    if abs(passed - failed) <= mixed:
        return 1
    return 2 if passed > failed else 0


def group(members: Sequence[Chances], verdict_of: Callable[[Sequence[int]], int] = group_verdict) -> Chances:
    """The chances of a group test by those of its members (LIN-019)."""
    return Chances(*judged([(one.failure, one.mixed, one.success) for one in members], verdict_of, len(VERDICTS)))
