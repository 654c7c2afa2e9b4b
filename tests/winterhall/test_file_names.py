"""Names of files: those that strangers give are nowhere shown alive, those that the hall gives hold plain letters."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.campaigns.journal_payloads import PAYLOADS
from tests.campaigns.test_journal_markup import own
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, cast_for_a_file, plug_in_toy
from winterhall.web.file_names import file_name

pytestmark = pytest.mark.django_db

#: Names that also mean something to file systems and to headers.
NAMES = (
    *PAYLOADS,
    "../../etc/passwd",
    "a\r\nSet-Cookie: a=b",
    'a"; filename="b.exe',
    "\u202egnp.exe",
    "CON",
    ".",
    "x" * 300,
)
#: What is in the files: nothing that anybody reads, and an archive and a character that hold the name inside as well.
CONTENTS = ("no file of ours", "archive", "character")


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with cast_for_a_file(django_db_blocker) as made:
        yield made


def content(kind: str, name: str) -> bytes:
    if kind == "character":
        return json.dumps({"kind": "winterhall.character", "name": name, "system": name, name: name}).encode()
    if kind == "archive":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(name.replace("\0", "") or "x", name)
        return packed.getvalue()
    return kind.encode()


def multipart(field: str, name: str, sent: bytes) -> bytes:
    """A form with one file, as somebody writes it by hand: no browser would send such names."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    head = f'--here\r\nContent-Disposition: form-data; name="{field}"; filename="{quoted}"\r\n'
    return f"{head}Content-Type: {quoted}\r\n\r\n".encode() + sent + b"\r\n--here--\r\n"


@pytest.mark.parametrize("kind", CONTENTS)
@pytest.mark.parametrize("field", ["archive", "file", "table"])
def test_no_name_of_a_file_that_is_sent_lives(
    cast: Cast, field: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in_toy(monkeypatch)
    here, client = f"/campaigns/{cast.campaign.public_id}", client_of(cast.gm)
    path = {
        "archive": "/campaigns/import/",
        "file": f"{here}/characters/import/",
        "table": f"{here}/compendium/creatures/import/",
    }[field]
    for name in NAMES[CONTENTS.index(kind) :: len(CONTENTS)]:
        sent = multipart("archive" if field == "archive" else "file", name, content(kind, name))
        with transaction.atomic():
            answer: Any = client.post(path, sent, content_type="multipart/form-data; boundary=here")
            transaction.set_rollback(True)
        assert answer.status_code in {200, 302, 404, 422}, (name, answer.status_code)
        assert own(answer.content.decode()) == [], name
        assert "Set-Cookie: a" not in str(answer.headers)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Old Henk sheet", "old-henk-sheet.pdf"),
        ("Élowen’s Bow sheet", "elowens-bow-sheet.pdf"),
        ("../../etc sheet", "etc-sheet.pdf"),
        ("龍", "sheet.pdf"),
        ('a"b\r\nX: y', "a-b-x-y.pdf"),
    ],
)
def test_names_of_files(words: str, name: str) -> None:
    assert file_name(words, "pdf", "sheet") == name


def test_names_that_are_given_hold_plain_letters() -> None:
    for name in NAMES:
        given = file_name(name, "winterhall.zip", "campaign")
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.winterhall\.zip", given), (name, given)
        assert len(given) < 120
