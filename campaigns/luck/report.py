"""Luck as pages tell it: shares of the rolls, purposes, dice and single rolls, each with its words."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from campaigns.log.outcome import Throw
from campaigns.luck.counts import TENTHS
from rules.engine.kernel import chance_to_be_as_far, unusual, usual
from rules.engine.odds import fairness, in_words


@dataclass(frozen=True, slots=True)
class Wish:
    """A filter on rolls: a player's (``NOBODY`` for the game master's), a character's, those of a session; or all."""

    player: str = ""
    character: str = ""
    session: str = ""

    @property
    def is_narrow(self) -> bool:
        return bool(self.player or self.character or self.session)


@dataclass(frozen=True, slots=True)
class Share:
    """The luck of some of the rolls: how many they are, and the average of their percentiles.

    ``is_unusual`` says that it lies farther from 50 than fair dice explain, beside all others that are shown with it.
    """

    key: str
    label: str
    rolls: int
    luck: float
    is_unusual: bool = False

    @property
    def usual(self) -> float:
        """The distance from 50, up to 50, within which luck lies in 19 of 20 cases."""
        return min(50.0, usual(self.rolls)) if self.rolls else 50.0

    @property
    def least(self) -> float:
        return 50 - self.usual

    @property
    def most(self) -> float:
        return 50 + self.usual

    @property
    def verdict(self) -> str:
        """The luck in words: average, or (un)luckier than average."""
        if not self.is_unusual:
            return "average luck"
        return "luckier than average" if self.luck > 50 else "unluckier than average"


def marked(*lists: Iterable[Share]) -> list[tuple[Share, ...]]:
    """The lists of a page with unusual shares marked, corrected for the number of all their rows."""
    listed = [tuple(one) for one in lists]
    rolled = [share for one in listed for share in one if share.rolls]
    found = unusual([chance_to_be_as_far(share.rolls, share.luck) for share in rolled])
    marks = iter(found)
    return [tuple(replace(share, is_unusual=next(marks)) if share.rolls else share for share in one) for one in listed]


@dataclass(frozen=True, slots=True)
class Purpose:
    """The rolls for one purpose: their number, the average result expected and reached, and their luck.

    ``expected`` and ``came`` are ``None`` where the rolls do not tell them.
    """

    label: str
    rolls: int
    expected: float | None
    came: float | None
    luck: float


@dataclass(frozen=True, slots=True)
class DiceOfASize:
    """Dice of one size, real ones or the house's: how often each face fell, and whether that is unusual."""

    sides: int
    typed: bool
    faces: tuple[int, ...]
    fit: fairness.Fit

    @property
    def label(self) -> str:
        return f"{'real ' if self.typed else ''}d{self.sides}"

    @property
    def expected(self) -> float:
        return self.fit.rolls / self.sides

    @property
    def said(self) -> str:
        noun = "roll" if self.fit.rolls == 1 else "rolls"
        by_whom = "" if self.typed else " by Winterhall"
        return f"{self.fit.rolls:,} {noun} of {self.label}{by_whom}: {fairness.told(self.fit)}."

    @property
    def needed(self) -> int:
        """The number of rolls after which a loaded die of this size is found in nine of ten cases."""
        return fairness.rolls_needed(self.sides)

    @property
    def chance_to_find(self) -> str:
        """The chance, in words, that these rolls find a loaded die; empty where they are enough, or far too few."""
        if not self.fit.is_enough or self.fit.rolls >= self.needed:
            return ""
        return in_words(fairness.power(self.sides, self.fit.rolls))


@dataclass(frozen=True, slots=True)
class Notable:
    """A roll that stands out; ``entry`` is the id of the chronicle's entry that holds it."""

    entry: str
    at: datetime
    throw: Throw
    percentile: float
    expected: float | None


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a campaign as a member may read it; ``spread`` says how even the percentiles of all rolls are."""

    whole: Share
    players: tuple[Share, ...]
    characters: tuple[Share, ...]
    sessions: tuple[Share, ...]
    course: tuple[Share, ...]
    tenths: tuple[int, ...]
    spread: fairness.Fit
    purposes: tuple[Purpose, ...]
    dice: tuple[DiceOfASize, ...]
    best: tuple[Notable, ...]
    worst: tuple[Notable, ...]

    @property
    def tenths_expected(self) -> float:
        return self.spread.rolls / TENTHS

    @property
    def tenth_labels(self) -> tuple[str, ...]:
        width = 100 // TENTHS
        return tuple(f"{place * width}+" for place in range(TENTHS))

    @property
    def spread_said(self) -> str:
        words = fairness.told(self.spread)
        return f"{words[:1].upper()}{words[1:]}."
