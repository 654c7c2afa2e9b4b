"""Portraits for programs."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.pictures import SENT, PictureAnswer, PictureView
from campaigns.audience import access
from campaigns.models import Membership
from campaigns.pictures.services import Shown
from characters.api.sheets import reach


class CharacterPicture(PictureView):
    def reach(self, request: Request, public_id: str, *, writes: bool = False) -> tuple[Membership, Shown]:
        member, character = reach(request, public_id)
        if writes:
            access.refuse_unless_player_of(member, character)
        return member, character

    @extend_schema(responses=PictureAnswer, summary="The portrait of a character", tags=["pictures"])
    def get(self, request: Request, character_id: str) -> Response:
        return self.read(request, character_id)

    @extend_schema(request=SENT, responses=PictureAnswer, summary="Give a character a portrait", tags=["pictures"])
    def put(self, request: Request, character_id: str) -> Response:
        return self.put_picture(request, character_id)

    @extend_schema(responses=PictureAnswer, summary="Remove the portrait of a character", tags=["pictures"])
    def delete(self, request: Request, character_id: str) -> Response:
        return self.remove_picture(request, character_id)


urlpatterns = [
    path("characters/<slug:character_id>/picture/", CharacterPicture.as_view(), name="character-picture"),
]
