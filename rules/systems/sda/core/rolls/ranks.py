"""Ranks that count for a roll, and the experience that the next of each costs (SDA-008, SDA-064 to SDA-070)."""

from collections.abc import Mapping

from rules.engine.kernel import Json, Sheet
from rules.systems.sda.content.compendium import Skill, SkillGroup
from rules.systems.sda.content.skills import may_rise, members
from rules.systems.sda.core.person import attribute_price_with, skill_price_with

MOST_ATTRIBUTE = 30
MOST_RANK = 20
#: Experience for each rank that a skill will have (SDA-066).
PER_RANK = 4
#: The number of skills of a group that are traded for one rank of it (SDA-067).
TRADED = 3


def rank_of(sheet: Sheet, skill: Skill) -> int:
    """The rank of a skill with that of its group added, which is what every rule means by rank (SDA-008)."""
    return sheet.rank("skill", skill.key) + sheet.rank("group", skill.group)


def rank_words(sheet: Sheet, skill: Skill) -> str:
    """The rank of a skill as the sheet shows it: its own, and that of its group if there is any."""
    own, group = sheet.rank("skill", skill.key), sheet.rank("group", skill.group)
    return f"rank {own} + {group}" if group else f"rank {own}"


def skill_price(sheet: Sheet, skill: Skill) -> int:
    """Experience that the next rank costs: the rank reached, the group's rank counted, times four (SDA-066, C-26).

    Traits may make it dearer or cheaper (D-7).
    """
    rank = rank_of(sheet, skill)
    return skill_price_with(sheet, skill, rank, (rank + 1) * PER_RANK, PER_RANK)


def attribute_price(sheet: Sheet, attribute: str) -> int:
    """Experience that the next point costs: the attribute's value now, half as much again for the slow (SDA-070)."""
    return attribute_price_with(sheet, attribute, sheet.rank("attribute", attribute))


def can_trade(sheet: Sheet, group: SkillGroup, house_rules: Mapping[str, Json]) -> bool:
    """Whether the group may rise, and three of its skills have ranks of their own."""
    return may_rise(group, house_rules) and len(with_own_rank(sheet, group)) >= TRADED


def with_own_rank(sheet: Sheet, group: SkillGroup) -> list[Skill]:
    """The skills of a group in which somebody has a rank that is not the group's."""
    return [skill for skill in members(group, sheet) if sheet.rank("skill", skill.key) >= 1]
