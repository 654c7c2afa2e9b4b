"""A sheet laid out for reading: blocks that every game can use, and that pages and programs draw in their own way.

A game describes its sheet as columns of blocks; the page has one partial for each ``kind`` of block and knows no game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from rules.engine.kernel import Condition, Item, Line, quick


@quick
@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a number: its label, its value, and the rule that says so."""

    label: str
    value: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """A number with the parts that it is made of."""

    label: str
    value: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class RankRow:
    """One rank on the sheet: its value, the roll that it gives (``shown``), and the experience gathered for it.

    ``price`` is what the next rank costs. ``test`` and ``raise_command`` name the command that a click prepares, and
    after a colon the field that takes the rank's name: ``test.static:skill``.
    """

    kind: str
    name: str
    label: str
    rank: int
    shown: Explained
    experience: int = 0
    price: int = 0
    least: int = 0
    most: int = 20
    test: str = ""
    raise_command: str = ""
    options: tuple[str, ...] = ()

    @property
    def is_learnt(self) -> bool:
        """Whether somebody has learnt anything of it, or begun to."""
        return bool(self.rank or self.experience)


class Section(StrEnum):
    """The four sections of a sheet's page, by what somebody is doing while they look there."""

    PLAY = "play"
    SKILLS = "skills"
    THINGS = "things"
    STORY = "story"


@dataclass(frozen=True, slots=True)
class Block:
    """A titled part of the sheet; ``name`` is its anchor.

    ``section`` is where the page shows it: as a rule where its ``kind`` belongs, which a game may know better.
    """

    kind: ClassVar[str] = ""
    usual: ClassVar[Section] = Section.PLAY
    name: str
    title: str
    section: Section | None = field(default=None, kw_only=True)

    @property
    def place(self) -> Section:
        return self.section or self.usual

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it yet: then it is a way to add something, and no part of the page."""
        return False


@dataclass(frozen=True, slots=True)
class Tiles(Block):
    """Large numbers side by side: attributes."""

    kind: ClassVar[str] = "tiles"
    rows: tuple[RankRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RankGroup:
    """Skills under one heading; the heading may be a rank itself."""

    heading: RankRow | None
    rows: tuple[RankRow, ...]
    label: str = ""
    raise_command: str = ""


@dataclass(frozen=True, slots=True)
class Ranks(Block):
    """Skills, by group; ``columns`` names the two figures of a row, where they are not rank and roll."""

    kind: ClassVar[str] = "ranks"
    usual: ClassVar[Section] = Section.SKILLS
    groups: tuple[RankGroup, ...] = ()
    columns: str = ""
    #: The heading over the rows in which nothing is learnt, which are folded away.
    unlearnt: str = "Untrained"


@dataclass(frozen=True, slots=True)
class End:
    """One end of a spectrum: its word.

    ``test`` is the command that a click prepares, with its choice: ``virtue.call:end=courage.lack``. ``does`` are its
    words. Both are empty where nothing can be done with it now.
    """

    label: str
    test: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class Spectrum:
    """A rank between two ends, one word for each step; ``at`` counts from 0."""

    kind: str
    name: str
    label: str
    ends: tuple[End, End]
    steps: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Spectra(Block):
    kind: ClassVar[str] = "spectra"
    usual: ClassVar[Section] = Section.STORY
    rows: tuple[Spectrum, ...] = ()


@dataclass(frozen=True, slots=True)
class Gauge:
    """A resource as a bar with its number."""

    name: str
    label: str
    now: int
    most: int
    explained: Explained | None = None


@dataclass(frozen=True, slots=True)
class Boxes:
    """A track as boxes to tick; ``box_labels`` gives each kind of box its word, in the order in which they fill."""

    name: str
    label: str
    lines: tuple[Line, ...]
    box_labels: dict[str, str]


@dataclass(frozen=True, slots=True)
class Conditions(Block):
    kind: ClassVar[str] = "conditions"
    rows: tuple[Condition, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.rows


@dataclass(frozen=True, slots=True)
class Tick:
    """One condition of a fixed set: whether it is on, and in a word what it bears on."""

    name: str
    label: str
    on: bool
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Ticks(Block):
    """Conditions of a fixed set, each to be ticked and cleared with one touch."""

    kind: ClassVar[str] = "ticks"
    rows: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A thing carried, with its facts in a few words; ``worn`` is the game's word for how worn it is.

    ``shown`` is one of the facts that is reckoned from the sheet, as a weapon's damage is, with its parts.
    """

    key: str
    item: Item
    facts: tuple[str, ...] = ()
    shown: Explained | None = None
    test: str = ""
    worn: str = ""


@dataclass(frozen=True, slots=True)
class Items(Block):
    """Things of one kind; ``counted`` if there may be several of one, ``used`` if it matters whether one is in use.

    ``uses`` are the words of the button that takes one into use, and for one in use, where they are the game's own;
    ``does`` is the word of the button that prepares the ``test`` of a row.
    """

    kind: ClassVar[str] = "items"
    usual: ClassVar[Section] = Section.THINGS
    item_kind: str = ""
    rows: tuple[ItemRow, ...] = ()
    empty: str = ""
    counted: bool = True
    used: bool = True
    uses: tuple[str, str] | None = None
    does: str = "Roll"

    @property
    def is_empty(self) -> bool:
        return not self.rows


@dataclass(frozen=True, slots=True)
class Cover(Block):
    """Protection by part of the body: one row a part, one column a kind of harm."""

    kind: ClassVar[str] = "cover"
    usual: ClassVar[Section] = Section.THINGS
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    total: tuple[Explained, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    name: str
    label: str
    text: str
    long: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Texts(Block):
    kind: ClassVar[str] = "texts"
    usual: ClassVar[Section] = Section.STORY
    rows: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Vitals:
    """The state of a character at a glance: on top of the sheet, and on every rung of the ladder."""

    gauges: tuple[Gauge, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    conditions: tuple[Condition, ...] = ()
    #: The looks of the character to someone who cannot see the numbers: "unhurt", "hurt", "down".
    looks: str = ""
    out: bool = False
    #: Whether they left the scene for good without having fallen: nobody aims at them, and they lose nothing.
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A whole sheet: a line below the name, the vitals, and columns of blocks."""

    subtitle: str
    vitals: Vitals
    columns: tuple[tuple[Block, ...], ...] = field(default_factory=tuple)


def ranks_of(page: Page) -> Iterator[RankRow]:
    """Every rank that a page shows, in order."""
    for block in (block for column in page.columns for block in column):
        yield from ranks_in(block)


def ranks_in(block: Block) -> Iterator[RankRow]:
    """Every rank that a block shows, in order."""
    if isinstance(block, Tiles):
        yield from block.rows
    elif isinstance(block, Ranks):
        for group in block.groups:
            yield from (group.heading,) if group.heading else ()
            yield from group.rows


def explained_in(page: Page, number: str) -> Explained | None:
    """The explanation that a page carries of one of its numbers (``skill.stealth``, ``burden``, ``resource.light``).

    ``None`` for a number that is not on the page.
    """
    for row in ranks_of(page):
        if number == (f"{row.kind}.{row.name}" if row.kind else row.name):
            return row.shown
    for gauge in page.vitals.gauges:
        if number == f"resource.{gauge.name}":
            return gauge.explained or Explained(gauge.label, f"{gauge.now} of {gauge.most}")
    return None
