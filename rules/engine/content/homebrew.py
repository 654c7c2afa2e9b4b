"""Additions of a campaign to the compendium: each game says once which figures its entries have.

The forms of the pages, the check of what programs send, and the look of the entry all come from the same
:class:`Shelf`. Figures are plain JSON values; what is made of them (an entry for lists, a thing to carry, a creature's
sheet) is for the game, which puts them through the same check as its own data files.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.engine.character.names import check_name
from rules.engine.content.entries import Entry
from rules.engine.kernel import Item, Json, Refused, Sheet, lying_open, quick

Told = Mapping[str, Json]
#: Characters that one of the databases, or a browser, cannot hold.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: Labels by key.
Options = Callable[[], Mapping[str, str]]


@quick
@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of an entry. ``start`` is its value where nobody gives one; ``None`` where one has to be given.

    Kinds: ``number``, ``pick`` (one of the options), ``many`` (several), ``switch``, ``words``, and ``each``: a number
    for some of the options (for all of them, if ``whole``). ``parts`` says into how many parts a number may be cut,
    ``zero`` what 0 stands for.
    Neighbours that stand ``under`` one heading are shown together.
    """

    name: str
    label: str
    kind: str
    start: Json = None
    least: int = 0
    most: int = 0
    unit: str = ""
    help: str = ""
    zero: str = ""
    under: str = ""
    long: bool = False
    whole: bool = False
    parts: int = 1
    options: Options = dict


@dataclass(frozen=True, slots=True)
class Shelf:
    """A section of a compendium that campaigns may add to.

    ``entry`` shows figures as lists do (and refuses what the game's own data could not be); ``item`` is the thing that
    they become when it is picked up, ``sheet`` the creature. ``own`` are the game's own entries by key, as figures, to
    begin with. A ``secret`` section is the game master's until an entry is shown.
    """

    section: str
    one: str
    figures: tuple[Figure, ...]
    entry: Callable[[str, Told], Entry]
    item: Callable[[str, Told], Item] | None = None
    sheet: Callable[[str, Told], Sheet] | None = None
    own: Callable[[], Mapping[str, Told]] = dict
    secret: bool = False

    @property
    def a_one(self) -> str:
        """The noun of an entry with its article: "a weapon", "an occupation"."""
        return f"{'an' if self.one[:1] in 'aeiou' else 'a'} {self.one}"


def number(name: str, label: str, *, most: int, least: int = 0, start: Json = 0, **more: Any) -> Figure:
    """A figure that is a number from ``least`` to ``most``."""
    return Figure(name, label, "number", start, least, most, **more)


def pick(name: str, label: str, options: Options, *, start: Json = None, **more: Any) -> Figure:
    """A figure that is one of the options."""
    return Figure(name, label, "pick", start, options=options, **more)


def each(
    name: str,
    label: str,
    options: Options,
    *,
    most: int,
    least: int = 0,
    whole: bool = False,
    needed: bool = False,
    **more: Any,
) -> Figure:
    """A figure with a number for some of the options (for one at least, if it is ``needed``), or for all of them."""
    start: Json = None if whole or needed else {}
    return Figure(name, label, "each", start, least, most, whole=whole, options=options, **more)


def switch(name: str, label: str, **more: Any) -> Figure:
    return Figure(name, label, "switch", False, **more)


def words(name: str, label: str, *, most: int = 80, start: Json = "", **more: Any) -> Figure:
    """A figure that is a text of at most ``most`` characters."""
    return Figure(name, label, "words", start, most=most, **more)


NAME = words("name", "Name", most=80, start=None)
DESCRIPTION = words("description", "What it is", most=600, long=True)


# -- what was told ----------------------------------------------------------------------------------------------------


def checked(shelf: Shelf, told: Told) -> dict[str, Json]:
    """All figures of an entry as they are kept; refuses missing, unknown and impossible ones."""
    known = {figure.name: figure for figure in shelf.figures}
    for name in told:
        if name not in known:
            raise Refused(f"{shelf.a_one.capitalize()} has no value {name!r}. It has {', '.join(known)}.", name)
    figures = {name: _checked(figure, told.get(name)) for name, figure in known.items()}
    shelf.entry("", figures)
    return figures


def completed(shelf: Shelf, told: Told) -> dict[str, Json]:
    """An entry's figures as its shelf has them now: a figure newer than the entry has its starting value."""
    return {figure.name: told.get(figure.name, plain(figure.start)) for figure in shelf.figures}


def _checked(figure: Figure, value: Json) -> Json:
    if value is None or (value == "" and figure.kind in ("number", "pick") and "" not in figure.options()):
        if figure.start is None:
            raise Refused(f"{figure.label} is missing.", figure.name)
        value = figure.start
    match figure.kind:
        case "number":
            return _number(figure, figure.label, value)
        case "switch":
            return _flag(figure, value)
        case "pick":
            return _known(figure, value)
        case "many":
            return _several(figure, value)
        case "each":
            return _each(figure, value)
        case _:
            return _text(figure, value)


def _number(figure: Figure, label: str, value: Json) -> Json:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not figure.least <= value <= figure.most or (value * figure.parts) % 1:
        kind = "a whole number" if figure.parts == 1 else f"a number in steps of {1 / figure.parts:g}"
        raise Refused(f"{label} must be {kind} from {figure.least} to {figure.most}.", figure.name)
    return int(value) if value == int(value) else float(value)


def _flag(figure: Figure, value: Json) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{figure.label}: choose on or off.", figure.name)
    return value


def _known(figure: Figure, value: Json) -> str:
    if not isinstance(value, str) or value not in figure.options():
        raise Refused(f"{figure.label}: choose from {_some_of(figure.options().values())}.", figure.name)
    return value


def _several(figure: Figure, value: Json) -> list[str]:
    if not isinstance(value, list | tuple):
        raise Refused(f"{figure.label} must be a list.", figure.name)
    return list(dict.fromkeys(_known(figure, one) for one in value))


def _each(figure: Figure, value: Json) -> dict[str, Json]:
    if not isinstance(value, Mapping):
        raise Refused(f"{figure.label} needs a number for each name.", figure.name)
    known = figure.options()
    for name in value:
        _known(figure, name)
    if figure.whole and (missing := [label for key, label in known.items() if key not in value]):
        raise Refused(f"{figure.label}: {_some_of(missing)} is missing.", figure.name)
    return {name: _number(figure, known[name], value[name]) for name in known if name in value}


def _text(figure: Figure, value: Json) -> str:
    if not isinstance(value, str) or len(value) > figure.most:
        raise Refused(f"{figure.label} must be a text of at most {figure.most} characters.", figure.name)
    if _UNFIT.search(value):
        raise Refused(f"{figure.label} has characters that cannot be saved. Remove them.", figure.name)
    if figure.start is None and not value.strip():
        raise Refused(f"{figure.label} is missing.", figure.name)
    if figure.name == NAME.name:
        check_name(value.strip(), figure.name)
    return value.strip()


def _some_of(labels: Iterable[str]) -> str:
    said = [label or "none" for label in labels]
    return ", ".join(said) if len(said) <= _FEW else f"{', '.join(said[:_FEW])} and {len(said) - _FEW} more"


#: The most options that a refusal lists.
_FEW = 12


# -- what a game has already ------------------------------------------------------------------------------------------


def plain(value: Any) -> Json:
    """A value of an entry as JSON has it."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def carried(told: Told, *names: str) -> dict[str, Json]:
    """The figures that a thing carries with it, so that it stays what it was when it was picked up."""
    return {name: told[name] for name in names if name in told}


# -- what every game's shelves are made of ----------------------------------------------------------------------------

#: The source that lists give for an entry of a campaign's own.
OURS = "From this campaign"

T = TypeVar("T")


def named(entries: Mapping[str, object], none: str = "") -> dict[str, str]:
    """The names of entries (or labels) by key, as options; ``none`` is the label for picking none, if one may.

    Entries that a campaign keeps back are left out: even those who may not write may ask what could be written.
    """
    offers = lying_open().offers
    names = {key: one if isinstance(one, str) else str(getattr(one, "name", key)) for key, one in entries.items()}
    listed = {key: name for key, name in names.items() if offers(key)}
    return {"": none, **listed} if none else listed


def spelled(*keys: str) -> dict[str, str]:
    """Keys as options, each labelled by its words."""
    return {key: key.replace("_", " ") for key in keys}


def listed(key: str, shown: Entry, told: Told) -> Entry:
    """An entry of a campaign's own as lists show it: its own description, and the figures as the game shows them."""
    return Entry(key, shown.name, str(told["description"]), shown.facts, OURS)


def thing(kind: str, *figures: str) -> Callable[[str, Told], Item]:
    """A function from key and figures to the thing that is picked up, of this kind, carrying these figures."""
    return lambda key, told: Item(str(told["name"]), kind, entry=key, stats=carried(told, *figures))


def by_section(shelves: Iterable[Shelf]) -> dict[str, Shelf]:
    return {shelf.section: shelf for shelf in shelves}
