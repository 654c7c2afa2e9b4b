"""Characters in archives of campaigns: their sheets, and who plays them. Ranks and ledgers follow from the entries."""

from typing import Annotated, Any

from msgspec import Meta

from campaigns.archive.documents import BROKEN, DocumentPart, DocumentRow
from campaigns.archive.format import Moment, PublicId
from campaigns.archive.parts import Arrival, Contents, Leaving
from campaigns.audience.journal import kept
from campaigns.models import own_book
from characters.models import Character
from rules.engine.kernel import Refused, lay_open


class CharacterRow(DocumentRow, kw_only=True):
    """A person or creature; its body is the sheet."""

    model = Character
    owner: PublicId | None = None
    others: list[PublicId] = []
    kind: Annotated[str, Meta(max_length=20)] = "character"
    archived_at: Moment | None = None
    binned_at: Moment | None = None
    erased: bool = False


class CharactersPart(DocumentPart[CharacterRow]):
    """The characters: each has to be one whom the game can show."""

    def __init__(self) -> None:
        super().__init__("characters", CharacterRow, Character)

    def row(self, leaving: Leaving, document: Character) -> CharacterRow:
        others = sorted(person for pk in document.others_playing if (person := leaving.person(pk)))
        return leaving.row(self.shape, document, others=others)

    def columns(self, row: CharacterRow, arrival: Arrival) -> dict[str, Any]:
        others = kept([pk for person in row.others if (pk := arrival.place(person)) is not None])
        return super().columns(row, arrival) | {"others": others}

    def check(self, row: CharacterRow, contents: Contents) -> None:
        super().check(row, contents)
        for person in (row.owner or "", *row.others):
            contents.refuse_unknown(self.name, person, contents.people)

    def finish(self, arrival: Arrival) -> None:
        campaign = arrival.campaign
        lay_open(own_book.book_of(campaign, is_gm=True))
        for document in arrival.documents.values():
            if isinstance(document, Character) and not (document.void or document.erased):
                refuse_unreadable(document)


def refuse_unreadable(character: Character) -> None:
    """Refuse a sheet of which the game cannot make a page."""
    campaign = character.campaign
    try:
        campaign.system.page(character.sheet, campaign.house_rules)
    except (*BROKEN, LookupError, ArithmeticError, AssertionError) as error:
        raise Refused(f"{character.name} has a sheet that {campaign.system.name} cannot read.", "archive") from error
