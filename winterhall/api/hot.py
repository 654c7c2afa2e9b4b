"""The short way to a character, for programs that ask for little else.

Serializing a sheet, or only walking through all links of the chain, costs several times what reading it does. So here
one query says who asks, whether they may, and what the sheet is; its text is passed on as it is stored. Whatever is not
plain (no such token, not theirs to see, something in it only for the game master) goes the long way, and is answered in
the same words there: ``characters.api``.
"""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

import psycopg
from asgiref.sync import iscoroutinefunction
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from winterhall.accounts import tokens
from winterhall.api import throttles, versions
from winterhall.api.authentication import secret_in

_CHARACTER = re.compile(r"/api/v1/characters/([A-Za-z0-9_-]{1,24})/")
#: The body is not even read where the asker has it already.
_QUERY = """
SELECT t.id, t.user_id, t.scopes, t.last_used_at < %s, p.public_id, c.version,
       CASE WHEN c.version = %s THEN NULL ELSE c.body END
  FROM accounts_apitoken t
  JOIN accounts_user u ON u.id = t.user_id AND u.is_active
  JOIN characters_character c ON c.public_id = %s AND NOT c.void
  JOIN campaigns_campaign p ON p.id = c.campaign_id
  JOIN campaigns_membership m ON m.campaign_id = c.campaign_id AND m.user_id = t.user_id
 WHERE t.digest = %s AND t.revoked_at IS NULL AND t.expires_at > %s
   AND (m.role IN ('gm', 'assistant') OR (c.whole AND NOT c.secret))
"""
Row = tuple[Any, ...]
_TAG = re.compile(r'"(\d{1,9})"')


@sync_and_async_middleware
def short_way(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Answer the reading of a character; leave the rest to the chain. In threads only: it waits for the database."""
    if iscoroutinefunction(get_response):
        return get_response

    def through(request: HttpRequest) -> HttpResponseBase:
        found = _CHARACTER.fullmatch(request.path_info) if request.method == "GET" else None
        answer = _character(request, found[1]) if found else None
        return answer or get_response(request)

    return through


def _character(request: HttpRequest, character_id: str) -> HttpResponse | None:
    secret = secret_in(request.META.get("HTTP_AUTHORIZATION", ""))
    if not secret:
        return None
    known = _TAG.fullmatch(request.META.get("HTTP_IF_NONE_MATCH", ""))
    try:
        row = _read(secret, character_id, int(known[1]) if known else -1)
    except DatabaseError:
        return None
    if row is None:
        return None
    token, user, scopes, is_used_long_ago, campaign_id, version, body = row
    if "read" not in scopes or not throttles.may_read(user):
        return None
    if is_used_long_ago is None or is_used_long_ago:
        tokens.note_use(token, None)
    if body is None:
        return HttpResponse(status=304, headers={"ETag": versions.etag(version), **versions.PRIVATE})
    text = f'{{"id":"{character_id}","campaign":"{campaign_id}","version":{version},"sheet":{body}}}'
    headers = {"ETag": versions.etag(version), **versions.PRIVATE, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(text, content_type="application/json", headers=headers)


def _read(secret: str, character_id: str, known: int) -> Row | None:
    used_before, now = _moments(int(time.time()))
    given = (used_before, known, character_id, tokens.digest(secret), now)
    if connection.vendor == "postgresql":
        return _read_prepared(given)
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, given)
        return cast("Row | None", cursor.fetchone())


def _read_prepared(given: tuple[Any, ...]) -> Row | None:
    """PostgreSQL takes far longer to plan this than to run it, and Django's own cursors never let it keep a plan."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(_QUERY, given, prepare=True).fetchone()


@lru_cache(maxsize=1)
def _moments(second: int) -> tuple[Any, Any]:
    """Before when a use is worth noting, and now, as the database writes them; exact enough to the second."""
    now = datetime.fromtimestamp(second, tz=UTC)
    told = connection.ops.adapt_datetimefield_value
    return told(now - tokens.NOTED_EVERY), told(now)
