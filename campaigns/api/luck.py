"""Luck for programs: the same numbers as on the page, for the same wishes."""

import re
from collections.abc import Iterable
from datetime import datetime

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.luck import statistics
from campaigns.luck.report import DiceOfASize, Luck, Notable, Share, Wish
from campaigns.members.campaign_views import for_members
from campaigns.models import Membership
from winterhall.api import pagination
from winterhall.api.describing import query, takes
from winterhall.api.shapes import Shape, filled
from winterhall.api.views import ApiView


class LuckShare(Shape, rename={"label": "name"}):
    """The luck of some rolls: the average of their percentiles, from ``least`` to ``most`` in 19 of 20 cases.

    ``key`` is what the filter takes.
    """

    key: str
    label: str
    rolls: int
    luck: float
    least: float
    most: float


class LuckPurpose(Shape, rename={"label": "purpose"}):
    """The rolls for one purpose; ``expected`` and ``came`` are average results, null where rolls do not tell them."""

    label: str
    rolls: int
    luck: float
    expected: float | None
    came: float | None


class FaceCounts(Shape):
    """How often each face fell, from 1 on, real dice (``typed``) apart from those of the house.

    ``chance`` is that of a fair set to look at least this uneven. ``enough`` says whether that means anything, and
    ``needed`` after how many rolls a die with one face two percentage points too frequent is found in 9 of 10 cases.
    """

    sides: int
    typed: bool
    rolls: int
    faces: list[int]
    chi_square: float
    chance: float
    enough: bool
    needed: int
    said: str


class NotableRoll(Shape):
    """One roll that stands out, and the entry that it stands in."""

    entry: str
    at: datetime
    name: str
    purpose: str
    measure: int
    expected: float | None
    percentile: float
    typed: bool


class LuckView(Shape):
    """The luck of the rolls that are asked for, without those that the asker may not know of.

    ``tenths`` counts how many lie in each tenth from unlucky to lucky: with fair dice as many in each. ``chance`` is
    that of fair dice to be at least this uneven there.
    """

    whole: LuckShare
    players: list[LuckShare]
    characters: list[LuckShare]
    sessions: list[LuckShare]
    tenths: list[int]
    chance: float
    purposes: list[LuckPurpose]
    dice: list[FaceCounts]
    best: list[NotableRoll]
    worst: list[NotableRoll]


_SESSION = re.compile(r"[0-9.-]{0,24}")
_FILTERS = [
    query(
        "player",
        f"Only rolls of characters this member played at the time; `{statistics.NOBODY}` for the game master’s.",
    ),
    query("character", "Only rolls of this character."),
    OpenApiParameter(
        "session",
        {"type": "string", "pattern": "^[0-9.-]{0,24}$"},
        "query",
        description="Only rolls of this session, by its key: its day, and its number on that day.",
    ),
]


class CampaignLuck(ApiView):
    @takes(*_FILTERS)
    @extend_schema(responses=LuckView, summary="Luck, and whether dice are fair", tags=["luck"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        player, character = (pagination.asked_id(request, name) for name in ("player", "character"))
        wish = Wish(player, character, _session(request))
        return Response(_view(statistics.luck(member, wish)))


def _session(request: Request) -> str:
    value: str = request.query_params.get("session", "")
    if not _SESSION.fullmatch(value):
        raise Http404
    return value


def _view(found: Luck) -> LuckView:
    return LuckView(
        whole=filled(LuckShare, found.whole),
        players=_shares(found.players),
        characters=_shares(found.characters),
        sessions=_shares(found.sessions),
        tenths=list(found.tenths),
        chance=found.spread.chance,
        purposes=filled(list[LuckPurpose], found.purposes),
        dice=[_faces(one) for one in found.dice],
        best=[_notable(one) for one in found.best],
        worst=[_notable(one) for one in found.worst],
    )


def _shares(found: Iterable[Share]) -> list[LuckShare]:
    return filled(list[LuckShare], [one for one in found if one.rolls])


def _faces(one: DiceOfASize) -> FaceCounts:
    return FaceCounts(
        sides=one.sides,
        typed=one.typed,
        rolls=one.fit.rolls,
        faces=list(one.faces),
        chi_square=one.fit.statistic,
        chance=one.fit.chance,
        enough=one.fit.is_enough,
        needed=one.needed,
        said=one.said,
    )


def _notable(one: Notable) -> NotableRoll:
    return NotableRoll(
        entry=one.entry,
        at=one.at,
        name=one.throw.who,
        purpose=one.throw.purpose,
        measure=one.throw.measure,
        expected=one.expected,
        percentile=one.percentile,
        typed=one.throw.typed,
    )


urlpatterns = [path("campaigns/<slug:campaign_id>/luck/", CampaignLuck.as_view(), name="luck")]
