"""What goes wrong, as RFC 9457 problem details: every error of the door for programs passes through here."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from campaigns.answers import PROBLEM, told
from campaigns.play import Stale
from winterhall.api import versions

log = logging.getLogger(__name__)

#: How long to wait before trying a house again whose database is away.
_AWAY = 5


def answer(error: Exception, context: Mapping[str, Any]) -> Response:
    """The problem that an error is answered with (the hook of the REST framework)."""
    set_rollback()
    if isinstance(error, Stale):
        return _stale(error, context)
    if isinstance(error, exceptions.APIException):
        return _by_framework(error)
    if isinstance(error, OperationalError | InterfaceError):
        return _problem(
            503, "The database does not answer. Nothing was written; try again.", {"Retry-After": str(_AWAY)}
        )
    found = told(error)
    if found is None:
        return _fault(error, context)
    status, detail, more = found
    return _problem(status, detail, **more)


def _stale(error: Stale, context: Mapping[str, Any]) -> Response:
    """The document of now goes along, so that whoever was late need not ask for it."""
    document = error.document.public_id
    headers = {"ETag": versions.etag(error.version)}
    fresh = context["view"].fresh(context["request"], document)
    return _problem(412, str(error), headers, document=document, version=error.version, fresh=fresh)


def _by_framework(error: exceptions.APIException) -> Response:
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    return _problem(error.status_code, str(error.detail), headers)


def _fault(error: Exception, context: Mapping[str, Any]) -> Response:
    view, request = context.get("view"), context.get("request")
    log.error("api.fault", exc_info=error, extra={"view": type(view).__name__})
    got_request_exception.send(sender=type(view), request=request)
    return _problem(500, "Something went wrong on our side. It has been written down.")


def _problem(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    return Response(_told(status, detail, **more), status=status, headers=headers, content_type=PROBLEM)


def _told(status: int, detail: str, **more: Any) -> dict[str, Any]:
    kept = {name: value for name, value in more.items() if value not in ("", None)}
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **kept}


# Nothing is changed here, so whoever posts without a token against forgery hears of the address, not of the token.
@csrf_exempt
def no_such_address(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Whatever is not an address of ours below the door for programs."""
    return JsonResponse(_told(404, "There is no such address here."), status=404, content_type=PROBLEM)
