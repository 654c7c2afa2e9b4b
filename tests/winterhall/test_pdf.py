"""PDF files: what is written stands in them, nothing is fetched, and a hall that cannot make them says so."""

import re
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.request import OpenerDirector

import pytest
from django.test import Client
from PIL import ImageFile

from rules.registry import SYSTEMS
from winterhall.web import pdf
from winterhall.web.pdf import is_possible, made_of

needs_library = pytest.mark.skipif(not is_possible(), reason="the libraries that draw text are not here")


def pages_of(body: bytes) -> int:
    """The number of pages of a PDF, whose parts may be packed."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", body, re.DOTALL)
    told = [body]
    for part in packed:
        try:
            told.append(zlib.decompress(part))
        except zlib.error:
            continue
    return sum(len(re.findall(rb"/Type\s*/Page\b(?!s)", part)) for part in told)


@needs_library
def test_html_becomes_a_page() -> None:
    body = made_of("<!doctype html><h1>Rook</h1>")
    assert body.startswith(b"%PDF-")
    assert pages_of(body) == 1


@needs_library
@pytest.mark.parametrize("cut_by", ["harfbuzz", "fonttools"])
def test_the_same_html_is_the_same_file_tomorrow(monkeypatch: pytest.MonkeyPatch, cut_by: str) -> None:
    fonts = import_module("weasyprint.pdf.fonts")
    if cut_by == "fonttools":
        monkeypatch.setattr(fonts, "harfbuzz_subset", None)
    files = []
    for day in range(2):
        monkeypatch.setattr("fontTools.misc.timeTools.time.time", lambda day=day: 1_800_000_000 + 86_400 * day)
        made_of.cache_clear()
        files.append(made_of("<!doctype html><h1>Rook</h1>"))
    assert files[0] == files[1]


@needs_library
def test_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(OpenerDirector, "open", lambda self, request, *_: opened.append(request.full_url))
    there = tmp_path / "there.svg"
    there.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    made_of.cache_clear()
    body = made_of(f'<!doctype html><img src="{there.as_uri()}"><img src="http://elsewhere.example/a.png">')
    assert (pages_of(body), opened) == (1, [])


@needs_library
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_a_blank_sheet_takes_one_or_two_pages(client: Client, monkeypatch: pytest.MonkeyPatch, system: Any) -> None:
    monkeypatch.setattr(pdf, "made_of", made_of)
    answer = client.get(f"/games/{system.slug}/sheet.pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert re.fullmatch(r'inline; filename="[a-z0-9-]+-blank-sheet\.pdf"', answer.headers["Content-Disposition"])
    assert pages_of(answer.content) in (1, 2)


def test_a_hall_without_the_library_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "is_possible", lambda: False)
    answer = client.get(f"/games/{SYSTEMS[0].slug}/sheet.pdf")
    assert answer.status_code == 503
    assert "Pango" in answer.content.decode()


def test_whoever_waits_too_long_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "PATIENCE", 0.01)
    with pdf._ONE_AT_A_TIME:
        answer = client.get(f"/games/{SYSTEMS[0].slug}/sheet.pdf")
    assert (answer.status_code, "Try again" in answer.content.decode()) == (503, True)
    assert client.get(f"/games/{SYSTEMS[0].slug}/sheet.pdf").status_code == 200


def test_a_missing_library_is_told_once_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr(pdf, "_library", missing)
    is_possible.cache_clear()
    try:
        assert is_possible() is False
    finally:
        is_possible.cache_clear()


@needs_library
def test_pictures_that_people_send_are_judged_as_before() -> None:
    pdf._library()
    assert ImageFile.LOAD_TRUNCATED_IMAGES is False
