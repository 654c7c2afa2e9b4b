"""Prices, weapons and armour in words."""

from rules.systems.sda import compendium
from rules.systems.sda.compendium import ArmourPiece, Damage, Weapon
from rules.systems.sda.skills import ATTRIBUTES


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
