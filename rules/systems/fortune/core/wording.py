"""Weapons in a few words, as the compendium, sheets and the making show them."""

from rules.engine.kernel import counted, said, signed
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Weapon


def weapon_words(weapon: Weapon, class_range: int = 0) -> tuple[str, ...]:
    """Group, hands, range, damage and bonuses of a weapon; ``class_range`` is that of its bearer, where it has none."""
    group = library.groups()[weapon.group]
    reach = weapon.reach or group.reach or class_range
    least = weapon.least or group.least
    where = f"{least} to {reach} ft" if least and reach else f"{reach} ft" if reach else "range of the class"
    return said(
        group.name.lower(),
        "two hands" if weapon.hands > 1 else "",
        where,
        weapon.damage,
        f"damage {counted(weapon.steps, 'step', 'steps')} up" if weapon.steps else "",
        f"{signed(weapon.bonus)} to attack" if weapon.bonus else "",
        weapon.type,
    )
