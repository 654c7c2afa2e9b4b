"""Characters for programs: who there is, how somebody begins, and their sheets."""

from typing import Annotated, ClassVar

from django.core.exceptions import PermissionDenied
from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.the_bin import Archived
from campaigns.audience import access
from campaigns.members.campaign_views import for_members
from campaigns.models import Membership, Role
from characters import services
from characters.api.sheets import SheetAnswer, reach, sheet_answer
from characters.creation.steps import Way, ways
from characters.models import Character
from rules.engine.kernel import Refused
from winterhall.accounts.models import User
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT_AND_AFTER, query, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView, Person, person


class CharacterRow(Shape):
    """A character in a list. ``secret`` ones are told to the game master only."""

    id: str
    name: str
    kind: str
    owner: Person | None
    secret: bool
    archived: bool
    version: int


class CharacterPage(Shape):
    results: list[CharacterRow]
    next: str | None


class Beginner(Shape):
    """A character that shall begin. Players begin their own; the game master says whose it is, if anybody's.

    ``way``: ``ready`` to play; with nothing chosen yet, to be made by ``steps``; or finished by dice at ``random``.
    ``hero``: the key of one of the game's ready-made heroes instead.
    """

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    owner: PublicId | None = None
    secret: bool = False
    way: Way = Way.READY
    hero: Annotated[str, Meta(max_length=40)] = ""


class BegunAnswer(Shape):
    """The character that began."""

    id: str
    campaign: str
    name: str
    owner: str | None
    version: int


def row(member: Membership, character: Character) -> CharacterRow:
    return CharacterRow(
        id=character.public_id,
        name=character.name,
        kind=character.kind,
        owner=person(character.owner) if character.owner else None,
        secret=character.secret,
        archived=character.is_archived,
        version=character.version_for(member.is_gm),
    )


class Characters(ApiView):
    @takes(*LIMIT_AND_AFTER, query("kind", "Only characters of this kind."))
    @extend_schema(
        responses=CharacterPage,
        summary="Characters whose sheets I may open",
        tags=["characters"],
    )
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        piece = pagination.asked(request)
        characters = access.visible(member, Character.objects.defer("body").select_related("owner"))
        kind = pagination.asked_id(request, "kind")
        found, following = pagination.rows(characters.filter(kind=kind) if kind else characters, piece)
        return Response(CharacterPage(results=[row(member, each) for each in found], next=following))

    @extend_schema(request=Beginner, responses={201: BegunAnswer}, summary="Create a character", tags=["characters"])
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(Beginner, request.data)
        owner = _owner(member, wanted)
        name = wanted.name.strip()
        _refuse_unknown_way(member, wanted)
        begun = services.make_by(
            member,
            way=wanted.way,
            name=name,
            owner=owner,
            secret=wanted.secret,
            key=keys.key(request),
            hero=wanted.hero,
        )
        # The version at the beginning, so that the same key gets the same answer; what the dice make is a second entry.
        version = 2 if wanted.way is Way.RANDOM else 1
        answer = BegunAnswer(
            id=begun.public_id,
            campaign=member.campaign.public_id,
            name=name,
            owner=owner.public_id if owner else None,
            version=version,
        )
        return Response(answer, status=201, headers={"ETag": versions.etag(version), "Location": begun.public_id})


def _refuse_unknown_way(member: Membership, wanted: Beginner) -> None:
    known = ways(member.campaign.system)
    if wanted.way not in known:
        raise Refused(f"{member.campaign.system.name} creates characters by {', '.join(known)}.", "way")
    if wanted.hero and wanted.way is not Way.READY:
        raise Refused("A hero is ready to play: leave out the way.", "way")


def _owner(member: Membership, wanted: Beginner) -> User | None:
    if not wanted.name.strip():
        raise Refused("A character needs a name.", "name")
    if not member.is_gm:
        if member.role != Role.PLAYER or wanted.secret or wanted.owner not in (None, member.user.public_id):
            raise PermissionDenied("Players can only create their own characters.")
        return member.user
    if wanted.owner is None:
        return None
    place = (
        Membership.objects.select_related("user").filter(campaign=member.campaign, user__public_id=wanted.owner).first()
    )
    if place is None:
        raise Refused("Only members of the campaign can play in it.", "owner")
    return place.user


class OneCharacter(ApiView):
    @extend_schema(responses=SheetAnswer, summary="A character with its sheet", tags=["characters"])
    def get(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        return sheet_answer(request, member, character)


class ArchivedCharacter(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=Archived, responses={204: None}, summary="Archive a character, or restore it", tags=["bin"])
    def put(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        access.refuse_unless_player_of(member, character)
        services.archive(member, character, archived=given(Archived, request.data).archived)
        return Response(status=204)


urlpatterns = [
    path("campaigns/<slug:campaign_id>/characters/", Characters.as_view(), name="characters"),
    path("characters/<slug:character_id>/", OneCharacter.as_view(), name="character"),
    path("characters/<slug:character_id>/archived/", ArchivedCharacter.as_view(), name="character-archived"),
]
