"""The hit points that a blow costs its target on average, for tactics."""

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel.sheets import Sheet
from rules.systems.dragonbane.fight.base.blow import Blow, losses


def left_of(sheet: Sheet) -> int:
    """The hit points that are left to lose, at least 1 (DRB-036)."""
    return max(1, sheet.now("hp"))


@of_sheet("items", "ranks", "resources", "memo")
def cost(sheet: Sheet, blow: Blow) -> float:
    """The hit points that a blow costs on average without a defence, none beyond what is left."""
    left = left_of(sheet)
    return sum(chance * min(lost, left) for lost, chance in enumerate(losses(sheet, blow)))


def fells(sheet: Sheet, blow: Blow) -> float:
    """P(a blow takes all hit points that are left, without a defence) (DRB-036)."""
    return sum(losses(sheet, blow)[left_of(sheet) :])
