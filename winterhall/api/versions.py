"""Versions of documents: the one that a sender saw, and whether it is still current (ETag, If-None-Match, If-Match)."""

import re
from collections.abc import Callable
from typing import Any

from django.utils.http import parse_etags
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

#: The pattern of an ETag: the version, and after it whatever else the answer depends on, such as who looks.
_ETAG = re.compile(r'"(\d{1,9})(?:-[\w-]+)?"')
#: Headers of a document: only its reader's own program may keep it, and asks each time whether it is still current.
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}


class VersionMissing(APIException):
    status_code = 428
    default_detail = "Say which version you saw: send its ETag as If-Match."
    default_code = "version-missing"


class WeakVersion(APIException):
    """The refusal of a weak tag, which never matches where a write depends on it (RFC 9110, 13.1.1)."""

    status_code = 412
    default_detail = 'A weak ETag (W/"…") never matches in If-Match. Send the ETag as it came with the document.'
    default_code = "weak-version"


def etag(version: int, sight: str = "") -> str:
    """The ETag of a document's version, as it is in one reader's ``sight``."""
    return f'"{version}-{sight}"' if sight else f'"{version}"'


def seen(request: Request) -> int:
    """The version that the sender of a write saw; refused without one, for it could overwrite what nobody has read."""
    sent = request.headers.get("If-Match", "").strip()
    if sent in ("", "*"):
        raise VersionMissing
    if _ETAG.fullmatch(sent.removeprefix("W/")) and sent.startswith("W/"):
        raise WeakVersion
    found = _ETAG.fullmatch(sent)
    if found is None:
        raise ParseError('If-Match takes one ETag in its quotes, as it came with the document: If-Match: "12".')
    return int(found[1])


def is_known(if_none_match: str, tag: str) -> bool:
    """Whether the sender has the document in this very state."""
    return bool(if_none_match) and (
        if_none_match == tag or tag in [t.removeprefix("W/") for t in parse_etags(if_none_match)]
    )


def tagged(document: Any) -> Response:
    """The response with a document that has a ``version``, under its ETag."""
    return Response(document, headers={"ETag": etag(document.version), **PRIVATE})


def if_new(request: Request, tag: str, read: Callable[[], Any]) -> Response:
    """The response with a document under its ETag; 304, and nothing is read, for who has it in this very state."""
    headers = {"ETag": tag, **PRIVATE}
    if is_known(request.headers.get("If-None-Match", ""), tag):
        return Response(status=304, headers=headers)
    return Response(read(), headers=headers)
