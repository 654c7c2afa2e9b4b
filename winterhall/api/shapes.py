"""Shapes: bodies that programs send and get, each a class that is checked, written as JSON, and described by itself."""

import re
from collections.abc import Callable
from datetime import MAXYEAR, UTC, datetime
from typing import Any, TypeVar

import msgspec
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer


class Shape(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The base of every body that goes in or out. A field that no shape names can neither be written nor leak."""


S = TypeVar("S", bound=Shape)
T = TypeVar("T")


class Misshapen(APIException):
    """The refusal of JSON that does not have the shape asked for; ``field`` is the place where it differs."""

    status_code = 422
    default_detail = "A value has the wrong shape."
    default_code = "misshapen"

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field


def given(shape: type[S], data: Any) -> S:
    """The body that a program sent, as a shape; refused with the place where it differs."""
    try:
        body = msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise Misshapen(*in_words(str(error))) from None
    for name in shape.__struct_fields__:
        moment = getattr(body, name)
        if isinstance(moment, datetime):
            setattr(body, name, _in_utc(moment, name))
    return body


def _in_utc(moment: datetime, name: str) -> datetime:
    """A moment that a program sent, in UTC: databases do not know every offset, nor clocks the ends of all time."""
    if not 1 < moment.year < MAXYEAR:
        raise Misshapen(f"{_called(name)} must be a year from 2 to {MAXYEAR - 1}.", name)
    return moment.astimezone(UTC)


def filled(shape: type[T], thing: Any) -> T:
    """A thing of this class, or a list of them, filled from what another has under the names of its fields."""
    return msgspec.convert(thing, shape, from_attributes=True)


# -- what the library says, in words of ours -------------------------------------------------------------------------

_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
    "datetime": "a date with its time",
}
_BOUNDS = {">=": "at least {}", ">": "more than {}", "<=": "at most {}", "<": "less than {}"}
#: The parts of a library's error: the fault, and its place; a key is called by the object that has it.
_PLACE = re.compile(r"(.*?)(?: - at (`key` in )?`\$?\.?(.*)`)?", re.DOTALL)
_SENTENCES: tuple[tuple[str, Callable[[str, re.Match[str]], str]], ...] = (
    (r"Object missing required field `(.*)`", lambda name, m: f"{_called(_join(name, m[1]))} is missing."),
    (r"Object contains unknown field `(.*)`", lambda name, m: f"{_called(_join(name, m[1]))} does not belong here."),
    (r"Expected `(str|array|object)` of length (>=|<=) (\d+)", lambda name, m: f"{_called(name)} has {_many(m)}."),
    (
        r"Expected `str` matching regex .*",
        lambda name, _: f"{_called(name)} is empty or contains odd characters.",
    ),
    (
        r"Expected `(?:int|float)` (>=|>|<=|<) (\S+)",
        lambda name, m: f"{_called(name)} is {_BOUNDS[m[1]].format(m[2])}.",
    ),
    (r"Expected `([^`]*)`(?:, got `.*`)?", lambda name, m: f"{_called(name)} must be {_types(m[1])}."),
    (r"Invalid enum value '?(.*?)'?", lambda name, m: f"{_called(name)} cannot be {m[1]!r}."),
)


def in_words(said: str) -> tuple[str, str]:
    """The sentence for an error of msgspec, and the field that it is about."""
    found = _PLACE.fullmatch(said)
    what, is_key, field = (found[1], found[2], (found[3] or "").replace("[...]", "")) if found else (said, None, "")
    name = f"a name in {field}" if is_key else field
    for pattern, sentence in _SENTENCES:
        if match := re.fullmatch(pattern, what, re.DOTALL):
            missing = match[1] if what.startswith("Object ") else ""
            return sentence(name, match), _join(field, missing) if missing else field
    return f"{_called(name)} cannot be read.", field


def _join(name: str, field: str) -> str:
    return f"{name}.{field}" if name else field


def _called(name: str) -> str:
    return f"{name[0].upper()}{name[1:]}" if name.startswith("a name") else repr(name) if name else "The body"


def _many(match: re.Match[str]) -> str:
    parts = {"str": "character", "array": "entry", "object": "name"}[match[1]]
    some = parts if match[3] == "1" else "entries" if parts == "entry" else f"{parts}s"
    return f"{_BOUNDS[match[2]].format(match[3])} {some}"


def _types(names: str) -> str:
    return " or ".join(_TYPES.get(name.strip(), name.strip()) for name in names.split("|"))


# -- written ----------------------------------------------------------------------------------------------------------


class ShapeRenderer(BaseRenderer):
    """A renderer that writes shapes and plain values as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)
