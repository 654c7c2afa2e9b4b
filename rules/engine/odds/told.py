"""The one vocabulary in which odds are told: pages, programs and advice all read these."""

from dataclasses import dataclass

from rules.engine.odds.shares import Distribution, mean, quantile


@dataclass(frozen=True, slots=True)
class Chance:
    """One named thing that may happen, with its probability (0 to 1)."""

    name: str
    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class Odds:
    """What may happen, exactly: a sentence for people, the named outcomes, and the distribution of what is measured.

    ``measure[i]`` is the probability that the measure (successes, hits, boxes ...) is ``least + i``. ``compared`` is
    what the first of the chances would be, had something else been chosen.
    """

    sentence: str
    chances: tuple[Chance, ...] = ()
    measure: Distribution = ()
    measured: str = ""
    least: int = 0
    compared: tuple[Chance, ...] = ()

    @property
    def mean(self) -> float:
        return self.least + mean(self.measure)

    def quantile(self, share: float) -> int:
        """The measure that is not exceeded with at least that probability; a half of it is the median."""
        return self.least + quantile(self.measure, share)


def in_words(probability: float) -> str:
    """A chance as people say it: "never", "1 in 100", "7 in 10", "certain"."""
    if probability <= 0:
        return "never"
    if probability >= 1:
        return "certain"
    if probability > 0.99:
        return "almost certain"
    if probability < 0.01:
        return "hardly ever"
    if probability < 0.095:
        return f"{round(probability * 100)} in 100"
    tenths = int(probability * 10 + 0.5)
    return "more than 9 in 10" if tenths == 10 else f"{tenths} in 10"


def in_100(probability: float) -> int:
    """So many in 100; 0 and 100 are kept for what is never and always so.

    >>> [in_100(p) for p in (0, 0.0001, 0.234, 0.9999, 1)]
    [0, 1, 23, 99, 100]
    """
    if probability <= 0 or probability >= 1:
        return 100 if probability >= 1 else 0
    return max(1, min(99, round(100 * probability)))
