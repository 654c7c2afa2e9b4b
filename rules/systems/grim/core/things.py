"""Things carried: armour and shields in use, what is in hand, what they weigh, and how they break (D-5, GRM-088)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, ItemLost, ItemSet, Sheet, Table, Told, plainly
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.harm import RUINED_TWICE

#: Stats of a thing: broken, held in both hands, held in the off hand, left on the ground (where, in metres).
RUINED, BOTH, OFF_HAND, LIES_AT = "ruined", "both", "off_hand", "lies_at"
#: Qualities by key (GRM-059, GRM-077).
CASTLE_FORGED, MAKERS_MARK = "castle_forged", "makers_mark"


def qualities_of(item: Item) -> tuple[str, ...]:
    """The qualities of a thing: those of its kind, and its own."""
    entry = library.weapon_of(item) or library.armour_of(item) or library.shield_of(item)
    return entry.qualities if entry else ()


def is_ruined(item: Item) -> bool:
    return item.stats.get(RUINED) is True


@of_sheet("items")
def in_use(sheet: Sheet, kind: str) -> dict[str, Item]:
    """Things of a kind that are worn or held now, by key."""
    return {
        key: item
        for key, item in sheet.items.items()
        if item.kind == kind and item.in_use and item.count > 0 and LIES_AT not in item.stats
    }


def armour_worn(sheet: Sheet) -> list[tuple[str, int]]:
    """The best suit worn, with what it adds to the Damage Threshold; suits do not add up, ruined ones add nothing."""
    worn = [
        (item.name, suit.threshold)
        for item in in_use(sheet, "armour").values()
        if (suit := library.armour_of(item)) and not is_ruined(item)
    ]
    return [max(worn, key=lambda one: one[1])] if worn else []


def shield_held(sheet: Sheet) -> list[tuple[str, int]]:
    """A shield that adds to the Damage Threshold, by its maker's mark or by itself (GRM-077)."""
    found = []
    for item in in_use(sheet, "shield").values():
        shield = library.shield_of(item)
        by = (shield.threshold if shield else 0) + (MAKERS_MARK in qualities_of(item))
        if by and not is_ruined(item):
            found.append((item.name, by))
    return found


def encumbrance_of(item: Item) -> int:
    """The encumbrance of a thing; a maker's mark makes armour lighter by 2, to no less than 1 (GRM-077)."""
    entry = library.weapon_of(item) or library.armour_of(item) or library.shield_of(item) or library.gear_of(item)
    each = entry.encumbrance if entry else 0
    if item.kind == "armour" and MAKERS_MARK in qualities_of(item):
        each = max(min(each, 1), each - 2)
    return each * item.count


def ruin(table: Table, who: str, key: str, *, wholly: bool = False) -> None:
    """Ruin a thing; castle-forged ones hold, and what is ruined twice is gone unless kept (GRM-059, GRM-088)."""
    item = table.sheet(who).items.get(key)
    if item is None:
        return
    name = plainly(item.name)
    if CASTLE_FORGED in qualities_of(item):
        table.happen(Told((who,), f"{{0}}’s {name} is castle-forged and holds."))
    elif wholly or (is_ruined(item) and RUINED_TWICE.flag(table.house_rules)):
        table.happen(ItemLost(who, key), Told((who,), f"{{0}}’s {name} falls to pieces."))
    elif not is_ruined(item):
        table.happen(ItemSet(who, key, with_stats(item, **{RUINED: True})))
        table.happen(Told((who,), f"{{0}}’s {name} is ruined."))


def with_stats(item: Item, **stats: object) -> Item:
    """A thing with other stats; one that is None is taken away."""
    kept: Mapping[str, object] = {**item.stats, **stats}
    return replace(item, stats={name: value for name, value in kept.items() if value is not None})


@of_sheet("items")
def in_hand(sheet: Sheet) -> dict[str, Item]:
    """Weapons and shields held now, natural ones left out, the main hand first."""
    held = {**in_use(sheet, "weapon"), **in_use(sheet, "shield")}
    loose = {key: item for key, item in held.items() if not is_natural(item)}
    return dict(sorted(loose.items(), key=lambda one: (one[1].kind == "shield", bool(one[1].stats.get(OFF_HAND)))))


def is_natural(item: Item) -> bool:
    """Whether a weapon is a part of the body."""
    weapon = library.weapon_of(item)
    return weapon is not None and weapon.natural


def can_break(item: Item) -> bool:
    """Whether a thing can be ruined: what is worn or held, and no part of the body (GRM-088)."""
    return item.kind in library.APART and not is_natural(item)


def primary(sheet: Sheet) -> str:
    """The key of what the main hand holds; empty for empty hands."""
    return next((key for key, item in in_hand(sheet).items() if item.kind == "weapon"), next(iter(in_hand(sheet)), ""))


def drop(table: Table, who: str, key: str) -> None:
    """Let something fall; it lies where somebody in a fight stands (GRM-012)."""
    item = table.sheet(who).items.get(key)
    if item is None:
        return
    fights = table.encounter is not None and who in table.encounter.combatants
    here = [table.scene.combatants[who].x, table.scene.combatants[who].y] if fights else None
    table.happen(ItemSet(who, key, replace(with_stats(item, **{LIES_AT: here}), in_use=False)))
    table.happen(Told((who,), f"{{0}}’s {plainly(item.name)} falls to the ground."))
