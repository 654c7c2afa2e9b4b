"""A sheet laid out for paper: what is written down, what is ticked with a pen, and what stays open for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from campaigns.homebrew import compendium
from characters.sheets.selectors import SheetView
from rules.engine.content.entries import Entry
from rules.engine.kernel import Condition
from rules.engine.page.blocks import (
    Block,
    Boxes,
    Conditions,
    Cover,
    Gauge,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Texts,
    Ticks,
    Tiles,
)
from rules.engine.system.protocol import System

#: The most points of a resource that are boxes to tick; more are written as a number.
MOST_BOXES = 40
#: The blocks that are one list on paper: of all conditions that the game knows, to be ticked.
LISTED = (Conditions, Ticks)
#: The columns of a long list, and the letters on a line of a column beside another.
COLUMNS, LETTERS = 3, 58
#: The section of a compendium that has the conditions of a game.
_CONDITIONS = "conditions"


@dataclass(frozen=True, slots=True)
class State:
    """A condition as a box to tick."""

    label: str
    level: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it stands on the paper, from top to bottom."""

    gauges: tuple[Gauge, ...]
    boxes: tuple[Boxes, ...]
    states: tuple[State, ...]
    top: tuple[Block, ...]
    #: Long lists go over the whole width, the others beside each other.
    long: tuple[Block, ...]
    blocks: tuple[Block, ...]

    @property
    def halves(self) -> tuple[list[Block], list[Block]]:
        """The blocks in two columns of about the same height, in their order."""
        heights = [_height(block) for block in self.blocks]
        left: list[Block] = []
        while len(left) < len(heights) and 2 * sum(heights[: len(left)]) + heights[len(left)] <= sum(heights):
            left.append(self.blocks[len(left)])
        return left, list(self.blocks[len(left) :])


def paper(view: SheetView, *, is_gm: bool) -> Paper:
    """The paper of a sheet as its viewer may read it."""
    shown = [_readable(block, is_gm=is_gm) for column in view.columns for block in column]
    long = tuple(block for block in shown if isinstance(block, Ranks))
    others = tuple(block for block in shown if not isinstance(block, (Ranks, *LISTED)))
    vitals = view.page.vitals
    states = _states(compendium.conditions(view.member), vitals.conditions)
    return Paper(vitals.gauges, vitals.boxes, states, view.top, long, others)


def blank(system: System) -> Paper:
    """The paper of a game for somebody who is still to be made: every number is left to the pen."""
    page: Page = system.page(system.unmade_sheet("—"), {})
    shown = [block for column in page.columns for block in column]
    top = tuple(block for block in shown[:1] if isinstance(block, Tiles))
    rest = [_open(block) for block in shown[len(top) :] if not isinstance(block, LISTED)]
    long = tuple(block for block in rest if isinstance(block, Ranks))
    others = tuple(block for block in rest if not isinstance(block, Ranks))
    states = _states(system.compendium().get(_CONDITIONS, ()), ())
    return Paper(page.vitals.gauges, page.vitals.boxes, states, top, long, others)


def _readable(block: Block, *, is_gm: bool) -> Block:
    if is_gm or not isinstance(block, Texts):
        return block
    return replace(block, rows=tuple(text for text in block.rows if not text.secret))


def _open(block: Block) -> Block:
    """A block without what a beginner has already, and without what no player writes."""
    if isinstance(block, Items):
        return replace(block, rows=())
    return _readable(block, is_gm=False)


def _states(known: Iterable[Entry], held: Iterable[Condition]) -> tuple[State, ...]:
    """All conditions that the game knows, and those of one's own making that hold now."""
    now = {one.name: one for one in held}
    named = {entry.key: entry.name for entry in known}
    named |= {name: str(one.label) for name, one in now.items() if name not in named}
    return tuple(State(label, now[key].level if key in now else 0, key in now) for key, label in named.items())


def boxes_of(gauge: Gauge) -> list[bool]:
    """The points of a resource as boxes, those that are spent ticked; none where they would be too many."""
    if gauge.most > MOST_BOXES:
        return []
    return [place >= gauge.now for place in range(gauge.most)]


def thirds(block: Ranks) -> list[list[RankGroup]]:
    """The ranks of a list in columns of about the same height; a group that is cut has its heading once."""
    lines: list[tuple[RankGroup, RankRow | None]] = []
    for group in block.groups:
        lines += [(group, None), *((group, row) for row in group.rows)]
    height = -(-len(lines) // COLUMNS)
    return [_gathered(lines[at : at + height]) for at in range(0, len(lines), height)] if lines else []


def _gathered(lines: Sequence[tuple[RankGroup, RankRow | None]]) -> list[RankGroup]:
    """The groups of which these lines are, each with the rows and the heading that stand among them."""
    found: list[RankGroup] = []
    of: RankGroup | None = None
    for group, row in lines:
        if group is not of:
            found.append(replace(group, rows=()) if row is None else replace(group, rows=(), label="", heading=None))
            of = group
        if row is not None:
            found[-1] = replace(found[-1], rows=(*found[-1].rows, row))
    return found


def _lines(text: str) -> int:
    return sum(len(line) // LETTERS + 1 for line in text.splitlines())


def _height(block: Block) -> float:
    """About how many lines a block takes in a column beside another."""
    match block:
        case Texts():
            return 2 + sum(_lines(text.text) if text.text else 2.5 for text in block.rows)
        case Items():
            return 4 + sum(1 + (len(row.item.name) + len(" · ".join(row.facts))) // LETTERS for row in block.rows)
        case Tiles():
            return 2 + 3 * (-(-len(block.rows) // 4))
        case Cover():
            return 4 + len(block.rows)
        case _:
            return 2 + len(getattr(block, "rows", ()))
