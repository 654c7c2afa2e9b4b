"""Experience as a table, for pages, paper and files: a column that says nothing of anybody is left out."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.summaries.version import Experience


@dataclass(frozen=True, slots=True)
class Cell:
    """A heading or a value of a table; figures stand to the right."""

    said: str
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class Earnings:
    """The headings of the table, and a row for each kind of experience of each person."""

    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def in_words(self) -> list[list[str]]:
        """The headings and the rows as plain words."""
        return [[cell.said for cell in row] for row in (self.heads, *self.rows)]


def earnings(experience: Sequence[Experience]) -> Earnings:
    """The table of experience: not which kind where there is one, nor what nobody spent."""
    columns: list[tuple[Cell, list[str], bool]] = [
        (Cell("Who"), [one.name for one in experience], True),
        (Cell("What"), [one.what for one in experience], len({one.what for one in experience}) > 1),
        (Cell("Earned", is_figure=True), [str(one.earned) for one in experience], True),
        (Cell("Spent", is_figure=True), [str(one.spent) for one in experience], any(one.spent for one in experience)),
        (Cell("For"), ["; ".join(one.reasons) for one in experience], any(one.reasons for one in experience)),
    ]
    shown = [(head, [Cell(said, head.is_figure) for said in column]) for head, column, is_told in columns if is_told]
    rows = zip(*(column for _, column in shown), strict=True)
    return Earnings(tuple(head for head, _ in shown), tuple(rows))
