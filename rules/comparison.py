"""Entries of one section beside each other: a row for each figure, and which rows differ."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import NAME, Figure, Shelf, Told
from rules.engine.kernel import CLOSED, Json, opened
from rules.engine.system.protocol import System
from rules.selectors import MECHANICS, TERMS, Section

#: The fewest and the most entries that stand beside each other.
LEAST, MOST = 2, 4
#: A cell for an entry without the figure.
MISSING = "–"


@dataclass(frozen=True, slots=True)
class Compared:
    """An entry beside others; ``figures`` as its form would ask for them, ``None`` where it has only its facts."""

    entry: Entry
    figures: Told | None = None
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of all entries, in their order; neighbours with the same ``under`` share that heading.

    Text that every entry has of its own is ``prose``: that it differs says nothing.
    """

    label: str
    cells: tuple[str, ...]
    under: str = ""
    prose: bool = False

    @property
    def differs(self) -> bool:
        return not self.prose and len(set(self.cells)) > 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """A table of entries: its columns, its rows, and the entries that may be added while there is room."""

    columns: tuple[Compared, ...]
    rows: tuple[Row, ...]
    others: tuple[Entry, ...]
    only_differing: bool = False

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """The rows to show, by the heading that they share; empty for those without one."""
        shown = [row for row in self.rows if row.differs or not self.only_differing]
        return [(under, list(listed)) for under, listed in groupby(shown, key=lambda row: row.under)]

    @property
    def address(self) -> str:
        """The query by which others open the same columns."""
        return _query(one.entry.key for one in self.columns)

    @property
    def headed(self) -> list[tuple[Compared, str]]:
        """The columns, each with the query of the table without it; empty where too few would be left."""
        keys = [one.entry.key for one in self.columns]
        spare = len(keys) > LEAST
        return [(one, _query(key for key in keys if key != one.entry.key) if spare else "") for one in self.columns]


def compare(
    shelf: Shelf | None, found: Sequence[Compared], entries: Iterable[Entry], *, only_differing: bool
) -> Comparison:
    """The table of the first entries that were ``found``; ``entries`` are all of the section."""
    columns = tuple(found[:MOST])
    keys = {one.entry.key for one in columns}
    others = () if len(columns) == MOST else tuple(one for one in entries if one.key not in keys)
    return Comparison(columns, tuple(_rows(shelf, columns)) if len(columns) >= LEAST else (), others, only_differing)


def can_compare(section: str) -> bool:
    """Whether entries of the section have figures: words and numbered rules have none."""
    return section not in (TERMS, MECHANICS)


def of_the_game(system: System, section: Section, keys: Iterable[str]) -> list[Compared]:
    """The game's entries of these keys, in this order; keys that the section has not are left out."""
    shelf = system.shelves().get(section.key)
    with opened(CLOSED):
        figures = shelf.own() if shelf else {}
    entries = {entry.key: entry for entry in section.entries}
    return [Compared(entries[key], figures.get(key)) for key in dict.fromkeys(keys) if key in entries]


def _query(keys: Iterable[str]) -> str:
    return urlencode([("entry", key) for key in keys])


def _rows(shelf: Shelf | None, compared: Sequence[Compared]) -> list[Row]:
    """The rows of a table: by the figures of the shelf where all entries have them, else by their facts."""
    told = [one.figures for one in compared if one.figures is not None]
    if shelf is None or len(told) < len(compared):
        found = _by_fact([one.entry.facts for one in compared])
    else:
        facts = tuple(_joined(one.entry.facts, " · ") for one in compared)
        figures = (row for figure in shelf.figures for row in _by_figure(figure, told))
        found = [Row("At a glance", facts, prose=True), *figures]
    summaries = Row("In a sentence", tuple(one.entry.summary or MISSING for one in compared), prose=True)
    return [row for row in (summaries, *found) if set(row.cells) != {MISSING}]


# -- by figure --------------------------------------------------------------------------------------------------------


def _by_figure(figure: Figure, told: Sequence[Told]) -> list[Row]:
    """The rows of one figure; none where no entry has it. The name heads its column, long texts are read elsewhere."""
    values = [one.get(figure.name) for one in told]
    if figure.name == NAME.name or figure.long or all(_is_blank(figure, value) for value in values):
        return []
    if figure.kind == "each":
        return list(_by_option(figure, [value if isinstance(value, Mapping) else {} for value in values]))
    return [Row(figure.label, tuple(_cell(figure, value) for value in values))]


def _by_option(figure: Figure, values: Sequence[Mapping[str, Json]]) -> Iterator[Row]:
    for key, label in figure.options().items():
        if any(key in value for value in values):
            cells = tuple(_number(figure, value[key]) if key in value else MISSING for value in values)
            yield Row(label[:1].upper() + label[1:], cells, figure.label)


def _is_blank(figure: Figure, value: Json) -> bool:
    return value in (None, "", [], {}, ()) or (not value and figure.start in (0, False))


def _cell(figure: Figure, value: Json) -> str:
    match figure.kind:
        case "switch":
            return "yes" if value else "no"
        case "number":
            return _number(figure, value)
        case "pick":
            return figure.options().get(str(value), "") or MISSING
        case "many":
            labels, picked = figure.options(), value if isinstance(value, Sequence) else ()
            return ", ".join(labels[str(one)] for one in picked if str(one) in labels) or MISSING
        case _:
            return str(value or "") or MISSING


def _number(figure: Figure, value: Json) -> str:
    if not value and figure.zero:
        return figure.zero
    return f"{value} {figure.unit}" if figure.unit else f"{value}"


# -- by fact ----------------------------------------------------------------------------------------------------------

#: "HP 42", "encumbrance 1": words, and the figure behind them.
_LABELLED = re.compile(r"([^\d+−-]+) ([+−]?\d.*)")
#: "STR 18 AGI 20 TOU 16": several of them in one fact.
_SEVERAL = re.compile(r"(?:[A-Z]{2,4} \d+ ?){2,}")
_ONE = re.compile(r"([A-Z]{2,4}) (\d+)")


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact as its entry says it, cut into a label and a value where it has both."""

    said: str
    label: str = ""
    value: str = ""


def _by_fact(facts: Sequence[Sequence[str]]) -> list[Row]:
    """A row for each label that several entries have, and one for all else that their facts say."""
    split = [[part for fact in one for part in _parts(fact)] for one in facts]
    counted = Counter(label for one in split for label in dict.fromkeys(fact.label for fact in one) if label)
    shared = [label for label, count in counted.items() if count > 1]
    labelled = [
        Row(label[:1].upper() + label[1:], tuple(_joined(f.value for f in one if f.label == label) for one in split))
        for label in shared
    ]
    rest = tuple(_joined(fact.said for fact in one if fact.label not in shared) for one in split)
    return [*labelled, Row("Also" if labelled else "Figures", rest)]


def _parts(fact: str) -> list[_Fact]:
    if _SEVERAL.fullmatch(fact):
        return [_Fact(f"{label} {value}", label, value) for label, value in _ONE.findall(fact)]
    found = _LABELLED.fullmatch(fact)
    return [_Fact(fact, found[1], found[2])] if found else [_Fact(fact)]


def _joined(said: Iterable[str], by: str = ", ") -> str:
    return by.join(said) or MISSING
