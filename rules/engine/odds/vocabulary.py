"""The one vocabulary in which odds are told: pages, programs and advice all read these classes."""

from dataclasses import dataclass

from rules.engine.odds.shares import Distribution, mean, quantile

#: What a chance is part of that happens only where none of the chances listed before it comes true.
REST = "rest"


@dataclass(frozen=True, slots=True)
class Chance:
    """One named outcome with its probability (0 to 1).

    ``within`` is the name of the chance that it is part of, or :data:`REST`; empty if it stands by itself. ``instead``
    says that it is what the first of the chances comes to if somebody does more, such as rolling again.
    """

    name: str
    label: str
    probability: float
    within: str = ""
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Mean:
    """An average consequence beside the measure, such as experience gained."""

    name: str
    label: str
    amount: float

    @property
    def said(self) -> str:
        """The amount in words, with its sign.

        >>> [Mean("", "", amount).said for amount in (0.25, -1.5, 2)]
        ['+0.25', '−1.5', '+2']
        """
        return f"{self.amount:+.2f}".rstrip("0").rstrip(".").replace("-", "−")


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact odds: a sentence for people, the named outcomes, and the distribution of the measure.

    ``measure[i]`` is the probability that the measure (successes, hits, boxes ...) is ``least + i``; ``low`` says that
    little of it is good, as on a die that is rolled under. ``compared`` is what the first of the chances would be, had
    something else been chosen; ``means`` are further averages. ``good`` are the values that make up the first of the
    chances, empty where the measure does not tell it; with ``None`` they are the high end that comes to as much.
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
        """The measure that is not exceeded with at least this probability; with a half it is the median."""
        return self.least + quantile(self.measure, share)
