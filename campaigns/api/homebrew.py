"""A campaign's own book for programs: its house rules, and what its game master adds to the compendium."""

from typing import Annotated, Any, ClassVar, Literal

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import Written, written
from campaigns.audience import access
from campaigns.homebrew import compendium, editor, table_file
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Entry, Homebrew, Membership
from rules import codec, house_rules
from rules.engine.content.homebrew import Figure, Shelf
from rules.engine.kernel import HomebrewWritten, Unknown
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT_AND_AFTER, query, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView

SectionName = Annotated[str, Meta(min_length=1, max_length=40)]


class HouseRulesAnswer(Shape):
    """All switches of the game as the campaign has them; ``changed`` names those that are not as the game says."""

    version: int
    rules: dict[str, Any]
    changed: list[str]


class WantedRules(Shape):
    """The switches as they shall be, by name; those that are not named are as the game says."""

    rules: dict[str, Any]


class FigureRow(Shape):
    """A figure of an entry: what it is called, of what kind it is, and what it may be.

    Kinds: number, pick (one of the options), many (several), switch, words, each (a number for some of the options, for
    all of them if ``whole``). ``needed`` ones have no ``start``. ``parts`` are the steps of a number from one whole
    number to the next (1: whole numbers only).
    """

    name: str
    label: str
    kind: str
    needed: bool
    start: Any
    least: int
    most: int
    parts: int
    whole: bool
    options: dict[str, str]


class ShelfRow(Shape):
    section: str
    figures: list[FigureRow]


class Shelves(Shape):
    """The sections that may be added to, with the figures of their entries."""

    results: list[ShelfRow]


class HomebrewRow(Shape):
    """An entry of the campaign's own: ``figures`` as they were told, ``facts`` and ``summary`` as lists show them."""

    id: str
    section: str
    name: str
    secret: bool
    version: int
    figures: dict[str, Any]
    facts: list[str]
    summary: str


class HomebrewList(Shape):
    results: list[HomebrewRow]
    next: str | None


class NewHomebrew(Shape):
    """An entry to be written. Left open, creatures are secret and things are not."""

    section: SectionName
    figures: dict[str, Any]
    secret: bool | None = None


class ChangedHomebrew(Shape):
    figures: dict[str, Any]
    secret: bool | None = None


class WantedTable(Shape):
    """Entries as a table (CSV): the first row names the figures, by name or label.

    ``take`` says what is written: ``nothing`` (the table is only looked at), ``all`` if no row has a fault, or the
    ``good`` rows.
    """

    section: SectionName
    csv: Annotated[str, Meta(max_length=table_file.MOST_BYTES)]
    take: Literal["nothing", "all", "good"] = "nothing"


class TableFault(Shape):
    """A fault by its row, counted from 1 as spreadsheets do, and by the column, if it is of one."""

    row: int
    column: str
    detail: str


class TableAnswer(Shape):
    """The contents of a table: the number of ``good`` rows, all ``faults``, and the ids of the entries ``written``."""

    good: int
    faults: list[TableFault]
    written: list[str]


# -- house rules ------------------------------------------------------------------------------------------------------


class CampaignHouseRules(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(responses=HouseRulesAnswer, summary="The house rules", tags=["book"])
    def get(self, request: Request, campaign_id: str) -> Response:
        return versions.tagged(_house(access.membership(request.user, campaign_id)))

    @extend_schema(request=WantedRules, responses={200: Written}, summary="Change house rules", tags=["book"])
    @for_game_masters
    def put(self, request: Request, member: Membership) -> Response:
        wanted, seen, key = given(WantedRules, request.data), versions.seen(request), keys.key(request)
        entry = editor.choose_rules(member, wanted.rules, seen=seen, key=key)
        return written(member, entry, entry.document, status=200)

    def fresh(self, request: Request, document: str) -> HouseRulesAnswer:
        return _house(access.membership(request.user, self.kwargs["campaign_id"]))


def _house(member: Membership) -> HouseRulesAnswer:
    settings = house_rules.settings(member.campaign.system, member.campaign.house_rules)
    return HouseRulesAnswer(
        version=editor.house_version(member),
        rules={one.switch.name: one.value for one in settings},
        changed=[one.switch.name for one in settings if one.is_turned],
    )


# -- the compendium ---------------------------------------------------------------------------------------------------


class CampaignShelves(ApiView):
    @extend_schema(responses=Shelves, summary="What can be added to the compendium", tags=["book"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        return Response(Shelves(results=[_shelf(one) for one in member.campaign.system.shelves().values()]))


def _shelf(shelf: Shelf) -> ShelfRow:
    return ShelfRow(section=shelf.section, figures=[_figure(one) for one in shelf.figures])


def _figure(one: Figure) -> FigureRow:
    return FigureRow(
        name=one.name,
        label=one.label,
        kind=one.kind,
        needed=one.start is None,
        start=one.start,
        least=one.least,
        most=one.most,
        parts=one.parts,
        whole=one.whole,
        options=dict(one.options()),
    )


class AllHomebrew(ApiView):
    scope: ClassVar[str] = "manage"

    @takes(*LIMIT_AND_AFTER, query("section", "Only entries of this section."))
    @extend_schema(
        responses=HomebrewList,
        summary="Entries of the campaign's own",
        tags=["book"],
    )
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        found = compendium.pages(member)
        if section := pagination.asked_id(request, "section"):
            found = found.filter(section=section)
        listed, following = pagination.rows(found, pagination.asked(request))
        return Response(HomebrewList(results=[_row(page) for page in compendium.read(member, listed)], next=following))

    @extend_schema(request=NewHomebrew, responses={201: HomebrewRow}, summary="Write an entry", tags=["book"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(NewHomebrew, request.data)
        page = editor.add(member, wanted.section, wanted.figures, secret=wanted.secret, key=keys.key(request))
        answer = _as_written(member, page, wanted)
        return Response(answer, status=201, headers={"ETag": versions.etag(1), "Location": page.public_id})


def _as_written(member: Membership, page: Homebrew, wanted: NewHomebrew) -> HomebrewRow:
    """The entry as it was first written: the answer for its key, whatever has happened to it since."""
    first = Entry.objects.filter(touches__document=page.public_id).order_by("number")[0]
    facts = (fact for fact in codec.facts_from(first.facts) if isinstance(fact, HomebrewWritten))
    written, shelf = next(facts), editor.shelf_of(member.campaign, page.section)
    secret = shelf.secret if wanted.secret is None else wanted.secret
    shown = shelf.entry(page.public_id, written.told)
    return HomebrewRow(
        id=page.public_id,
        section=written.section,
        name=written.name,
        secret=secret,
        version=1,
        figures=written.told,
        facts=list(shown.facts),
        summary=shown.summary,
    )


class OneHomebrew(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(responses=HomebrewRow, summary="An entry of the campaign's own", tags=["book"])
    def get(self, request: Request, campaign_id: str, homebrew_id: str) -> Response:
        page = compendium.page_for(access.membership(request.user, campaign_id), homebrew_id)
        return versions.if_new(request, versions.etag(page.version), lambda: _row(page))

    @extend_schema(request=ChangedHomebrew, responses={200: Written}, summary="Change an entry", tags=["book"])
    @for_game_masters
    def put(self, request: Request, member: Membership, homebrew_id: str) -> Response:
        wanted, seen, key = given(ChangedHomebrew, request.data), versions.seen(request), keys.key(request)
        try:
            entry = editor.change(member, homebrew_id, wanted.figures, seen=seen, secret=wanted.secret, key=key)
        except Unknown as error:
            raise _not_here(error) from None
        return written(member, entry, entry.document, status=200)

    @extend_schema(responses={204: None}, summary="Remove an entry", tags=["book"])
    @for_game_masters
    def delete(self, request: Request, member: Membership, homebrew_id: str) -> Response:
        try:
            editor.withdraw(member, homebrew_id, seen=versions.seen(request), key=keys.key(request))
        except Unknown as error:
            raise _not_here(error) from None
        return Response(status=204)

    def fresh(self, request: Request, document: str) -> HomebrewRow:
        return _row(compendium.page_for(access.membership(request.user, self.kwargs["campaign_id"]), document))


def _not_here(error: Unknown) -> Exception:
    """The error to answer with: 404 for an entry that there is not, else the refusal itself (a wrong figure)."""
    return Http404() if error.field == "homebrew" else error


def _row(page: Homebrew) -> HomebrewRow:
    shown = compendium.entry_of(page)
    return HomebrewRow(
        id=page.public_id,
        section=page.section,
        name=page.name,
        secret=page.secret,
        version=page.version,
        figures=page.figures,
        facts=list(shown.facts),
        summary=shown.summary,
    )


class HomebrewTable(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(
        request=WantedTable, responses={200: TableAnswer}, summary="Write entries from a table", tags=["book"]
    )
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(WantedTable, request.data)
        shelf = editor.shelf_of(member.campaign, wanted.section)
        found = table_file.read(shelf, wanted.csv)
        faults = [TableFault(row=one.row, column=one.column, detail=one.sentence) for one in found.faults]
        takes = wanted.take == "good" or (wanted.take == "all" and not found.bad)

        def write() -> TableAnswer:
            pages = table_file.take(member, wanted.section, found.good) if takes else []
            return TableAnswer(good=len(found.good), faults=faults, written=[page.public_id for page in pages])

        return Response(keys.once(request, TableAnswer, write))


urlpatterns = [
    path("campaigns/<slug:campaign_id>/house-rules/", CampaignHouseRules.as_view(), name="house-rules"),
    path("campaigns/<slug:campaign_id>/shelves/", CampaignShelves.as_view(), name="shelves"),
    path("campaigns/<slug:campaign_id>/homebrew/", AllHomebrew.as_view(), name="homebrew"),
    # Before the address of one entry, whose id it would be.
    path("campaigns/<slug:campaign_id>/homebrew/table/", HomebrewTable.as_view(), name="homebrew-table"),
    path("campaigns/<slug:campaign_id>/homebrew/<slug:homebrew_id>/", OneHomebrew.as_view(), name="homebrew-one"),
]
