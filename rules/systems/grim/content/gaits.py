"""Gaits: ways to get about other than on one's own feet, each with its distance and its test (GRM-032, GRM-033)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from rules.engine.content.reader import Least, Of
from rules.engine.content.shelves import Described, shelf
from rules.systems.grim.content import library

ANIMAL, VEHICLE = "animal", "vehicle"


@dataclass(frozen=True, slots=True)
class Gait(Described):
    """A gait: the bonus and the addition that make its yards, the skill tested, and what one sits on, if anything.

    ``brawn`` is the Brawn Bonus of the animals.
    """

    bonus: Annotated[str, Of("attributes")]
    plus: Annotated[int, Least(-9)]
    skill: Annotated[str, Of("skills")]
    mount: Annotated[str, Of((ANIMAL, VEHICLE))] = ""
    brawn: int = 0

    def yards(self, bonus: int) -> int:
        """Yards of the gait, before they are multiplied: at least 1 (GRM-033)."""
        return max(1, bonus + self.plus)


#: All gaits, those on one's own limbs first.
gaits = shelf(library.DATA / "gaits.toml", "gait", Gait, library)


@cache
def mounts() -> Mapping[str, Gait]:
    """The gaits on the back of an animal or in a vehicle."""
    return {key: gait for key, gait in gaits().items() if gait.mount}
