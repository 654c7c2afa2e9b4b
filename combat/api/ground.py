"""The picture under the board for programs: the picture that lies under its board."""

from typing import ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.pictures import SENT, PictureAnswer, PictureView
from campaigns.audience import access
from campaigns.models import Membership
from campaigns.pictures import images
from campaigns.pictures.services import Shown
from combat.api.encounters import reach


class EncounterGround(PictureView):
    scope: ClassVar[str] = "manage"
    longest: ClassVar[int] = images.GROUND

    def reach(self, request: Request, public_id: str, *, writes: bool = False) -> tuple[Membership, Shown]:
        member, encounter = reach(request, public_id)
        if writes:
            access.refuse_unless_gm(member)
        return member, encounter

    @extend_schema(responses=PictureAnswer, summary="The picture under the board", tags=["pictures"])
    def get(self, request: Request, encounter_id: str) -> Response:
        return self.read(request, encounter_id)

    @extend_schema(request=SENT, responses=PictureAnswer, summary="Put a picture under the board", tags=["pictures"])
    def put(self, request: Request, encounter_id: str) -> Response:
        return self.put_picture(request, encounter_id)

    @extend_schema(responses=PictureAnswer, summary="Remove the picture under the board", tags=["pictures"])
    def delete(self, request: Request, encounter_id: str) -> Response:
        return self.remove_picture(request, encounter_id)


urlpatterns = [
    path("encounters/<slug:encounter_id>/ground/", EncounterGround.as_view(), name="encounter-ground"),
]
