"""The short way to a character, for programs that read little else.

Serializing a sheet, or only walking through all links of the chain, costs several times what reading it does. So here
one query, made of the rules of tokens and of access, finds who asks, whether they may, and the sheet; its text is
passed on as it is stored. A request that is not plain (an unknown token, a character that the user may not see, a sheet
with something only for the game master, or with people in its texts) goes the long way, and is answered in equal words
there: ``characters.api``.
"""

import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any, cast

import psycopg
from asgiref.sync import iscoroutinefunction
from csp.middleware import CSPMiddleware
from django.db import DatabaseError, connection
from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.response import ResponseHeaders
from django.middleware.security import SecurityMiddleware
from django.utils.decorators import sync_and_async_middleware

from campaigns.audience import access
from campaigns.audience.redaction import REFERENCE
from campaigns.models import Role
from winterhall.accounts import tokens
from winterhall.accounts.models import ApiToken
from winterhall.api import throttles, versions

_CHARACTER = re.compile(r"/api/v1/characters/([A-Za-z0-9_-]{1,24})/")
Row = tuple[Any, ...]
_TAG = re.compile(r'"(\d{1,9})"')


@sync_and_async_middleware
def short_way(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Answer the reading of a character; leave the rest to the chain. In threads only: it waits for the database."""
    if iscoroutinefunction(get_response):
        return get_response

    def through(request: HttpRequest) -> HttpResponseBase:
        is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
        found = _CHARACTER.fullmatch(request.path_info) if is_plain else None
        answer = _character(request, found[1]) if found else None
        return answer or get_response(request)

    return through


def _character(request: HttpRequest, character_id: str) -> HttpResponse | None:
    secret = tokens.secret_in(request.META.get("HTTP_AUTHORIZATION", ""))
    if not secret:
        return None
    known = _TAG.fullmatch(request.META.get("HTTP_IF_NONE_MATCH", ""))
    try:
        row = _read(secret, character_id, int(known[1]) if known else -1)
    except DatabaseError:
        return None
    if row is None or REFERENCE in (row[-1] or ""):
        return None
    token, user, scopes, is_used_long_ago, campaign_id, version, body = row
    if "read" not in scopes or not throttles.may_read(user):
        return None
    if is_used_long_ago is None or is_used_long_ago:
        tokens.note_use(token, None)
    text = f'{{"id":"{character_id}","campaign":"{campaign_id}","version":{version},"sheet":{body}}}'
    answer = HttpResponse(b"" if body is None else text, status=304 if body is None else 200)
    answer.headers = ResponseHeaders(_headers(request, versions.etag(version), len(answer.content)))
    return answer


def _headers(request: HttpRequest, tag: str, length: int) -> dict[str, str]:
    """The headers of the long way, in its order: a difference would tell that the game master keeps a secret."""
    kind = {"Content-Type": "application/json"} if length else {}
    told = {"ETag": tag, **versions.PRIVATE, "Allow": "GET, HEAD, OPTIONS"}
    return kind | told | {"Content-Length": str(length)} | _of_the_chain(request, is_secure=request.is_secure())


#: The headers that the chain adds, over HTTPS (``True``) and without.
_ADDED: dict[bool, dict[str, str]] = {}


def _nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _of_the_chain(request: HttpRequest, *, is_secure: bool) -> dict[str, str]:
    """The headers that the links of the chain add to every answer; the links are asked once."""
    if is_secure not in _ADDED:
        answer = HttpResponse()
        for link in (CSPMiddleware, SecurityMiddleware):
            link(_nothing).process_response(request, answer)
        _ADDED[is_secure] = {name: value for name, value in answer.headers.items() if name != "Content-Type"}
    return _ADDED[is_secure]


def _read(secret: str, character_id: str, known: int) -> Row | None:
    used_before, now = _moments(int(time.time()))
    meant = {_DIGEST: tokens.digest(secret), _ID: character_id, _KNOWN: known, _USED_BEFORE: used_before, _NOW: now}
    sql, params = _statement()
    given = [meant.get(value, value) for value in params]
    if connection.vendor == "postgresql":
        return _read_prepared(sql, given)
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return cast("Row | None", cursor.fetchone())


def _read_prepared(sql: str, given: Sequence[Any]) -> Row | None:
    """The row of the query, by a plan that PostgreSQL keeps.

    PostgreSQL takes far longer to plan the query than to run it, and Django's own cursors never let it keep a plan.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(sql, given, prepare=True).fetchone()


# -- the one query ----------------------------------------------------------------------------------------------------

#: Placeholders of the query's parameters until it is asked; nobody has such an id, version or moment.
_DIGEST, _ID, _KNOWN = "a digest", "an id", 2**31 - 1
_USED_BEFORE, _NOW = (datetime(year, 1, 1, tzinfo=UTC) for year in (1971, 1972))


@cache
def _statement() -> tuple[str, tuple[Any, ...]]:
    """The query as text, put together once from the rules of who is let in and who may open what."""
    sql, params = _found().query.sql_with_params()
    written = {connection.ops.adapt_datetimefield_value(moment): moment for moment in (_USED_BEFORE, _NOW)}
    return str(sql), tuple(written.get(value, value) for value in params)


def _found() -> QuerySet[Any, tuple[Any, ...]]:
    seat, character = "user__memberships__", "user__memberships__campaign__characters__"
    # What is whole is the same for everybody who may open it, but game masters count what leads nowhere, too.
    count, counts_alike = f"{character}open_version", Q((f"{character}version", F(f"{character}open_version")))
    seats = {role: Q((f"{seat}role", role.value)) & access.open_to(role, character) for role in Role}
    roles = (at & counts_alike if role in Role.running() else at for role, at in seats.items())
    asked = {"digest": _DIGEST, f"{character}public_id": _ID, f"{character}whole": True}
    asked |= {f"{seat}campaign__binned_at": None}
    # The body is not even read where the asker has it already.
    body = Case(When(**{count: _KNOWN}, then=Value(None)), default=F(f"{character}body"))
    is_used_long_ago = ExpressionWrapper(Q(last_used_at__lt=_USED_BEFORE), output_field=BooleanField())
    return ApiToken.objects.filter(tokens.open_at(_NOW), Q(**asked), reduce(or_, roles)).values_list(
        "pk", "user_id", "scopes", is_used_long_ago, f"{seat}campaign__public_id", count, body
    )


@lru_cache(maxsize=1)
def _moments(second: int) -> tuple[Any, Any]:
    """The moment before which a use is worth noting, and now, as the database writes them; exact to the second."""
    now = datetime.fromtimestamp(second, tz=UTC)
    written = connection.ops.adapt_datetimefield_value
    return written(now - tokens.NOTED_EVERY), written(now)
