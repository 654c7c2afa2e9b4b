"""Entries of a campaign's own, made of their figures by the check of the data files, and the shelves that hold them."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from rules.engine.content.entries import Entry
from rules.engine.content.forms import filled, table_of
from rules.engine.content.homebrew import Figure, Shelf, Told, listed
from rules.engine.content.reader import DataError, entry
from rules.engine.kernel import Item, Refused, Sheet, lying_open

P = ParamSpec("P")
T = TypeVar("T")
#: The place that messages name where something is wrong.
WRITTEN = "what was written"
#: Stands for the key where there is none yet.
NEW = "own"


def own_entry(kind: type[T], key: str, told: Told, known: object = None, /, **more: Any) -> T:
    """An entry of the campaign's own; ``more`` are fields that figures say otherwise than by the class.

    Its key is none that a data file could have, and it need not be described, as entries of those must. Figures that
    make no entry are a `DataError`.
    """
    described = str(told.get("description") or "")
    table = {**table_of(kind, told), **more, "key": NEW, "name": told["name"], "description": described or "–"}
    made: Any = entry(kind, WRITTEN, table, known)
    return cast("T", replace(made, key=key or NEW, description=described))


def own_entries(kind: type[T], section: str, known: object = None) -> dict[str, T]:
    """The entries that the open book adds to a section; those whose figures do not fit together are left out."""
    found: dict[str, T] = {}
    for key, told in lying_open().section(section).items():
        with suppress(DataError):
            found[key] = own_entry(kind, key, told, known)
    return found


def by_book(make: Callable[P, T]) -> Callable[P, T]:
    """A function that is asked again only where another book lies open: what it gives is kept for each."""
    kept: Callable[..., T] = lru_cache(maxsize=512)(lambda _, *args, **named: make(*args, **named))

    @wraps(make)
    def found(*args: P.args, **named: P.kwargs) -> T:
        return kept(lying_open().text, *args, **named)

    return found


def own_figures(item: Item, kinds: Mapping[str, type], makes_sense: Callable[[str, Any], bool]) -> dict[str, Any]:
    """The figures that an item has of its own: those of ``kinds`` that have the right type, and make sense."""
    told = {name: item.stats[name] for name, kind in kinds.items() if type(item.stats.get(name)) is kind}
    return {name: value for name, value in told.items() if makes_sense(name, value)}


def fitting(make: Callable[[], T]) -> T:
    """Whatever ``make`` makes of figures; refused where they do not fit together."""
    try:
        return make()
    except DataError as error:
        told = str(error).partition(": ")[2]
        raise Refused(f"This does not fit together: {told}.") from error


def shelf(
    section: str,
    one: str,
    figures: tuple[Figure, ...],
    make: Callable[[str, Told], T],
    show: Callable[[T], Entry],
    own: Callable[[], Mapping[str, Told]],
    refuse: Callable[[Told], None] = lambda _: None,
    *,
    sheet: Callable[[T], Sheet] | None = None,
    **more: Any,
) -> Shelf:
    """A shelf whose entries are made by ``make`` and shown by ``show``; ``refuse`` refuses figures that lack others.

    ``own`` are the game's own entries as figures, to begin with; ``sheet`` makes a sheet of an entry, where one can.
    """

    def made(key: str, told: Told) -> Entry:
        refuse(told)
        return listed(key, fitting(lambda: show(make(key, told))), told)

    begin = None if sheet is None else _beginning(make, sheet)
    return Shelf(section, one, figures, made, own=own, sheet=begin, **more)


def _beginning(make: Callable[[str, Told], T], sheet: Callable[[T], Sheet]) -> Callable[[str, Told], Sheet]:
    """The function that makes a sheet of the figures of an entry."""
    return lambda key, told: sheet(fitting(lambda: make(key, told)))


def as_figures(entries: Mapping[str, object], figures: tuple[Figure, ...]) -> dict[str, Told]:
    """Entries of the game by key, as a campaign would have filled them in."""
    return {key: filled(one, figures) for key, one in entries.items()}
