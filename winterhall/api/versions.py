"""Versions of documents: the one that a sender saw, and whether it is still current (ETag, If-None-Match, If-Match)."""

import re

from django.utils.http import parse_etags
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request

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
