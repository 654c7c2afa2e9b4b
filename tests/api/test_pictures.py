"""Pictures for programs: written once, by the version that was seen, and refused in a sentence."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse

from campaigns.models import Entry, Picture
from campaigns.pictures import files
from tests.api.programs import Programs
from tests.campaigns.test_grids import squared
from tests.helpers import Cast
from tests.pictures import hang, painted

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(cast: Cast) -> str:
    return f"/characters/{cast.rook.public_id}/picture/"


def problem(answer: HttpResponse) -> tuple[int, str]:
    told: dict[str, Any] = json.loads(answer.content)
    return answer.status_code, told["detail"]


def test_a_portrait_comes_changes_and_goes(programs: Programs, here: str) -> None:
    none = {"id": None, "version": 0, "token": None, "whole": None, "width": 0, "height": 0, "grid": None}
    assert programs.anna.read(here) == none
    first = programs.anna.put(here, painted(), If_Match='"0"')
    told = json.loads(first.content)
    assert (first.status_code, first.headers["ETag"], told["width"], told["height"]) == (200, '"1"', 40, 30)
    assert programs.boris.read(here) == told
    shown = programs.boris.get(told["token"].removeprefix("/api/v1"), Accept="image/webp")
    assert (shown.status_code, shown.headers["Content-Type"]) == (200, "image/webp")
    second = json.loads(programs.anna.put(here, painted(60, 60), If_Match='"1"').content)
    assert second["token"] != told["token"]
    assert programs.boris.get(told["token"].removeprefix("/api/v1")).status_code == 404
    gone = programs.gm.send("DELETE", here, If_Match='"2"')
    assert json.loads(gone.content) == none | {"version": 3}
    assert programs.anna.get(second["token"].removeprefix("/api/v1")).status_code == 404
    again = programs.gm.send("DELETE", here, If_Match='"3"')
    assert problem(again) == (422, "There is no picture to remove.")


def test_it_is_no_entry_of_the_chronicle(cast: Cast, programs: Programs, here: str) -> None:
    before = Entry.objects.count()
    assert programs.anna.put(here, painted(), If_Match='"0"').status_code == 200
    assert Entry.objects.count() == before


def test_the_version_that_was_seen_is_asked_for(programs: Programs, here: str) -> None:
    assert programs.anna.put(here, painted()).status_code == 428
    assert programs.anna.put(here, painted(), If_Match='"0"').status_code == 200
    late = programs.gm.put(here, painted(), If_Match='"0"')
    assert late.status_code == 412
    assert json.loads(late.content)["fresh"]["version"] == 1
    assert programs.gm.send("DELETE", here, If_Match='"0"').status_code == 412


def test_a_key_that_comes_again_writes_nothing(programs: Programs, here: str) -> None:
    sent = {"If_Match": '"0"', "Idempotency_Key": "once"}
    first, again = (programs.anna.put(here, painted(), **sent) for _ in range(2))
    assert (again.status_code, again.content) == (200, first.content)
    assert Picture.objects.get().version == 1
    other = programs.anna.put(here, painted(50, 50), **sent)
    assert (other.status_code, json.loads(other.content)["type"]) == (422, "urn:winterhall:problem:key-reused")


def test_a_write_that_fails_leaves_no_file(
    programs: Programs, here: str, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang(cast.campaign, cast.rook)
    kept: list[str] = []
    keep = files.keep
    monkeypatch.setattr(files, "keep", lambda made: kept.append(keep(made)) or kept[-1])
    assert programs.anna.put(here, painted(), If_Match='"0"').status_code == 412
    assert [files.content(kept[0], size) for size in files.SIZES] == [None, None]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"x" * 8_000_001, "This picture is too large. Choose one of at most 8 MB."),
        (b"<svg/>", "Winterhall cannot read this file. Choose a JPEG, PNG, WebP or GIF picture."),
        (painted()[:60], "This picture is damaged. Save it again, or choose another one."),
        (b"", "No picture yet. Choose a file."),
    ],
    ids=["large", "svg", "truncated", "empty"],
)
def test_a_refusal_says_what_is_wrong(programs: Programs, here: str, body: bytes, sentence: str) -> None:
    assert problem(programs.anna.put(here, body, If_Match='"0"')) == (422, sentence)


def test_a_ground_may_be_larger_than_a_portrait(cast: Cast, programs: Programs) -> None:
    bridge = cast.encounter()
    answer = programs.gm.put(f"/encounters/{bridge.public_id}/ground/", painted(2_500, 1_000), If_Match='"0"')
    assert json.loads(answer.content)["width"] == 2_048


def test_a_ground_tells_of_the_squares_that_are_drawn_in_it(cast: Cast, programs: Programs) -> None:
    ground = f"/encounters/{cast.encounter().public_id}/ground/"
    sent = BytesIO()
    squared(900, 700, 35, 3, 5).save(sent, "PNG")
    told = json.loads(programs.gm.put(ground, sent.getvalue(), If_Match='"0"').content)
    assert told["grid"]["side"] == pytest.approx(35, rel=0.01)
    assert programs.gm.read(ground)["grid"] == told["grid"]
    gone = json.loads(programs.gm.send("DELETE", ground, If_Match='"1"').content)
    assert gone["grid"] is None
