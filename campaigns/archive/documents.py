"""Documents in archives: their columns and their bodies. That these are what the chronicle makes is verified."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta

from campaigns.archive.format import Moment, Name, PublicId, Row
from campaigns.archive.parts import Arrival, Contents, Leaving, Part, keep_moments
from campaigns.models import AlmanacPage, Document, Homebrew, HousePage, PartyStock, own_book
from rules import codec
from rules.engine.content.homebrew import checked
from rules.engine.kernel import Refused, lay_open
from rules.registry import system_named


class DocumentRow(Row, kw_only=True):
    """A document: what the rules know of it is its ``body``. Its versions are counted from the entries."""

    json_texts: ClassVar[tuple[str, ...]] = ("body",)

    public_id: PublicId
    name: Name
    body: dict[str, Any]
    created_at: Moment
    secret: bool = False
    void: bool = False
    whole: bool = True


class HouseRow(DocumentRow, kw_only=True):
    """The page of the house rules, from their first change on; ``before`` are those that held until then."""

    model = HousePage
    before: dict[str, Any] = {}


class HomebrewRow(DocumentRow, kw_only=True):
    """An entry of the campaign's own compendium."""

    model = Homebrew
    section: Annotated[str, Meta(max_length=40)]
    withdrawn: bool = False


class AlmanacRow(DocumentRow, kw_only=True):
    """The calendar of the campaign, and the moment that it is there."""

    model = AlmanacPage


class PartyRow(DocumentRow, kw_only=True):
    """The purse and the things that the party owns in common."""

    model = PartyStock


D = TypeVar("D", bound=DocumentRow)
#: What parsing a body may raise.
BROKEN = (msgspec.ValidationError, msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError)


class DocumentPart(Part[D]):
    """The documents of one kind."""

    holds_documents: ClassVar[bool] = True

    def __init__(self, name: str, shape: type[D], model: type[Document]) -> None:
        self.name, self.shape, self.model = name, shape, model

    def rows(self, leaving: Leaving) -> Iterator[D]:
        documents = self.model._default_manager.filter(campaign=leaving.campaign).order_by("pk")
        for document in documents.iterator(chunk_size=100):
            yield self.row(leaving, document)

    def row(self, leaving: Leaving, document: Any) -> D:
        """The row of a document."""
        return leaving.row(self.shape, document)

    def check(self, row: D, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        contents.documents.add(row.public_id)
        try:
            body = self._body(row)
        except BROKEN as error:
            raise Refused(f"{self.name}.json: {row.public_id} cannot be read here.", "archive") from error
        if codec.load(body) != row.body:
            raise Refused(f"{self.name}.json: {row.public_id} has a body that does not fit this version.", "archive")

    def _body(self, row: D) -> str:
        """The body as it is stored: as the hall writes its documents, or empty for one that nothing happened to."""
        return codec.dump(self.model().parse(codec.dump(row.body)) if row.body else {})

    def keep(self, rows: Iterator[D], arrival: Arrival) -> None:
        made = [self.model(campaign=arrival.campaign, **self.columns(row, arrival)) for row in rows]
        moments = [document.created_at for document in made]
        self.model._default_manager.bulk_create(made, batch_size=200)
        for document, at in zip(made, moments, strict=True):
            document.created_at = at
            arrival.documents[document.public_id] = document
        keep_moments(made, "created_at")

    def columns(self, row: D, arrival: Arrival) -> dict[str, Any]:
        """The columns of the document that a row was made of."""
        return arrival.columns(row, body=self._body(row))


class HomebrewPart(DocumentPart[HomebrewRow]):
    """The entries of the campaign's own compendium: the book that rules look things up in is bound from them."""

    def check(self, row: HomebrewRow, contents: Contents) -> None:
        super().check(row, contents)
        if row.section not in system_named(contents.head.campaign.system_slug).shelves():
            raise Refused(f"{self.name}.json: a campaign of this game cannot add to {row.section!r}.", "archive")

    def finish(self, arrival: Arrival) -> None:
        pages = list(Homebrew.objects.filter(campaign=arrival.campaign).order_by("pk"))
        arrival.campaign.book = own_book.bound(pages)
        arrival.campaign.save(update_fields=["book"])
        # Entries may name each other, so they are looked at where all of them lie open.
        lay_open(own_book.book_of(arrival.campaign, is_gm=True))
        for page in pages:
            self._refuse_odd(page)

    def _refuse_odd(self, page: Homebrew) -> None:
        """Refuse figures that the game would not take from anybody."""
        try:
            checked(page.campaign.system.shelves()[page.section], page.figures)
        except BROKEN as error:
            raise Refused(f"{self.name}.json: {page.name} does not fit the rules of the game.", "archive") from error


def own_pages() -> tuple[Part[Any], ...]:
    """The parts of a campaign's own pages."""
    return (
        DocumentPart("house", HouseRow, HousePage),
        HomebrewPart("homebrew", HomebrewRow, Homebrew),
        DocumentPart("calendar", AlmanacRow, AlmanacPage),
        DocumentPart("party", PartyRow, PartyStock),
    )
