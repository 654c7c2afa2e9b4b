"""Paths into documents, as ``then`` has them: ``rook.resources.light.now``, ``encounter.asks``, ``rolled.0.dice``.

A path must exist. Ranks and experience of every name that the game has, and boxes of every kind that a line has, exist
without being written down: they are 0. Of everything else that is not there a scenario says that it is ``absent``.
"""

from collections.abc import Collection, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any

from combat.scenarios.document import Amiss
from rules import codec
from rules.engine.kernel import Refused
from rules.engine.system.protocol import System

#: The value that a scenario expects of a path that does not exist.
ABSENT = "absent"
_MISSING = object()
_RANKED = ("ranks", "experience")


def expect(system: System, document: Any, path: Sequence[str], value: Any, whole: str) -> None:
    """Compare what a path of a document leads to with the value expected."""
    found, reached = _follow(document, path, whole)
    if value == ABSENT:
        if found is _MISSING:
            return
        raise Amiss(f"{whole} is {codec.plain(found)!r}, not absent")
    if found is _MISSING and not _is_silent(system, document, path):
        near = _near(path[-1], reached)
        raise Amiss(f"{whole} does not exist{near}; if it should not, expect it to be {ABSENT}")
    # Through JSON, which has lists alone: what is kept as a tuple equals the list that a file can say.
    plain = 0 if found is _MISSING else codec.load(codec.dump(found))
    if plain != value or isinstance(plain, bool) is not isinstance(value, bool):
        raise Amiss(f"{whole} is {plain!r}, not {value!r}")


def _follow(value: Any, path: Sequence[str], whole: str) -> tuple[Any, Any]:
    """The value that a path leads to (``_MISSING`` if its last step does not exist), and the last thing that exists."""
    for at, step in enumerate(path):
        held, value = value, _step(value, step, f"{whole}: {'.'.join(path[:at]) or 'it'}")
        if value is _MISSING:
            if at + 1 < len(path) and not (path[0] in _RANKED and at == 1):
                gone = whole.removesuffix(".".join(path[at + 1 :])).rstrip(".")
                raise Amiss(f"{gone} does not exist{_near(step, held)}; if it should not, expect it to be {ABSENT}")
            return _MISSING, held
    return value, value


def _step(value: Any, step: str, place: str) -> Any:
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        if step not in names:
            raise Amiss(f"{place} has no {step!r}{_near(step, names)}")
        return getattr(value, step)
    if isinstance(value, dict):
        return value.get(step, _MISSING)
    if isinstance(value, list | tuple):
        if not step.isdecimal():
            raise Amiss(f"{place} is a list, and {step!r} is not a place in it")
        return value[int(step)] if int(step) < len(value) else _MISSING
    raise Amiss(f"{place} is {value!r} and has no {step!r}")


def _is_silent(system: System, document: Any, path: Sequence[str]) -> bool:
    """Whether a path that does not exist stands for a zero that is never written down."""
    match path:
        case [kept, kind, name] if kept in _RANKED and kind in system.rank_kinds:
            return _has_rank(system, kind, name)
        case ["tracks", track, line, "ticked", box]:
            return box in document.tracks[track][int(line)].boxes
    return False


def _has_rank(system: System, kind: str, name: str) -> bool:
    try:
        system.rank_range(kind, name)
    except Refused:
        return False
    return True


def _near(called: str, known: Any) -> str:
    names = [name for name in known if isinstance(name, str)] if isinstance(known, Collection) else []
    near = get_close_matches(called, names, 1)
    return f" (close to it: {near[0]!r})" if near else ""
