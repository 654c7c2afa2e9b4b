"""Trolls who come round after going down grow harder and stiffer, and are stone in the end (D-7)."""

from rules.engine.kernel import Condition, ConditionSet, Item, ItemSet, RankChanged, Table, Told
from rules.systems.sda.core.person.gifts import figure

SKIN = "stone_skin"
#: Points that each coming round adds to the skin, and takes from agility.
HARDER, STIFFER = 1, 2
#: The types of damage that the skin protects from.
AGAINST = ("piercing", "cutting")


def come_round(table: Table, who: str) -> None:
    """Harden and stiffen a troll who is up again after incapacity; without any agility left they are stone."""
    sheet = table.sheet(who)
    if not figure(sheet, "turns_to_stone"):
        return
    before = sheet.items[SKIN].stats["protection"][AGAINST[0]] if SKIN in sheet.items else 0
    stats = {"protection": dict.fromkeys(AGAINST, before + HARDER), "encumbrance": 0}
    table.happen(ItemSet(who, SKIN, Item("Skin of stone", "armour", in_use=True, stats=stats)))
    left = sheet.rank("attribute", "agility")
    if left > 1:
        table.happen(RankChanged(who, "attribute", "agility", -min(STIFFER, left - 1)))
    table.happen(Told((who,), "{0} comes round with a harder skin and stiffer limbs."))
    if left <= STIFFER:
        table.happen(ConditionSet(who, Condition("dead", "Turned to stone", source="stone")))
        table.happen(Told((who,), "{0} has turned to stone."))
