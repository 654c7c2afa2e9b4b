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

    ``measure[i]`` is the probability that the measure (successes, hits, boxes ...) is ``least + i``; ``low`` says that
    little of it is good, as on a die that is rolled under. ``compared`` is what the first of the chances would be, had
    something else been chosen.
    """

    sentence: str
    chances: tuple[Chance, ...] = ()
    measure: Distribution = ()
    measured: str = ""
    least: int = 0
    compared: tuple[Chance, ...] = ()
    low: bool = False

    @property
    def mean(self) -> float:
        return self.least + mean(self.measure)

    def quantile(self, share: float) -> int:
        """The measure that is not exceeded with at least that probability; a half of it is the median."""
        return self.least + quantile(self.measure, share)
