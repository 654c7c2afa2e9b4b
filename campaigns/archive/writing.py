"""Writing an archive: the rows of every part, piece by piece, with the same bytes each time."""

from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import IO

from django.db import transaction

from campaigns.archive import parts
from campaigns.archive.format import CAMPAIGN, HEAD, VERSION, CampaignRow, Head, PersonRow, Row
from campaigns.archive.package import Writer
from campaigns.archive.parts import Leaving
from campaigns.archive.pictures import file_name
from campaigns.chronicle import record
from campaigns.models import Campaign, Picture
from campaigns.pictures import files
from rules import codec
from rules.engine.kernel import NotNow

#: The rows and bytes after which a part goes on in another file, so that no reader needs all of it at once.
ROWS, BYTES = 1_000, 2_000_000
#: The bytes of an archive that are kept in memory while it is made.
_IN_MEMORY = 8_000_000
#: The most bytes that are sent to a browser or a program.
MOST_SENT = 64_000_000
#: The end of their names.
ENDING = "winterhall.zip"
_README = """\
A campaign of {hall}, as an archive that any Winterhall can import ({format}, version {version}).

campaign.json   the campaign, its game and its house rules
people.json     everybody named in it
members.json    its members and their roles
entries.json    everything that happened, in order
journal/        the pages of the journal as Markdown, for reading; journal.json is what is imported
pictures/       pictures, by the ids in pictures.json

Everything secret is in here, too: it is for the game master.
"""


def write(campaign: Campaign, *, addresses: bool = False) -> IO[bytes]:
    """The archive of a campaign, as a file to be read from its beginning; with ``addresses`` those of its people."""
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - whoever asked reads it, and closes it
    writer = Writer(file)
    # Locked, so that it is one moment that is written.
    with transaction.atomic():
        locked = record.lock(campaign.pk)
        _write_rows(writer, locked, addresses=addresses)
        pictures = list(Picture.objects.filter(campaign=locked, width__gt=0).order_by("public_id"))
    for picture in pictures:
        content = files.content(picture.public_id, "whole")
        if content is not None:
            writer.add(file_name(picture.public_id), content, packed=False)
    writer.close()
    file.seek(0)
    return file


def _write_rows(writer: Writer, campaign: Campaign, *, addresses: bool) -> None:
    leaving = Leaving(campaign)
    about = leaving.row(CampaignRow, campaign)
    writer.add("README.txt", _README.format(hall="Winterhall", format=CAMPAIGN, version=VERSION).encode())
    writer.add(HEAD, f"{codec.dump(Head(CAMPAIGN, VERSION, about))}\n".encode())
    for part in parts.parts():
        for number, piece in enumerate(_pieces(part.rows(leaving)), 1):
            writer.add(parts.piece_name(part.name, number), piece)
        for name, text in part.texts(leaving):
            writer.add(name, text.encode())
    hidden = {} if addresses else {"email": None}
    people = [leaving.row(PersonRow, user, **hidden) for user in leaving.people.values()]
    people.sort(key=lambda person: person.public_id)
    for number, piece in enumerate(_pieces(people), 1):
        writer.add(parts.piece_name("people", number), piece)


def _pieces(rows: Iterable[Row]) -> Iterator[bytes]:
    """Rows as JSON lists, each row on a line of its own; one empty list where there is none."""
    lines: list[str] = []
    size = 0
    for row in rows:
        line = codec.dump(row)
        if lines and (len(lines) == ROWS or size + len(line) > BYTES):
            yield _list(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    yield _list(lines)


def _list(lines: list[str]) -> bytes:
    return ("[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n").encode()


def for_download(campaign: Campaign) -> bytes:
    """The archive of a campaign, whole; refused where it is larger than what is sent to browsers and programs."""
    with write(campaign) as file:
        if file.seek(0, 2) > MOST_SENT:
            raise NotNow(
                f"This campaign is larger than {MOST_SENT // 1_000_000} MB, too large to download. "
                f"Whoever runs this Winterhall can export it: manage.py export {campaign.public_id} FILE."
            )
        file.seek(0)
        return file.read()
