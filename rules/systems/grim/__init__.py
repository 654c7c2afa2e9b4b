"""Grim d100: percentile dice that are critical in doubles, thresholds against harm, and the dice of fury and chaos."""

from rules.systems.grim.system import GRIM

__all__ = ["GRIM"]
