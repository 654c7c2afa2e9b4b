"""Weapons in a few words, as the compendium, sheets and shops show them."""

from rules.engine.kernel import Sheet, said
from rules.systems.kaos.content.entries import Weapon
from rules.systems.kaos.core.figures import damage_bonus


def weapon_words(weapon: Weapon, sheet: Sheet | None = None) -> tuple[str, ...]:
    """Damage, type, hands, reach and ranges of a weapon, and its marks; with the figures of a sheet, if any."""
    reach = "reach 2 squares" if weapon.reach > 1 else "melee" if weapon.reach else ""
    thrown = f"thrown {weapon.thrown} squares" if weapon.thrown else ""
    shot = f"shoots {weapon.shot} squares" if weapon.shot else ""
    hands = "two hands" if weapon.hands > 1 else ""
    kind = weapon.type if weapon.type != "physical" else ""
    marks = ("does not kill" if weapon.nonlethal else "", "ignores armour" if weapon.ignores_armour else "")
    reload = "an action to reload" if weapon.reload else ""
    added = damage_bonus(sheet) if sheet else "STR/10"
    return said(
        f"{weapon.damage} + {added}" if weapon.damage else "no damage", kind, hands, reach, thrown, shot, reload, *marks
    )
