"""Grounds as players see them: with nothing left of the picture where fog lies on the board."""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO

from django.core.cache import cache
from PIL import Image, ImageDraw

from campaigns.models import Picture
from campaigns.models.documents import all_scenes
from campaigns.pictures import files
from rules import codec
from rules.engine.kernel import Encounter, FogArea, Ground

#: The colour of fog in a picture; pages draw their own over it.
_FOG = (38, 43, 51)
_KEPT = 600


def board_under(picture: Picture) -> Encounter | None:
    """The encounter with fog under whose board a picture lies; ``None`` for every other picture."""
    scene = all_scenes().filter(public_id=picture.of).first()
    state = codec.encounter_from(scene.body) if scene else None
    return state if state and state.fog else None


def mark(state: Encounter) -> str:
    """A short text that changes with the fog and with the place of the picture; empty where there is no fog."""
    return sha256(repr((state.fog, state.ground)).encode()).hexdigest()[:16] if state.fog else ""


def content(picture_id: str, state: Encounter) -> bytes | None:
    """The bytes of the whole ground as players see it; ``None`` where it lies nowhere, or was replaced meanwhile."""
    key = f"fogged:{picture_id}:{mark(state)}"
    kept: bytes | None = cache.get(key)
    if kept is not None or state.ground is None:
        return kept
    whole = files.content(picture_id, "whole")
    if whole is None:
        return None
    made = _covered(whole, state.ground, state.fog)
    cache.set(key, made, _KEPT)
    return made


def _covered(whole: bytes, lies: Ground, areas: Sequence[FogArea]) -> bytes:
    with Image.open(BytesIO(whole)) as image:
        shown = image.convert("RGB")
    fog = Image.new("1", shown.size)
    brush, pixels = ImageDraw.Draw(fog), shown.width / lies.width
    for one in areas:
        west, east = ((x - lies.left) * pixels for x in (one.x, one.to_x))
        north, south = ((lies.top - y) * pixels for y in (one.to_y, one.y))
        brush.rectangle((west, north, east, south), fill=one.is_covered)
    shown.paste(_FOG, mask=fog)
    found = BytesIO()
    shown.save(found, "WEBP", quality=80, method=2)
    return found.getvalue()
