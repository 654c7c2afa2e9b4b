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
    default_code = "version_missing"


def etag(version: int, sight: str = "") -> str:
    """The tag of a document as somebody sees it."""
    return f'"{version}-{sight}"' if sight else f'"{version}"'


def seen(request: Request) -> int:
    """The version that the sender saw. A write without it could overwrite what nobody has read."""
    tags = parse_etags(request.headers.get("If-Match", ""))
    if tags in ([], ["*"]):
        raise VersionMissing
    found = _ETAG.fullmatch(tags[0]) if len(tags) == 1 else None
    if found is None:
        raise ParseError("If-Match takes one ETag, as it came with the document.")
    return int(found[1])


def is_known(if_none_match: str, tag: str) -> bool:
    """Whether the asker has the document in this very state."""
    return bool(if_none_match) and (
        if_none_match == tag or tag in [t.removeprefix("W/") for t in parse_etags(if_none_match)]
    )
