"""The address of a campaign's feed: a stream of Server-Sent Events that says what is new, for whoever belongs to it.

An event names an entry and what it touched; pages fetch what they show of it from the addresses that they came from.
"""

import random
import time
from collections.abc import AsyncIterator

from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.feed.hub import in_thread, running_hub
from campaigns.models import Membership
from campaigns.play.problems import problem
from winterhall.accounts import tokens
from winterhall.accounts.models import User

#: Seconds (up to half as many again) after which a line ends and is taken up anew by the browser: so that whoever has
#: signed out does not listen on for ever.
LONGEST = 600
#: The most lines that one person may have open in one process: a browser shares one among its pages.
MOST_LINES = 50
#: The first bytes of every line: how many milliseconds a browser waits before it takes up a broken one again.
OPENING = b"retry: 1000\n\n"


@require_GET
async def feed(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """Everything new in a campaign from ``Last-Event-ID`` (or ``?since=``) on, as it happens."""
    if not isinstance(request, ASGIRequest):
        return _later("Streams need a process that runs winterhall.asgi.")
    try:
        member, token = await in_thread(_enter, request, campaign_id)
    except DatabaseError:
        return _later("The database does not answer. Try again in a moment.")
    if running_hub().lines_of(member.user_id) >= MOST_LINES:
        return _later("You have too many streams open. Close one first.", "too-often")
    since = request.headers.get("Last-Event-ID", request.GET.get("since"))
    until = time.monotonic() + LONGEST * random.uniform(1, 1.5)  # noqa: S311 - no secret hangs on it
    return Feed(_parts(member, since, until=until, token=token))


class Feed(StreamingHttpResponse):
    """A stream that is handed on as it comes: Django would wrap it twice, and every part would pay for that."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        # A proxy that gathers answers before it passes them on would keep the news back.
        headers = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
        super().__init__(parts, content_type="text/event-stream", headers=headers)
        self._parts = parts

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._parts


async def _parts(member: Membership, since: str | None, *, until: float, token: int) -> AsyncIterator[bytes]:
    yield OPENING
    async with running_hub().listening(member, since, until, token) as stream:
        async for part in stream:
            yield part


def _enter(request: HttpRequest, campaign_id: str) -> tuple[Membership, int]:
    """The asker's place in the campaign, and the number of the token by which they came, 0 for a browser; else 404."""
    user, token = _who(request)
    return access.membership(user, campaign_id), token


def _who(request: HttpRequest) -> tuple[User | AnonymousUser, int]:
    """The user for whom the session, or the token of a program, stands, and the number of the token (0 for none)."""
    secret = tokens.secret_in(request.headers.get("Authorization", ""))
    if not secret:
        return request.user, 0
    token = tokens.find(secret)
    if token is None or not token.allows("read"):
        return AnonymousUser(), 0
    tokens.note_use(token.pk, token.last_used_at)
    return token.user, token.pk


def _later(sentence: str, kind: str = "away") -> HttpResponse:
    answer = problem(kind, sentence)
    answer["Retry-After"] = "5"
    return answer
