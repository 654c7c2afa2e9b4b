"""Ranks and experience for programs: one address for each kind of rank that a game declares.

No game is named here: a kind is reached under the plural that its game gives it ("Skill groups": ``skill-groups/``).
"""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from django.urls import URLPattern, path
from django.utils.text import slugify
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.entries import Written, written
from campaigns.models import Membership
from campaigns.play.intent import Intent, Unchanged
from campaigns.play.perform import perform
from characters.api.sheets import CharacterView, reach
from characters.experience import ledger, refunds
from characters.models import ExperienceEntry, Rank, balances
from rules.engine.character.edits import SetRank
from rules.engine.kernel import Unknown
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView


class RankRow(Shape):
    """One rank: its value, the range that the game allows, and the experience that is saved up for it."""

    name: str
    value: int
    least: int
    most: int
    experience: int


class RankList(Shape):
    """The ranks of one kind, as of a version of the character."""

    kind: str
    label: str
    version: int
    results: list[RankRow]


class NewValue(Shape):
    value: Annotated[int, Meta(ge=-50, le=1000)]


class Balance(Shape):
    kind: str
    name: str
    amount: int


class LedgerRow(Shape):
    """One row of the ledger, numbered within it; ``bought`` names the rank that a debit paid for.

    ``balance`` is what the rows of this kind and name came to with this one.
    """

    row: int
    entry: str
    at: datetime
    kind: str
    name: str
    amount: int
    balance: int
    reason: str
    bought: str


class Ledger(Shape):
    """A stretch of a character's ledger of experience, in order, and the ``balances`` of the whole of it."""

    balances: list[Balance]
    results: list[LedgerRow]
    next: str | None


class Raise(Shape):
    """The entry of a raise that shall be taken back."""

    entry: PublicId


# -- experience -------------------------------------------------------------------------------------------------------


AFTER_ROW = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "query",
    description="Go on after this row of the ledger, by its number: as `next` says it.",
)


class Experience(ApiView):
    @takes(AFTER_ROW, LIMIT)
    @extend_schema(responses=Ledger, summary="The ledger of experience", tags=["ranks"])
    def get(self, request: Request, character_id: str) -> Response:
        _, character = reach(request, character_id)
        piece = pagination.asked(request)
        begin = _row_number(piece.after)
        found = list(ledger.rows(character)[begin : begin + piece.limit + 1])
        shown = [_ledger_row(begin + at, row) for at, row in enumerate(found[: piece.limit], start=1)]
        following = piece.next(begin + piece.limit if len(found) > piece.limit else None)
        sums = [
            Balance(kind=kind, name=name, amount=sum_) for (kind, name), sum_ in sorted(balances(character).items())
        ]
        return Response(Ledger(balances=sums, results=shown, next=following))


def _row_number(after: str) -> int:
    """The number of the row to go on after, 0 for the beginning; it holds for ever, for the ledger only grows."""
    if not after:
        return 0
    if not (after.isascii() and after.isdigit() and len(after) < 10):
        raise ParseError("Go on after the number of a row.")
    return int(after)


def _ledger_row(number: int, row: ExperienceEntry) -> LedgerRow:
    return LedgerRow(
        row=number,
        entry=row.entry.public_id,
        at=row.entry.at,
        kind=row.kind,
        name=row.name,
        amount=row.amount,
        balance=getattr(row, "balance", 0),
        reason=row.reason,
        bought=row.bought,
    )


class TakeBack(CharacterView):
    @extend_schema(request=Raise, responses={201: Written}, summary="Take back a raise", tags=["ranks"])
    def post(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        wanted, seen, key = given(Raise, request.data), versions.seen(request), keys.key(request)
        entry = refunds.take_back(member, character, wanted.entry, seen=seen, key=key)
        return written(member, entry, character.public_id)


# -- ranks ------------------------------------------------------------------------------------------------------------


class Ranks(ApiView):
    @extend_schema(responses=RankList, summary="The ranks of one kind", tags=["ranks"])
    def get(self, request: Request, character_id: str, plural: str) -> Response:
        member, character = reach(request, character_id)
        kind, label = _kind(member, plural)
        ranks = Rank.objects.filter(character=character, kind=kind).order_by("name")
        saved = balances(character)
        rows = [_rank_row(member, kind, rank.name, rank.value, saved.get((kind, rank.name), 0)) for rank in ranks]
        version = character.version_for(member.is_gm)
        return versions.tagged(RankList(kind=kind, label=label, version=version, results=rows))


class OneRank(CharacterView):
    @extend_schema(responses=RankRow, summary="One rank", tags=["ranks"])
    def get(self, request: Request, character_id: str, plural: str, name: str) -> Response:
        member, character = reach(request, character_id)
        kind, _ = _kind(member, plural)
        value = character.sheet.rank(kind, name)
        saved = balances(character).get((kind, name), 0)
        headers = {"ETag": versions.etag(character.version_for(member.is_gm)), **versions.PRIVATE}
        return Response(_rank_row(member, kind, name, value, saved), headers=headers)

    @extend_schema(request=NewValue, responses={200: Written, 204: None}, summary="Write one rank", tags=["ranks"])
    def put(self, request: Request, character_id: str, plural: str, name: str) -> Response:
        member, character = reach(request, character_id)
        kind, _ = _kind(member, plural)
        _range(member, kind, name)
        wanted, seen, key = given(NewValue, request.data), versions.seen(request), keys.key(request)
        choices = {"kind": kind, "rank": name, "to": wanted.value}
        try:
            entry = perform(member, Intent(SetRank.name, choices, character.public_id, seen=seen, key=key))
        except Unchanged:
            return Response(status=204, headers={"ETag": versions.etag(seen)})
        return written(member, entry, character.public_id, status=200)


def _rank_row(member: Membership, kind: str, name: str, value: int, saved: int) -> RankRow:
    least, most = _range(member, kind, name)
    return RankRow(name=name, value=value, least=least, most=most, experience=saved)


def _range(member: Membership, kind: str, name: str) -> tuple[int, int]:
    try:
        return member.campaign.system.rank_range(kind, name)
    except Unknown:
        raise Http404 from None


def _kind(member: Membership, plural: str) -> tuple[str, str]:
    """The kind of rank that the campaign's game means, and how it is called."""
    kind = plurals(member.campaign.system).get(plural)
    if kind is None:
        raise Http404
    return kind, member.campaign.system.rank_kinds[kind]


def plurals(system: System) -> dict[str, str]:
    """The kinds of rank that a game declares, by their addresses."""
    return {slugify(label): kind for kind, label in system.rank_kinds.items()}


def _addresses() -> list[URLPattern]:
    here = "characters/<slug:character_id>/experience/"
    found = [
        path(here, Experience.as_view(), name="experience"),
        path(f"{here}take-back/", TakeBack.as_view(), name="take-back"),
    ]
    for plural in sorted({plural for system in SYSTEMS for plural in plurals(system)}):
        base, said = f"characters/<slug:character_id>/{plural}/", {"plural": plural}
        found += [
            path(base, Ranks.as_view(), said, name=plural),
            path(f"{base}<str:name>/", OneRank.as_view(), said, name=f"{plural}-one"),
        ]
    return found


urlpatterns = _addresses()
