"""Entries of a campaign's own from a table (CSV): one row an entry, one column a figure of the section's form.

A cell of several options has them between semicolons; with a number beside each, where the figure has numbers:
``dagger; club``, ``agility 12; strength 8``. Options go by their key or their label.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import transaction

from campaigns.homebrew import editor
from campaigns.models import Homebrew, Membership
from rules.engine.content.homebrew import Figure, Shelf, Told, checked
from rules.engine.kernel import CLOSED, Json, Refused, opened

#: The most bytes of a table, and the most entries in it.
MOST_BYTES, MOST_ROWS = 200_000, 100
#: The most letters of a cell that a fault repeats.
_REPEATED = 40
#: The entries of the game that stand in an example.
_EXAMPLES = 2
_YES, _NO = ("yes", "y", "true", "1", "x", "on"), ("no", "n", "false", "0", "", "off")
_WHOLE, _NUMBER = re.compile(r"[-+]?\d{1,9}"), re.compile(r"[-+]?\d{1,9}[.,]\d{1,6}")
_WITH_NUMBER = re.compile(r"(.+?)[\s:=]+([-+]?\d{1,9}(?:[.,]\d{1,6})?)")
#: Signs with which a cell begins that a spreadsheet would reckon out.
_FORMULA = ("=", "@")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a table: its line, counted as a spreadsheet does, its column if it is of one, and a sentence."""

    row: int
    column: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Good:
    """A row that can be taken: its line, and its figures as they are kept."""

    row: int
    figures: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table as it was read: the rows that can be taken, and everything that is wrong with the others."""

    good: tuple[Good, ...]
    faults: tuple[Fault, ...]

    @property
    def bad(self) -> int:
        """The number of rows that cannot be taken."""
        return len({fault.row for fault in self.faults if fault.row > 1})


class _Wrong(Exception):
    """A cell that cannot be read, with the sentence that says why."""


# -- reading ----------------------------------------------------------------------------------------------------------


def text_of(body: bytes) -> str:
    """The text of a file; refused where it is none, or too large."""
    if len(body) > MOST_BYTES:
        raise Refused(f"This table is too large: at most {MOST_BYTES // 1_000} kB.", "file")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("This file is not UTF-8 text. Save it as “CSV UTF-8”.", "file") from None


def read(shelf: Shelf, text: str) -> TableRead:
    """The entries that a table tells of; refused where it is no table at all."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise Refused(f"This table is too large: at most {MOST_BYTES // 1_000} kB.", "file")
    lines = _lines(text.lstrip("\ufeff"))
    if not lines:
        raise Refused("This table is empty. Its first row names the columns.", "file")
    (_, head), *rows = lines
    columns, faults = _columns(shelf, head)
    if not any(columns):
        known = ", ".join(headings(shelf).values())
        raise Refused(f"No column here is known. Possible: {known}.", "file")
    if not rows:
        raise Refused("This table has a row of names and no entries below it.", "file")
    good: list[Good] = []
    for number, cells in rows:
        found = _row(shelf, columns, number, cells)
        if isinstance(found, Good):
            good.append(found)
        else:
            faults += found
    return TableRead(tuple(good), tuple(faults))


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The rows with anything in them, each with its number; the first of them names the columns."""
    first = text.partition("\n")[0]
    between = max(",;\t", key=first.count)
    try:
        # A cell may hold lines of its own: rows are counted as a spreadsheet shows them.
        read_in = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
        rows = [(number, cells) for number, cells in enumerate(islice(read_in, 10 * MOST_ROWS), 1) if any(cells)]
    except csv.Error as error:
        raise Refused(
            "This table cannot be read: a quotation mark is not closed, or a cell is too long.", "file"
        ) from error
    if len(rows) > MOST_ROWS + 1:
        raise Refused(f"This table has more than {MOST_ROWS} entries. Split it into several.", "file")
    return rows


def _columns(shelf: Shelf, head: Sequence[str]) -> tuple[list[Figure | None], list[Fault]]:
    """The figure of each column, and what is wrong with their names; an unknown column is told of and left out."""
    heads = headings(shelf)
    by_name = {_plain(name): one for one in shelf.figures for name in (one.name, heads[one.name])}
    columns: list[Figure | None] = []
    faults: list[Fault] = []
    for name in head:
        figure = by_name.get(_plain(name))
        if figure is None and name.strip():
            faults.append(Fault(1, name.strip()[:_REPEATED], "This column is not known and is left out."))
        elif figure and figure in columns:
            faults.append(Fault(1, figure.label, "This column appears twice. The first one counts."))
            figure = None
        columns.append(figure)
    return columns, faults


def headings(shelf: Shelf) -> dict[str, str]:
    """The heading of each figure's column, by the figure's name: its label, or the name where several are so called."""
    often = Counter(_plain(figure.label) for figure in shelf.figures)
    return {one.name: one.label if often[_plain(one.label)] == 1 else one.name for one in shelf.figures}


def _row(shelf: Shelf, columns: Sequence[Figure | None], number: int, cells: Sequence[str]) -> Good | list[Fault]:
    """A row that can be taken, or everything that is wrong with it."""
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        return [Fault(number, "", f"This row has {len(cells)} cells; there are {len(columns)} columns.")]
    told: dict[str, Json] = {}
    faults: list[Fault] = []
    for figure, cell in zip(columns, cells, strict=False):
        if figure and cell.strip():
            try:
                told[figure.name] = _told(figure, cell.strip())
            except _Wrong as wrong:
                faults.append(Fault(number, figure.label, str(wrong)))
    return faults or _checked(shelf, number, told)


def _checked(shelf: Shelf, number: int, told: Told) -> Good | list[Fault]:
    """The row as its game takes it; one fault at a time, each figure by itself."""
    labels = {figure.name: figure.label for figure in shelf.figures}
    try:
        return Good(number, checked(shelf, told))
    except Refused as refused:
        return [Fault(number, labels.get(refused.field, ""), refused.sentence)]


# -- one cell ---------------------------------------------------------------------------------------------------------


def _told(figure: Figure, cell: str) -> Json:
    """The value of a cell, for the check of the section to look at."""
    if cell.startswith(_FORMULA):
        raise _Wrong(f"“{cell[:_REPEATED]}” is a formula. Enter its value.")
    match figure.kind:
        case "number":
            return _number(cell)
        case "switch":
            return _flag(cell)
        case "pick":
            return _option(figure, cell)
        case "many":
            return [_option(figure, one) for one in _parts(cell)]
        case "each":
            return dict(_with_number(figure, one) for one in _parts(cell))
        case _:
            return cell


def _number(cell: str) -> Json:
    if _WHOLE.fullmatch(cell):
        return int(cell)
    if _NUMBER.fullmatch(cell):
        return float(cell.replace(",", "."))
    raise _Wrong(f"“{cell[:_REPEATED]}” is not a number.")


def _flag(cell: str) -> bool:
    if cell.casefold() in _YES:
        return True
    if cell.casefold() in _NO:
        return False
    raise _Wrong(f"“{cell[:_REPEATED]}” is neither yes nor no.")


def _parts(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def _option(figure: Figure, text: str) -> str:
    keys = {_plain(key): key for key in figure.options()}
    named = _by_label(figure).get(_plain(text), [])
    if len(named) == 1:
        return named[0]
    if key := keys.get(_plain(text)):
        return key
    if named:
        raise _Wrong(f"“{text[:_REPEATED]}” could mean several things. Enter {' or '.join(named)}.")
    raise _Wrong(f"“{text[:_REPEATED]}” is not among the choices.")


def _by_label(figure: Figure) -> dict[str, list[str]]:
    """The keys of the options that are so labelled, by label as it is compared."""
    found: dict[str, list[str]] = {}
    for key, label in figure.options().items():
        found.setdefault(_plain(label), []).append(key)
    return found


def _with_number(figure: Figure, text: str) -> tuple[str, Json]:
    found = _WITH_NUMBER.fullmatch(text)
    if found is None:
        raise _Wrong(f"“{text[:_REPEATED]}” has no number. Enter a name and its number, like “Stealth 3”.")
    return _option(figure, found[1]), _number(found[2])


def _plain(name: str) -> str:
    """A name as it is compared: small letters, and neither spaces nor signs."""
    return re.sub(r"[\W_]+", "", name).casefold()


# -- writing ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def take(member: Membership, section: str, good: Sequence[Good]) -> list[Homebrew]:
    """Write the entries, each as one of the campaign's own: all of them or none."""
    return [editor.add(member, section, one.figures) for one in good]


def example(shelf: Shelf) -> str:
    """A table to begin with: every column, and two entries that the game has."""
    with opened(CLOSED):
        entries = list(islice(shelf.own().values(), _EXAMPLES))
    written = io.StringIO(newline="")
    rows = csv.writer(written)
    rows.writerow(headings(shelf).values())
    rows.writerows([[_cell(figure, one.get(figure.name)) for figure in shelf.figures] for one in entries])
    return written.getvalue()


def _cell(figure: Figure, value: Json) -> str:
    """The cell of a value, as :func:`_told` reads it."""
    several = {key for keys in _by_label(figure).values() if len(keys) > 1 for key in keys}
    labels = {key: label for key, label in figure.options().items() if key not in several}
    if isinstance(value, Mapping):
        return "; ".join(f"{labels.get(name, name)} {number}" for name, number in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(labels.get(str(one), str(one)) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return ""
    # An empty cell is the value that the form begins with: none of the options has to be said where that is another.
    is_named = figure.kind == "pick" and (value != "" or figure.start != "")
    return labels.get(str(value), str(value)) if is_named else str(value)
