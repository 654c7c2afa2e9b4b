"""Middleware of our own, which works in sync and in async chains, and the context of every page about the hall."""

import time
import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from functools import lru_cache, wraps
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import structlog
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware

from rules.engine.kernel import CLOSED, opened

log = structlog.get_logger("winterhall.requests")

SLOW = 1.0
NOT_TO_BE_KEPT = "private, no-store"


#: The work of one link of the chain, which yields for the response of the links behind it.
Work = Generator[None, HttpResponseBase, HttpResponseBase]


def link(work: Callable[[HttpRequest], Work]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A middleware, for sync and for async chains, that does this work around each request."""

    @sync_and_async_middleware
    @wraps(work)
    def middleware(get_response: Callable[..., Any]) -> Callable[..., Any]:
        if iscoroutinefunction(get_response):

            async def through(request: HttpRequest) -> HttpResponseBase:
                with closing(work(request)) as begun:
                    next(begun)
                    return _ended(begun, await get_response(request))

        else:

            def through(request: HttpRequest) -> HttpResponseBase:  # type: ignore[misc]
                with closing(work(request)) as begun:
                    next(begun)
                    return _ended(begun, get_response(request))

        return through

    return middleware


def _ended(begun: Work, response: HttpResponseBase) -> HttpResponseBase:
    """The response as the work returns it."""
    try:
        begun.send(response)
    except StopIteration as end:
        returned: HttpResponseBase = end.value
        return returned
    raise RuntimeError("A link of the chain yields once.")


# Only what it does with a response is used.
_gzip = GZipMiddleware(HttpResponse)


@link
def compress_pages(request: HttpRequest) -> Work:
    """Send pages compressed.

    Streams are not held up for it, and answers to programs keep the strong ETag by which they write.
    """
    response = yield
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    if is_page and not response.has_header("ETag"):
        return _gzip.process_response(request, response)
    return response


@link
def request_log(request: HttpRequest) -> Work:
    """Give every line of a request's log one id, and log requests that failed or took long.

    Quiet otherwise: two lines for each request, and a look at the user for each line, cost more than a small
    answer does.
    """
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=uuid.uuid4().hex)
    began = time.monotonic()
    response = yield
    took = time.monotonic() - began
    if response.status_code >= 500 or took > SLOW:
        # The path without its query: a query may hold what only its sender may read.
        told = {"method": request.method, "path": request.path, "status": response.status_code}
        log.warning("request_slow_or_failed", seconds=round(took, 3), **told)
    return response


@link
def keep_private(request: HttpRequest) -> Work:
    """Forbid every cache to keep a page that a known person was shown.

    It looks for the credentials that came, not for the user: asking for the user would cost a query where
    none is needed.
    """
    response = yield
    known = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    if (known or response.cookies) and "Cache-Control" not in response:
        response["Cache-Control"] = NOT_TO_BE_KEPT
    return response


@link
def close_books(request: HttpRequest) -> Work:
    """Let every request begin and end without an open book of a campaign.

    Access to a campaign opens its book (``campaigns.audience.access``), and threads serve many.
    """
    with opened(CLOSED):
        return (yield)


#: The cookie in which a browser says in which time zone it is.
ZONE_COOKIE = "zone"


@lru_cache
def _zone_named(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name in available_timezones() else None


@link
def local_time(request: HttpRequest) -> Work:
    """Read and write times on pages in the time zone of the browser; in that of the server where it says none."""
    with timezone.override(_zone_named(request.COOKIES.get(ZONE_COOKIE, "")[:64])):
        return (yield)


def hall(request: HttpRequest) -> dict[str, str | None]:
    """The folder of letters that nobody delivers, for pages to tell where to look; ``None`` if mail is sent."""
    return {"mail_folder": settings.MAIL_FOLDER}
