"""Dragon & Demon: a d20 at or below a level, a push at the price of a condition, cards for who acts when."""

from rules.systems.dragonbane.system import DRAGONBANE

__all__ = ["DRAGONBANE"]
