"""Purses: what is in them, and money that changes hands, with change where it is needed (D-4, D-12)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.kernel.facts import ItemLost, ItemSet
from rules.engine.kernel.sheets import Item, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda import compendium

KIND = "coin"


def coins(sheet: Sheet) -> dict[str, Item]:
    """The coins on a sheet, by the key of the item."""
    return {key: item for key, item in sheet.items.items() if item.entry in compendium.coins()}


def copper_in(sheet: Sheet) -> int:
    """The worth of all coins of a sheet, in copper."""
    return sum(compendium.coins()[item.entry].copper * item.count for item in coins(sheet).values())


def in_coins(copper: int) -> dict[str, int]:
    """A sum in the fewest coins.

    >>> in_coins(235)
    {'gold': 1, 'silver': 3, 'copper': 5}
    """
    found = {}
    for key, coin in compendium.coins().items():
        count, copper = divmod(copper, coin.copper)
        if count:
            found[key] = count
    return found


def pay(table: Table, payer: str, payee: str, copper: int) -> bool:
    """Let money change hands; False where the purse does not hold so much, and nothing moves."""
    held = copper_in(table.sheet(payer))
    if copper > held:
        return False
    if copper:
        _fill(table, payer, in_coins(held - copper))
        _fill(table, payee, in_coins(copper_in(table.sheet(payee)) + copper))
    return True


def _fill(table: Table, who: str, wanted: Mapping[str, int]) -> None:
    """Let a purse hold just these coins; each kind keeps the place that it had."""
    left = dict(wanted)
    for key, item in coins(table.sheet(who)).items():
        count = left.pop(item.entry, 0)
        if not count:
            table.happen(ItemLost(who, key))
        elif count != item.count:
            table.happen(ItemSet(who, key, replace(item, count=count)))
    for entry, count in left.items():
        name = compendium.coins()[entry].name
        table.happen(ItemSet(who, _free(table.sheet(who), entry), Item(name, KIND, entry=entry, count=count)))


def _free(sheet: Sheet, entry: str) -> str:
    """A key for coins that no other thing on the sheet has."""
    tried = (entry, *(f"{entry}-{number}" for number in range(2, len(sheet.items) + 3)))
    return next(key for key in tried if key not in sheet.items)
