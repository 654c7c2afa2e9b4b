"""Careers: the professions that somebody went through, what each has left to teach, and what an advance costs (D-1).

The memo ``careers`` has one entry for each profession, the current one last, with the ranks of its skills and bonuses
when it was begun: what has risen above them was learned in it. So a raise changes ranks alone, and can be taken back.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel import Json, MemoKept, Sheet, Table
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Profession
from rules.systems.grim.content.switches.people import ADVANCE_PRICE
from rules.systems.grim.core.figures import BONUS, SKILL

#: The memo of careers, and that of the keys of professions alone.
CAREERS, PROFESSIONS = "careers", "professions"
TALENT, SPELL = "talent", "spell"
#: The last profession that still makes advances dearer.
MOST_TIER = 3
MOST_RANK = 3


def careers(sheet: Sheet) -> list[Mapping[str, Any]]:
    """The professions with what was learned in them, the current one last."""
    found = sheet.memo.get(CAREERS)
    return list(found) if isinstance(found, list) else [_begun(key) for key in sheet.memo.get(PROFESSIONS) or ()]


def _begun(profession: str) -> dict[str, Json]:
    """A profession that was begun without any ranks."""
    return {"profession": profession, "skills": {}, "bonuses": {}}


def current(sheet: Sheet) -> Profession | None:
    """The profession that somebody follows now."""
    taken = careers(sheet)
    return library.professions().get(str(taken[-1]["profession"])) if taken else None


def tier(sheet: Sheet) -> int:
    """The number of the profession, 3 at most."""
    return max(1, min(MOST_TIER, len(careers(sheet))))


def price(sheet: Sheet, house_rules: Mapping[str, Json]) -> int:
    """Reward points for one advance (D-1)."""
    return ADVANCE_PRICE.number(house_rules) * tier(sheet)


def left_skills(sheet: Sheet) -> list[str]:
    """Skills of the current profession that were not raised in it yet."""
    profession = current(sheet)
    if profession is None:
        return []
    begun = careers(sheet)[-1]["skills"]
    return [key for key in profession.skills if sheet.rank(SKILL, key) <= int(begun.get(key, 0))]


def left_talents(sheet: Sheet) -> list[str]:
    """Talents of the current profession that are not there yet."""
    profession = current(sheet)
    return [key for key in profession.talents if not sheet.rank(TALENT, key)] if profession else []


def left_bonuses(sheet: Sheet) -> dict[str, int]:
    """Advances of bonuses that the current profession still has, by attribute."""
    profession = current(sheet)
    if profession is None:
        return {}
    begun = careers(sheet)[-1]["bonuses"]
    left = {key: most - (sheet.rank(BONUS, key) - int(begun.get(key, 0))) for key, most in profession.bonuses.items()}
    return {key: count for key, count in left.items() if count > 0}


def is_finished(sheet: Sheet) -> bool:
    """Whether nothing is left to learn in the current profession."""
    return not (left_skills(sheet) or left_talents(sheet) or left_bonuses(sheet))


def begun(sheet: Sheet, profession: Profession) -> dict[str, Json]:
    """A profession as it is begun by somebody with these ranks."""
    skills = {key: sheet.rank(SKILL, key) for key in profession.skills if sheet.rank(SKILL, key)}
    bonuses = {key: sheet.rank(BONUS, key) for key in profession.bonuses if sheet.rank(BONUS, key)}
    return {"profession": profession.key, "skills": skills, "bonuses": bonuses}


def enter(table: Table, who: str, profession: Profession) -> None:
    """Begin a profession; nothing is learned in it yet."""
    sheet = table.sheet(who)
    before = [dict(one) for one in careers(sheet)]
    table.happen(MemoKept(who, CAREERS, [*before, begun(sheet, profession)]))
    table.happen(MemoKept(who, PROFESSIONS, [*(str(one["profession"]) for one in before), profession.key]))
