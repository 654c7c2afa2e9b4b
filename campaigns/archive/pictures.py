"""Pictures in archives: a row for what is told of each, and its file.

A file is decoded like an upload. One that is as the hall keeps pictures stays as it is, so that going from hall to hall
costs no quality; any other is painted anew. The small square is made from it.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from campaigns.archive.format import Count, Moment, PublicId, Row, Small
from campaigns.archive.package import Reader
from campaigns.archive.parts import Arrival, Contents, Leaving, Part, keep_moments
from campaigns.models import Picture
from campaigns.pictures import files, images
from rules.engine.kernel import Refused

Pixels = Annotated[float, Meta(ge=-100_000, le=100_000)]
#: The parts whose things can have a picture.
SHOWN = ("campaign", "characters", "encounters", "journal")


class PictureRow(Row, kw_only=True):
    """The picture of the thing ``of``; there is a file of it if it has a size."""

    model = Picture
    of: PublicId
    public_id: PublicId
    version: Count
    width: Small = 0
    height: Small = 0
    grid_side: Annotated[float, Meta(gt=0, le=100_000)] | None = None
    grid_left: Pixels | None = None
    grid_top: Pixels | None = None
    changed_at: Moment


class PicturesPart(Part[PictureRow]):
    name = "pictures"
    shape = PictureRow

    def rows(self, leaving: Leaving) -> Iterator[PictureRow]:
        for picture in Picture.objects.filter(campaign=leaving.campaign).order_by("pk"):
            yield leaving.row(PictureRow, picture)

    def check(self, row: PictureRow, contents: Contents) -> None:
        if contents.things.get(row.of) not in SHOWN:
            raise Refused(f"pictures.json: {row.of} cannot have a picture.", "archive")
        contents.define(self.name, row.public_id)
        contents.define(self.name, f"picture of {row.of}")

    def keep(self, rows: Iterator[PictureRow], arrival: Arrival) -> None:
        made = []
        for row in rows:
            picture = Picture(campaign=arrival.campaign, **arrival.columns(row))
            found = arrival.contents.pictures.get(row.public_id)
            # A file that was replaced while the archive was made is missing in it.
            picture.width, picture.height = (found.width, found.height) if found else (0, 0)
            if found and found.grid:
                grid = found.grid
                picture.grid_side, picture.grid_left, picture.grid_top = grid.side, grid.left, grid.top
            made.append(picture)
        moments = [picture.changed_at for picture in made]
        Picture.objects.bulk_create(made)
        for picture, at in zip(made, moments, strict=True):
            picture.changed_at = at
        keep_moments(made, "changed_at")


def file_name(public_id: str) -> str:
    """The name of a picture's file in an archive."""
    return f"pictures/{public_id}.webp"


def decoded(row: PictureRow, package: Reader, *, is_ground: bool) -> images.Made | None:
    """The picture in the file of a row; ``None`` where there is none."""
    name = file_name(row.public_id)
    if not row.width or name not in package.names:
        return None
    body = package.read(name)
    if len(body) > images.MOST_BYTES:
        raise Refused(f"{name} is larger than any picture Winterhall keeps.", "archive")
    return images.adopt(body, images.GROUND if is_ground else images.PORTRAIT)


def keep_files(arrival: Arrival) -> None:
    """Write the files of pictures, as the last before the commit: whatever fails then leaves none."""
    kept: list[str] = []
    try:
        for name, made in arrival.contents.pictures.items():
            kept.append(files.keep(made, name))
    except BaseException:
        for name in kept:
            files.remove(name)
        raise
