"""The sections of a sheet's page: which blocks stand where, in which column, and what may still be added."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from rules.engine.page.blocks import (
    Block,
    Cover,
    ItemRow,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Spectra,
    Texts,
    Ticks,
    Tiles,
)

LABELS = {Section.PLAY: "Play", Section.SKILLS: "Skills", Section.THINGS: "Gear", Section.STORY: "Story"}
#: The number of columns beside the roll.
COLUMNS = 2
#: The rows of a list from which on it takes the whole width, in columns of its own.
LONG = 8
#: Rough heights, in lines of a list: of a block's head, of a row of each kind, and of a row with a second line.
HEAD, SECOND = 1.6, 0.5
HEIGHTS: tuple[tuple[type[Block], float], ...] = ((Spectra, 1.9), (Items, 1.25), (Ticks, 0.65))
#: The letters of a line.
LETTERS = 40
#: The most blocks that are tried in every column; more than anybody has.
TRIED = 10


@dataclass(frozen=True, slots=True)
class SheetSection:
    """One section: blocks over the whole width, blocks in columns, and those that have nothing in them yet."""

    name: Section
    label: str
    wide: tuple[Block, ...]
    columns: tuple[tuple[Block, ...], ...]
    empty: tuple[Block, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*self.wide, *(block for column in self.columns for block in column))


def sections(page: Page, *, begun: Sequence[float] = ()) -> tuple[SheetSection, ...]:
    """The sections of a page; ``begun`` are the heights of what already stands in the columns of the first."""
    blocks = [block for column in page.columns for block in column]
    return tuple(
        _section(name, [one for one in blocks if one.place == name], begun if name == Section.PLAY else ())
        for name in Section
    )


def _section(name: Section, blocks: Sequence[Block], begun: Sequence[float]) -> SheetSection:
    shown = [one for one in blocks if not one.is_empty]
    wide = sorted((one for one in shown if _is_wide(one)), key=lambda one: not isinstance(one, Tiles))
    rest = [one for one in shown if one not in wide]
    empty = tuple(one for one in blocks if one.is_empty)
    return SheetSection(name, LABELS[name], tuple(wide), _columns(rest, begun), empty)


def _is_wide(block: Block) -> bool:
    """Whether a block takes the whole width: figures in a strip, and long lists."""
    if isinstance(block, Tiles):
        return True
    return isinstance(block, Ranks) and sum(len(group.rows) for group in block.groups) > LONG


def _columns(blocks: Sequence[Block], begun: Sequence[float]) -> tuple[tuple[Block, ...], ...]:
    """The blocks in columns of about the same height, in their order; the first ones begin with what is ``begun``."""
    heights = [height(block) for block in blocks]
    starts = (*begun, *[0.0] * (COLUMNS - len(begun)))

    def longest(places: Sequence[int]) -> float:
        sums = list(starts)
        for place, each in zip(places, heights, strict=True):
            sums[place] += each
        return max(sums)

    tried = product(range(COLUMNS), repeat=len(blocks)) if len(blocks) <= TRIED else [_in_turn(blocks)]
    best = min(tried, key=longest)
    columns = [tuple(one for one, at in zip(blocks, best, strict=True) if at == place) for place in range(COLUMNS)]
    return tuple(column for column in columns if column or begun)


def _in_turn(blocks: Sequence[Block]) -> tuple[int, ...]:
    return tuple(number % COLUMNS for number in range(len(blocks)))


def height(block: Block) -> float:
    """The rough height of a block, in lines of a list."""
    if isinstance(block, Ranks):
        learnt, _ = parted(block)
        return HEAD + sum(1 + len(group.rows) for group in learnt)
    if isinstance(block, Texts):
        return HEAD + sum(1 + len(text.text) / LETTERS for text in block.rows)
    rows: Sequence[object] = getattr(block, "rows", ())
    each = next((each for kind, each in HEIGHTS if isinstance(block, kind)), 1)
    second = sum(len(" · ".join(row.facts)) > LETTERS for row in rows if isinstance(row, ItemRow))
    return HEAD + len(rows) * each + second * SECOND + 2 * isinstance(block, Cover)


def parted(block: Ranks) -> tuple[tuple[RankGroup, ...], tuple[RankGroup, ...]]:
    """The groups with the rows in which something is learnt, and with those in which nothing is.

    The heading of a group stands with the rows that are learnt, if there are any.
    """
    learnt, rest = [], []
    for group in block.groups:
        known = tuple(row for row in group.rows if row.is_learnt)
        other = tuple(row for row in group.rows if not row.is_learnt)
        if known:
            learnt.append(replace(group, rows=known))
        if other:
            rest.append(replace(group, rows=other, heading=None if known else group.heading))
            if known:
                rest[-1] = replace(rest[-1], raise_command="")
    return tuple(learnt), tuple(rest)


def usual_rolls(page: Page) -> list[RankRow]:
    """The ranks that can be rolled: skills, those that somebody is best at first, then the figures beside them."""
    blocks = [block for column in page.columns for block in column]
    skills = [row for block in blocks if isinstance(block, Ranks) for group in block.groups for row in group.rows]
    figures = [row for block in blocks if isinstance(block, Tiles) for row in block.rows]
    best = (sorted(rows, key=lambda row: -row.rank) for rows in (skills, figures))
    return [row for rows in best for row in rows if row.test]
