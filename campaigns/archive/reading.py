"""Reading an archive: every row is checked before anything is written, and read again when it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, TypeVar

import msgspec

from campaigns.archive import parts, pictures
from campaigns.archive.format import CAMPAIGN, HEAD, VERSION, Head, PersonRow, Row, refuse_unfit
from campaigns.archive.package import Limits, Reader
from campaigns.archive.parts import PIECE, Contents, Part
from campaigns.archive.people import MemberRow, check_person
from rules import house_rules, registry
from rules.engine.character.names import check_name
from rules.engine.kernel import Refused
from winterhall.api.shapes import in_words

R = TypeVar("R", bound=Row)
T = TypeVar("T")
#: The most values of one document, about: each has a comma, a colon or a bracket before it.
_MOST_MARKS = 1_500_000


@dataclass(frozen=True)
class Archive:
    """An archive that was checked: its names, its people, and its file, from which its rows are read again."""

    package: Reader
    contents: Contents
    people: list[PersonRow]
    members: list[MemberRow]

    @property
    def head(self) -> Head:
        return self.contents.head

    def rows(self, part: Part[R]) -> Iterator[R]:
        """The rows of a part."""
        return _rows(self.package, part.name, part.shape)


def read(file: IO[bytes], limits: Limits) -> Archive:
    """The archive in a file; refused in a sentence where it is none, or holds what cannot be brought in."""
    package = Reader(file, limits)
    head = _head(package)
    contents = Contents(head)
    contents.define("campaign", head.campaign.public_id)
    _refuse_unknown_files(package)
    people = list(_rows(package, "people", PersonRow))
    for person in people:
        check_person(person, contents)
    members: list[MemberRow] = []
    for part in parts.parts():
        for row in _rows(package, part.name, part.shape):
            contents.counts[part.name] += 1
            part.check(row, contents)
            if isinstance(row, MemberRow):
                members.append(row)
            elif isinstance(row, pictures.PictureRow):
                is_ground = contents.things[row.of] == "encounters"
                made = pictures.decoded(row, package, is_ground=is_ground)
                contents.pictures |= {row.public_id: made} if made else {}
    return Archive(package, contents, people, members)


def _head(package: Reader) -> Head:
    """The first document; its format and version are looked at before anything else of it."""
    told = _decoded(package.read(HEAD), dict[str, Any], HEAD)
    if told.get("format") != CAMPAIGN:
        raise Refused("This is not a campaign archive.", "archive")
    if told.get("version") != VERSION:
        raise Refused(
            f"This archive has version {told.get('version')!r} of the format; this Winterhall reads version {VERSION}.",
            "archive",
        )
    refuse_unfit(told, HEAD)
    head = _converted(told, Head, HEAD)
    check_name(head.campaign.name)
    if head.campaign.system_slug not in {system.slug for system in registry.SYSTEMS}:
        raise Refused(f"This Winterhall does not have the game {head.campaign.system_slug!r}.", "archive")
    house_rules.checked(registry.system_named(head.campaign.system_slug), head.campaign.house_rules)
    return head


def _refuse_unknown_files(package: Reader) -> None:
    known = {"people", *(part.name for part in parts.parts())}
    for name in package.names:
        piece = PIECE.fullmatch(name)
        if piece and name != HEAD and piece[1] not in known:
            raise Refused(f"A campaign archive has no file {name!r}.", "archive")


def _rows(package: Reader, name: str, shape: type[R]) -> Iterator[R]:
    """The rows of the files of a part, one file after the other."""
    number = 1
    while number == 1 or parts.piece_name(name, number) in package.names:
        piece = parts.piece_name(name, number)
        for at, told in enumerate(_decoded(package.read(piece), list[Any], piece), 1):
            refuse_unfit(told, f"{piece}, row {at}")
            yield _converted(told, shape, f"{piece}, row {at}")
        number += 1


def _decoded(body: bytes, kind: type[T], name: str) -> T:
    if sum(map(body.count, (b",", b":", b"[", b"{"))) > _MOST_MARKS:
        raise Refused(f"{name} has more values than a file in an archive can have.", "archive")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise Refused(f"{name} cannot be read: its JSON is broken or has the wrong shape.", "archive") from error


def _converted(told: Any, shape: type[T], where: str) -> T:
    try:
        return msgspec.convert(told, shape)
    except msgspec.ValidationError as error:
        raise Refused(f"{where}: {in_words(str(error))[0]}", "archive") from error
