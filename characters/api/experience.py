"""Experience for programs: the ledger of a character, and raises that are taken back."""

from datetime import datetime

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.entries import Written, written
from campaigns.models import Entry
from characters.api.sheets import CharacterView, reach
from characters.experience import ledger, refunds
from characters.experience.sums import held
from characters.models import ExperienceEntry
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView
from winterhall.web.numbers import whole_number


class Balance(Shape):
    kind: str
    name: str
    amount: int


class LedgerRow(Shape):
    """One row of the ledger, numbered within it; ``bought`` names the rank that a debit paid for.

    ``balance`` is what the rows of this kind and name came to with this one. ``entry`` is empty where you may not read
    how it came about.
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


AFTER_ROW = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "query",
    description="Continue after this row of the ledger, as given in `next`.",
)


class Experience(ApiView):
    @takes(AFTER_ROW, LIMIT)
    @extend_schema(responses=Ledger, summary="The ledger of experience", tags=["ranks"])
    def get(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        piece = pagination.asked(request)
        begin = _row_number(piece.after)
        found = list(ledger.rows(character)[begin : begin + piece.limit + 1])
        told = ledger.entries_told(member, found[: piece.limit])
        shown = [_ledger_row(begin + at, row, told.get(row.pk)) for at, row in enumerate(found[: piece.limit], start=1)]
        following = piece.next(begin + piece.limit if len(found) > piece.limit else None)
        sums = [Balance(kind=kind, name=name, amount=sum_) for (kind, name), sum_ in sorted(held(character).items())]
        return Response(Ledger(balances=sums, results=shown, next=following))


def _row_number(after: str) -> int:
    """The number of the row to go on after, 0 for the beginning; it holds for ever, for the ledger only grows."""
    if not after:
        return 0
    number = whole_number(after, 9)
    if number is None:
        raise ParseError("Continue after the row of this number.")
    return number


def _ledger_row(number: int, row: ExperienceEntry, told: Entry | None) -> LedgerRow:
    return LedgerRow(
        row=number,
        entry=told.public_id if told else "",
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


_HERE = "characters/<slug:character_id>/experience"
urlpatterns = [
    path(f"{_HERE}/", Experience.as_view(), name="experience"),
    path(f"{_HERE}/take-back/", TakeBack.as_view(), name="take-back"),
]
