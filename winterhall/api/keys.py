"""Keys that make sending a write twice harmless (Idempotency-Key)."""

import hashlib
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from winterhall.accounts import idempotency
from winterhall.api import versions
from winterhall.api.shapes import Shape

_KEY = re.compile(r"[!-~]{1,80}")

S = TypeVar("S", bound=Shape)


class UsedOtherwise(APIException):
    status_code = 422
    default_detail = "This Idempotency-Key was used for something else. Use a new one for a new write."
    default_code = "key-reused"


def key(request: Request) -> str | None:
    """The key that came with a write, ``None`` without one; refused if it is malformed."""
    given = request.headers.get("Idempotency-Key", "")
    if given and not _KEY.fullmatch(given):
        raise ParseError("An Idempotency-Key has 1 to 80 visible ASCII characters.")
    return given or None


def once(request: Request, shape: type[S], write: Callable[[], S]) -> S:
    """Write, or return the answer that was given when this key came first.

    This is for writes that are no entries of a chronicle: entries keep their keys themselves.
    """
    given = key(request)
    if given is None:
        return write()
    digest = hashlib.sha256(
        request.path.encode() + b"\n" + msgspec.json.encode(request.data, order="sorted")
    ).hexdigest()
    who: Any = request.user
    try:
        answer = idempotency.once(who, given, digest, lambda: msgspec.json.encode(write()).decode())
    except idempotency.KeyReused as error:
        raise UsedOtherwise from error
    return msgspec.json.decode(answer, type=shape)


def answered_once(request: Request, shape: type[S], write: Callable[[], S], status: int = 200) -> Response:
    """The response with what a write made, a document that has a ``version``; the same for the same key."""
    made: Any = once(request, shape, write)
    return Response(made, status=status, headers={"ETag": versions.etag(made.version)})
