"""Odds of checks and hits, in the words and numbers of forms (DRB-001 to DRB-004)."""

from rules.engine.odds import Chance, Distribution, Odds, in_words, mixture
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.checks import Check


def check_odds(check: Check, label: str = "succeeds") -> Odds:
    """The odds of a check by itself."""
    return Odds(f"{check.words}: {in_words(succeeds(check))} to succeed", three(check, label))


def succeeds(check: Check) -> float:
    return chances.success(check.level, check.extra)


def three(check: Check, label: str) -> tuple[Chance, ...]:
    """The chances of success, Dragon and Demon."""
    return (
        Chance("success", label, succeeds(check)),
        Chance("dragon", "a Dragon", chances.dragon(check.extra)),
        Chance("demon", "a Demon", chances.demon(check.extra)),
    )


def if_hit(hit: float, damage: Distribution) -> Distribution:
    """The distribution of damage with a probability ``hit`` to do it, and 0 otherwise."""
    return mixture(((hit, damage), (1 - hit, (1.0,))))
