"""One character as programs read it: the stored document, passed on as it is where the reader may see all of it."""

from typing import Annotated, ClassVar

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access, encounters, sight
from campaigns.audience.redaction import REFERENCE, with_names
from campaigns.audience.viewers import Viewer, names_in
from campaigns.models import Membership
from characters.models import Character
from rules import codec
from winterhall.api import versions
from winterhall.api.shapes import Shape
from winterhall.api.views import ApiView

SheetText = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Sheet"})]
#: The mark on the game master's tag of a sheet that holds more than its players may read: they count otherwise,
#: and whoever becomes game master must not take what they knew for all of it. Tags of players are never marked.
WITH_SECRETS = "gm"


class SheetAnswer(Shape):
    """A character. Its version is its ETag; ``sheet`` is the document that the rules work on."""

    id: str
    campaign: str
    version: int
    sheet: SheetText


def reach(request: Request, character_id: str) -> tuple[Membership, Character]:
    """A character that the asker may open, and their place in its campaign; 404 otherwise."""
    found = get_object_or_404(
        Character.objects.only("campaign__public_id").select_related("campaign"), public_id=character_id
    )
    member = access.membership(request.user, found.campaign.public_id)
    return member, access.document_for(member, Character.objects.all(), character_id)


def sheet_answer(request: Request, member: Membership, character: Character) -> Response:
    """The character as the member may see it; 304 if they know it already."""
    tag = tag_of(character, is_gm=member.is_gm)
    return versions.if_new(request, tag, lambda: _told(member, character, member.is_gm or character.whole))


def tag_of(character: Character, *, is_gm: bool) -> str:
    """The ETag of a character as somebody sees it."""
    seen_alike = character.whole and character.version == character.open_version
    marked = WITH_SECRETS if is_gm and not seen_alike else ""
    return versions.etag(character.version_for(is_gm), marked)


class CharacterView(ApiView):
    """A view by which a character is written."""

    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> SheetAnswer:
        member, character = reach(request, document)
        return _told(member, character, member.is_gm or character.whole)


def _told(member: Membership, character: Character, is_whole: bool) -> SheetAnswer:
    body = character.body if is_whole else _filtered(character)
    if REFERENCE in body:
        body = codec.dump(with_names(codec.sheet_from(body), names_in(character.campaign_id)))
    return SheetAnswer(
        id=character.public_id,
        campaign=member.campaign.public_id,
        version=character.version_for(member.is_gm),
        sheet=msgspec.Raw(body.encode()),
    )


def _filtered(character: Character) -> str:
    hidden = encounters.unknown_to_players(character.campaign_id, character.body)
    return codec.dump(sight.seen_sheet(character.sheet, Viewer(is_gm=False), hidden))
