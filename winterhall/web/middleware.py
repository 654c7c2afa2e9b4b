"""Middleware of our own, which works in sync and in async chains, and the context of every page about the hall."""

import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from rules.engine.kernel import CLOSED, opened

log = structlog.get_logger("winterhall.requests")

SLOW = 1.0
NOT_TO_BE_KEPT = "private, no-store"


@sync_and_async_middleware
def request_log(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Give every line of a request's log one id, and log requests that failed or took long.

    Quiet otherwise: two lines for each request, and a look at the user for each line, cost more than a small
    answer does.
    """
    if iscoroutinefunction(get_response):

        async def through(request: HttpRequest) -> HttpResponseBase:
            began = _begin()
            response: HttpResponseBase = await get_response(request)
            return _end(request, response, began)

    else:

        def through(request: HttpRequest) -> HttpResponseBase:  # type: ignore[misc]
            began = _begin()
            response: HttpResponseBase = get_response(request)
            return _end(request, response, began)

    return through


def _begin() -> float:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=uuid.uuid4().hex)
    return time.monotonic()


def _end(request: HttpRequest, response: HttpResponseBase, began: float) -> HttpResponseBase:
    took = time.monotonic() - began
    if response.status_code >= 500 or took > SLOW:
        # The path without its query: a query may hold what only its sender may read.
        told = {"method": request.method, "path": request.path, "status": response.status_code}
        log.warning("request_slow_or_failed", seconds=round(took, 3), **told)
    return response


@sync_and_async_middleware
def keep_private(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Forbid every cache to keep a page that a known person was shown.

    It looks for the credentials that came, not for the user: asking for the user would cost a query where
    none is needed.
    """
    if iscoroutinefunction(get_response):

        async def through(request: HttpRequest) -> HttpResponseBase:
            return _private(request, await get_response(request))

    else:

        def through(request: HttpRequest) -> HttpResponseBase:  # type: ignore[misc]
            return _private(request, get_response(request))

    return through


def _private(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    known = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    if (known or response.cookies) and "Cache-Control" not in response:
        response["Cache-Control"] = NOT_TO_BE_KEPT
    return response


@sync_and_async_middleware
def close_books(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Let every request begin and end without an open book of a campaign.

    Access to a campaign opens its book (``campaigns.audience.access``), and threads serve many.
    """
    if iscoroutinefunction(get_response):

        async def through(request: HttpRequest) -> HttpResponseBase:
            with opened(CLOSED):
                response: HttpResponseBase = await get_response(request)
                return response

    else:

        def through(request: HttpRequest) -> HttpResponseBase:  # type: ignore[misc]
            with opened(CLOSED):
                response: HttpResponseBase = get_response(request)
                return response

    return through


def hall(request: HttpRequest) -> dict[str, str | None]:
    """The folder of letters that nobody delivers, for pages to tell where to look; ``None`` if mail is sent."""
    return {"mail_folder": settings.MAIL_FOLDER}
