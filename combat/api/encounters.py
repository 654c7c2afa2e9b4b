"""Encounters for programs: their state as far as the reader knows it, and what may be done there."""

import hashlib
from typing import Annotated, ClassVar

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import commands
from campaigns.api.commands import OddsAnswer, Offers, Wanted
from campaigns.api.entries import Written, written
from campaigns.api.the_bin import Archived
from campaigns.audience import access, encounters, viewers
from campaigns.audience.redaction import with_names
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Membership
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from combat import services
from combat.models import Encounter
from rules import codec
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT_AND_AFTER, query, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView

StateText = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Encounter"})]


class EncounterRow(Shape):
    """An encounter in a list. ``secret`` ones are told to the game master only."""

    id: str
    name: str
    stage: str
    secret: bool
    archived: bool
    version: int


class EncounterPage(Shape):
    results: list[EncounterRow]
    next: str | None


class EncounterAnswer(Shape):
    """An encounter as the reader knows it; ``names`` are those of everybody whom they know in it, by id."""

    id: str
    campaign: str
    name: str
    secret: bool
    version: int
    names: dict[str, str]
    state: StateText


class NewEncounter(Shape):
    name: Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")]
    secret: bool = True


class Creatures(Shape):
    """Creatures of the compendium that shall take part, each with a sheet of its own."""

    creature: Annotated[str, Meta(min_length=1, max_length=60)]
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    hidden: bool = False


def row(member: Membership, encounter: Encounter) -> EncounterRow:
    return EncounterRow(
        id=encounter.public_id,
        name=encounter.name,
        stage=encounters.order_for(encounter.state, is_gm=member.is_gm).stage,
        secret=encounter.secret,
        archived=encounter.is_archived,
        version=encounter.version_for(member.is_gm),
    )


def reach(request: Request, encounter_id: str) -> tuple[Membership, Encounter]:
    """An encounter that the asker may open, and their place in its campaign; 404 otherwise."""
    known = Encounter.objects.only("campaign__public_id").select_related("campaign")
    found = get_object_or_404(known, public_id=encounter_id)
    member = access.membership(request.user, found.campaign.public_id)
    return member, access.document_for(member, Encounter.objects.all(), encounter_id)


class Encounters(ApiView):
    scope: ClassVar[str] = "manage"

    @takes(*LIMIT_AND_AFTER)
    @extend_schema(responses=EncounterPage, summary="Encounters that I may open", tags=["encounters"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        found, following = pagination.rows(access.visible(member, Encounter.objects.all()), pagination.asked(request))
        return Response(EncounterPage(results=[row(member, each) for each in found], next=following))

    @extend_schema(
        request=NewEncounter, responses={201: EncounterRow}, summary="Prepare an encounter", tags=["encounters"]
    )
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(NewEncounter, request.data)
        name, secret = wanted.name.strip(), wanted.secret
        return keys.answered_once(
            request, EncounterRow, lambda: row(member, services.prepare(member, name=name, secret=secret)), 201
        )


class OneEncounter(ApiView):
    @extend_schema(responses=EncounterAnswer, summary="An encounter as far as I know it", tags=["encounters"])
    def get(self, request: Request, encounter_id: str) -> Response:
        member, encounter = reach(request, encounter_id)
        known = answer(member, encounter)
        text = msgspec.json.encode(known)
        # What is seen of it also hangs on who looks, and on names: those are not counted by its version.
        tag = versions.etag(known.version, hashlib.sha256(text).hexdigest()[:12])
        return versions.if_new(request, tag, lambda: msgspec.Raw(text))


def answer(member: Membership, encounter: Encounter) -> EncounterAnswer:
    """An encounter as the member knows it."""
    known = viewers.people(member)
    called = {one.public_id: one.name for one in known}
    seen = with_names(encounters.seen_encounter(encounter.state, viewers.viewer(member, known)), called)
    names = {who: name for who, name in called.items() if who in seen.combatants}
    return EncounterAnswer(
        id=encounter.public_id,
        campaign=member.campaign.public_id,
        name=encounter.name,
        secret=encounter.secret,
        version=encounter.version_for(member.is_gm),
        names=names,
        state=msgspec.Raw(codec.dump(seen).encode()),
    )


class ArchivedEncounter(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=Archived, responses={204: None}, summary="Archive an encounter, or restore it", tags=["bin"])
    def put(self, request: Request, encounter_id: str) -> Response:
        member, encounter = reach(request, encounter_id)
        access.refuse_unless_gm(member)
        services.archive(member, encounter, archived=given(Archived, request.data).archived)
        return Response(status=204)


class EncounterCreatures(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=Creatures, responses={201: Written}, summary="Add creatures", tags=["encounters"])
    def post(self, request: Request, encounter_id: str) -> Response:
        member, encounter = reach(request, encounter_id)
        access.membership_as_gm(request.user, member.campaign.public_id)
        wanted = given(Creatures, request.data)
        entry = services.bring_creatures(
            member,
            encounter=encounter,
            key=wanted.creature,
            count=wanted.count,
            hidden=wanted.hidden,
            once=keys.key(request),
        )
        return written(member, entry, encounter_id)


FOR_WHOM = query("as", "For which character.")


class EncounterCommands(ApiView):
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> EncounterAnswer:
        return answer(*reach(request, document))

    @takes(FOR_WHOM)
    @extend_schema(
        responses=Offers,
        summary="What a character may do now",
        tags=["encounters"],
    )
    def get(self, request: Request, encounter_id: str) -> Response:
        member, encounter = reach(request, encounter_id)
        game = lay_out(member, pagination.asked_id(request, "as"), encounter_id)
        return commands.offered(game, encounter)

    @takes(FOR_WHOM)
    @extend_schema(request=Wanted, responses={201: Written}, summary="Give a command", tags=["encounters"])
    def post(self, request: Request, encounter_id: str) -> Response:
        member, _ = reach(request, encounter_id)
        return commands.perform(request, member, _intent(request, encounter_id))


class EncounterOdds(ApiView):
    scope: ClassVar[str] = "read"

    @takes(FOR_WHOM)
    @extend_schema(request=Wanted, responses=OddsAnswer, summary="The odds of a command", tags=["encounters"])
    def post(self, request: Request, encounter_id: str) -> Response:
        member, _ = reach(request, encounter_id)
        return commands.foretell(member, _intent(request, encounter_id))


def _intent(request: Request, encounter_id: str) -> Intent:
    """The intent of a program's command; its character stands in the body, or in the address."""
    said = commands.wanted(request)
    actor = said.acts_as if said.acts_as is not None else pagination.asked_id(request, "as")
    return commands.intent(said, actor, encounter_id)


urlpatterns = [
    path("campaigns/<slug:campaign_id>/encounters/", Encounters.as_view(), name="encounters"),
    path("encounters/<slug:encounter_id>/", OneEncounter.as_view(), name="encounter"),
    path("encounters/<slug:encounter_id>/archived/", ArchivedEncounter.as_view(), name="encounter-archived"),
    path("encounters/<slug:encounter_id>/creatures/", EncounterCreatures.as_view(), name="creatures"),
    path("encounters/<slug:encounter_id>/commands/", EncounterCommands.as_view(), name="encounter-commands"),
    path("encounters/<slug:encounter_id>/odds/", EncounterOdds.as_view(), name="encounter-odds"),
]
