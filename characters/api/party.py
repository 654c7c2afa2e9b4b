"""The party for programs: what it owns in common, and moving it."""

from typing import Annotated, ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import Written, written
from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Entry, Membership, PartyStock
from characters.party import moves, tests
from characters.party.moves import LONGEST, MOST, MOST_ALIKE, Held, Move, Thing
from characters.party.reading import Purse, party
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, filled, given
from winterhall.api.views import ApiView

Place = Annotated[str, Meta(max_length=24)]
Coins = dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0, le=MOST)]]
Count = Annotated[int, Meta(ge=1, le=MOST_ALIKE)]


class CoinsRow(Shape):
    """The coins of a kind."""

    kind: str
    label: str
    count: int


class ThingRow(Shape):
    """A thing, by the key with which it is moved; ``facts`` are its figures in a few words."""

    key: str
    name: str
    count: int
    facts: list[str]


class PurseRow(Shape):
    """Coins and things of the party (``who`` is ``party``), or of a character for whom the reader may act."""

    who: str
    name: str
    coins: list[CoinsRow]
    things: list[ThingRow]


class PartyAnswer(Shape):
    """The party's coins and things, and the purses from and to which the reader may move something."""

    version: int
    party: PurseRow
    purses: list[PurseRow]


class HeldRow(Shape):
    key: Annotated[str, Meta(max_length=80)]
    count: Count = 1


class FoundRow(Shape):
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    count: Count = 1


class WantedMove(Shape):
    """A move ``source`` to ``target``, each the id of a character, ``party``, or ``outside``: found, paid or lost.

    ``things`` are named by key; ``found`` ones, from outside, by name.
    """

    source: Place
    target: Place
    coins: Coins = {}
    things: Annotated[list[HeldRow], Meta(max_length=50)] = []
    found: Annotated[list[FoundRow], Meta(max_length=50)] = []


class WantedSplit(Shape):
    """Coins of the party to be split evenly ``among`` characters; what cannot be split stays in the purse."""

    coins: Coins
    among: Annotated[list[Place], Meta(max_length=100)]


class PartyView(ApiView):
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> PartyAnswer:
        return _answer(access.membership(request.user, self.kwargs["campaign_id"]))


class CampaignParty(ApiView):
    @extend_schema(responses=PartyAnswer, summary="What the party owns in common", tags=["party"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        return versions.tagged(_answer(member))


class PartyMove(PartyView):
    @extend_schema(request=WantedMove, responses={201: Written}, summary="Move coins and items", tags=["party"])
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(WantedMove, request.data)
        held = tuple(Held(one.key, one.count) for one in wanted.things)
        found = tuple(Thing(one.name, one.count) for one in wanted.found)
        move = Move(wanted.source, wanted.target, wanted.coins, held, found)
        return _written(member, moves.move(member, move, seen=versions.seen(request), key=keys.key(request)))


class PartySplit(PartyView):
    @extend_schema(request=WantedSplit, responses={201: Written}, summary="Split coins evenly", tags=["party"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted, seen, key = given(WantedSplit, request.data), versions.seen(request), keys.key(request)
        return _written(member, moves.split(member, wanted.coins, wanted.among, seen=seen, key=key))


class TestRow(Shape):
    """A rank that somebody in the party can roll, such as ``skill.stealth``."""

    rank: str
    label: str


class TestList(Shape):
    """The tests that players can be asked for."""

    results: list[TestRow]


class WantedTest(Shape):
    """A test of a ``rank`` that the players of these characters are asked for; ``words`` say why.

    ``given`` sets fields of the roll, such as its difficulty: the roll begins with them.
    """

    who: Annotated[list[Place], Meta(max_length=100)]
    rank: Annotated[str, Meta(max_length=120)]
    words: Annotated[str, Meta(max_length=tests.MOST_WORDS)] = ""
    given: dict[Annotated[str, Meta(max_length=40)], int | Annotated[str, Meta(max_length=80)]] = {}


class AskedTest(Shape):
    """The names of the characters who are asked, and the key by which the asking can be withdrawn."""

    asked: list[str]
    asking: str


class PartyTest(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=TestList, summary="The tests that can be asked for", tags=["party"])
    @for_game_masters
    def get(self, request: Request, member: Membership) -> Response:
        listed = tests.choices(member, tests.players(member))
        return Response(TestList(results=[filled(TestRow, one) for one in listed]))

    @extend_schema(request=WantedTest, responses={201: AskedTest}, summary="Ask players for a test", tags=["party"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted, key = given(WantedTest, request.data), keys.key(request) or tests.new_key()
        asking = tests.Asking(wanted.who, wanted.rank, wanted.words, wanted.given)
        asked = tests.ask(member, asking, key=key)
        return Response(AskedTest(asked=asked, asking=key), status=201)


class WithdrawnTest(Shape):
    """The key of an asking, as the answer to it says (``asking``)."""

    asking: Annotated[str, Meta(max_length=120)]


class PartyTestWithdraw(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=WithdrawnTest, responses={204: None}, summary="Withdraw a test", tags=["party"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        tests.withdraw(member, given(WithdrawnTest, request.data).asking)
        return Response(status=204)


def _written(member: Membership, entry: Entry) -> Response:
    page = PartyStock.of(member.campaign)
    return written(member, entry, page.public_id if page else "")


def _answer(member: Membership) -> PartyAnswer:
    seen = party(member)
    return PartyAnswer(version=seen.version, party=_row(seen.common), purses=[_row(one) for one in seen.purses])


def _row(purse: Purse) -> PurseRow:
    return filled(PurseRow, purse)


urlpatterns = [
    path("campaigns/<slug:campaign_id>/party/", CampaignParty.as_view(), name="party"),
    path("campaigns/<slug:campaign_id>/party/move/", PartyMove.as_view(), name="party-move"),
    path("campaigns/<slug:campaign_id>/party/split/", PartySplit.as_view(), name="party-split"),
    path("campaigns/<slug:campaign_id>/party/test/", PartyTest.as_view(), name="party-test"),
    path("campaigns/<slug:campaign_id>/party/test/withdraw/", PartyTestWithdraw.as_view(), name="party-test-withdraw"),
]
