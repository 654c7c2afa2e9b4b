"""Filters and tags of sheets, beyond the hall's own: tracks of any kind of box, choices under headings, addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.homebrew.links import link_to, link_to_condition, link_to_item, link_to_rank, links_to_choices
from campaigns.journal.reading import as_html
from campaigns.members import controllers
from campaigns.models import Membership
from campaigns.play.forms import Input, Option
from characters.models import Character
from characters.sheets import paper
from characters.sheets.sections import parted
from rules.engine.kernel import Line
from rules.engine.page.blocks import Block, Boxes, Gauge, Items, RankGroup, RankRow, Ranks, Spectrum

register = template.Library()

#: The most choices that are not folded.
MOST_UNFOLDED = 24
#: The shapes of boxes, in the order in which a game names them: the slightest first.
SHAPES = ("square", "diamond", "drop")


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """One box of a track's line as it is drawn: of what kind and shape, which of its kind, and whether it is ticked."""

    kind: str
    label: str
    shape: str
    number: int
    filled: bool

    @property
    def to(self) -> int:
        """How many boxes of this kind are ticked after a click: an empty one is filled, a filled one is emptied."""
        return self.number - 1 if self.filled else self.number


@dataclass(frozen=True, slots=True)
class DrawnLine:
    number: int
    boxes: tuple[DrawnBox, ...]
    said: str


@register.filter
def players(character: Character) -> str:
    """The names of those who play somebody; the owner alone costs no query."""
    named = controllers.names(character) if character.others_playing else [str(character.owner or "")]
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


@register.filter
def prose(text: str, member: Membership) -> SafeString:
    """A text of a sheet, which is Markdown, with links to the journal and to people as far as the member knows them.

    Lines end where their writer ended them.
    """
    return as_html(member, "  \n".join(text.splitlines()))


@register.filter
def lines(boxes: Boxes) -> list[DrawnLine]:
    """The lines of a track with their boxes."""
    return [_line(number, line, boxes.box_labels) for number, line in enumerate(boxes.lines)]


def _line(number: int, line: Line, labels: Mapping[str, str]) -> DrawnLine:
    drawn = tuple(
        DrawnBox(kind, label, SHAPES[min(place, len(SHAPES) - 1)], count, count <= line.ticked.get(kind, 0))
        for place, (kind, label) in enumerate(labels.items())
        for count in range(1, line.boxes.get(kind, 0) + 1)
    )
    known = [(kind, label) for kind, label in labels.items() if line.boxes.get(kind)]
    said = ", ".join(f"{line.ticked.get(kind, 0)} of {line.boxes[kind]} {label}" for kind, label in known)
    return DrawnLine(number, drawn, said)


@register.filter
def partial(block: Block) -> str:
    """The partial that draws a block; there is one for each kind."""
    return f"characters/blocks/{block.kind}.html"


@register.filter
def on_paper(block: Block) -> str:
    """The partial that draws a block on paper."""
    return f"characters/print/{block.kind}.html"


@register.filter
def pen_boxes(gauge: Gauge) -> list[bool]:
    """The points of a resource as boxes to tick, those that are spent ticked."""
    return paper.boxes_of(gauge)


@register.filter
def thirds(block: Ranks) -> list[list[RankGroup]]:
    """The ranks of a list in the columns of a PDF."""
    return paper.thirds(block)


@register.filter
def folds(field: Input) -> bool:
    """Whether the choices of a field are so many, none of them chosen yet, that they wait to be unfolded.

    Choices under headings fold by heading instead.
    """
    if any(option.under for option in field.options):
        return False
    return many_seen(field) and not any(option.chosen for option in field.options)


@register.filter
def as_offers(field: Input) -> bool:
    """Whether the choices of a pick are laid out: a few of them, or many under headings."""
    return not many_seen(field) or any(option.under for option in field.options)


@register.filter
def seen(field: Input) -> list[Option]:
    """The choices of a field that are in sight: those that go with what is chosen elsewhere."""
    return [option for option in field.options if not option.is_hidden]


@register.filter
def many_seen(field: Input) -> bool:
    """Whether so many choices are in sight that one searches them."""
    return len(seen(field)) > MOST_UNFOLDED


@dataclass(frozen=True, slots=True)
class Heading:
    """Choices that stand under one heading, folded where there are many others: of a pick, unless one is chosen."""

    name: str
    options: tuple[Option, ...]
    folds: bool

    @property
    def chosen(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.chosen)

    @property
    def is_short(self) -> bool:
        """Whether they are names alone, which stand side by side."""
        return not any(option.hint for option in self.options)


@register.filter
def headings(field: Input) -> list[Heading]:
    """The choices of a field under their headings, in the order in which the headings come."""
    names = dict.fromkeys(option.under for option in field.options)
    by_name = {name: tuple(option for option in field.options if option.under == name) for name in names}
    return [Heading(name, options, bool(name) and _folds(field, options)) for name, options in by_name.items()]


def _folds(field: Input, options: Sequence[Option]) -> bool:
    """Whether choices under a heading fold; where several may be chosen, the heading says which are."""
    return many_seen(field) and (field.kind == "many" or not any(option.chosen for option in options))


@register.filter
def number_of(row: Any) -> str:
    """The name under which a number is explained: ``skill.stealth``, or plainly ``burden``."""
    return f"{row.kind}.{row.name}" if row.kind else str(row.name)


#: The words for taking a thing of a kind into use, and for one that is in use; those of "" are for any other kind.
_USES = {
    "weapon": ("Hold", "in hand"),
    "armour": ("Wear", "worn"),
    "": ("Get ready", "at hand"),
}


@register.filter
def use_words(block: Items) -> str:
    """The words of the button that takes a thing of a block into use."""
    return _uses(block)[0]


@register.filter
def used_words(block: Items) -> str:
    """The words for a thing of a block that is in use."""
    return _uses(block)[1]


def _uses(block: Items) -> tuple[str, str]:
    return block.uses or _USES.get(block.item_kind, _USES[""])


register.filter("parted", parted)


@register.filter
def shows_rank(row: RankRow) -> bool:
    """Whether the figure of a row says its rank as well: it is the rank itself, or one has it or not."""
    return row.shown.value == str(row.rank) or (row.most == 1 and row.rank == 1)


@register.filter
def rows_in(groups: Sequence[RankGroup]) -> int:
    """The number of rows in groups."""
    return sum(len(group.rows) for group in groups)


@register.filter
def word(spectrum: Spectrum) -> str:
    """The word of the step that somebody stands on."""
    return spectrum.steps[spectrum.at] if 0 <= spectrum.at < len(spectrum.steps) else ""


@register.filter
def shape(place: int) -> dict[str, str]:
    """The shape of a box to stand in a legend."""
    return {"shape": SHAPES[min(place, len(SHAPES) - 1)]}


register.simple_tag(link_to)
register.simple_tag(link_to_rank)
register.simple_tag(link_to_condition)
register.simple_tag(link_to_item)
register.simple_tag(links_to_choices)


@register.filter
def at(found: Mapping[str, str], key: str) -> str:
    """The value under a key; empty if there is none."""
    return found.get(key, "")


@register.filter
def before_colon(prepared: str) -> str:
    """The command of ``test.static:skill``."""
    return prepared.partition(":")[0]


@register.filter
def after_colon(prepared: str) -> str:
    """The field of ``test.static:skill``."""
    return prepared.partition(":")[2]
