"""The border for JSON: a body is small, shallow, and means one thing to every reader and every database."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

LARGEST = 1_000_000
#: The most values of a body, about: each has a comma, a colon or a bracket before it. Counted before parsing.
MOST_MARKS = 20_000
DEEPEST = 32
#: The largest number that a double holds exactly, and so every program on the other side reads alike.
LARGEST_NUMBER = 2**53
_DIGITS = len(str(LARGEST_NUMBER)) + 1
#: Characters that a database cannot store, or a browser not show. Lone surrogates are no characters at all.
_UNFIT = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")


class TooLarge(APIException):
    status_code = 413
    default_detail = f"This request is too large: at most {LARGEST:,} bytes."
    default_code = "too-large"


class BorderParser(BaseParser):
    """A parser that reads JSON, or refuses it before it costs anything."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value of the body."""
        # One byte more tells whether there is more, without reading it.
        body = stream.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise TooLarge
        return read(body)


def read(body: bytes) -> Any:
    """The value of a JSON text; refuses texts that readers understand in different ways."""
    text = _text(body)
    if sum(map(text.count, ",:[{")) > MOST_MARKS:
        raise ParseError(f"Too many values for one request: at most {MOST_MARKS:,}.")
    try:
        said = json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_no_constant,
        )
    except RecursionError:
        raise ParseError(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise ParseError(f"This is not JSON: see line {error.lineno}, character {error.colno}.") from None
    _refuse_deep_or_unfit(said)
    return said


_TOO_DEEP = f"Values are nested more than {DEEPEST} deep."


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise ParseError("JSON must be UTF-8.") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of two equal names some readers take the first and some the last: one could be checked and the other used.
    said = dict(pairs)
    if len(said) < len(pairs):
        raise ParseError("An object names something twice.")
    return said


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS or abs(int(digits)) > LARGEST_NUMBER:
        raise ParseError("A whole number is too large.")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if abs(number) > LARGEST_NUMBER:
        raise ParseError("A number is too large.")
    return number


def _no_constant(name: str) -> None:
    raise ParseError(f"JSON has no {name}.")


def _refuse_deep_or_unfit(said: Any) -> None:
    level = [said]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return
    raise ParseError(_TOO_DEEP)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, str) and _UNFIT.search(value):
        raise ParseError("A text contains characters that cannot be saved.")
    return value if isinstance(value, list) else []
