"""Weapons, armour, gear and attacks in a few words, for lists, sheets and shops."""

from collections.abc import Iterable

from rules.engine.kernel import said
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Armour, Gear, MonsterAttack, Weapon
from rules.systems.dragonbane.core.figures import FASTEST

_GRIP = {0: "", 1: "one hand", 2: "both hands"}


def price_words(copper: int) -> str:
    """A price in coins: 1 gold are 10 silver are 100 copper (D-6).

    >>> price_words(235), price_words(0)
    ('2 gold 3 silver 5 copper', '')
    """
    words, left = [], copper
    for coin in library.coins().values():
        count, left = divmod(left, coin.copper)
        if count:
            words.append(f"{count} {coin.key}")
    return " ".join(words)


def weapon_words(weapon: Weapon) -> tuple[str, ...]:
    """Damage, grip, range, durability and features of a weapon (D-3)."""
    features = [one.replace("_", " ") for one in weapon.features if one not in ("natural", "shield")]
    return said(
        weapon.damage.upper(),
        _GRIP.get(weapon.hands, ""),
        f"range {weapon.range} m" if weapon.is_ranged else "",
        f"durability {weapon.durability}" if weapon.durability else "",
        f"STR {weapon.strength}" if weapon.strength else "",
        ", ".join(features),
    )


def skill_names(keys: Iterable[str]) -> str:
    """The names of skills in a row; those that the compendium does not know are left out."""
    known = library.skills()
    return ", ".join(known[key].name for key in keys if key in known)


def armour_words(armour: Armour) -> tuple[str, ...]:
    """Rating, banes and metal of a suit or helmet (DRB-016)."""
    banes = skill_names(armour.banes)
    return said(f"armour {armour.rating}", f"bane: {banes}" if banes else "", "metal" if armour.metal else "")


def gear_words(gear: Gear) -> tuple[str, ...]:
    """The slots that gear fills, or adds."""
    if gear.room:
        return (f"{gear.room} more slots",)
    if not gear.slots:
        return ("tiny",)
    return (f"{gear.each} in a slot",) if gear.each > 1 else (f"{gear.slots} slots",) if gear.slots > 1 else ()


def attack_words(attack: MonsterAttack) -> tuple[str, ...]:
    """Damage, reach, effect and defences of a monster's attack (D-4, C-06)."""
    reach = f"within {attack.reach} m" if attack.reach < FASTEST else ""
    return said(
        attack.damage.upper(),
        f"all {reach}" if attack.everyone else reach,
        "ignores armour" if attack.piercing else "",
        attack.effect,
        "can be parried" if attack.parry else "",
        "" if attack.dodge else "cannot be dodged",
    )
