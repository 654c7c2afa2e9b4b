"""Prices, weapons and armour in words; money that changes hands, with change where it is needed (D-4, D-12)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.kernel import Item, ItemLost, ItemSet, Sheet, Table
from rules.systems.sda.content import compendium
from rules.systems.sda.content.compendium import ArmourPiece, Damage, Weapon
from rules.systems.sda.content.skills import ATTRIBUTES


def price_words(copper: int | None) -> str:
    """A price in the coins that people pay with.

    >>> price_words(235), price_words(None)
    ('1 gp 3 sp 5 cp', '')
    """
    words, left = [], copper or 0
    for coin in compendium.coins().values():
        count, left = divmod(left, coin.copper)
        if count:
            words.append(f"{count} {coin.short}")
    return " ".join(words)


def halves(amount: float) -> str:
    """An amount in halves as the book writes it.

    >>> [halves(amount) for amount in (0, 0.5, 1, 4.5)]
    ['0', '½', '1', '4½']
    """
    whole = int(amount)
    if amount == whole:
        return str(whole)
    return f"{whole or ''}½"


def damage_words(damage: Damage | None) -> str:
    """The limit of a damage die in words: "STR+4", "d12"; empty where there is none (C-90)."""
    if damage is None:
        return ""
    if damage.attribute is None:
        return f"d{damage.die}"
    return f"{ATTRIBUTES[damage.attribute].short}{damage.bonus:+d}".replace("-", "−")


def weapon_words(weapon: Weapon) -> tuple[str, ...]:
    """Bands, damage, types, specials and shield of a weapon."""
    bands = ", ".join(f"far {band.increment} m" if band.band == "far" else band.band for band in weapon.bands)
    types = ", ".join(kind.type + (f" −{kind.malus_mos}" if kind.malus_mos else "") for kind in weapon.types)
    specials = ", ".join(compendium.weapon_specials()[key].name for key in sorted(weapon.specials))
    shield = f"shield {weapon.shield}" if weapon.shield else ""
    return _said(bands, damage_words(weapon.damage), types, specials, shield)


def armour_words(piece: ArmourPiece) -> tuple[str, ...]:
    """Protection of a piece by kind of damage, then the parts of the body that it covers."""
    taken = ", ".join(f"{kind} {halves(amount)}" for kind, amount in piece.protection.items())
    return _said(taken, ", ".join(piece.body_parts))


def _said(*words: str) -> tuple[str, ...]:
    return tuple(word for word in words if word)


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
