"""Versions: what somebody saw, and whether it still is so (ETag, If-None-Match, If-Match)."""

import re

from django.utils.http import parse_etags
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request

#: The version, and after it what else the answer depends on: who looks at it.
_ETAG = re.compile(r'"(\d{1,9})(?:-[\w-]+)?"')
#: Only its reader's own program may keep a document, and asks each time whether it still is so.
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}


class VersionMissing(APIException):
    status_code = 428
    default_detail = "Say which version you saw: send its ETag as If-Match."
    default_code = "version-missing"


class WeakVersion(APIException):
    """A weak tag never matches where a write depends on it (RFC 9110, 13.1.1)."""

    status_code = 412
    default_detail = 'A weak ETag (W/"…") never matches in If-Match. Send the ETag as it came with the document.'
    default_code = "weak-version"


def etag(version: int, sight: str = "") -> str:
    """The tag of a document as somebody sees it."""
    return f'"{version}-{sight}"' if sight else f'"{version}"'


def seen(request: Request) -> int:
    """The version that the sender saw. A write without it could overwrite what nobody has read."""
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
    """Whether the asker has the document in this very state."""
    return bool(if_none_match) and (
        if_none_match == tag or tag in [t.removeprefix("W/") for t in parse_etags(if_none_match)]
    )
