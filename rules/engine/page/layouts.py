"""Parts of a sheet's page that all games lay out alike: things of a kind with their facts, and the story in texts."""

from collections.abc import Callable, Mapping, Sequence

from rules.engine.kernel import Item, Sheet
from rules.engine.page.blocks import ItemRow, RankGroup, RankRow, Text, Texts

#: A text of every sheet: its name, its label, whether it is long, and whether it is for the GM only.
Heading = tuple[str, str, bool, bool]


def _nothing(item: Item) -> tuple[str, ...]:
    return ()


def rows_of(sheet: Sheet, kind: str, facts: Callable[[Item], tuple[str, ...]] = _nothing) -> tuple[ItemRow, ...]:
    """A row for each thing of a kind that is on the sheet, with what ``facts`` says of it."""
    return tuple(ItemRow(key, item, facts(item)) for key, item in sheet.items.items() if item.kind == kind)


def grouped(rows: Mapping[str, RankRow], headings: Mapping[str, str]) -> tuple[RankGroup, ...]:
    """Rows under their headings, in the order of the headings; by the key of each."""
    groups: dict[str, list[RankRow]] = {}
    for key, heading in headings.items():
        groups.setdefault(heading, []).append(rows[key])
    return tuple(RankGroup(None, tuple(listed), label) for label, listed in groups.items())


def story(sheet: Sheet, texts: Sequence[Heading]) -> Texts:
    """The block of the sheet's texts, in the order of the headings; a text that is not written yet is empty."""
    rows = (Text(name, label, sheet.texts.get(name, ""), long, secret) for name, label, long, secret in texts)
    return Texts("story", "Story", tuple(rows))
