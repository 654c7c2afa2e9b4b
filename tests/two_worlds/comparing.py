"""The differences between two tellings, for somebody who may not know why: there must be none."""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tests.two_worlds.gather import TextByName
from tests.two_worlds.telling import Both, Point, Seen, Telling

#: So many lines of a difference say enough.
_LINES = 40


def differences(both: Both) -> list[str]:
    """The differences by which a reader could tell the two worlds apart, in words."""
    having, without = both.having, both.without
    seen = [point for point in having.points if point.seen is Seen.YES]
    assert [point.step for point in seen] == [point.step for point in without.points]
    found = [
        one
        for point, quiet in zip(seen, without.points, strict=True)
        for one in _differences_after_step(point, quiet, both)
    ]
    return [*_changed_by_secrets_alone(having), *found]


def _changed_by_secrets_alone(having: Telling) -> Iterator[str]:
    """Changes by something secret alone, in the world that has it.

    A step in sight may end in the turn of somebody hidden: then it is heard at once, and nothing more until somebody
    in sight acts.
    """
    before: TextByName = {}
    for point in having.points:
        is_heard = any(text for asked, text in point.got.items() if asked.endswith(" hears"))
        if point.seen is Seen.NO:
            yield from _changed(point, before)
        elif point.seen is Seen.HALF and not is_heard:
            # What a new round does to somebody stands on their sheet at once.
            at_once = {asked: text for asked, text in point.got.items() if "/characters/" not in asked}
            yield from _changed(replace(point, got=at_once), before)
        before = before | point.got


def _changed(point: Point, before: TextByName) -> Iterator[str]:
    for asked, text in point.got.items():
        was = "" if asked.endswith(" hears") else before[asked]
        if text != was:
            yield _told(point.step, asked, was, text)


def _differences_after_step(point: Point, quiet: Point, both: Both) -> Iterator[str]:
    """Differences after one step, ids of entries aside: they count in the order in which they come."""
    assert point.got.keys() == quiet.got.keys()
    words = {each for listed in both.having.words[point.step].values() for each in listed}
    having = numbered(point.got, both.having.ids - words)
    without = numbered(quiet.got, both.without.ids - words)
    for asked, text in having.items():
        if text != without[asked]:
            yield _told(point.step, asked, without[asked], text)


def numbered(got: Mapping[str, str], ids: frozenset[str] | set[str]) -> TextByName:
    """Texts with numbers for ids, for each reader in the order in which they first come."""
    known: dict[str, dict[str, str]] = {}
    pattern = re.compile("|".join(map(re.escape, sorted(ids))) or r"(?!)")

    def plain(reader: str, text: str) -> str:
        theirs = known.setdefault(reader, {})
        return pattern.sub(lambda match: theirs.setdefault(match[0], f"<entry {len(theirs)}>"), text)

    return {asked: plain(asked.split()[0], text) for asked, text in got.items()}


def _told(step: str, asked: str, was: str, text: str) -> str:
    lines = difflib.unified_diff(was.splitlines(), text.splitlines(), "without", "with secrets", lineterm="", n=0)
    listed = [line[:300] for line in lines][2:]
    return "\n    ".join([f"after {step!r}, {asked}", *listed[:_LINES]])
