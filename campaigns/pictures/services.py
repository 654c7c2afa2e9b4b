"""Writing pictures. They are no entries of the chronicle: bytes are not rules, and nothing hangs on them."""

from functools import partial
from typing import Protocol

from django.db import transaction

from campaigns.chronicle import notify, record
from campaigns.models import Campaign, Picture
from campaigns.pictures import files
from campaigns.pictures.images import Made
from campaigns.play.intent import refuse_stale
from rules.engine.kernel import NotNow


class Shown(Protocol):
    """A thing that can have a picture: a campaign, or one of its documents."""

    public_id: str


def of(campaign: Campaign, shown: Shown) -> Picture:
    """The picture of a thing; one that is not there, of version 0, where it never had any."""
    found = Picture.objects.filter(campaign=campaign, of=shown.public_id).first()
    return found or Picture(campaign=campaign, of=shown.public_id)


@transaction.atomic
def show(campaign: Campaign, shown: Shown, *, made: Made, name: str, seen: int) -> Picture:
    """Let files that were kept under ``name`` be the picture of a thing, and remove those of the one before."""
    picture = _locked(campaign, shown, seen)
    _remove_on_commit(picture)
    picture.public_id, picture.width, picture.height = name, made.width, made.height
    grid = made.grid
    picture.grid_side, picture.grid_left, picture.grid_top = (
        (grid.side, grid.left, grid.top) if grid else (None, None, None)
    )
    return _written(campaign, picture)


@transaction.atomic
def take_away(campaign: Campaign, shown: Shown, *, seen: int) -> Picture:
    """Leave a thing without a picture."""
    picture = _locked(campaign, shown, seen)
    if not picture.is_there:
        raise NotNow("There is no picture to remove.")
    _remove_on_commit(picture)
    picture.width = picture.height = 0
    return _written(campaign, picture)


def _locked(campaign: Campaign, shown: Shown, seen: int) -> Picture:
    """The picture, which nobody else changes until the transaction ends; refused if it changed since it was seen."""
    picture = of(record.lock(campaign.pk), shown)
    refuse_stale(shown, picture.version, seen)
    return picture


def _remove_on_commit(picture: Picture) -> None:
    if picture.is_there:
        transaction.on_commit(partial(files.remove, picture.public_id), robust=True)


def _written(campaign: Campaign, picture: Picture) -> Picture:
    picture.version += 1
    picture.save()
    notify.picture_on_commit(campaign, picture.of)
    return picture
