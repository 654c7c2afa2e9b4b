"""Errors of the API: every one of them, wherever it happened, leaves as a problem (RFC 9457)."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from campaigns.play.intent import Stale
from campaigns.play.problems import API, problem_of
from winterhall.api import versions
from winterhall.web.middleware import Work, link
from winterhall.web.problems import CONTENT_TYPE, by_status, document

log = logging.getLogger(__name__)

#: Seconds after which a request may be tried again while the database is away.
_AWAY = 5
#: The kinds of problem by the codes of the framework's errors; our own errors have a kind for a code.
_BY_CODE = {
    "not_authenticated": "signed-out",
    "authentication_failed": "signed-out",
    "permission_denied": "not-allowed",
    "not_found": "not-here",
    "method_not_allowed": "wrong-method",
    "not_acceptable": "not-acceptable",
    "unsupported_media_type": "not-json",
    "throttled": "too-often",
    "parse_error": "unreadable",
}
#: Errors for which the framework has a sentence of its own; our sentences stand with the kinds.
_FOREIGN = (
    exceptions.NotAuthenticated,
    exceptions.MethodNotAllowed,
    exceptions.NotAcceptable,
    exceptions.UnsupportedMediaType,
    exceptions.Throttled,
)


def answer(error: Exception, context: Mapping[str, Any]) -> Response:
    """The response with the problem of an error (the hook of the REST framework)."""
    set_rollback()
    if isinstance(error, Stale):
        return _stale(error, context)
    if isinstance(error, exceptions.APIException):
        return _by_framework(error)
    if isinstance(error, OperationalError | InterfaceError):
        return _problem("away", "The database does not answer. Nothing was written; try again.", retry=_AWAY)
    if isinstance(error, RequestDataTooBig):
        return _problem("too-large")
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return _problem("unreadable")
    found = problem_of(error)
    if found is None:
        return _fault(error, context)
    kind, detail, more = found
    return _problem(kind, detail, **more)


def _stale(error: Stale, context: Mapping[str, Any]) -> Response:
    """The response to a write that came late, with the document as it is now, so that nobody need ask for it."""
    found = error.document.public_id
    headers = {"ETag": versions.etag(error.version)}
    fresh = context["view"].fresh(context["request"], found)
    return _problem("stale", str(error), headers, document=found, version=error.version, fresh=fresh)


def _by_framework(error: exceptions.APIException) -> Response:
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    code = str(getattr(error.detail, "code", error.default_code))
    kind = _BY_CODE.get(code, code)
    detail = "" if isinstance(error, _FOREIGN) else str(error.detail)
    return _problem(kind, detail, headers, retry=getattr(error, "wait", None), field=getattr(error, "field", ""))


def _fault(error: Exception, context: Mapping[str, Any]) -> Response:
    view, request = context.get("view"), context.get("request")
    log.error("api.fault", exc_info=error, extra={"view": type(view).__name__})
    got_request_exception.send(sender=type(view), request=request)
    return _problem("fault")


def _problem(
    kind: str, detail: str = "", headers: Mapping[str, str] | None = None, *, retry: float | None = None, **more: Any
) -> Response:
    said = document(kind, detail, **more)
    wait = {} if retry is None else {"Retry-After": str(int(retry) + 1)}
    return Response(said, status=said["status"], headers={**(headers or {}), **wait}, content_type=CONTENT_TYPE)


# Nothing is changed here, so whoever posts without a token against forgery hears of the address, not of the token.
@csrf_exempt
def no_such_address(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer with the problem of an unknown address of the API."""
    said = document("not-here", "There is no such address here.")
    return JsonResponse(said, status=said["status"], content_type=CONTENT_TYPE)


@link
def as_problems(request: HttpRequest) -> Work:
    """Turn responses that fail before or behind the API's views (a wrong Host, a fault) into problems, too."""
    response = yield
    return _as_problem(request, response)


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code < 400 or not f"{request.path_info}/".startswith(API):
        return response
    if response.get("Content-Type") == CONTENT_TYPE:
        return response
    said = document(_kind(request, response.status_code))
    found = JsonResponse(said, status=response.status_code, content_type=CONTENT_TYPE)
    for name in ("Allow", "Retry-After"):
        if name in response:
            found[name] = response[name]
    return found


def _kind(request: HttpRequest, status: int) -> str:
    if status == 400:
        try:
            request.get_host()
        except DisallowedHost:
            return "wrong-host"
    return by_status(status)
