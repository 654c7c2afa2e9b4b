"""Pictures: what is read and what is refused, what is left of a file, who sees it, and what becomes of old files."""

import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaigns.models import Campaign, Picture
from campaigns.pictures import files, images, services, serving
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.engine.kernel import Refused
from tests.helpers import Cast
from tests.pictures import hang, painted

ROOT = Path(__file__).parent.parent.parent
UNREADABLE = "Winterhall cannot read this file. Choose a JPEG, PNG, WebP or GIF picture."
DAMAGED = "This picture is damaged. Save it again, or choose another one."
TOO_MANY = "This picture has too many pixels. Make it 12 megapixels at most."
NOISE = Image.effect_noise((300, 300), 80)


def noisy(kind: str) -> bytes:
    found = BytesIO()
    NOISE.save(found, kind)
    return found.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_picture_is_made_anew_in_two_sizes(kind: str) -> None:
    made = images.make(painted(1_600, 1_200, kind))
    token, whole = (Image.open(BytesIO(one)) for one in (made.token, made.whole))
    assert (token.format, token.size, whole.format, whole.size) == ("WEBP", (128, 128), "WEBP", (1_024, 768))
    assert (made.width, made.height) == (1_024, 768)


def test_a_small_picture_is_not_blown_up_and_a_ground_may_be_larger() -> None:
    assert images.make(painted(40, 30)).width == 40
    assert images.make(painted(3_000, 1_500), images.GROUND).width == 2_048


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "1", "I;16"])
def test_every_kind_of_colour_is_read(mode: str) -> None:
    found = BytesIO()
    (Image.new(mode, (40, 30), 40_000) if mode == "I;16" else Image.new("RGB", (40, 30)).convert(mode)).save(
        found, "PNG"
    )
    assert Image.open(BytesIO(images.make(found.getvalue()).whole)).size == (40, 30)


def test_what_is_see_through_stays_so() -> None:
    found = BytesIO()
    Image.new("RGBA", (40, 40), (255, 0, 0, 0)).save(found, "PNG")
    assert Image.open(BytesIO(images.make(found.getvalue()).whole)).mode == "RGBA"


def test_a_photo_stands_upright_and_tells_nothing_of_where_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Spycamera"
    exif.get_ifd(0x8825)[1] = "N"
    made = images.make(painted(400, 200, "JPEG", exif=exif, comment=b"a spy took this"))
    whole = Image.open(BytesIO(made.whole))
    assert whole.size == (200, 400)
    # The left half lay at the top when the camera was held upright.
    red, _, blue = whole.convert("RGB").getpixel((100, 50))
    assert (red > 200, blue < 50) == (True, True)
    assert not whole.getexif()
    assert all(word not in made.whole + made.token for word in (b"Spycamera", b"spy took", b"EXIF", b"XMP", b"ICCP"))


def test_nothing_of_a_second_file_behind_the_first_is_kept() -> None:
    made = images.make(painted() + b"PK\x03\x04<script>alert(1)</script>")
    assert b"script" not in made.whole + made.token


def flat(width: int, height: int) -> bytes:
    """A picture of one colour: a few bytes for very many pixels."""
    found = BytesIO()
    Image.new("1", (width, height)).save(found, "PNG")
    return found.getvalue()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "No picture yet. Choose a file."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", UNREADABLE),
        (b"GIF89a/*<html><script>*/=1;", None),
        (b"%PDF-1.7", UNREADABLE),
        (b"PK\x03\x04" + painted(), UNREADABLE),
        (painted(kind="BMP"), UNREADABLE),
        (painted(kind="TIFF"), UNREADABLE),
        (noisy("PNG")[:20_000], DAMAGED),
        (noisy("JPEG")[:20_000], DAMAGED),
        (noisy("WEBP")[:20_000], DAMAGED),
        (noisy("GIF")[:20_000], DAMAGED),
        (painted(4, 4), "This picture has 4 × 4 pixels, too few to show anything."),
        (flat(10_000, 5_000), "This picture has 10,000 × 5,000 pixels. Make it 12 megapixels at most."),
        (flat(20_000, 20), "This picture has 20,000 × 20 pixels. Make it 12 megapixels at most."),
        (painted(4_000, 3_000, "WEBP"), "This picture has 4,000 × 3,000 pixels. Make it 8 megapixels at most."),
    ],
    ids=lambda one: one[:12].decode("latin-1") if isinstance(one, bytes) else "",
)
def test_what_is_no_picture_is_refused_in_a_sentence(body: bytes, sentence: str | None) -> None:
    with pytest.raises(Refused) as refused:
        images.make(body)
    assert refused.value.field == "picture"
    assert refused.value.sentence == sentence if sentence else refused.value.sentence in (UNREADABLE, DAMAGED)


class Endless:
    """A stream that never ends, and counts what was read of it."""

    read_of_it = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        self.read_of_it += size
        return b"x" * size


def test_a_file_that_is_too_large_is_not_read_to_its_end() -> None:
    endless = Endless()
    with pytest.raises(Refused, match="at most 8 MB"):
        images.read(endless)  # type: ignore[arg-type]
    assert endless.read_of_it < 8_200_000


def bomb(side: int) -> bytes:
    """A square of one colour, written row by row: some hundred kilobytes that would fill the memory of a machine."""
    deflate, row = zlib.compressobj(9), bytes(1 + side // 8)
    rows = b"".join(deflate.compress(row) for _ in range(side)) + deflate.flush()
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    told = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)


#: A program of its own measures the most that it held: what the kernel counts from when it began.
MEASURED = """
import re, sys
from campaigns.pictures import images
from rules.engine.kernel import Refused
try:
    images.make(open(sys.argv[1], "rb").read())
    print("made")
except Refused as error:
    print(error.sentence)
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: bomb(30_000), TOO_MANY),
        (lambda: painted(4_032, 3_024, mode="LA"), "made"),
        (lambda: painted(4_032, 3_024, "JPEG", progressive=True, subsampling=0), "made"),
        (lambda: painted(3_200, 2_400, "WEBP", "RGBA", method=0), "made"),
    ],
    ids=["bomb", "grey", "progressive", "webp"],
)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells how much a program held")
def test_a_picture_costs_little_memory(tmp_path: Path, make: Callable[[], bytes], said: str) -> None:
    file = tmp_path / "picture"
    file.write_bytes(make())
    # The limit holds, too, where nothing is measured: a decoder that wants more than 1 GB is cut off.
    limited = ["sh", "-c", 'ulimit -v 1048576; exec "$@"', "sh", sys.executable, "-c", MEASURED, str(file)]
    told = subprocess.run(limited, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ})
    sentence, megabytes = told.stdout.split("\n")[:2]
    assert sentence == said
    assert int(megabytes) <= 200


# -- files -------------------------------------------------------------------------------------------------------------


def names_kept() -> set[str]:
    shelves = default_storage.listdir(files.FOLDER)[0] if default_storage.exists(files.FOLDER) else []
    return {one.partition(".")[0] for shelf in shelves for one in default_storage.listdir(f"{files.FOLDER}/{shelf}")[1]}


def test_the_files_before_go_after_the_commit(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first = hang(cast.campaign, cast.rook).public_id
    with django_capture_on_commit_callbacks() as waiting:
        second = hang(cast.campaign, cast.rook, seen=1).public_id
    assert {first, second} <= names_kept()
    for callback in waiting:
        callback()
    assert (first in names_kept(), second in names_kept()) == (False, True)
    with django_capture_on_commit_callbacks(execute=True):
        services.take_away(cast.campaign, cast.rook, seen=2)
    assert second not in names_kept()


def test_files_that_no_row_names_are_swept_once_they_are_old(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hung = hang(cast.campaign, cast.rook).public_id
    left = files.keep(images.make(painted()))
    default_storage.save(f"{files.FOLDER}/zz/something.else", ContentFile(b"?"))
    assert files.sweep() == 0
    assert left in names_kept()
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr("campaigns.pictures.files.timezone.now", lambda: later)
    call_command("sweep_pictures")
    assert "files removed." in capsys.readouterr().out
    assert names_kept() == {hung}


# -- who sees them -----------------------------------------------------------------------------------------------------


def get(cast: Cast, who: str, picture: Picture, **headers: str) -> int:
    browser = Client()
    browser.force_login(getattr(cast, who).user)
    return browser.get(serving.address(picture.public_id, "token"), headers=headers).status_code


EVERYBODY = ("gm", "anna", "boris", "olga")
HIDDEN, SHOWN = [200, 404, 404, 404], [200, 200, 200, 200]


@pytest.mark.parametrize(
    ("hidden", "secret_fight", "expected"), [(True, False, HIDDEN), (False, True, HIDDEN), (False, False, SHOWN)]
)
def test_a_secret_creature_is_shown_to_those_who_meet_it(
    cast: Cast, hidden: bool, secret_fight: bool, expected: list[int]
) -> None:
    magpie = cast.creature()
    picture = hang(cast.campaign, magpie)
    assert [get(cast, who, picture) for who in EVERYBODY] == HIDDEN
    bridge = cast.encounter(secret=secret_fight)
    perform(cast.gm, Intent("join", {"hidden": hidden}, magpie.public_id, bridge.public_id))
    assert [get(cast, who, picture) for who in EVERYBODY] == expected


def test_a_browser_that_has_it_asks_whether_it_may_still_show_it(cast: Cast) -> None:
    picture = hang(cast.campaign, cast.rook)
    browser = Client()
    browser.force_login(cast.boris.user)
    address = serving.address(picture.public_id, "token")
    first = browser.get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert (first.headers["Content-Type"], first.headers["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    known = {"If-None-Match": first.headers["ETag"]}
    assert (browser.get(address, headers=known).status_code, browser.get(address, headers=known).content) == (304, b"")
    cast.boris.delete()
    assert browser.get(address, headers=known).status_code == 404


def test_a_ground_has_an_address_and_a_size_for_the_board(cast: Cast) -> None:
    bridge = cast.encounter()
    assert serving.ground(cast.campaign, bridge.public_id) is None
    hung = hang(cast.campaign, bridge)
    # The campaign of one request remembers which pictures it has; the next looks again.
    found = serving.ground(Campaign.objects.get(pk=cast.campaign.pk), bridge.public_id)
    assert found == serving.Ground(f"/pictures/{hung.public_id}/whole/", 40, 30)
