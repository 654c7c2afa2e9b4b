"""Templates of encounters for programs: kept, listed, begun from, deleted; all of it the game master's."""

from typing import Annotated, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from combat import templates
from combat.api.encounters import EncounterRow, row
from combat.models import Encounter, Template
from winterhall.api import keys
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView


class TemplateRow(Shape):
    """A template: its name, and its creatures as people read them."""

    id: str
    name: str
    summary: str
    version: int = 0


class TemplateList(Shape):
    results: list[TemplateRow]


class NewTemplate(Shape):
    """The encounter whose cast shall be kept, under its own name if none is given."""

    encounter: Annotated[str, Meta(max_length=24)]
    name: Annotated[str, Meta(max_length=120)] = ""


def _shown(template: Template) -> TemplateRow:
    return TemplateRow(id=template.public_id, name=template.name, summary=template.summary)


class Templates(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=TemplateList, summary="Templates of encounters", tags=["encounters"])
    @for_game_masters
    def get(self, request: Request, member: Membership) -> Response:
        return Response(TemplateList(results=[_shown(one) for one in templates.templates(member)]))

    @extend_schema(
        request=NewTemplate,
        responses={201: TemplateRow},
        summary="Save an encounter as a template",
        tags=["encounters"],
    )
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(NewTemplate, request.data)
        encounter = access.document_for(member, Encounter.objects.all(), wanted.encounter)
        name = wanted.name.strip()
        return keys.answered_once(
            request, TemplateRow, lambda: _shown(templates.keep(member, encounter=encounter, name=name)), 201
        )


class OneTemplate(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=None, responses={204: None}, summary="Delete a template", tags=["encounters"])
    @for_game_masters
    def delete(self, request: Request, member: Membership, template_id: str) -> Response:
        get_object_or_404(Template, campaign=member.campaign, public_id=template_id).delete()
        return Response(status=204)


class FromTemplate(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(
        request=None,
        responses={201: EncounterRow},
        summary="Prepare an encounter from a template",
        tags=["encounters"],
    )
    @for_game_masters
    def post(self, request: Request, member: Membership, template_id: str) -> Response:
        template = get_object_or_404(Template, campaign=member.campaign, public_id=template_id)
        return keys.answered_once(request, EncounterRow, lambda: row(member, templates.prepare(member, template)), 201)


_ONE = "campaigns/<slug:campaign_id>/templates/<slug:template_id>/"

urlpatterns = [
    path("campaigns/<slug:campaign_id>/templates/", Templates.as_view(), name="templates"),
    path(_ONE, OneTemplate.as_view(), name="template"),
    path(f"{_ONE}encounters/", FromTemplate.as_view(), name="template-encounters"),
]
