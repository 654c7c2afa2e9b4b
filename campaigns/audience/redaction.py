"""Taking people out of what somebody reads who may not know of them: ids go, and names become "somebody".

It is one walk over whatever a fact, an ask or a sheet holds, so that a new field is covered before anybody thinks of
it.
What people wrote themselves stands as they wrote it: otherwise a player could write a name, and see whether it is one.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from rules import codec
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Ask, Condition, facts

T = TypeVar("T")

#: Ids of people with their names; the name is empty where somebody whom everybody knows bears it too.
Hidden = Mapping[str, str]

NOBODY: Hidden = {}
#: The fields, by class, in which games say names in words of their own.
_WORDS: dict[type, tuple[str, ...]] = {
    Ask: ("title", "known"),
    Condition: ("label", "source"),
    facts.Rolled: ("purpose",),
    facts.Judged: ("numbers",),
    facts.ResourceChanged: ("reason",),
    facts.Told: ("text",),
}
#: The word by which players read of somebody of whom they do not know.
SOMEBODY = "somebody"


def mentions(text: str, hidden: Hidden) -> bool:
    """Whether a JSON text may name any who are hidden: their ids stand in it or, be it by chance, their names."""
    return any(who in text or (name and codec.dump(name)[1:-1] in text) for who, name in hidden.items())


def without(value: T, hidden: Hidden) -> T:
    """The value without any who are hidden, however deep they stand in it."""
    if not hidden or not mentions(codec.dump(value), hidden):
        return value
    cleared: T = _Walk(hidden).of(value)
    return cleared


def sentence_without(text: str, hidden: Hidden) -> str:
    """The sentence with none named who are hidden; empty if an id of theirs stands in it."""
    return _Walk(hidden).said(text) if hidden else text


class _Walk:
    """The walk over one value after another: ``of`` whatever it is."""

    def __init__(self, hidden: Hidden) -> None:
        self._ids = frozenset(hidden)
        self._names = _pattern(frozenset(name for name in hidden.values() if name))

    def of(self, value: Any, *, in_words: bool = False) -> Any:
        match value:
            case str():
                return self.said(value) if in_words else self._kept(value)
            case dict():
                kept = ((key, one) for key, one in value.items() if not (self._refers(key) or self._refers(one)))
                return {key: self.of(one, in_words=in_words) for key, one in kept}
            case list() | tuple():
                return type(value)(self.of(one, in_words=in_words) for one in value if not self._refers(one))
            case _ if is_dataclass(value) and not isinstance(value, type):
                return self._of_fields(value)
            case _:
                return value

    def _of_fields(self, value: Any) -> Any:
        is_by_hand = isinstance(value, Condition) and value.source == BY_HAND
        words = () if is_by_hand else _WORDS.get(type(value), ())
        held = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(value, **{name: self.of(one, in_words=name in words) for name, one in held.items()})

    def _refers(self, value: object) -> bool:
        return isinstance(value, str) and any(who in value for who in self._ids)

    def _kept(self, text: str) -> str:
        return "" if self._refers(text) else text

    def said(self, text: str) -> str:
        """A text of the game's own, in which names may stand."""
        return self._names.sub(_somebody, self._kept(text)) if self._names else self._kept(text)


@lru_cache(maxsize=256)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")


def _somebody(found: re.Match[str]) -> str:
    before = found.string[: found.start()].rstrip()
    begins = not before or before.endswith((".", "!", "?"))
    return SOMEBODY.capitalize() if begins else SOMEBODY
