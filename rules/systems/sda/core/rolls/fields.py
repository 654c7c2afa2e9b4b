"""Fields that many rolls have, their choices, and the words for difficulties."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.engine.kernel import Choice, Sheet, Table, number, pick
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, open_to
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls.pool import rank_words

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
    Choice("spirit", "Spirit", "as many as MoS"),
    Choice("experience", "Experience", "1 in the skill"),
)

#: The most bonus dice, or malus, that a table would give.
MOST_BONUS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRoll(SheetCommand):
    """A roll of one's own dice on the sheet, with the dice and MoS that the game master gives (SDA-043, SDA-044)."""

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardedRoll(SheetRoll):
    """A roll whose flawless success gives its roller what they pick (SDA-047)."""

    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtRoll(RewardedRoll):
    """A roll for which its roller may buy dice (SDA-059)."""

    bought: int = number("Dice bought with spirit", default=0)


def band(difficulty: int) -> str:
    """The name of a difficulty (C-10).

    >>> [band(difficulty) for difficulty in (0, 1, 3, 5, 7, 9, 12)]
    ['no challenge', 'easy', 'moderate', 'difficult', 'very difficult', 'near impossible', 'legendary']
    """
    return next((word for least, word in BANDS if difficulty >= least), "no challenge")


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with the rank that counts, then the groups, which stand for their best skill (C-05)."""
    skills = tuple(Choice(one.key, one.name, rank_words(sheet, one)) for one in open_to(sheet).values())
    return skills + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)


def attribute_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name) for one in ATTRIBUTES.values())


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names in one phrase.

    >>> listed(["Anna", "Boris", "Cora"]), listed(["Anna", "Boris"], "or"), listed([])
    ('Anna, Boris and Cora', 'Anna or Boris', '')
    """
    *first, last = tuple(names) or ("",)
    return f"{', '.join(first)} {word} {last}" if first else last
