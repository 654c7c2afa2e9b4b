"""Query parameters and headers for the description of addresses that take them."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from winterhall.api.pagination import AT_ONCE, MOST


def query(name: str, description: str) -> OpenApiParameter:
    """The parameter of a public id in the query, which may be left out."""
    return OpenApiParameter(
        name, {"type": "string", "pattern": "^[A-Za-z0-9_-]{0,24}$"}, "query", description=description
    )


V = TypeVar("V", bound=Callable[..., Any])


def takes(*parameters: OpenApiParameter) -> Callable[[V], V]:
    """Declare the query parameters of a view's method: they are described, and any other is refused."""

    def declared(method: V) -> V:
        method.takes = parameters  # type: ignore[attr-defined]
        return method

    return declared


def taken(view: Any, method: str | None) -> tuple[OpenApiParameter, ...]:
    """The query parameters that a view's method declares; none where it declares none."""
    return getattr(getattr(view, (method or "").lower(), None), "takes", ())


def header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, "header", required=required, description=description)


LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": AT_ONCE},
    "query",
    description="The most rows to return.",
)
LIMIT_AND_AFTER = [query("after", "Continue after this row, as given in `next`."), LIMIT]
