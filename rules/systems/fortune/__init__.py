"""Fortune's Favor: one d20 and a stat, three outcomes, exchanges that may be answered."""

from rules.systems.fortune.system import FORTUNE

__all__ = ["FORTUNE"]
