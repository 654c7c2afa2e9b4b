"""The hit points that a blow costs whoever takes it, on average: what tactics go by."""

from rules.engine.known import of_sheet
from rules.engine.sheets import Sheet
from rules.systems.dragonbane.fight.blow import Blow, losses


def left_of(sheet: Sheet) -> int:
    """The hit points that there are to lose (DRB-036)."""
    return max(1, sheet.now("hp"))


@of_sheet("items", "ranks", "resources", "memo")
def cost(sheet: Sheet, blow: Blow) -> float:
    """The hit points that a blow costs on average if nothing is done against it, none beyond what there are."""
    left = left_of(sheet)
    return sum(chance * min(lost, left) for lost, chance in enumerate(losses(sheet, blow)))


def fells(sheet: Sheet, blow: Blow) -> float:
    """P(a blow takes all that somebody has left, if nothing is done against it) (DRB-036)."""
    return sum(losses(sheet, blow)[left_of(sheet) :])
