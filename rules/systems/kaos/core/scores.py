"""The figures of skills that follow attributes: base, highest score, requirements (D-2, PCT-036)."""

from rules.engine.kernel import Sheet
from rules.engine.page.blocks import Explained, Part
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS, Skill
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
            return f"{skill.name} takes a {library.attributes()[key].name.lower()} of {least}; there are {has}."
    return ""


def magic_together(sheet: Sheet) -> int:
    """The sum of the scores in both schools of magic."""
    return sum(sheet.rank("skill", school) for school in SCHOOLS)


def explained(sheet: Sheet, skill: Skill, house_rules: HouseRules) -> Explained:
    """A skill's score: its base, additions, and highest score."""
    score, base = sheet.rank("skill", skill.key), base_of(sheet, skill, house_rules)
    half, most = sources(skill, house_rules)
    parts = [Part(f"Base, {half.upper()}/2" if half else "Base", str(base))]
    if score != base:
        parts.append(Part("Skill points and raises", f"{score - base:+d}".replace("-", "−"), "PCT-035"))
    known = library.conditions()
    lent = [known[name] for name in sheet.conditions if name in known and skill.key in known[name].bonus]
    parts += [Part(one.name, f"+{one.bonus[skill.key]}") for one in lent]
    score += sum(one.bonus[skill.key] for one in lent)
    words = " + ".join(key.upper() for key in most)
    parts.append(Part(f"At most, {words}", str(most_of(sheet, skill, house_rules)), "PCT-035"))
    if not score:
        parts.append(Part("A score of 0 cannot be attempted", "", "PCT-005"))
    return Explained(skill.name, str(score), tuple(parts))
