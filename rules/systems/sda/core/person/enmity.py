"""Spirit that some take from what others suffer: hatred of a people, and cruelty (D-7)."""

from rules.engine.kernel import ResourceChanged, Sheet, Table
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.core.person.traits import held

#: The field of a trait on a sheet that names the people it is against.
PEOPLE = "people"
TORTURE = "torture"


def hates(sheet: Sheet, other: Sheet) -> bool:
    """Whether somebody hates the people of another, as their sheets name it."""
    people = other.texts.get("people", "").casefold()
    hated = (str(item.stats.get(PEOPLE, "")).casefold() for trait, item in held(sheet) if "hatred" in trait.figures)
    return any(one and one in people for one in hated)


def feed_hatred(table: Table, by: str, who: str, lost: int) -> None:
    """Give ``by`` the spirit that ``who`` lost by them, as far as there is room, if they hate that people."""
    if by != who and by in table.sheets and hates(table.sheet(by), table.sheet(who)):
        lift(table, by, lost, "hatred")


def enjoy(table: Table, by: str, times: int, why: str) -> None:
    """Give the cruel their spirit for injuries that they deal, or for hits of torment, ``times`` over."""
    if by in table.sheets:
        lift(table, by, times * figure(table.sheet(by), "cruelty"), why)


def lift(table: Table, who: str, spirit: int, why: str) -> None:
    """Give somebody spirit, never beyond the most that they can have."""
    held_spirit = table.sheet(who).resources.get("spirit")
    gained = min(spirit, held_spirit.most - held_spirit.now) if held_spirit else 0
    if gained > 0:
        table.happen(ResourceChanged(who, "spirit", gained, why))
