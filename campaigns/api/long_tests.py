"""Long tests for programs: what is under way, when it will be done, and letting the worker carry it on."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from django.db import transaction
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_view
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.forecasts import TaskForecast, foretold
from campaigns.audience import access
from campaigns.calendar import timekeeping
from campaigns.long_work import long_tests, runs
from campaigns.long_work.long_tests import UnderWay
from campaigns.members.campaign_views import for_members
from campaigns.models import Membership, Run
from rules.engine.kernel import NotNow, Refused, minutes_in
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView, Person, person

TestKey = Annotated[str, Meta(min_length=1, max_length=40)]


class LongTestRow(Shape):
    """Work that takes many rolls: ``achieved`` of the ``goal`` that is ``measured``.

    ``who`` leads it, ``people`` are all who work at it. ``waiting`` is time that went by and was not rolled for yet,
    and ``due`` the rolls that it is enough for. Writes to the leader's sheet name its ``version``.
    """

    who: str
    key: str
    label: str
    achieved: int
    goal: int
    measured: str
    rolls: int
    each: str
    spent: str
    waiting: str
    due: int
    people: list[str]
    facts: list[str]
    version: int


class LongTestList(Shape):
    """The long tests under way, and the names of the commands that begin one, roll for it, change it and let it be.

    Commands go through the character's own address; ``field`` is their choice that names the test.
    """

    results: list[LongTestRow]
    begin: str
    roll: str
    change: str
    abandon: str
    field: str


class TestName(Shape):
    """A long test: whose it is, and its key."""

    who: PublicId
    key: TestKey


class RunRow(Shape):
    """Long tests that the worker carries on: to their ``end``, or for ``time`` that goes by.

    ``state`` is going, paused, stopped (``why`` says what was in the way), done or cancelled; ``steps`` counts the
    entries that it has written. ``version`` rises with the state, not with the steps.
    """

    id: str
    kind: str
    state: str
    why: str
    steps: int
    tests: list[TestName]
    amount: int
    unit: str
    by: Person
    made_at: datetime
    version: int


class RunList(Shape):
    """Runs that are open, and the latest that have ended."""

    results: list[RunRow]


class WantedRun(Shape):
    """Work for the worker: to roll for long tests until they are done, or to let time pass and roll meanwhile.

    ``kind`` end: roll for ``tests`` to their end (all there are, if a game master names none). ``kind`` time: let the
    campaign's time pass, ``amount`` of a ``unit`` (minute, hour, day), and roll for ``tests`` as often as there is time
    for (for all for which people are free, if none are named). The calendar's own address does the latter too.
    """

    kind: Literal["end", "time"]
    tests: Annotated[list[TestName], Meta(max_length=50)] = []
    amount: Annotated[int, Meta(ge=0, le=10_000)] = 0
    unit: Annotated[str, Meta(max_length=20)] = ""


# -- what is under way ------------------------------------------------------------------------------------------------


class CampaignLongTests(ApiView):
    @extend_schema(responses=LongTestList, summary="Long tests under way", tags=["long tests"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        kept, listed = long_tests.kept_by(member), long_tests.under_way(member, foreseen=False)
        answer = LongTestList(
            results=[_row(one) for one in listed],
            begin=kept.begin,
            roll=kept.roll,
            change=kept.change,
            abandon=kept.abandon,
            field=kept.field,
        )
        return Response(answer, headers=versions.PRIVATE)


def _row(one: UnderWay) -> LongTestRow:
    test = one.test
    return LongTestRow(
        who=one.leader.public_id,
        key=test.key,
        label=test.label,
        achieved=test.achieved,
        goal=test.goal,
        measured=test.measured,
        rolls=test.rolls,
        each=test.each,
        spent=test.spent,
        waiting=test.waiting,
        due=test.due,
        people=list(one.known),
        facts=list(test.facts),
        version=one.version,
    )


class LongTestForecast(ApiView):
    @extend_schema(responses=TaskForecast, summary="When a long test will be done", tags=["long tests"])
    @for_members
    def get(self, request: Request, member: Membership, character_id: str, key: str) -> Response:
        there = long_tests.board(member)
        access.refuse_unless_sees_odds(member)
        ahead, why = long_tests.foresee(there, *there.find(character_id, key))
        if ahead is None:
            raise Refused(why)
        return Response(foretold(member.campaign, ahead), headers=versions.PRIVATE)


# -- runs -------------------------------------------------------------------------------------------------------------


class Runs(ApiView):
    @extend_schema(responses=RunList, summary="Runs of the worker", tags=["long tests"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        long_tests.kept_by(member)
        return Response(RunList(results=[_run(one) for one in long_tests.runs(member)]), headers=versions.PRIVATE)

    @extend_schema(request=WantedRun, responses={201: RunRow}, summary="Start a run", tags=["long tests"])
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(WantedRun, request.data)
        return keys.answered_once(request, RunRow, lambda: _run(_started(member, wanted)), status=201)


def _started(member: Membership, wanted: WantedRun) -> Run:
    named = [(one.who, one.key) for one in wanted.tests]
    return _in_time(member, wanted, named) if wanted.kind == "time" else runs.to_the_end(member, named)


@transaction.atomic
def _in_time(member: Membership, wanted: WantedRun, named: list[tuple[str, str]]) -> Run:
    """Let the campaign's time pass; refused where nothing goes on meanwhile."""
    _, run = timekeeping.let_pass(member, timekeeping.For(minutes_in(wanted.amount, wanted.unit)), named or None)
    if run is None:
        raise NotNow("No long test is running. Begin one first, or let time pass in the calendar.")
    return run


def _run(run: Run) -> RunRow:
    return RunRow(
        id=run.public_id,
        kind=run.kind,
        state=run.state,
        why=run.why,
        steps=run.steps,
        tests=[TestName(who=who, key=key) for who, key, _ in run.tests if key],
        amount=run.amount,
        unit=run.unit,
        by=person(run.by),
        made_at=run.made_at,
        version=run.version,
    )


class OneRun(ApiView):
    @extend_schema(responses=RunRow, summary="One run", tags=["long tests"])
    def get(self, request: Request, campaign_id: str, run_id: str) -> Response:
        return versions.tagged(_run(long_tests.run_for(access.membership(request.user, campaign_id), run_id)))


class _Turn(ApiView):
    versioned: ClassVar[bool] = True
    turn: ClassVar[Callable[..., Run]]

    @extend_schema(request=None, responses={200: RunRow}, tags=["long tests"])
    @for_members
    def post(self, request: Request, member: Membership, run_id: str) -> Response:
        seen = versions.seen(request)
        return keys.answered_once(request, RunRow, lambda: _run(type(self).turn(member, run_id, seen=seen)))

    def fresh(self, request: Request, document: str) -> RunRow:
        return _run(long_tests.run_for(access.membership(request.user, self.kwargs["campaign_id"]), document))


@extend_schema_view(post=extend_schema(summary="Pause a run"))
class PauseRun(_Turn):
    turn = staticmethod(runs.pause)


@extend_schema_view(post=extend_schema(summary="Resume a run"))
class ResumeRun(_Turn):
    turn = staticmethod(runs.resume)


@extend_schema_view(post=extend_schema(summary="Cancel a run"))
class CancelRun(_Turn):
    turn = staticmethod(runs.cancel)


_HERE = "campaigns/<slug:campaign_id>"
urlpatterns = [
    path(f"{_HERE}/long-tests/", CampaignLongTests.as_view(), name="long-tests"),
    path(
        f"{_HERE}/long-tests/<slug:character_id>/<slug:key>/forecast/",
        LongTestForecast.as_view(),
        name="long-test-forecast",
    ),
    path(f"{_HERE}/runs/", Runs.as_view(), name="runs"),
    path(f"{_HERE}/runs/<slug:run_id>/", OneRun.as_view(), name="run"),
    path(f"{_HERE}/runs/<slug:run_id>/pause/", PauseRun.as_view(), name="run-pause"),
    path(f"{_HERE}/runs/<slug:run_id>/resume/", ResumeRun.as_view(), name="run-resume"),
    path(f"{_HERE}/runs/<slug:run_id>/cancel/", CancelRun.as_view(), name="run-cancel"),
]
