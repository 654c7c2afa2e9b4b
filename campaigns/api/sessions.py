"""Sessions for programs: planning, beginning and ending them, who comes, and the summaries that were made."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import Written, written
from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Membership
from campaigns.sessions import at_table, beginnings, scenes, selectors, services
from campaigns.sessions.selectors import Known, Opened
from campaigns.sessions.story import story_of
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, filled, given
from winterhall.api.views import ApiView

Title = Annotated[str, Meta(max_length=services.MOST_TITLE)]
Hours = Annotated[int, Meta(ge=1, le=services.MOST_HOURS)]


class SceneRow(Shape):
    """A scene of a session, and when it began."""

    id: str
    title: str
    at: datetime


class SessionRow(Shape):
    """A session: ``planned``, ``running`` or ``over``; ``summary`` says whether you may read one.

    ``planned_for``, ``begun_at`` and ``ended_at`` are ``null`` where nobody said so.
    """

    id: str
    name: str
    title: str
    state: str
    planned_for: datetime | None
    hours: int
    begun_at: datetime | None
    ended_at: datetime | None
    scenes: list[SceneRow]
    summary: bool
    version: int


class SessionList(Shape):
    """The sessions of a campaign: the running one, those that are planned, the past ones, the latest first."""

    results: list[SessionRow]


class PlaceRow(Shape):
    """A member, what they said about a session (``yes``, ``maybe``, ``no`` or empty), and whether they were there."""

    member: str
    name: str
    answer: str
    was_there: bool


class OpenedSession(SessionRow):
    """One session with its places."""

    places: list[PlaceRow]


class WantedSession(Shape):
    """A session to be planned."""

    title: Title = ""
    planned_for: Annotated[datetime, Meta(tz=True)] | None = None
    hours: Hours = 4


class WantedBeginning(Shape):
    """A session to be begun: now, or with what has happened since an earlier moment."""

    since: Annotated[datetime, Meta(tz=True)] | None = None


class MovedBeginning(Shape):
    """Another moment at which a session began; what happened since and belongs to no session is taken in."""

    since: Annotated[datetime, Meta(tz=True)]


class WantedAnswer(Shape):
    """An answer to whether you come to a session."""

    answer: Literal["yes", "maybe", "no"]


class WantedScene(Shape):
    """The name of a scene; players read it."""

    title: Title


class SceneTold(Shape):
    title: str
    paragraphs: list[str]


class StateRow(Shape):
    """The state in which somebody is left; ``peril`` says the danger, empty without any."""

    who: str
    name: str
    line: str
    peril: str


class ExperienceRow(Shape):
    name: str
    what: str
    earned: int
    spent: int
    reasons: list[str]


class LuckRow(Shape):
    name: str
    rolls: int
    luck: float
    least: float
    most: float
    verdict: str


class ThrowRow(Shape):
    name: str
    purpose: str
    measure: int
    luck: int
    entry: str


class LevelRow(Shape):
    at: str
    now: int


class CurveRow(Shape):
    name: str
    what: str
    most: int
    levels: list[LevelRow]


class HandoutRow(Shape):
    """A handout that players were shown in the session: a page of the journal that you may read."""

    id: str
    title: str


class Story(Shape):
    """A summary as it was made from what you saw; ``dates`` are those of the campaign at its beginning and end."""

    scenes: list[SceneTold]
    recap: list[str]
    people: list[StateRow]
    experience: list[ExperienceRow]
    luck: list[LuckRow]
    best: list[ThrowRow]
    worst: list[ThrowRow]
    curves: list[CurveRow]
    dates: list[str]


class SummaryAnswer(Story):
    """The summary of a session as you may read it; ``edited`` is the game master's own story for all players.

    ``version`` counts what the game master did to it; ``null`` for everybody else.
    """

    handouts: list[HandoutRow]
    edited: str
    published: bool
    version: int | None


class ChapterRow(Shape):
    """The story of one session, in Markdown, with the names of those who were there."""

    session: str
    name: str
    begun_at: datetime | None
    there: list[str]
    text: str
    published: bool


class StoryAnswer(Shape):
    """The sessions of a campaign as you may read of them, the earliest first."""

    chapters: list[ChapterRow]


class WantedSummary(Shape):
    """A change of a summary: a story of one's own, and whether players may read it; ``null`` leaves it as it is."""

    edited: Annotated[str, Meta(max_length=services.MOST_TEXT)] | None = None
    published: bool | None = None


def _row(known: Known, member: Membership) -> SessionRow:
    session, stretch = known.session, known.stretch
    return SessionRow(
        id=session.public_id,
        name=known.name,
        title=session.title,
        state=known.state,
        planned_for=session.planned_for,
        hours=session.hours,
        begun_at=stretch.begun_at if stretch else None,
        ended_at=stretch.ended_at if stretch else None,
        scenes=[SceneRow(id=one.id, title=one.title, at=one.at) for one in stretch.scenes] if stretch else [],
        summary=known.is_told or (member.is_gm and known.state == "over" and known.summary is not None),
        version=session.version,
    )


def _opened(member: Membership, session_id: str) -> OpenedSession:
    found: Opened = selectors.opened(member, session_id)
    row = _row(found.known, member)
    places = [
        PlaceRow(
            member=one.member.user.public_id, name=str(one.member.user), answer=one.answer, was_there=one.was_there
        )
        for one in found.places
    ]
    return OpenedSession(**{name: getattr(row, name) for name in SessionRow.__struct_fields__}, places=places)


class Sessions(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=SessionList, summary="The sessions of a campaign", tags=["sessions"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        rows = [_row(one, member) for one in selectors.listed(member)]
        return Response(SessionList(results=rows), headers=versions.PRIVATE)

    @extend_schema(request=WantedBeginning, responses={201: Written}, summary="Begin a new session", tags=["sessions"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        since = given(WantedBeginning, request.data).since
        return written(member, at_table.begin(member, since=since, key=keys.key(request)), "")


class PlannedSessions(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=WantedSession, responses={201: OpenedSession}, summary="Plan a session", tags=["sessions"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(WantedSession, request.data)

        def plan() -> OpenedSession:
            made = services.plan(member, title=wanted.title, planned_for=wanted.planned_for, hours=wanted.hours)
            return _opened(member, made.public_id)

        return keys.answered_once(request, OpenedSession, plan, status=201)


class OneSession(ApiView):
    @extend_schema(responses=OpenedSession, summary="One session, and who is coming", tags=["sessions"])
    def get(self, request: Request, campaign_id: str, session_id: str) -> Response:
        return versions.tagged(_opened(access.membership(request.user, campaign_id), session_id))


class BeginSession(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(
        request=WantedBeginning, responses={201: Written}, summary="Begin a planned session", tags=["sessions"]
    )
    @for_game_masters
    def post(self, request: Request, member: Membership, session_id: str) -> Response:
        since = given(WantedBeginning, request.data).since
        return written(member, at_table.begin(member, session_id, since=since, key=keys.key(request)), "")


class SessionSince(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(
        request=MovedBeginning, responses={201: Written}, summary="Move the beginning of a session", tags=["sessions"]
    )
    @for_game_masters
    def post(self, request: Request, member: Membership, session_id: str) -> Response:
        row, since = selectors.row(member, session_id), given(MovedBeginning, request.data).since
        seen, key = versions.seen(request), keys.key(request)
        return written(member, beginnings.move(member, row, since, seen=seen, key=key), "")

    def fresh(self, request: Request, document: str) -> OpenedSession:
        return _opened(access.membership(request.user, self.kwargs["campaign_id"]), document)


class EndSession(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=None, responses={201: Written}, summary="End the running session", tags=["sessions"])
    @for_game_masters
    def post(self, request: Request, member: Membership, session_id: str) -> Response:
        selectors.known(member, session_id)
        return written(member, at_table.end(member, session_id, key=keys.key(request)), "")


class SessionScenes(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(
        request=WantedScene, responses={201: Written}, summary="Begin a scene of the running session", tags=["sessions"]
    )
    @for_game_masters
    def post(self, request: Request, member: Membership, session_id: str) -> Response:
        selectors.known(member, session_id)
        title = given(WantedScene, request.data).title
        return written(member, at_table.scene(member, title, key=keys.key(request)), "")


class SessionScene(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(request=WantedScene, responses={201: Written}, summary="Rename a scene", tags=["sessions"])
    @for_game_masters
    def put(self, request: Request, member: Membership, session_id: str, scene_id: str) -> Response:
        row, title = selectors.row(member, session_id), given(WantedScene, request.data).title
        seen, key = versions.seen(request), keys.key(request)
        return written(member, scenes.rename(member, row, scene_id, title, seen=seen, key=key), "")

    @extend_schema(request=None, responses={201: Written}, summary="Remove a scene", tags=["sessions"])
    @for_game_masters
    def delete(self, request: Request, member: Membership, session_id: str, scene_id: str) -> Response:
        row, seen, key = selectors.row(member, session_id), versions.seen(request), keys.key(request)
        return written(member, scenes.remove(member, row, scene_id, seen=seen, key=key), "")

    def fresh(self, request: Request, document: str) -> OpenedSession:
        return _opened(access.membership(request.user, self.kwargs["campaign_id"]), document)


class SessionAnswer(ApiView):
    @extend_schema(
        request=WantedAnswer, responses={200: OpenedSession}, summary="Say whether you are coming", tags=["sessions"]
    )
    @for_members
    def post(self, request: Request, member: Membership, session_id: str) -> Response:
        row = selectors.row(member, session_id)
        services.answer(member, row, given(WantedAnswer, request.data).answer)
        return versions.tagged(_opened(member, session_id))


def _summary(member: Membership, session_id: str) -> SummaryAnswer:
    found = selectors.opened(member, session_id)
    if found.version is None or found.known.summary is None:
        raise Http404
    story, kept = filled(Story, found.version), found.known.summary
    fields = {name: getattr(story, name) for name in Story.__struct_fields__}
    version = kept.version if member.is_gm else None
    handouts = [HandoutRow(id=page.public_id, title=page.title) for page in found.handouts]
    told = found.known.is_told
    return SummaryAnswer(**fields, handouts=handouts, edited=kept.edited, published=told, version=version)


def _answered(answer: SummaryAnswer) -> Response:
    tag = {} if answer.version is None else {"ETag": versions.etag(answer.version)}
    return Response(answer, headers={**tag, **versions.PRIVATE})


class SessionSummary(ApiView):
    versioned: ClassVar[bool] = True

    @extend_schema(responses=SummaryAnswer, summary="The summary of a session", tags=["sessions"])
    @for_members
    def get(self, request: Request, member: Membership, session_id: str) -> Response:
        return _answered(_summary(member, session_id))

    @extend_schema(
        request=WantedSummary, responses=SummaryAnswer, summary="Edit or publish a summary", tags=["sessions"]
    )
    @for_game_masters
    def put(self, request: Request, member: Membership, session_id: str) -> Response:
        row, seen = selectors.row(member, session_id), versions.seen(request)
        wanted = given(WantedSummary, request.data)

        def change() -> SummaryAnswer:
            services.change_summary(member, row, edited=wanted.edited, published=wanted.published, seen=seen)
            return _summary(member, session_id)

        return _answered(keys.once(request, SummaryAnswer, change))

    def fresh(self, request: Request, document: str) -> SummaryAnswer:
        return _summary(access.membership(request.user, self.kwargs["campaign_id"]), document)


class CampaignStory(ApiView):
    @extend_schema(responses=StoryAnswer, summary="The story of the campaign so far", tags=["sessions"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        chapters = [
            ChapterRow(
                session=one.known.session.public_id,
                name=one.name,
                begun_at=one.at,
                there=list(one.there),
                text=one.text,
                published=one.known.is_told,
            )
            for one in story_of(member).chapters
        ]
        return Response(StoryAnswer(chapters=chapters), headers=versions.PRIVATE)


_HERE = "campaigns/<slug:campaign_id>/sessions"
urlpatterns = [
    path(f"{_HERE}/", Sessions.as_view(), name="sessions"),
    path(f"{_HERE}/story/", CampaignStory.as_view(), name="sessions-story"),
    path(f"{_HERE}/planned/", PlannedSessions.as_view(), name="sessions-planned"),
    path(f"{_HERE}/<slug:session_id>/", OneSession.as_view(), name="session"),
    path(f"{_HERE}/<slug:session_id>/begin/", BeginSession.as_view(), name="session-begin"),
    path(f"{_HERE}/<slug:session_id>/since/", SessionSince.as_view(), name="session-since"),
    path(f"{_HERE}/<slug:session_id>/end/", EndSession.as_view(), name="session-end"),
    path(f"{_HERE}/<slug:session_id>/scenes/", SessionScenes.as_view(), name="session-scenes"),
    path(f"{_HERE}/<slug:session_id>/scenes/<slug:scene_id>/", SessionScene.as_view(), name="session-scene"),
    path(f"{_HERE}/<slug:session_id>/answer/", SessionAnswer.as_view(), name="session-answer"),
    path(f"{_HERE}/<slug:session_id>/summary/", SessionSummary.as_view(), name="session-summary"),
]
