"""Taking people out of what somebody reads who may not know of them: ids go, and texts name "somebody".

It is one walk over whatever a fact, an ask or a sheet holds, so that a new field is covered before anybody thinks of
it. Texts of a game's own refer to people (`rules.engine.kernel.Said`). What people wrote themselves stands as they
wrote it: otherwise a player could write a name, and see whether it is one.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from rules import codec
from rules.engine.kernel import Said, Sheet, in_words, somebody

T = TypeVar("T")

#: Ids of people of whom somebody does not know.
Hidden = frozenset[str]

NOBODY = Hidden()
#: The piece of text that a stored document holds if texts in it refer to people.
REFERENCE = '"about":['


def mentions(text: str, hidden: Hidden) -> bool:
    """Whether the id of any who are hidden stands in a JSON text."""
    return any(who in text for who in hidden)


def without(value: T, hidden: Hidden) -> T:
    """The value without any who are hidden, however deep they stand in it."""
    if not hidden or not mentions(codec.dump(value), hidden):
        return value
    cleared: T = _without(value, hidden)
    return cleared


def _without(value: Any, hidden: Hidden) -> Any:
    match value:
        case str():
            return "" if _refers(value, hidden) else value
        case Said():
            return Said(_without(value.text, hidden), tuple(_without(one, hidden) for one in value.about))
        case dict():
            kept = ((key, one) for key, one in value.items() if not (_refers(key, hidden) or _refers(one, hidden)))
            return {key: _without(one, hidden) for key, one in kept}
        case list() | tuple():
            return type(value)(_without(one, hidden) for one in value if not _refers(one, hidden))
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = ((each.name, getattr(value, each.name)) for each in fields(value))
            return replace(value, **{name: _without(one, hidden) for name, one in held})
        case _:
            return value


def _refers(value: object, hidden: Hidden) -> bool:
    return isinstance(value, str) and mentions(value, hidden)


# -- names ------------------------------------------------------------------------------------------------------------


def with_names(value: T, names: Mapping[str, str]) -> T:
    """The value with every text in it finished: ``names`` are those that its reader may know, by id."""
    named: T = _with_names(value, names)
    return named


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case Said():
            return in_words(value, names)
        case Sheet():
            # Of all that a sheet holds only its conditions are a game's own words.
            return replace(value, conditions=_with_names(value.conditions, names))
        case dict():
            return {key: _with_names(one, names) for key, one in value.items()}
        case list() | tuple():
            return type(value)(_with_names(one, names) for one in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = ((each.name, getattr(value, each.name)) for each in fields(value))
            return replace(value, **{name: _with_names(one, names) for name, one in held})
        case _:
            return value


# -- refusals: sentences made for one reader, by rules that know everybody ---------------------------------------------


def sentence_without(text: str, hidden: Mapping[str, str]) -> str:
    """The sentence of a refusal with none named who are hidden (id and name); empty if an id of theirs stands in it."""
    if mentions(text, Hidden(hidden)):
        return ""
    pattern = _pattern(frozenset(name for name in hidden.values() if name))
    return pattern.sub(lambda found: somebody(text[: found.start()]), text) if pattern else text


@lru_cache(maxsize=256)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
