"""The least and most of every rank that may be written by hand."""

from collections.abc import Mapping

from rules.systems.fortune.content import library
from rules.systems.fortune.core import BODY, FEATURE, STAT, TRAINING
from rules.systems.fortune.screen.explaining import LANGUAGE, MODES, SPELL

#: The least and most of a stat (D-6).
LEAST_STAT, MOST_STAT = -5, 5
#: How often a feature may be taken that may be taken again.
MOST_TIMES = 9
#: The least and most of a figure of the body.
BODY_RANGES = {
    "level": (0, 20),
    "size": (-3, 4),
    **dict.fromkeys(MODES, (0, 200)),
    "armour": (0, 40),
    "counter": (0, 40),
    "attack": (-5, 20),
    "counters_only": (0, 1),
}


def ranges() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """The least and most of every rank, by kind and name."""
    return {
        STAT: dict.fromkeys(library.stats(), (LEAST_STAT, MOST_STAT)),
        BODY: BODY_RANGES,
        TRAINING: dict.fromkeys(library.trainings(), (0, 1)),
        FEATURE: {key: (0, times(FEATURE, key)) for key in library.features()},
        LANGUAGE: dict.fromkeys(library.languages(), (0, 1)),
        SPELL: dict.fromkeys(library.spells(), (0, 1)),
    }


def times(kind: str, name: str) -> int:
    """How often something may be had: a feature that may be taken again several times, everything else once."""
    return MOST_TIMES if kind == FEATURE and library.features()[name].again else 1
