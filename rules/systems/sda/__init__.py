"""WinterDawn: pools of dice, measures of success, spirit that is spent and won back."""

from rules.systems.sda.system import SDA

__all__ = ["SDA"]
