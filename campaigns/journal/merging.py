"""Two who wrote one page at once: what only one of them changed is taken as it is, and what both changed is asked."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from django.db import transaction

from campaigns.journal import blocks, services
from campaigns.journal.excerpts import beginning
from campaigns.journal.services import Wanted
from campaigns.models import JournalPage, Membership

MINE, THEIRS, BOTH = "mine", "theirs", "both"

#: A line with the mark of the block that it stands in: it is the same only where the same people may read it, so that
#: nobody's secret comes to stand in a block that another has opened.
Line = tuple[str, str]
#: The fields of a page beside its text, as ``_values`` has them.
_FIELDS = ("title", "kind", "date")


@dataclass(frozen=True, slots=True)
class Place:
    """A place that both changed, and the choice of one of them; ``what`` is a field of the page, or its text."""

    what: str
    base: Any
    mine: Any
    theirs: Any
    at: int = 0
    chosen: str = ""

    @property
    def key(self) -> str:
        """The name of its choice in a form, which holds for these very texts alone."""
        told = repr((self.what, self.at, self.base, self.mine, self.theirs))
        return f"place-{hashlib.sha256(told.encode()).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class Merged:
    """A page of which two texts became one: what they agree on, the places they do not, and what others brought."""

    wanted: Wanted
    places: Sequence[Place]
    by: str
    theirs: str

    @property
    def is_open(self) -> bool:
        return any(place.chosen not in (MINE, THEIRS, BOTH) for place in self.places)


class Undecided(Exception):
    """A page that cannot be saved before its writer has chosen between texts."""

    def __init__(self, merged: Merged) -> None:
        super().__init__("Choose between your text and theirs.")
        self.merged = merged


@transaction.atomic
def write(
    member: Membership, page_id: str, wanted: Wanted, *, seen: int | None, chosen: Mapping[str, str]
) -> Merged | None:
    """Write a page, together with what others wrote since its author saw it; ``None`` where nobody did."""
    page = services.locked(member, page_id)
    mine, theirs = services.checked(wanted), services.as_wanted(page)
    if seen in (None, page.version) or mine == theirs:
        services.write(member, page_id, wanted, seen=seen if mine != theirs else None)
        return None
    first = page.revisions.filter(version=seen).first()
    base = services.as_wanted(first) if first else Wanted("", "", "")
    merged = _merged(base, mine, theirs, chosen, _writers(page, seen or 0, member))
    if merged.is_open:
        raise Undecided(merged)
    services.write(member, page_id, merged.wanted, seen=page.version)
    return merged


def told(merged: Merged) -> str:
    """The sentence on a page that was saved together with what others wrote."""
    brought = f" Added: “{merged.theirs}”" if merged.theirs else ""
    return f"Saved, with changes by {merged.by} merged in.{brought}"


def _writers(page: JournalPage, seen: int, member: Membership) -> str:
    """The people who wrote a page since one version of it, in words."""
    later = page.revisions.filter(version__gt=seen).select_related("by").defer("text").order_by("version")
    users = dict.fromkeys(one.by for one in later)
    names = ["you in another window" if one == member.user else str(one or "somebody who has left") for one in users]
    return " and ".join((", ".join(names[:-1]), names[-1]) if names[1:] else names) or "Somebody"


def _merged(base: Wanted, mine: Wanted, theirs: Wanted, chosen: Mapping[str, str], by: str) -> Merged:
    three = (base, mine, theirs)
    fields = [_field(name, *values) for name, *values in zip(_FIELDS, *map(_values, three), strict=True)]
    text = list(merge(*(_lines(one.text) for one in three)))
    found = [replace(one, chosen=chosen.get(one.key, "")) if isinstance(one, Place) else one for one in fields + text]
    title, kind, (day, yearly), *stretches = map(_taken, found)
    tags = [tag for tag in theirs.tags if tag in mine.tags or tag not in base.tags]
    tags += [tag for tag in mine.tags if tag not in (*tags, *base.tags)]
    lines = "\n".join(line for stretch in stretches for _, line in stretch)
    return Merged(
        wanted=Wanted(kind, title, lines, tuple(tags), day, yearly),
        places=[one for one in found if isinstance(one, Place)],
        by=by,
        theirs=_brought(base.text, theirs.text),
    )


def _values(page: Wanted) -> tuple[Any, ...]:
    """The values of a page that cannot be taken from both."""
    return page.title, page.kind, (page.day, page.yearly)


def _field(name: str, base: Any, mine: Any, theirs: Any) -> Any:
    if theirs in (base, mine):
        return mine
    return theirs if mine == base else Place(name, base, mine, theirs)


def _taken(one: Any) -> Any:
    """The value or the lines that a place comes to; of one that is still open both, so that nothing is lost."""
    if not isinstance(one, Place):
        return one
    if one.chosen == MINE or (one.chosen != THEIRS and one.what != "text"):
        return one.mine
    return one.theirs if one.chosen == THEIRS else (*one.theirs, *one.mine)


def _brought(base: str, theirs: str) -> str:
    """The first words that others added to a text."""
    old, new = base.split("\n"), theirs.split("\n")
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    lines = [line for tag, _, _, c, d in steps if tag != "equal" for line in new[c:d]]
    return beginning([blocks.Block("\n".join(line for line in lines if not blocks.is_mark(line)))])


# -- lines ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """The lines that one side has in place of lines ``start`` to ``end`` of the text that both began with."""

    start: int
    end: int
    side: str
    lines: tuple[Line, ...]


def merge(base: Sequence[Line], mine: Sequence[Line], theirs: Sequence[Line]) -> Iterator[Sequence[Line] | Place]:
    """One text of two that came of a third: stretches of lines, and the places where both changed the same ones."""
    done = 0
    for changes in _meeting([*_changes(base, mine, MINE), *_changes(base, theirs, THEIRS)]):
        start, end = changes[0].start, max(change.end for change in changes)
        yield base[done:start]
        done = end
        sides = {side: _applied(base, start, end, changes, side) for side in (MINE, THEIRS)}
        if len({change.side for change in changes}) == 1:
            yield sides[changes[0].side]
        elif sides[MINE] == sides[THEIRS]:
            yield sides[MINE]
        else:
            yield Place("text", tuple(base[start:end]), sides[MINE], sides[THEIRS], start)
    yield base[done:]


def _changes(base: Sequence[Line], text: Sequence[Line], side: str) -> Iterator[_Change]:
    for tag, a, b, c, d in SequenceMatcher(None, base, text, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            # As many lines as before: each is another one, and neighbours do not stand in each other's way.
            yield from (_Change(a + at, a + at + 1, side, (text[c + at],)) for at in range(b - a))
        elif tag != "equal":
            yield _Change(a, b, side, tuple(text[c:d]))


def _meeting(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """Changes together with those that touch the same lines, or add lines at the same place."""
    group: list[_Change] = []
    for change in sorted(changes, key=lambda one: (one.start, one.end)):
        end = max((one.end for one in group), default=-1)
        if group and not (change.start < end or change.end == group[0].start):
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _applied(base: Sequence[Line], start: int, end: int, changes: Sequence[_Change], side: str) -> tuple[Line, ...]:
    """Lines ``start`` to ``end`` as one side has them."""
    found: list[Line] = []
    done = start
    for change in changes:
        if change.side == side:
            found += [*base[done : change.start], *change.lines]
            done = change.end
    return (*found, *base[done:end])


def _lines(text: str) -> list[Line]:
    return list(zip(blocks.marks_over(text), text.split("\n"), strict=True))
