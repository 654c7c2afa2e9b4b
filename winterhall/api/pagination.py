"""Reading long lists in pieces: each piece names where the next one begins, by the opaque id of its last row."""

import re
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import Http404
from rest_framework.exceptions import ParseError
from rest_framework.request import Request

from winterhall.web.numbers import whole_number

MOST = 200
AT_ONCE = 50
_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a list that is asked for: at most ``limit`` rows after an id; ``address`` is the whole list's."""

    address: str
    after: str
    limit: int

    def next(self, last: str | int | None) -> str | None:
        """The address of the next piece, after the row ``last``; ``None`` if that is ``None``."""
        return None if last is None else f"{self.address}?{urlencode({'after': last, 'limit': self.limit})}"


def asked(request: Request) -> Piece:
    """The piece of a list that a request asks for."""
    return Piece(
        request.build_absolute_uri(request.path),
        asked_id(request, "after"),
        _limit(request.query_params.get("limit", "")),
    )


def asked_id(request: Request, name: str) -> str:
    """A public id in the query, empty without one; 404 for a value that cannot be an id."""
    value = request.query_params.get(name, "")
    if value and not _ID.fullmatch(value):
        raise Http404
    return value


def _limit(value: str) -> int:
    if not value:
        return AT_ONCE
    limit = whole_number(value, 4)
    if limit is None or not 1 <= limit <= MOST:
        raise ParseError(f"A limit is a number from 1 to {MOST}.")
    return limit


def rows(found: QuerySet[M], piece: Piece, by: str = "public_id") -> tuple[list[M], str | None]:
    """The rows of a piece by age, and the address of the next (``None`` after the last); ``by`` holds their ids."""
    if piece.after:
        found = found.filter(pk__gt=_place(found, by, piece.after))
    listed: list[Any] = list(found.order_by("pk")[: piece.limit + 1])
    is_more = len(listed) > piece.limit
    last = attrgetter(by.replace("__", "."))(listed[piece.limit - 1]) if is_more else None
    return listed[: piece.limit], piece.next(last)


def _place(found: QuerySet[M], by: str, after: str) -> int:
    place: int | None = found.filter(**{by: after}).values_list("pk", flat=True).first()
    if place is None:
        raise Http404
    return place
