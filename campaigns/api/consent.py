"""Approval for programs: what waits for one, and what a game master says to it."""

from datetime import datetime
from typing import Annotated, Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import Written, written
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Membership, Proposal
from campaigns.play import consent
from rules import codec
from winterhall.api import pagination
from winterhall.api.describing import LIMIT_AND_AFTER, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView, Person


class ApprovalWanted(Shape, rename={"acts_as": "as", "choices": "with"}):
    """A command that waits for a game master's approval: who gave it, for whom, and with which choices."""

    id: str
    by: Person
    command: str
    acts_as: str
    choices: dict[str, Any]
    at: datetime


class ApprovalsWanted(Shape):
    results: list[ApprovalWanted]
    next: str | None


class Word(Shape):
    """A word for whoever wanted the change."""

    word: Annotated[str, Meta(max_length=consent.WORD)] = ""


class Approvals(ApiView):
    @takes(*LIMIT_AND_AFTER)
    @extend_schema(responses=ApprovalsWanted, summary="Changes to sheets waiting for approval", tags=["approvals"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        found, following = pagination.rows(consent.waiting(member), pagination.asked(request))
        return Response(ApprovalsWanted(results=[_wanted(one) for one in found], next=following))


class Agree(ApiView):
    scope = "manage"

    @extend_schema(request=Word, responses={201: Written}, summary="Approve a change", tags=["approvals"])
    @for_game_masters
    def post(self, request: Request, member: Membership, proposal_id: str) -> Response:
        entry = consent.agree(member, proposal_id, given(Word, request.data).word)
        return written(member, entry, entry.actor)


class SayNo(ApiView):
    scope = "manage"

    @extend_schema(request=Word, responses={204: None}, summary="Refuse a change", tags=["approvals"])
    @for_game_masters
    def post(self, request: Request, member: Membership, proposal_id: str) -> Response:
        consent.refuse(member, proposal_id, given(Word, request.data).word)
        return Response(status=204)


def _wanted(one: Proposal) -> ApprovalWanted:
    return ApprovalWanted(
        id=one.public_id,
        by=Person(id=one.by.public_id, name=one.by.display_name),
        command=one.command,
        acts_as=one.actor,
        choices=codec.load(one.given),
        at=one.made_at,
    )


_HERE = "campaigns/<slug:campaign_id>/approvals/"
urlpatterns = [
    path(_HERE, Approvals.as_view(), name="approvals"),
    path(f"{_HERE}<slug:proposal_id>/agree/", Agree.as_view(), name="approval-agree"),
    path(f"{_HERE}<slug:proposal_id>/refuse/", SayNo.as_view(), name="approval-refuse"),
]
