"""Words for the description of addresses: parameters that several of them take."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from winterhall.api.pagination import AT_ONCE, MOST


def query(name: str, description: str) -> OpenApiParameter:
    """A public id in the query, that may be left out."""
    return OpenApiParameter(
        name, {"type": "string", "pattern": "^[A-Za-z0-9_-]{0,24}$"}, "query", description=description
    )


def header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, "header", required=required, description=description)


LIMIT_AND_AFTER = [
    query("after", "Go on after this row: as `next` says it."),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST, "default": AT_ONCE},
        "query",
        description="The most rows to answer.",
    ),
]
