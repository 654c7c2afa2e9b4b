"""Pictures as they leave the house: asked for at each request, whoever remembers the address."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from campaigns.audience import access
from campaigns.audience.pictures import may_see
from campaigns.models import Campaign, Membership, Picture
from campaigns.pictures import files, fogged
from campaigns.pictures.grids import Grid
from rules.engine.kernel import Encounter

#: In the address of a ground, the name of what changes with the fog on it: browsers then fetch it again.
FOGGED = "fog"
#: Only the browser that was shown a picture may keep it, and asks each time whether it may still show it.
_PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}


@dataclass(frozen=True, slots=True)
class Ground:
    """The picture under a board: its address for pages, its size in pixels, and the grid that was found in it."""

    url: str
    width: int
    height: int
    grid: Grid | None = None


def ground(campaign: Campaign, encounter_id: str, fog: str = "") -> Ground | None:
    """The ground of an encounter, for whoever may open it; ``None`` where it has none.

    ``fog`` is the mark of the fog that lies on it for whoever looks; empty for game masters, and where there is none.
    """
    if encounter_id not in campaign.pictures_by_owner:
        return None
    found = Picture.objects.filter(campaign=campaign, of=encounter_id, width__gt=0).first()
    if found is None:
        return None
    url = address(found.public_id, "whole")
    return Ground(f"{url}?{urlencode({FOGGED: fog})}" if fog else url, found.width, found.height, grid_of(found))


def grid_of(picture: Picture) -> Grid | None:
    """The grid that was found in a picture."""
    side, left, top = picture.grid_side, picture.grid_left, picture.grid_top
    if not picture.is_there or side is None or left is None or top is None:
        return None
    return Grid(side, left, top)


def address(picture_id: str, size: str) -> str:
    """The address of a picture for pages."""
    return reverse("campaigns:picture", args=(picture_id, size))


def answer(request: HttpRequest, user: Any, picture_id: str, size: str) -> HttpResponse:
    """One size of a picture, or 304 for who has it; 404 for everybody who may not see what it shows."""
    # Who asks comes first: else the headers would tell an address that is from one that is not.
    access.person(user)
    found = get_object_or_404(Picture.objects.select_related("campaign"), public_id=picture_id, width__gt=0)
    return answer_to(request, access.membership(user, found.campaign.public_id), found, size)


def answer_to(request: HttpRequest, member: Membership, picture: Picture, size: str) -> HttpResponse:
    """One size of a picture of the member's campaign; 404 for who may not see what it shows."""
    if size not in files.SIZES or not may_see(member, picture):
        raise Http404
    # The projector of a game master asks for it as players see it.
    board = fogged.board_under(picture) if not member.is_gm or FOGGED in request.GET else None
    return _sent_fogged(request, picture.public_id, size, board) if board else sent(request, picture.public_id, size)


def sent(request: HttpRequest, picture_id: str, size: str) -> HttpResponse:
    """One size of a picture that whoever asks may see, or 304 for who has it."""
    # An address never shows another picture: its name is its tag.
    return _answered(request, f"{picture_id}.{size}", lambda: files.content(picture_id, size))


def _sent_fogged(request: HttpRequest, picture_id: str, size: str, board: Encounter) -> HttpResponse:
    """A ground with fog on it; the small square would show what lies in the fog."""
    if size != "whole":
        raise Http404
    return _answered(request, f"{picture_id}.{fogged.mark(board)}", lambda: fogged.content(picture_id, board))


def _answered(request: HttpRequest, tag: str, read: Callable[[], bytes | None]) -> HttpResponse:
    headers = {"ETag": f'"{tag}"', **_PRIVATE}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return HttpResponse(status=304, headers=headers)
    content = read()
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/webp", headers=headers)
