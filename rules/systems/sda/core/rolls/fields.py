"""Choices for the fields of WinterDawn's commands: skills, attributes, rewards, and the words for difficulties."""

from rules.engine.kernel.commands import Choice
from rules.engine.kernel.sheets import Sheet
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, open_to
from rules.systems.sda.core.rolls.pools import rank_of

#: The least difficulty of each band, from hardest to easiest (SDA-019).
BANDS = (
    (10, "legendary"),
    (8, "near impossible"),
    (6, "very difficult"),
    (4, "difficult"),
    (2, "moderate"),
    (1, "easy"),
)

REWARDS = (
    Choice("spirit", "Spirit", "as much as the dice gave MoS"),
    Choice("experience", "Experience", "1 in the skill"),
)


def band(difficulty: int) -> str:
    """The name of a difficulty (C-10).

    >>> [band(difficulty) for difficulty in (0, 1, 3, 5, 7, 9, 12)]
    ['no challenge', 'easy', 'moderate', 'difficult', 'very difficult', 'near impossible', 'legendary']
    """
    return next((word for least, word in BANDS if difficulty >= least), "no challenge")


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with the rank that counts, then the groups, which stand for their best skill (C-05)."""
    skills = tuple(Choice(one.key, one.name, f"rank {rank_of(sheet, one)}") for one in open_to(sheet).values())
    return skills + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)


def attribute_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name) for one in ATTRIBUTES.values())
