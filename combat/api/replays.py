"""Links to replays for programs: read, made and taken back by game masters."""

from typing import ClassVar

from django.urls import path, reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from combat.api.encounters import reach
from combat.models import Encounter, SharedReplay
from combat.replay import sharing
from winterhall.api.shapes import Shape
from winterhall.api.views import ApiView


class ReplayLink(Shape):
    """The address at which everybody may watch a fight again; ``None`` while it is not shared."""

    url: str | None


class EncounterReplayLink(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=ReplayLink, summary="The link to a fight's replay", tags=["encounters"])
    def get(self, request: Request, encounter_id: str) -> Response:
        return Response(_shown(request, sharing.link_to(_run_by(request, encounter_id))))

    @extend_schema(request=None, responses=ReplayLink, summary="Share a fight's replay", tags=["encounters"])
    def put(self, request: Request, encounter_id: str) -> Response:
        encounter = _run_by(request, encounter_id)
        member = access.membership(request.user, encounter.campaign.public_id)
        return Response(_shown(request, sharing.share(member, encounter)))

    @extend_schema(
        request=None, responses={204: None}, summary="Revoke the link to a fight's replay", tags=["encounters"]
    )
    def delete(self, request: Request, encounter_id: str) -> Response:
        sharing.take_back(_run_by(request, encounter_id))
        return Response(status=204)


def _run_by(request: Request, encounter_id: str) -> Encounter:
    """An encounter that the asker runs; 403 for other members, 404 for everybody else."""
    member, encounter = reach(request, encounter_id)
    access.refuse_unless_gm(member)
    return encounter


def _shown(request: Request, link: SharedReplay | None) -> ReplayLink:
    there = reverse("combat:shared_replay", args=[link.token]) if link else ""
    return ReplayLink(url=request.build_absolute_uri(there) if link else None)


urlpatterns = [
    path("encounters/<slug:encounter_id>/replay-link/", EncounterReplayLink.as_view(), name="encounter-replay-link"),
]
