"""Shapes: what programs send and get, each as one class that is checked, written as JSON, and described by itself."""

from typing import Any, TypeVar

import msgspec
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer


class Shape(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of everything that goes in or out. What a shape does not name can neither be written nor leak."""


S = TypeVar("S", bound=Shape)


class Misshapen(APIException):
    """JSON that says something else than what is asked for here."""

    status_code = 422
    default_detail = "This is not what is asked for here."
    default_code = "misshapen"


def given(shape: type[S], data: Any) -> S:
    """What a program sent, as the shape that is asked for; refused with the place where it differs."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise Misshapen(str(error)) from None


class ShapeRenderer(BaseRenderer):
    """Writes shapes, and whatever else is plain, as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)
