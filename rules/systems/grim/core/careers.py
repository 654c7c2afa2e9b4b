"""Careers: the professions that somebody went through, what they learned in each, and what an advance costs (D-1).

The memo ``careers`` has one entry for each profession, the current one last: the keys of the skills raised and of the
talents learned in it, and how often each bonus was advanced.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel import Json, MemoKept, RankChanged, Sheet, Table
from rules.systems.grim.content import library
from rules.systems.grim.content.downtime_switches import ADVANCE_PRICE
from rules.systems.grim.content.entries import Profession
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
    """A profession in which nothing was learned yet."""
    return {"profession": profession, "skills": [], "talents": [], "bonuses": {}}


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
    return [key for key in profession.skills if key not in careers(sheet)[-1]["skills"]] if profession else []


def left_talents(sheet: Sheet) -> list[str]:
    """Talents of the current profession that were not learned in it yet."""
    profession = current(sheet)
    return [key for key in profession.talents if key not in careers(sheet)[-1]["talents"]] if profession else []


def left_bonuses(sheet: Sheet) -> dict[str, int]:
    """Advances of bonuses that the current profession still has, by attribute."""
    profession = current(sheet)
    if profession is None:
        return {}
    taken = careers(sheet)[-1]["bonuses"]
    left = {key: most - int(taken.get(key, 0)) for key, most in profession.bonuses.items()}
    return {key: count for key, count in left.items() if count > 0}


def is_finished(sheet: Sheet) -> bool:
    """Whether nothing is left to learn in the current profession."""
    return not (left_skills(sheet) or left_talents(sheet) or left_bonuses(sheet))


def enter(table: Table, who: str, profession: str) -> None:
    """Begin a profession; nothing is learned in it yet."""
    before = [dict(one) for one in careers(table.sheet(who))]
    table.happen(MemoKept(who, CAREERS, [*before, _begun(profession)]))
    table.happen(MemoKept(who, PROFESSIONS, [*(str(one["profession"]) for one in before), profession]))


def take_skill(table: Table, who: str, key: str) -> None:
    """Raise a skill by a rank, as an advance of the current profession if it has it."""
    if key in left_skills(table.sheet(who)):
        _note(table, who, skills=[*careers(table.sheet(who))[-1]["skills"], key])
    table.happen(RankChanged(who, SKILL, key, 1))


def take_talent(table: Table, who: str, key: str) -> None:
    """Learn a talent, as an advance of the current profession if it has it."""
    if key in left_talents(table.sheet(who)):
        _note(table, who, talents=[*careers(table.sheet(who))[-1]["talents"], key])
    table.happen(RankChanged(who, TALENT, key, 1))


def take_bonus(table: Table, who: str, key: str) -> None:
    """Raise the bonus of an attribute, as an advance of the current profession if it has it."""
    if key in left_bonuses(table.sheet(who)):
        taken = dict(careers(table.sheet(who))[-1]["bonuses"])
        _note(table, who, bonuses={**taken, key: int(taken.get(key, 0)) + 1})
    table.happen(RankChanged(who, BONUS, key, 1))


def _note(table: Table, who: str, **taken: Json) -> None:
    """Note in the current profession what was learned in it."""
    *before, now = (dict(one) for one in careers(table.sheet(who)))
    table.happen(MemoKept(who, CAREERS, [*before, {**now, **taken}]))
