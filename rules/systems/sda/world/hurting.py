"""Being hurt by something that is nobody's attack: armour counts, boxes are ticked, in a fight and out of one."""

from rules.engine.dice import Dice
from rules.engine.facts import ConditionEnded, Judged, Told
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.engine.refusals import NotNow
from rules.engine.table import Table
from rules.engine.turns import nothing_waits
from rules.systems.sda.fight.bleeding import lines
from rules.systems.sda.fight.damage import armour_and_boxes, freest, hurt, room, unhurt_words, wound
from rules.systems.sda.fight.harm import kill
from rules.systems.sda.fight.in_store import BOXES, kept, spare
from rules.systems.sda.fight.state import dies_of_any

_SHOCK = "about_to_be_stunned"


def in_fight(table: Table, who: str) -> bool:
    """Whether somebody is in the middle of a fight."""
    fight = table.encounter
    return fight is not None and fight.stage == "fighting" and who in fight.combatants


def may_be_hurt(table: Table) -> None:
    """Refuse for the dead, and while something else has to be decided."""
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead, and nothing harms them any more.")
    if table.encounter is not None and table.encounter.stage == "fighting":
        nothing_waits(table)


def harm(table: Table, dice: Dice, who: str, kind: str, measure: int, by: str, *, ignores_armour: bool = False) -> None:
    """Take armour off and tick what is left: in a fight the victim says where, else the freest line takes it.

    Whoever was incapacitated already dies of it (SDA-205, SDA-206, SDA-218).
    """
    if in_fight(table, who):
        wound(table, by, who, kind, measure, ignores_armour=ignores_armour)
        return
    armour, boxes = armour_and_boxes(table, who, kind, measure, ignores_armour=ignores_armour)
    numbers: dict[str, int | str | None] = {"damage": measure, "armour": armour, "boxes": boxes, "type": kind}
    table.happen(Judged(who, "hurt" if boxes else "unhurt", boxes, numbers))
    if not boxes:
        table.happen(Told((who,), unhurt_words(table, who, kind, measure)))
    elif not (boxes := spare(table, who, boxes)):
        return
    elif dies_of_any(table.sheet(who)):
        kill(table, who, by)
    else:
        hurt(table, dice, who, freest(lines(table.sheet(who))), boxes, kind, by)
        _shake_off(table, who)


def _shake_off(table: Table, who: str) -> None:
    """Out of a fight there are no rounds: a shock is over when the next thing happens."""
    if table.sheet(who).has(_SHOCK):
        table.happen(ConditionEnded(who, _SHOCK))


def most_room(table: Table, who: str) -> int:
    """Boxes that somebody can take at once without going down."""
    injuries = lines(table.sheet(who))
    return room(injuries[freest(injuries)]) if injuries else 0


# -- odds -------------------------------------------------------------------------------------------------------------


def boxes_of(table: Table, who: str, kind: str, damage: Distribution) -> Distribution:
    """What :func:`harm` leaves to be ticked: less armour, and what a spell has put before one's own (SDA-205, D-9)."""
    stored = kept(table.sheet(who), BOXES)

    def left(measure: int) -> int:
        _, boxes = armour_and_boxes(table, who, kind, measure, ignores_armour=False)
        return max(0, boxes - stored)

    return mapped(damage, left)


def odds_of_harm(table: Table, who: str, boxes: Distribution) -> Odds:
    """Whether somebody stays unhurt, and whether they go down, or die of it where they are down (SDA-207, SDA-218)."""
    least = 1 if dies_of_any(table.sheet(who)) else most_room(table, who) + 1
    listed = (Chance("success", "not be hurt", boxes[0]), Chance("down", "go down", at_least(boxes, least)))
    return Odds(f"{in_words(boxes[0]).capitalize()} to stay unhurt", listed, boxes, "boxes")
