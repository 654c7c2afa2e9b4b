"""Advice against brute force: what is said of a choice, and what performing it comes to by every throw.

A game lays out situations and says how a choice is played out. Here they are compared.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.advice.choices import Advice, Weighed

#: The situations of one game.
SITUATIONS = 50 if os.environ.get("WINTERHALL_LONG") else 10
#: So many choices of a situation are played out every way: the best, the last, and some between them.
CHOICES = 99 if os.environ.get("WINTERHALL_LONG") else 3
#: As near as two ways of counting the same come to each other.
NEAR = 1e-6
#: So much more often up is worth the turn to anybody.
RECKLESS = 0.5


@dataclass(frozen=True, slots=True)
class Played:
    """The value of a choice, and the chance that it leaves whoever chooses on their feet, where that is at stake."""

    value: float
    up: float = 1.0


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision: the advice on it, and a function that plays a choice out in every way."""

    name: str
    found: Advice
    play: Callable[[Weighed], Played]


def differences(situation: Situation) -> list[str]:
    """The differences between advice and brute force; an advised choice that is illegal is refused when played."""
    told = _some([one for one in situation.found.choices if not one.aside])
    real = [situation.play(one) for one in told]
    found = [
        f"{situation.name}: {one.label} is said to come to {one.value:.4f}, and comes to {played.value:.4f}"
        for one, played in zip(told, real, strict=True)
        if abs(one.value - played.value) > NEAR
    ]
    best = real[0]
    if best.value < max(one.value for one in real) - NEAR:
        found.append(f"{situation.name}: {told[0].label} is not the best")
    if max(one.up for one in real) - best.up > RECKLESS:
        found.append(f"{situation.name}: {told[0].label} risks the life of somebody who wants to keep it")
    return found


def _some(told: Sequence[Weighed]) -> list[Weighed]:
    if len(told) <= CHOICES:
        return list(told)
    step = (len(told) - 1) / (CHOICES - 1)
    return [told[round(step * place)] for place in range(CHOICES)]
