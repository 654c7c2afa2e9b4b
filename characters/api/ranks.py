"""Ranks for programs: one address for each kind of rank that a game declares.

No game is named here: a kind is reached under the plural that its game gives it ("Skill groups": ``skill-groups/``).
"""

from typing import Annotated

from django.http import Http404
from django.urls import URLPattern, path
from django.utils.text import slugify
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import Written, written
from campaigns.models import Membership
from campaigns.play.intent import Intent, Unchanged
from campaigns.play.simple_answers import perform
from characters.api.sheets import CharacterView, reach
from characters.models import Rank, balances
from rules.engine.character.edits import SetRank
from rules.engine.kernel import Unknown
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from winterhall.api import keys, versions
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
    found: list[URLPattern] = []
    for plural in sorted({plural for system in SYSTEMS for plural in plurals(system)}):
        base, said = f"characters/<slug:character_id>/{plural}/", {"plural": plural}
        found += [
            path(base, Ranks.as_view(), said, name=plural),
            path(f"{base}<str:name>/", OneRank.as_view(), said, name=f"{plural}-one"),
        ]
    return found


urlpatterns = _addresses()
