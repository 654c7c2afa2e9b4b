"""Parts: each list of rows of an archive, who writes it, and who brings it in. Every app registers those of its models.

A part names its row class; what stands in that class is what is exported. `campaigns.archive.left_out` says why the
rest is not, and a test holds that both together are every column of every model.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import GenericAlias
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

import msgspec
from django.db import models

from campaigns.archive.format import CAMPAIGN, VERSION, CampaignRow, Head, PersonRow, Row
from campaigns.models import Campaign, Document
from campaigns.pictures.images import Made
from rules import codec
from rules.engine.kernel import Refused
from winterhall.accounts.models import User

R = TypeVar("R", bound=Row)
T = TypeVar("T", bound=Row)


# -- leaving ----------------------------------------------------------------------------------------------------------


@dataclass
class Leaving:
    """A campaign that is being exported, and the people whom its rows name, by primary key."""

    campaign: Campaign
    people: dict[int, User] = field(default_factory=dict)

    def person(self, pk: int | None) -> str | None:
        """The export id of a user, who stands among the archive's people from then on."""
        if pk is not None and pk not in self.people:
            # Keys in texts of JSON may be those of somebody who is gone.
            self.people |= {user.pk: user for user in User.objects.filter(pk=pk)}
        return self.people[pk].public_id if pk in self.people else None

    def row(self, shape: type[T], thing: Any, **more: Any) -> T:
        """The row of a thing: its columns, with ``more`` for those that stand otherwise in an archive."""
        columns = {name: more[name] if name in more else self._column(shape, thing, name) for name in fields_of(shape)}
        return shape(**columns)

    def _column(self, shape: type[Row], thing: Any, name: str) -> Any:
        column = shape.model._meta.get_field(name)
        if isinstance(column, models.ForeignKey):
            return self.person(getattr(thing, column.attname))
        value = getattr(thing, name)
        return codec.load(value) if name in shape.json_texts else value


# -- arriving ---------------------------------------------------------------------------------------------------------


@dataclass
class Contents:
    """The names that an archive defines, gathered while it is checked: nothing may refer to anything else."""

    head: Head
    people: set[str] = field(default_factory=set)
    #: The things that have an id, each with the name of its part.
    things: dict[str, str] = field(default_factory=dict)
    #: The ids of documents, of which entries tell.
    documents: set[str] = field(default_factory=set)
    #: The people who wrote entries.
    authors: set[str] = field(default_factory=set)
    #: The number of rows of each part.
    counts: Counter[str] = field(default_factory=Counter)
    #: The pictures, decoded, by their ids.
    pictures: dict[str, Made] = field(default_factory=dict)

    def define(self, part: str, public_id: str) -> None:
        """Take an id for a thing of this archive; refused if it stands for another already."""
        if public_id in self.things:
            raise Refused(f"{part}.json: {public_id} stands in this archive twice.", "archive")
        self.things[public_id] = part

    def refuse_unknown(self, part: str, public_id: str, among: Iterable[str]) -> None:
        """Refuse a reference to something that is not in this archive."""
        if public_id and public_id not in among:
            raise Refused(f"{part}.json names {public_id}, which is not in this archive.", "archive")


@dataclass
class Arrival:
    """A campaign that is being brought in: its row, and what has been written of it so far."""

    campaign: Campaign
    contents: Contents
    #: Who takes the place of each person, and who wrote what each of them wrote, by export id.
    places: Mapping[str, User]
    authors: Mapping[str, User]
    #: People who have an account here, but were not asked yet whether they want to belong to it.
    to_invite: frozenset[str] = frozenset()
    documents: dict[str, Document] = field(default_factory=dict)
    #: The primary keys of entries by their numbers.
    entries: dict[int, int] = field(default_factory=dict)

    def place(self, person: str | None) -> int | None:
        """The primary key of the user who takes a person's place."""
        return None if person is None else self.places[person].pk

    def columns(self, row: Row, **more: Any) -> dict[str, Any]:
        """The columns of a row for its model, with ``more`` for those that stand otherwise in an archive."""
        found: dict[str, Any] = {}
        for name in fields_of(type(row)):
            if name in more:
                continue
            value, column = getattr(row, name), _column_of(type(row), name)
            if isinstance(column, models.ForeignKey):
                # References to anything but people are for the part to find.
                if column.related_model is User:
                    found[column.attname] = self.place(value)
            elif column is not None:
                found[name] = codec.dump(value) if name in type(row).json_texts else value
        return found | more


def fields_of(shape: type[Row]) -> tuple[str, ...]:
    """The names of a row's fields, those of columns as the model calls them."""
    return tuple(shape.__struct_fields__)


def _column_of(shape: type[Row], name: str) -> Any:
    """The column that a field stands for; ``None`` for a list of rows that hang on it."""
    known = {column.name: column for column in shape.model._meta.concrete_fields}
    return known.get(name)


def keep_moments(rows: Iterable[models.Model], *names: str) -> None:
    """Write columns that the database otherwise fills with the moment of the import."""
    made = list(rows)
    if made:
        type(made[0])._default_manager.bulk_update(made, names, batch_size=200)


# -- parts ------------------------------------------------------------------------------------------------------------


class Part(Generic[R]):
    """A list of rows of an archive."""

    #: The name of its file, without .json.
    name: str
    shape: type[R]
    #: Whether its rows are documents of the chronicle.
    holds_documents: ClassVar[bool] = False

    def rows(self, leaving: Leaving) -> Iterator[R]:
        """The rows of a campaign, in an order that is the same wherever they are."""
        raise NotImplementedError

    def check(self, row: R, contents: Contents) -> None:
        """Refuse a row that cannot be brought in; ``contents`` holds what stands before it."""

    def keep(self, rows: Iterator[R], arrival: Arrival) -> None:
        """Write the rows of a campaign that is brought in."""
        raise NotImplementedError

    def finish(self, arrival: Arrival) -> None:
        """Make what follows from all rows together, once they are written."""

    def texts(self, leaving: Leaving) -> Iterator[tuple[str, str]]:
        """Files for people, which say again what the rows say: names with their texts."""
        yield from ()


_PARTS: list[Part[Any]] = []


def register(*parts: Part[Any]) -> None:
    """Let archives have these parts, behind those that are there."""
    _PARTS.extend(parts)


def parts() -> tuple[Part[Any], ...]:
    """All parts, in the order in which they are brought in: documents first, for everything else may name them."""
    return tuple(sorted(_PARTS, key=lambda part: not part.holds_documents))


# -- what is described ------------------------------------------------------------------------------------------------


def shapes() -> list[type[Row]]:
    """All classes of rows, those that lie in others behind them."""
    found: list[type[Row]] = [CampaignRow, PersonRow]
    for part in parts():
        _gather(part.shape, found)
    return found


def _gather(shape: Any, found: list[type[Row]]) -> None:
    if isinstance(shape, type) and issubclass(shape, Row):
        if shape not in found:
            found.append(shape)
            for one in msgspec.structs.fields(shape):
                _gather(one.type, found)
    elif get_origin(shape) is not None:
        for inner in get_args(shape):
            _gather(inner, found)


def schema() -> dict[str, Any]:
    """The JSON Schema of all documents of an archive; each is found under the name of its file."""
    listed = [Head, list[PersonRow], *(GenericAlias(list, (part.shape,)) for part in parts())]
    schemas, definitions = msgspec.json.schema_components(listed, ref_template="#/$defs/{name}")
    names = ("campaign", "people", *(part.name for part in parts()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{CAMPAIGN}, version {VERSION}",
        "description": "A document for each file of an archive; a file NAME-2.json goes on with the rows of NAME.json.",
        "properties": dict(zip(names, schemas, strict=True)),
        "$defs": definitions,
    }


#: The piece of a file's name that says which part it belongs to, and which piece of it it is.
PIECE = re.compile(r"([a-z_]+?)(?:-(\d+))?\.json")


def piece_name(part: str, number: int) -> str:
    """The name of the file with a piece of a part, counted from 1."""
    return f"{part}.json" if number == 1 else f"{part}-{number}.json"
