"""Spells on the weapon in somebody's hand: it does more damage, or more dice of its own or another type (D-9).

They lie on the holder: in another hand the weapon is as it was.
"""

from dataclasses import replace

from rules.engine.kernel.facts import ItemSet, Told
from rules.engine.kernel.sheets import Item, Json, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.content.equipment import OF_WEAPONS, weapon_of
from rules.systems.sda.content.own_entries import told_of_weapon
from rules.systems.sda.core.effects.lasting import remember
from rules.systems.sda.core.effects.spell_entries import Added, Mark
from rules.systems.sda.fight.base.arms import is_held, wielded


def empower(table: Table, who: str, name: str, by: int) -> None:
    """Let the weapon in hand do more damage as long as the spell lasts."""
    found = next(((key, item, told) for key, item in wielded(table.sheet(who)).items() if (told := _told(item))), None)
    if found is None:
        _nothing_takes_it(table, who)
        return
    key, item, told = found
    stronger = {**told, "damage_bonus": told["damage_bonus"] + by}
    if told["damage_both_hands"]:
        stronger["damage_both_hands"] = told["damage_both_hands"] + by
    table.happen(ItemSet(who, key, replace(item, entry="", stats={**item.stats, **stronger})))
    remember(table, who, name, weapon=[key, item.entry, item.stats])


def _told(item: Item) -> dict[str, Json] | None:
    """The figures of a weapon that can be made stronger: one that strikes by an attribute. None of any other."""
    weapon = weapon_of(item)
    told = told_of_weapon(weapon) if weapon and weapon.damage and weapon.damage.attribute else None
    return {figure: told[figure] for figure in OF_WEAPONS} if told else None


def sharpen(table: Table, who: str, name: str, mark: Mark, hits: int) -> None:
    """Give the weapon in hand more dice of damage as long as the spell lasts."""
    made = f"{name}_arm"
    key = made if made in table.sheet(who).items else _that_takes(table.sheet(who), mark.adds)
    if not key:
        _nothing_takes_it(table, who)
        return
    adds = [{"weapon": key, "dice": one.dice, "die": one.die(hits), "type": one.type} for one in mark.adds]
    remember(table, who, name, adds=adds)


def _that_takes(sheet: Sheet, adds: tuple[Added, ...]) -> str:
    """Key of the weapon in hand that a spell works on, sooner one that is no shield; empty where there is none."""
    needed = {one.needs for one in adds if one.needs}
    able = []
    for key, item in wielded(sheet).items():
        weapon = weapon_of(item)
        if is_held(item) and weapon and weapon.damage and needed <= {one.type for one in weapon.types}:
            able.append((bool(weapon.shield), key))
    return min(able)[1] if able else ""


def _nothing_takes_it(table: Table, who: str) -> None:
    table.happen(Told((who,), "{0} has no weapon in hand that could take it."))
