"""Images that people send: judged before they are decoded, then made anew as WebP in two sizes.

What is kept is painted from pixels alone: place and camera (EXIF), colour profiles, and whatever else a file carried
with it or behind it are left behind.
"""

import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import IO

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from campaigns.pictures.grids import Grid, grid_in
from rules.engine.kernel import Refused

#: The most bytes of a file, and of pixels in it: what phones take, and at most 170 MB of memory while it is read.
MOST_BYTES = 8_000_000
MOST_PIXELS = 12_500_000
#: A decoder of WebP holds several frames at once.
MOST_PIXELS_OF_WEBP = 8_000_000
#: The longest side of a file that is read at all; whatever is thinner than this shows nothing.
LONGEST_SIDE = 16_000
SHORTEST_SIDE = 8
#: The side of the small square, and the longest side of a portrait and of a ground.
TOKEN = 128
PORTRAIT = 1_024
GROUND = 2_048
_READ_AT_ONCE = 64 * 1024
_QUALITY = 82
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
#: The chunks of a WebP that hold pixels alone, and the only flag of the header that says more of them.
_CHUNKS, _HAS_ALPHA = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"), 0x10
#: Decoders raise all of these at files that are broken, or made to break them.
_BROKEN = (
    OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, ArithmeticError,
    EOFError, MemoryError, RuntimeError, NotImplementedError, struct.error, zlib.error,
)  # fmt: skip
#: One picture is decoded at a time in each process, so that many of them cost no more memory than one.
_DECODING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Made:
    """A picture as it is kept: a small square and the whole, both WebP, and the size of the whole in pixels."""

    token: bytes
    whole: bytes
    width: int
    height: int
    #: The grid that is drawn in a ground, as far as one was found.
    grid: Grid | None = None


def read(stream: IO[bytes]) -> bytes:
    """The bytes of a picture; refused as soon as they are too many, without reading the rest."""
    found = bytearray()
    while piece := stream.read(_READ_AT_ONCE):
        found += piece
        if len(found) > MOST_BYTES:
            raise Refused(f"This picture is too large. Choose one of at most {MOST_BYTES // 1_000_000} MB.", "picture")
    return bytes(found)


def make(body: bytes, longest: int = PORTRAIT) -> Made:
    """The picture made anew, its longer side at most ``longest``; refused in a sentence where it is none."""
    if not body:
        raise Refused("No picture yet. Choose a file.", "picture")
    with _DECODING, _in_words(), Image.open(BytesIO(body), formats=_FORMATS) as image:
        _judge(image)
        whole = _drawn(image, longest)
        grid = grid_in(whole) if longest == GROUND else None
        return Made(_webp(_token(whole)), _webp(whole), *whole.size, grid)


def adopt(body: bytes, longest: int = PORTRAIT) -> Made:
    """A picture that another hall kept: decoded all the same, and painted anew unless it is as `make` makes them."""
    if not _is_bare_webp(body):
        return make(body, longest)
    with _DECODING, _in_words(), Image.open(BytesIO(body), formats=("WEBP",)) as image:
        _judge(image)
        size = image.size
        whole = _drawn(image, longest)
        if whole.size == size:
            return Made(_webp(_token(whole)), body, *size)
    return make(body, longest)


def _is_bare_webp(body: bytes) -> bool:
    """Whether bytes are a WebP of one frame, and nothing else: no profile, no camera, nothing behind it."""
    if body[:4] != b"RIFF" or body[8:12] != b"WEBP" or int.from_bytes(body[4:8], "little") + 8 != len(body):
        return False
    at = 12
    while at + 8 <= len(body):
        name, size = body[at : at + 4], int.from_bytes(body[at + 4 : at + 8], "little")
        if name not in _CHUNKS or (name == b"VP8X" and body[at + 8] & ~_HAS_ALPHA):
            return False
        at += 8 + size + size % 2
    return at == len(body)


def _token(whole: Image.Image) -> Image.Image:
    """The small square of a picture."""
    return ImageOps.fit(whole, (TOKEN, TOKEN), Image.Resampling.LANCZOS, centering=(0.5, 0.35))


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refused(f"This picture has too many pixels. {_smaller(MOST_PIXELS)}", "picture") from None
    except UnidentifiedImageError:
        raise Refused("Winterhall cannot read this file. Choose a JPEG, PNG, WebP or GIF picture.", "picture") from None
    except _BROKEN:
        raise Refused("This picture is damaged. Save it again, or choose another one.", "picture") from None


def _judge(image: ImageFile.ImageFile) -> None:
    """Refuse a picture by its header, which says how large it will be before anything is decoded."""
    width, height = image.size
    most = MOST_PIXELS_OF_WEBP if image.format == "WEBP" else MOST_PIXELS
    if width * height > most or max(width, height) > LONGEST_SIDE:
        raise Refused(f"This picture has {width:,} × {height:,} pixels. {_smaller(most)}", "picture")
    if min(width, height) < SHORTEST_SIDE:
        raise Refused(f"This picture has {width:,} × {height:,} pixels, too few to show anything.", "picture")


def _smaller(most: int) -> str:
    return f"Make it {most // 1_000_000} megapixels at most."


def _drawn(image: ImageFile.ImageFile, longest: int) -> Image.Image:
    """The first frame, upright, in plain colours, made small while it is decoded where its format can."""
    image.draft("RGB", (longest, longest))
    image.load()
    orientation = image.getexif().get(0x0112)
    plain = _plain(image)
    plain.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    return _upright(plain, orientation)


def _plain(image: Image.Image) -> Image.Image:
    """The image in red, green and blue, and with what is see-through where it has that."""
    if image.mode.startswith("I"):
        # 16 bits of grey: the upper eight are shown.
        return image.convert("I").point(lambda grey: grey / 256).convert("L").convert("RGB")
    wanted = "RGBA" if image.has_transparency_data else "RGB"
    return image if image.mode == wanted else image.convert(wanted)


_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _upright(image: Image.Image, orientation: object) -> Image.Image:
    """The image as the camera was held (orientation of EXIF)."""
    turn = _TURNS.get(orientation) if isinstance(orientation, int) else None
    return image if turn is None else image.transpose(turn)


def _webp(image: Image.Image) -> bytes:
    found = BytesIO()
    image.info.clear()
    image.save(found, "WEBP", quality=_QUALITY, method=4)
    return found.getvalue()
