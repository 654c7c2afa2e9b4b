"""After a fight, for programs: rests and awards for the whole party, and what was won given out; awards without one."""

from typing import Annotated, Any, ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import commands
from campaigns.api.entries import Written, written
from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from campaigns.play.intent import Intent
from characters.party.moves import Thing
from combat import after_fight, spoils
from combat.api.encounters import EncounterAnswer, answer, reach
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView


class ForParty(Shape, rename={"choices": "with"}):
    """A rest or an award of the game that happens for several combatants at once, with the same choices."""

    command: Annotated[str, Meta(max_length=60)]
    who: Annotated[list[commands.PublicId], Meta(min_length=1, max_length=40)]
    choices: dict[str, Any] = {}


class SpoilsThing(Shape):
    """Things of a name: that of a shelf of the compendium, or any other."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    count: Annotated[int, Meta(ge=1, le=1000)] = 1


class SpoilsTaken(Shape):
    """Some of what a foe has on their sheet, and others like it: ``key`` is their id, a slash, and its key there.

    Coins have their kind as key.
    """

    key: Annotated[str, Meta(min_length=3, max_length=120)]
    count: Annotated[int, Meta(ge=1, le=100_000)] = 1


class SpoilsGift(Shape):
    """The share of one: coins by their kind, things by name, and what is ``taken`` from the foes."""

    who: commands.PublicId
    coins: dict[str, Annotated[int, Meta(ge=0, le=100_000)]] = {}
    things: Annotated[list[SpoilsThing], Meta(max_length=20)] = []
    taken: Annotated[list[SpoilsTaken], Meta(max_length=200)] = []


class Spoils(Shape):
    gifts: Annotated[list[SpoilsGift], Meta(min_length=1, max_length=40)]


class EncounterParty(ApiView):
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> EncounterAnswer:
        return answer(*reach(request, document))

    @extend_schema(
        request=ForParty, responses={201: Written}, summary="Let the whole party rest, or award it", tags=["encounters"]
    )
    def post(self, request: Request, encounter_id: str) -> Response:
        member, _ = reach(request, encounter_id)
        access.membership_as_gm(request.user, member.campaign.public_id)
        wanted = given(ForParty, request.data)
        intent = Intent(
            wanted.command,
            wanted.choices,
            encounter=encounter_id,
            seen=versions.seen(request),
            key=keys.key(request),
        )
        return written(member, after_fight.for_party(member, intent, wanted.who), encounter_id)


class PartyAward(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=ForParty, responses={201: Written}, summary="Award something to the party", tags=["party"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(ForParty, request.data)
        intent = Intent(wanted.command, wanted.choices, key=keys.key(request))
        return written(member, after_fight.for_party(member, intent, wanted.who), "")


class EncounterSpoils(ApiView):
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> EncounterAnswer:
        return answer(*reach(request, document))

    @extend_schema(request=Spoils, responses={201: Written}, summary="Give out what was won", tags=["encounters"])
    def post(self, request: Request, encounter_id: str) -> Response:
        member, _ = reach(request, encounter_id)
        access.membership_as_gm(request.user, member.campaign.public_id)
        wanted = given(Spoils, request.data)
        intent = Intent(spoils.COMMAND, encounter=encounter_id, seen=versions.seen(request), key=keys.key(request))
        return written(member, spoils.share(member, intent, [_gift(one) for one in wanted.gifts]), encounter_id)


def _gift(told: SpoilsGift) -> spoils.Gift:
    things = tuple(Thing(one.name, one.count) for one in told.things)
    return spoils.Gift(told.who, told.coins, things, tuple(spoils.Taken(one.key, one.count) for one in told.taken))


urlpatterns = [
    path("encounters/<slug:encounter_id>/party/", EncounterParty.as_view(), name="encounter-party"),
    path("campaigns/<slug:campaign_id>/party/award/", PartyAward.as_view(), name="party-award"),
    path("encounters/<slug:encounter_id>/spoils/", EncounterSpoils.as_view(), name="encounter-spoils"),
]
