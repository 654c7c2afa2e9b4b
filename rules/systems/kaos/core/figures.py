"""Figures that follow from attributes and armour: hit points, damage bonus, defence, movement, scores of skills.

D-2 and PCT-036 for skills. Tenths and halves are rounded down (C-01).
"""

from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, Sheet
from rules.engine.page.blocks import Explained, Part
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS, Armour, Shield, Skill
from rules.systems.kaos.content.switches import ACROBATICS_STRENGTH, HouseRules

#: The most that the scores of both schools add up to (D-1).
MAGIC_TOGETHER = 90
ACROBATICS = "acrobatics"


def sources(skill: Skill, house_rules: HouseRules) -> tuple[str, tuple[str, ...]]:
    """The attribute halved for the base, and those whose sum is the highest score (E14: older text for acrobatics)."""
    if skill.key == ACROBATICS and ACROBATICS_STRENGTH.chosen(house_rules):
        return "str", ("str", "tou")
    return skill.half, skill.most


def base_of(sheet: Sheet, skill: Skill, house_rules: HouseRules) -> int:
    """The base of a skill: half of an attribute, rounded down (C-01), or 0."""
    half, _ = sources(skill, house_rules)
    return sheet.rank("attribute", half) // 2 if half else 0


def most_of(sheet: Sheet, skill: Skill, house_rules: HouseRules) -> int:
    """The highest score of a skill, which follows the attributes (PCT-035, PCT-036)."""
    return sum(sheet.rank("attribute", key) for key in sources(skill, house_rules)[1])


def unmet(sheet: Sheet, skill: Skill) -> str:
    """The attribute that is too low to learn a skill, as a sentence; empty if none is (D-1)."""
    for key, least in skill.needs.items():
        has = sheet.rank("attribute", key)
        if has < least:
            return f"{skill.name} needs {library.attributes()[key].name} {least}; you have {has}."
    return ""


def magic_together(sheet: Sheet) -> int:
    """The sum of the scores in both schools of magic."""
    return sum(sheet.rank("skill", school) for school in SCHOOLS)


def lent(sheet: Sheet, key: str) -> list[tuple[str, int]]:
    """Bonuses of conditions to a score, as (name, points)."""
    return [(state.name, by) for state in library.states_of(sheet) if (by := state.bonus.get(key, 0))]


@of_sheet("ranks", "conditions")
def own_score(sheet: Sheet, key: str) -> int:
    """A skill or attribute as it stands on the sheet, with the bonuses of conditions."""
    kind = "attribute" if key in library.attributes() else "skill"
    return sheet.rank(kind, key) + sum(by for _, by in lent(sheet, key))


def explained_skill(sheet: Sheet, skill: Skill, house_rules: HouseRules) -> Explained:
    """A skill's score: its base, additions, and highest score."""
    bought, base = sheet.rank("skill", skill.key), base_of(sheet, skill, house_rules)
    score = own_score(sheet, skill.key)
    half, most = sources(skill, house_rules)
    parts = [Part(f"Base, {half.upper()}/2" if half else "Base", str(base))]
    if bought != base:
        parts.append(Part("Skill points and raises", f"{bought - base:+d}".replace("-", "−"), "PCT-035"))
    parts += [Part(name, f"+{by}") for name, by in lent(sheet, skill.key)]
    words = " + ".join(key.upper() for key in most)
    parts.append(Part(f"At most, {words}", str(most_of(sheet, skill, house_rules)), "PCT-035"))
    if not score:
        parts.append(Part("A skill of 0 cannot be tried", "", "PCT-005"))
    return Explained(skill.name, str(score), tuple(parts))


#: The kind of rank for the movement rate, and its name.
BODY, RATE = "body", "mr"
#: The kind of rank for damage reduction, by type.
RESISTANCE = "resistance"
#: The condition of defending with more than usual; its level is added to the defence score.
DEFENSIVE = "defensive"
#: The stat of a natural hide, which cannot be taken off.
NATURAL = "natural"


def tenth(score: int) -> int:
    """A tenth, rounded down (C-01).

    >>> tenth(27)
    2
    """
    return score // 10


def attribute(sheet: Sheet, key: str) -> int:
    return sheet.rank("attribute", key)


def damage_bonus(sheet: Sheet) -> int:
    """STR/10, added to the damage of every blow and shot (PCT-014)."""
    return tenth(attribute(sheet, "str"))


def initiative_bonus(sheet: Sheet) -> int:
    """AGI/10, added to the initiative die (PCT-007)."""
    return tenth(attribute(sheet, "agi"))


@of_sheet("ranks", "memo")
def hp_limit(sheet: Sheet) -> int:
    """The most hit points: STR + TOU + WIL, or those that a creature's description says (PCT-010)."""
    printed = sheet.memo.get("printed_hp")
    return printed if isinstance(printed, int) else sum(attribute(sheet, key) for key in ("str", "tou", "wil"))


@of_sheet("ranks")
def death_limit(sheet: Sheet) -> int:
    """Hit points below 0 at which one dies: STR + TOU (PCT-017, C-15)."""
    return attribute(sheet, "str") + attribute(sheet, "tou")


# -- what is worn -----------------------------------------------------------------------------------------------------


def armour_of(item: Item) -> Armour | None:
    """The armour of an item; figures of its own if the compendium has none, as for hides. None for other things."""
    return library.armour().get(item.entry) or Armour(**_carried(item)) if item.kind == "armour" else None


def _carried(item: Item) -> dict[str, Any]:
    """The fields of armour or a shield with the item's own figures, 0 where it has none."""
    own = {name: figure if isinstance(figure := item.stats.get(name), int) else 0 for name in ("ds", "athletics")}
    return {"key": item.entry, "name": item.name, "description": "", "cost": 0, **own}


def shield_of(item: Item) -> Shield | None:
    """The shield of an item; None for other things."""
    return library.shields().get(item.entry) or Shield(**_carried(item)) if item.kind == "shield" else None


def worn(sheet: Sheet) -> Armour | None:
    """The armour in use, of several the one with the highest score; None without."""
    found = [piece for item in sheet.items.values() if item.in_use and (piece := armour_of(item))]
    return max(found, key=lambda piece: piece.ds, default=None)


def held_shield(sheet: Sheet) -> Shield | None:
    """The shield in use, of several the largest; None without."""
    found = [piece for item in sheet.items.values() if item.in_use and (piece := shield_of(item))]
    return max(found, key=lambda piece: piece.ds, default=None)


def athletics_needed(sheet: Sheet) -> int:
    """The athletics that armour and shield need together (D-3, E13)."""
    armour, shield = worn(sheet), held_shield(sheet)
    return (armour.athletics if armour else 0) + (shield.athletics if shield else 0)


def _burden(sheet: Sheet) -> list[Part]:
    """The part of armour and shield that need more athletics than there is: it halves defence and movement (D-3)."""
    has, needs = sheet.rank("skill", "athletics"), athletics_needed(sheet)
    return [Part(f"Athletics {has} of {needs} needed", "half")] if has < needs else []


def defence(sheet: Sheet) -> Explained:
    """The defence score: armour's, or AGI without; a shield and standing on guard add to it (PCT-013, C-17)."""
    armour, shield, burden = worn(sheet), held_shield(sheet), _burden(sheet)
    name, total = (armour.name, armour.ds) if armour else ("Agility, without armour", attribute(sheet, "agi"))
    parts = [Part(name, str(total), "PCT-013")]
    if shield:
        parts.append(Part(shield.name, f"+{shield.ds}", "PCT-013"))
        total += shield.ds
    if burden:
        parts += burden
        total //= 2
    caution = sheet.conditions.get(DEFENSIVE)
    if caution and caution.level:
        parts.append(Part(str(caution.label), f"+{caution.level}", "PCT-020, PCT-022"))
        total += caution.level
    return Explained("Defence score", str(total), tuple(parts))


def helps_defence(sheet: Sheet) -> list[tuple[str, int]]:
    """Additions to the defence score, as (name, points): shield and standing on guard (PCT-013, PCT-020, PCT-022)."""
    shield, caution = held_shield(sheet), sheet.conditions.get(DEFENSIVE)
    found = [(shield.name, shield.ds)] if shield else []
    return [*found, *([(str(caution.label), caution.level)] if caution and caution.level else [])]


@of_sheet("items", "ranks", "conditions")
def defence_score(sheet: Sheet) -> int:
    """The defence score as a number."""
    return int(defence(sheet).value)


def movement(sheet: Sheet) -> Explained:
    """Squares of 1.5 metres a turn (PCT-009), halved under too heavy armour (D-3)."""
    rate, burden = sheet.rank(BODY, RATE), _burden(sheet)
    parts = (Part("Movement rate", str(rate), "PCT-009"), *burden)
    return Explained("Movement rate", str(rate // 2 if burden else rate), parts)


@of_sheet("items", "ranks", "conditions")
def squares(sheet: Sheet) -> int:
    """The movement rate as a number."""
    return int(movement(sheet).value)


def taken_off(sheet: Sheet, kind: str) -> Explained:
    """The reduction of damage of a type, by nature and by spells together (PCT-015)."""
    own = sheet.rank(RESISTANCE, kind)
    by_spells = [(state.name, by) for state in library.states_of(sheet) if (by := state.reduces.get(kind, 0))]
    parts = [Part("By nature", str(own), "PCT-015")] if own else []
    parts += [Part(name, f"+{by}", "PCT-015") for name, by in by_spells]
    total = own + sum(by for _, by in by_spells)
    return Explained(f"Damage reduction, {kind}", str(total), tuple(parts))


@of_sheet("ranks", "conditions")
def reduction_of(sheet: Sheet, kind: str) -> int:
    """The reduction of damage of a type, as a number."""
    return int(taken_off(sheet, kind).value)
