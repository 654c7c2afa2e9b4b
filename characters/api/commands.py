"""Commands of a character for programs: what they may do outside of encounters, and what it may come to."""

from typing import ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import commands
from campaigns.api.commands import OddsAnswer, Offers, Wanted
from campaigns.api.entries import Written
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from characters.api.sheets import CharacterView, reach
from characters.models import Character
from rules.engine.kernel import Refused
from winterhall.api.views import ApiView


class CharacterCommands(CharacterView):
    @extend_schema(
        responses=Offers, summary="What the character may do now, outside of encounters", tags=["characters"]
    )
    def get(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        return commands.offered(lay_out(member, character.public_id), character)

    @extend_schema(request=Wanted, responses={201: Written}, summary="Give a command", tags=["characters"])
    def post(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        return commands.perform(request, member, _intent(request, character))


class CharacterOdds(ApiView):
    scope: ClassVar[str] = "read"

    @extend_schema(request=Wanted, responses=OddsAnswer, summary="The odds of a command", tags=["characters"])
    def post(self, request: Request, character_id: str) -> Response:
        member, character = reach(request, character_id)
        return commands.foretell(member, _intent(request, character))


def _intent(request: Request, character: Character) -> Intent:
    said = commands.wanted(request)
    if said.acts_as not in (None, character.public_id):
        raise Refused("A character gives its own commands; others have addresses of their own.", "as")
    return commands.intent(said, character.public_id)


urlpatterns = [
    path("characters/<slug:character_id>/commands/", CharacterCommands.as_view(), name="character-commands"),
    path("characters/<slug:character_id>/odds/", CharacterOdds.as_view(), name="character-odds"),
]
