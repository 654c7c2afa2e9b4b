"""A sheet laid out for paper: what is written down, what is ticked with a pen, and what stays open for it."""

from dataclasses import dataclass, replace

from campaigns.homebrew import compendium
from characters.sheets.selectors import SheetView
from rules.engine.page.blocks import Block, Boxes, Conditions, Gauge, Ranks, Texts, Ticks

#: The most points of a resource that are boxes to tick; more are written as a number.
MOST_BOXES = 40
#: The blocks that are one list on paper: of all conditions that the game knows, to be ticked.
LISTED = (Conditions, Ticks)


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


def paper(view: SheetView, *, is_gm: bool) -> Paper:
    """The paper of a sheet as its viewer may read it."""
    shown = [_readable(block, is_gm=is_gm) for column in view.columns for block in column]
    long = tuple(block for block in shown if isinstance(block, Ranks))
    others = tuple(block for block in shown if not isinstance(block, (Ranks, *LISTED)))
    vitals = view.page.vitals
    return Paper(vitals.gauges, vitals.boxes, _states(view), view.top, long, others)


def _readable(block: Block, *, is_gm: bool) -> Block:
    if is_gm or not isinstance(block, Texts):
        return block
    return replace(block, rows=tuple(text for text in block.rows if not text.secret))


def _states(view: SheetView) -> tuple[State, ...]:
    """All conditions that the game knows, and those of one's own making that hold now."""
    now = {one.name: one for one in view.page.vitals.conditions}
    known = {entry.key: entry.name for entry in compendium.conditions(view.member)}
    known |= {name: str(one.label) for name, one in now.items() if name not in known}
    return tuple(State(label, now[key].level if key in now else 0, key in now) for key, label in known.items())


def boxes_of(gauge: Gauge) -> list[bool]:
    """The points of a resource as boxes, those that are spent ticked; none where they would be too many."""
    if gauge.most > MOST_BOXES:
        return []
    return [place >= gauge.now for place in range(gauge.most)]
