"""Figures that follow from attributes, armour and states: bonuses, thresholds, initiative, movement, encumbrance (D-1).

Each is explained by its parts. ``body`` ranks are what printed figures of creatures add to the formula.
"""

from collections.abc import Mapping

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Json, Sheet, signed
from rules.engine.page.blocks import Explained, Part
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.harm import HUGE, LARGE, SIZE_FURY
from rules.systems.grim.core.effects import added, given
from rules.systems.grim.core.things import armour_worn, encumbrance_of, shield_held

ATTRIBUTE, BONUS, SKILL, BODY = "attribute", "bonus", "skill", "body"
#: Conditions whose level is added to the Damage Threshold for a while: running, and cover against missiles.
RUNNING, COVERED = "running", "covered"
#: The level of cover behind which one cannot be aimed at (GRM-028).
FULL_COVER = 99
#: The size of a person (E-p).
MAN_SIZED = 1


def _explained(label: str, parts: list[tuple[str, int]], least: int | None = None) -> Explained:
    """A sum by its parts, of which those that come to nothing are left out."""
    total = sum(by for _, by in parts)
    shown = [Part(name, str(by) if place == 0 else signed(by)) for place, (name, by) in enumerate(parts)]
    kept = [part for place, part in enumerate(shown) if place == 0 or parts[place][1]]
    if least is not None and total < least:
        kept.append(Part("At least", str(least)))
        total = least
    return Explained(label, str(total), tuple(kept))


@of_sheet("ranks")
def bonus(sheet: Sheet, attribute: str) -> int:
    """The bonus of an attribute: its tens digit, with advances and ancestry (D-1)."""
    return max(0, sheet.rank(ATTRIBUTE, attribute) // 10 + sheet.rank(BONUS, attribute))


def explained_bonus(sheet: Sheet, attribute: str) -> Explained:
    name = library.attributes()[attribute].name
    parts = [(f"Tens of {name}", sheet.rank(ATTRIBUTE, attribute) // 10)]
    parts.append(("Ancestry and advances", sheet.rank(BONUS, attribute)))
    return _explained(f"{name} Bonus", parts, 0)


def size(sheet: Sheet) -> int:
    """The size of a body: 0 small, 1 like a person, 2 large, 3 huge (GRM-041)."""
    return sheet.ranks.get(BODY, {}).get("size", MAN_SIZED)


def fury_by_size(sheet: Sheet, house_rules: Mapping[str, Json]) -> int:
    """Fury Dice that a body adds: one for each size above a person's, or as the house has it (GRM-041, E-p)."""
    least = {LARGE: MAN_SIZED, HUGE: MAN_SIZED + 1}.get(str(SIZE_FURY.chosen(house_rules)), size(sheet))
    return max(0, size(sheet) - least)


# -- thresholds --------------------------------------------------------------------------------------------------------


def explained_threshold(sheet: Sheet, *, missile: bool = False) -> Explained:
    """The Damage Threshold: Brawn Bonus and the best armour, and states (GRM-015, GRM-016, GRM-017, GRM-026, GRM-028).

    Cover counts against a ``missile`` only.
    """
    parts = [("Brawn Bonus", bonus(sheet, "brawn"))]
    parts += [(name, by) for name, by in armour_worn(sheet)]
    parts += shield_held(sheet)
    parts += [("By nature", sheet.rank(BODY, "damage_threshold")), *given(sheet, "threshold")]
    parts += added(sheet, "damage_threshold")
    for key in (RUNNING, *((COVERED,) if missile else ())):
        if held := sheet.conditions.get(key):
            parts.append((str(held.label), held.level))
    return _explained("Damage Threshold", parts)


@of_sheet("ranks", "conditions", "items")
def threshold(sheet: Sheet, *, missile: bool = False) -> int:
    """The Damage Threshold as a number."""
    return int(explained_threshold(sheet, missile=missile).value)


def explained_peril_threshold(sheet: Sheet) -> Explained:
    """The Peril Threshold: Willpower Bonus + 3, and states (GRM-015, GRM-016)."""
    parts = [("Willpower Bonus", bonus(sheet, "willpower")), ("Everybody", 3)]
    parts += [("By nature", sheet.rank(BODY, "peril_threshold")), *added(sheet, "peril_threshold")]
    return _explained("Peril Threshold", parts)


@of_sheet("ranks", "conditions")
def peril_threshold(sheet: Sheet) -> int:
    """The Peril Threshold as a number."""
    return int(explained_peril_threshold(sheet).value)


# -- initiative, movement, encumbrance ---------------------------------------------------------------------------------


def explained_encumbrance(sheet: Sheet) -> Explained:
    """The encumbrance that one carries unhindered: Brawn Bonus + 3, and states (D-1)."""
    parts = [("Brawn Bonus", bonus(sheet, "brawn")), ("Everybody", 3), *added(sheet, "encumbrance")]
    return _explained("Encumbrance limit", parts, 0)


@of_sheet("items")
def carried(sheet: Sheet) -> int:
    """The encumbrance of everything carried."""
    return sum(encumbrance_of(item) for item in sheet.items.values())


@of_sheet("kind", "ranks", "conditions", "items")
def overage(sheet: Sheet) -> int:
    """Points of encumbrance beyond the limit; a creature carries what it likes."""
    return 0 if sheet.kind == "creature" else max(0, carried(sheet) - int(explained_encumbrance(sheet).value))


def explained_initiative(sheet: Sheet) -> Explained:
    """Initiative: Perception Bonus + 3, less what is carried too much, and states (D-1)."""
    parts = [("Perception Bonus", bonus(sheet, "perception")), ("Everybody", 3)]
    parts += [("By nature", sheet.rank(BODY, "initiative")), *given(sheet, "initiative")]
    parts.append(("Carries too much", -overage(sheet)))
    return _explained("Initiative", [*parts, *added(sheet, "initiative")])


@of_sheet("kind", "ranks", "conditions", "items")
def initiative(sheet: Sheet) -> int:
    """Initiative as a number."""
    return int(explained_initiative(sheet).value)


def explained_movement(sheet: Sheet) -> Explained:
    """Movement in yards: Agility Bonus + 3, less what is carried too much, and states (D-1)."""
    parts = [("Agility Bonus", bonus(sheet, "agility")), ("Everybody", 3)]
    parts += [("By nature", sheet.rank(BODY, "movement")), *given(sheet, "movement")]
    parts.append(("Carries too much", -overage(sheet)))
    return _explained("Movement", [*parts, *added(sheet, "movement")], 0)


@of_sheet("kind", "ranks", "conditions", "items")
def movement(sheet: Sheet) -> int:
    """Movement in yards, as a number."""
    return int(explained_movement(sheet).value)
