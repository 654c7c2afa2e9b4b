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
class Mean:
    """What follows from it on average, beside what is measured, such as what is learnt by it."""

    name: str
    label: str
    amount: float

    @property
    def said(self) -> str:
        """As people say it.

        >>> [Mean("", "", amount).said for amount in (0.25, -1.5, 2)]
        ['+0.25', '−1.5', '+2']
        """
        return f"{self.amount:+.2f}".rstrip("0").rstrip(".").replace("-", "−")


@dataclass(frozen=True, slots=True)
class Odds:
    """What may happen, exactly: a sentence for people, the named outcomes, and the distribution of what is measured.

    ``measure[i]`` is the probability that the measure (successes, hits, boxes ...) is ``least + i``; ``low`` says that
    little of it is good, as on a die that is rolled under. ``compared`` is what the first of the chances would be, had
    something else been chosen; ``means`` is what else follows on average. ``good`` are the values that the first of the
    chances is made of, none where the measure does not tell it; unsaid, they are the high end that comes to as much.
    """

    sentence: str
    chances: tuple[Chance, ...] = ()
    measure: Distribution = ()
    measured: str = ""
    least: int = 0
    compared: tuple[Chance, ...] = ()
    low: bool = False
    means: tuple[Mean, ...] = ()
    good: tuple[int, ...] | None = None

    @property
    def mean(self) -> float:
        return self.least + mean(self.measure)

    def quantile(self, share: float) -> int:
        """The measure that is not exceeded with at least that probability; a half of it is the median."""
        return self.least + quantile(self.measure, share)
