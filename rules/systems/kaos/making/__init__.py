"""Making a character: choices are kept until the end, and each step writes the sheet from them (D-1)."""

from rules.systems.kaos.making.at_random import AtRandom
from rules.systems.kaos.making.steps import STEPS

__all__ = ["STEPS", "AtRandom"]
