"""Making a character: what was chosen is kept until the end, and each step writes the sheet from it (D-1)."""

from rules.systems.kaos.making.at_random import AtRandom
from rules.systems.kaos.making.steps import STEPS

__all__ = ["STEPS", "AtRandom"]
