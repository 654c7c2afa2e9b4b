"""Pages and files travel compressed; answers that programs write by keep their tags."""

import gzip
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings
from servestatic.compress import Compressor

from rules.registry import SYSTEMS
from tests.helpers import make_cast

pytestmark = pytest.mark.django_db

ZIPS = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_comes_compressed_to_a_browser_that_asks_for_it(client: Client) -> None:
    plain = client.get("/games/")
    small = client.get("/games/", headers=ZIPS)
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(plain.content) / 2
    assert gzip.decompress(small.content).startswith(b"<!doctype html>")


def test_an_answer_that_programs_write_by_keeps_its_tag(client: Client) -> None:
    cast = make_cast(SYSTEMS[0].slug)
    client.force_login(cast.anna.user)
    answer = client.get(f"/api/v1/characters/{cast.rook.public_id}/", headers=ZIPS)
    assert answer.status_code == 200
    assert answer["ETag"].startswith('"')
    assert "Content-Encoding" not in answer


def collect(settings: Settings, folder: Path) -> None:
    """Collect the static files as a hall does when it opens."""
    settings.STATIC_ROOT = folder
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "winterhall.web.backends.HashedFiles"}}
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["rest_framework", "admin"])


def test_the_style_sheets_are_collected_into_one(settings: Settings, tmp_path: Path) -> None:
    collect(settings, tmp_path)
    (whole,) = tmp_path.glob("css/index.????????????.css")
    text = whole.read_text()
    assert "@import" not in text
    assert "@layer components {" in text
    assert "@media print {" in text
    for each in tmp_path.glob("fonts/*.????????????.woff2"):
        assert f"../fonts/{each.name}" in text
    assert gzip.decompress(Path(f"{whole}.gz").read_bytes()).decode() == text


def test_what_is_compressed_already_is_not_compressed_again(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect(settings, tmp_path)
    made = {path: path.read_bytes() for path in tmp_path.rglob("*.gz")}
    compressed: list[str] = []
    zipped = Compressor.compress_gzip

    def noted(data: bytes) -> bytes:
        compressed.append("gzip")
        return zipped(data)

    monkeypatch.setattr(Compressor, "compress_gzip", staticmethod(noted))
    collect(settings, tmp_path)
    assert compressed == []
    # A hall that was broken off while it compressed has no list of what is done: it does it all again.
    (tmp_path / "staticfiles.json").unlink()
    next(iter(made)).write_bytes(b"half of a")
    collect(settings, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.gz")} == made
