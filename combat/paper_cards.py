"""Cards of creatures for the game master's side of the screen: what a fight asks of each, four to a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.audience import viewers
from campaigns.audience.redaction import with_names
from campaigns.homebrew import compendium
from campaigns.models import Membership
from combat import bestiary, services
from combat.models import Encounter
from rules.engine.kernel import Sheet
from rules.engine.page.blocks import Block, Boxes, Cover, Gauge, Items, RankRow, Ranks, Texts, Tiles

#: The most cards of one file: six pages.
MOST = 24
ON_A_PAGE = 4
#: Letters from which a card is written smaller.
FULL = 1_100


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: its label, and the words after it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperCard:
    """One creature on paper: figures to read, boxes to tick, lines of what it has and does."""

    name: str
    subtitle: str
    figures: tuple[RankRow, ...]
    gauges: tuple[Gauge, ...]
    boxes: tuple[Boxes, ...]
    lines: tuple[Line, ...]

    @property
    def is_full(self) -> bool:
        """Whether there is so much on it that it is written smaller."""
        return sum(len(line.label) + len(line.text) for line in self.lines) > FULL


def of_bestiary(member: Membership, wanted: str) -> list[list[PaperCard]]:
    """The pages of cards for the creatures that a search of the bestiary finds."""
    search = bestiary.search(member, wanted)
    found = [] if search.is_all else search.creatures[:MOST]
    return _pages([_card(member, sheet) for sheet in compendium.creature_sheets(member, [one.key for one in found])])


def of_encounter(member: Membership, encounter: Encounter) -> list[list[PaperCard]]:
    """The pages of cards for the creatures that take part in a fight, each as it stands."""
    names: Mapping[str, str] = viewers.names_in(member.campaign_id)
    there = [one for one in services.characters_in(encounter) if not one.is_played][:MOST]
    return _pages([_card(member, with_names(one.sheet, names)) for one in there])


def _pages(cards: Sequence[PaperCard]) -> list[list[PaperCard]]:
    return [list(cards[at : at + ON_A_PAGE]) for at in range(0, len(cards), ON_A_PAGE)]


def _card(member: Membership, sheet: Sheet) -> PaperCard:
    page = member.campaign.system.page(sheet, member.campaign.house_rules)
    blocks = [block for column in page.columns for block in column]
    figures = tuple(row for block in blocks if isinstance(block, Tiles) for row in block.rows)
    lines = tuple(line for block in blocks for line in _lines(block) if line.text)
    return PaperCard(sheet.name, page.subtitle, figures, page.vitals.gauges, page.vitals.boxes, lines)


def _lines(block: Block) -> Iterator[Line]:
    """The words of a block on a card: nothing of what is not there."""
    match block:
        case Ranks():
            known = [row for group in block.groups for row in group.rows if row.rank]
            yield Line(block.title, ", ".join(f"{row.label} {row.shown.value}" for row in known))
        case Items():
            for row in block.rows:
                count = f" × {row.item.count}" if row.item.count != 1 else ""
                yield Line(f"{row.item.name}{count}", " · ".join(row.facts) or "–")
        case Cover():
            yield Line(block.title, "; ".join(f"{part} {'/'.join(figures)}" for part, figures in block.rows))
        case Texts():
            for text in block.rows:
                yield Line(text.label, text.text)
