"""Rolls at hand: what somebody marked as a favourite, what they rolled last, and what they are best at."""

from dataclasses import dataclass

from characters.sheets.sections import usual_rolls
from rules.engine.page.blocks import Page, RankRow

#: The most rolls that are at hand, unless there are more favourites.
AT_HAND = 8
#: The most favourites and last rolls that are remembered.
MOST_KEPT = 12


@dataclass(frozen=True, slots=True)
class QuickRoll:
    row: RankRow
    is_favourite: bool


@dataclass(frozen=True, slots=True)
class Remembered:
    """The habits of whoever looks: favourites and last rolls, as ``kind.name``, the latest first."""

    favourites: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()


def quick_rolls(page: Page, habits: Remembered) -> list[QuickRoll]:
    """The rolls at hand: favourites, then the last ones, then the best; what the page does not show is no roll."""
    rows = {f"{row.kind}.{row.name}": row for row in usual_rolls(page)}
    names = [name for name in dict.fromkeys((*habits.favourites, *habits.rolled, *rows)) if name in rows]
    most = max(AT_HAND, sum(name in rows for name in habits.favourites))
    return [QuickRoll(rows[name], name in habits.favourites) for name in names[:most]]
