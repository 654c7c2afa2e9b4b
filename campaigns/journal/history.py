"""The history of a page: what each version changed, in lines and in them in words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from campaigns.models import JournalPage, JournalRevision, PageKind

#: Lines of what stayed that are shown around a change.
_AROUND = 2
#: The most characters of a changed stretch that are compared word by word.
_MOST_BY_WORD = 6_000
_PIECES = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: ``kind`` is same, new or gone."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a difference; one that stands for lines left out has no pieces."""

    pieces: Sequence[Piece] = ()


def difference(old: str, new: str) -> list[Line]:
    """The lines in which two texts differ, with a little around them; none for equal ones."""
    before, after = old.split("\n"), new.split("\n")
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    found: list[Line] = []
    for at, (tag, a, b, c, d) in enumerate(steps):
        if tag == "equal":
            found += _unchanged(before[a:b], is_first=at == 0, is_last=at == len(steps) - 1)
        else:
            found += _changed("\n".join(before[a:b]) if b > a else None, "\n".join(after[c:d]) if d > c else None)
    return found if any(tag != "equal" for tag, *_ in steps) else []


def _unchanged(lines: Sequence[str], *, is_first: bool, is_last: bool) -> list[Line]:
    head, tail = 0 if is_first else _AROUND, 0 if is_last else _AROUND
    if len(lines) <= head + tail + 1:
        return [Line((Piece("same", one),)) for one in lines]
    end = lines[len(lines) - tail :]
    return [
        *(Line((Piece("same", one),)) for one in lines[:head]),
        Line(),
        *(Line((Piece("same", one),)) for one in end),
    ]


def _changed(old: str | None, new: str | None) -> Iterator[Line]:
    if old is None or new is None or len(old) + len(new) > _MOST_BY_WORD:
        pieces = [Piece("gone", old)] if old is not None else []
        pieces += [Piece("new", new)] if new is not None else []
    else:
        pieces = list(_by_words(_PIECES.findall(old), _PIECES.findall(new)))
    yield from _as_lines(pieces)


def _by_words(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(old[a:b]))
            continue
        if b > a:
            yield Piece("gone", "".join(old[a:b]))
        if d > c:
            yield Piece("new", "".join(new[c:d]))


def _as_lines(pieces: Iterable[Piece]) -> Iterator[Line]:
    """Pieces by the lines on which they stand; one that was taken away ends its line."""
    line: list[Piece] = []
    last = ""
    for piece in pieces:
        if last == "gone" and piece.kind == "new" and "\n" in piece.text and line:
            yield Line(tuple(line))
            line = []
        first, *others = piece.text.split("\n")
        line.append(Piece(piece.kind, first))
        for text in others:
            yield Line(tuple(line))
            line = [Piece(piece.kind, text)]
        last = piece.kind
    yield Line(tuple(line))


# -- versions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """One version of a page beside the one before it."""

    revision: JournalRevision
    lines: Sequence[Line]
    about: Sequence[str]


def versions(page: JournalPage) -> list[JournalRevision]:
    """The versions of a page, the newest first, without their texts."""
    return list(page.revisions.select_related("by").defer("text").order_by("-version")[:200])


def change(page: JournalPage, version: int) -> Change | None:
    """The change that one version made; ``None`` where there is no such version."""
    found = list(page.revisions.select_related("by").filter(version__lte=version).order_by("-version")[:2])
    if not found or found[0].version != version:
        return None
    now, old = found[0], found[1] if len(found) > 1 else JournalRevision()
    return Change(now, difference(old.text, now.text), list(_about(old, now)))


def _about(old: JournalRevision, now: JournalRevision) -> Iterator[str]:
    """Sentences on changes beside the text."""
    if old.version and old.title != now.title:
        yield f"Title: “{old.title}” became “{now.title}”."
    if old.version and old.kind != now.kind:
        yield f"Kind: {PageKind(old.kind).label} became {PageKind(now.kind).label}."
    if old.version and old.tags != now.tags:
        yield f"Tags: {_tags(old.tags)} became {_tags(now.tags)}."
    if old.version and (old.day, old.yearly) != (now.day, now.yearly):
        yield "The date was changed." if now.day is not None else "The date was removed."


def _tags(kept: str) -> str:
    return ", ".join(tag for tag in kept.split("\n") if tag) or "none"
