"""Characters as files for programs."""

from typing import Any

import msgspec
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.members.campaign_views import for_members
from campaigns.models import Membership
from characters import files
from characters.api.characters import BegunAnswer
from characters.api.sheets import reach
from rules.engine.character.foundry import is_foundry
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView
from winterhall.web.file_names import download


class CharacterDocument(Shape):
    """A character as a file: ``format`` and ``version`` say what it is, ``game`` whose rules its ``sheet`` keeps."""

    format: str
    version: int
    game: str
    sheet: dict[str, Any]


class ArrivedAnswer(BegunAnswer):
    """The character that began; ``report`` has sentences on everything in the file that did not come along."""

    report: list[str]


class Export(ApiView):
    @extend_schema(responses=CharacterDocument, summary="A character as a file", tags=["characters"])
    def get(self, request: Request, character_id: str) -> HttpResponse:
        member, character = reach(request, character_id)
        file = files.exported(member, character)
        told = CharacterDocument(format=file.format, version=file.version, game=file.game, sheet=file.sheet)
        headers = download(character.name, files.ENDING, "character")
        return Response(told, headers=headers)


class Import(ApiView):
    @extend_schema(
        request=CharacterDocument,
        responses={201: ArrivedAnswer},
        summary="Import a character",
        description="The body may also be an actor of the same game, exported from Foundry VTT.",
        tags=["characters"],
    )
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        told = request.data if is_foundry(request.data) else msgspec.to_builtins(given(CharacterDocument, request.data))
        arrival = files.brought_in(member, told, key=keys.key(request))
        begun = arrival.character
        answer = ArrivedAnswer(
            id=begun.public_id,
            campaign=member.campaign.public_id,
            name=begun.name,
            owner=begun.owner.public_id if begun.owner else None,
            version=1,
            report=list(arrival.report),
        )
        return Response(answer, status=201, headers={"ETag": versions.etag(1), "Location": begun.public_id})


urlpatterns = [
    path("campaigns/<slug:campaign_id>/characters/import/", Import.as_view(), name="character-import"),
    path("characters/<slug:character_id>/export/", Export.as_view(), name="character-export"),
]
