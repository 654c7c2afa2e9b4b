"""Tables of creatures: what is right is taken, what is wrong is told by row and column, and nothing comes half."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from campaigns.homebrew import compendium, editor, table_file
from campaigns.homebrew.table_file import Fault, read
from rules.engine.content import homebrew
from rules.engine.content.homebrew import checked
from rules.engine.kernel import Refused
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast
from tests.toy import BIRDS

GOOD = "Name,Coins\nJay,4\nCrow,\n"
MIXED = "Name,Coins,Feathers\nJay,4,blue\nCrow,many,\n,2,\nRook,99,\n"


def address(cast: Cast, section: str = "creatures") -> str:
    return f"/campaigns/{cast.campaign.public_id}/compendium/{section}/import/"


def send(client: Client, cast: Cast, body: bytes) -> Any:
    return client.post(address(cast), {"file": SimpleUploadedFile("birds.csv", body)})


def take(client: Client, cast: Cast, text: str, what: str = "all", key: str = "k1") -> HttpResponse:
    return client.post(address(cast), {"text": text, "take": what, "key": key})


def names(cast: Cast) -> list[str]:
    return sorted(page.name for page in compendium.pages(cast.gm))


def test_each_fault_is_told_by_row_and_column() -> None:
    found = read(BIRDS, MIXED)
    assert [one.figures["name"] for one in found.good] == ["Jay"]
    assert [(one.row, one.column) for one in found.faults] == [(1, "Feathers"), (3, "Coins"), (4, "Name"), (5, "Coins")]
    assert found.faults[1] == Fault(3, "Coins", "“many” is not a number.")
    assert found.bad == 3


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_tables_of_any_spreadsheet_are_read(between: str) -> None:
    found = read(BIRDS, f"\ufeffCOINS{between}name\r\n4{between}Jay\r\n\r\n{between}Crow\r\n")
    assert [(one.row, one.figures["name"], one.figures["coins"]) for one in found.good] == [
        (2, "Jay", 4),
        (4, "Crow", 3),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("Name", "no entries"),
        ("Beak,Claw\n1,2", "No column here is known"),
        ('Name\n"Jay', "cannot be read"),
        ("Name\nJay\0", "cannot be read|cannot be saved"),
        ("Name\n" + "Jay\n" * 101, "more than 100"),
        ("Name\n" + "J" * 200_000, "too large"),
    ],
)
def test_no_table_is_refused_in_a_sentence(text: str, told: str) -> None:
    try:
        said = " ".join(fault.sentence for fault in read(BIRDS, text).faults)
    except Refused as refused:
        said = refused.sentence
    assert any(part in said for part in told.split("|"))


@pytest.mark.parametrize("body", [b"\xff\xfeN\x00a\x00", "Name\nJäger".encode("latin-1"), b"PK\x03\x04\xff\x80"])
def test_other_encodings_are_refused(cast: Cast, body: bytes) -> None:
    answer = send(client_of(cast.gm), cast, body)
    assert (answer.status_code, "CSV UTF-8" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "=HYPERLINK(x)"])
def test_formulas_are_told(cell: str) -> None:
    found = read(BIRDS, f"Name,What it is\nJay,{cell}\n{cell},\n")
    assert [fault.row for fault in found.faults] == [2, 3]
    assert all("formula" in fault.sentence for fault in found.faults)


def test_a_row_that_is_too_long_and_a_column_twice() -> None:
    found = read(BIRDS, "Name,name,Coins\nJay,Crow,4\nRook,,4,5\n")
    assert [(one.row, one.column) for one in found.faults] == [(1, "Name"), (3, "")]
    assert [one.figures["name"] for one in found.good] == ["Jay"]


def test_looking_saves_nothing_and_taking_saves_once(cast: Cast) -> None:
    gm = client_of(cast.gm)
    before = names(cast)
    answer = send(gm, cast, GOOD.encode())
    assert answer.status_code == 200
    assert "Jay" in answer.content.decode()
    assert names(cast) == before
    for _ in range(2):
        assert take(gm, cast, GOOD).status_code == 302
    assert names(cast) == sorted([*before, "Jay", "Crow"])
    assert {page.secret for page in compendium.pages(cast.gm).filter(name__in=["Jay", "Crow"])} == {True}


def test_a_table_with_faults_is_taken_in_part_only_if_that_is_said(cast: Cast) -> None:
    gm = client_of(cast.gm)
    before = names(cast)
    assert take(gm, cast, MIXED).status_code == 422
    assert names(cast) == before
    assert take(gm, cast, MIXED, "good").status_code == 302
    assert names(cast) == sorted([*before, "Jay"])


def test_nothing_is_half_written(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    before, add = names(cast), editor.add

    def failing(member: Any, section: str, told: Any) -> Any:
        if told["name"] == "Crow":
            raise Refused("No more birds.")
        return add(member, section, told)

    monkeypatch.setattr(editor, "add", failing)
    answer = take(client_of(cast.gm), cast, GOOD)
    assert (answer.status_code, "No more birds." in answer.content.decode()) == (422, True)
    assert names(cast) == before


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_whatever_a_game_has_comes_back_from_its_table(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_file, "_EXAMPLES", 1_000)
    monkeypatch.setattr(table_file, "MOST_ROWS", 1_000)
    for section, shelf in system.shelves().items():
        found = {one.row: dict(one.figures) for one in read(shelf, table_file.example(shelf)).good}
        for row, told in enumerate(shelf.own().values(), 2):
            # A few things of the books are what nobody may write: a weapon without a skill.
            with suppress(Refused):
                assert found.get(row) == checked(shelf, told), (section, told["name"])


def test_a_label_of_several_things_is_not_guessed() -> None:
    figure = homebrew.pick("stone", "Stone", lambda: {"a": "Stone", "b": "stone", "c": "Rock"})
    shelf = replace(BIRDS, figures=(*BIRDS.figures, replace(figure, start="c")))
    found = read(shelf, "Name,Stone\nJay,stone\nCrow,b\nRook,Rock\nDaw,Gravel\n")
    assert [one.figures["stone"] for one in found.good] == ["b", "c"]
    assert [one.sentence for one in found.faults] == [
        "“stone” could mean several things. Enter a or b.",
        "“Gravel” is not among the choices.",
    ]


def test_the_example_is_taken_as_it_is(cast: Cast) -> None:
    answer = client_of(cast.gm).get(address(cast, "charms"), {"example": "1"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="charms-example.csv"'
    assert answer.content.decode().splitlines() == ["Name,What it is,Luck", "Clover,Four leaves.,1"]


def test_every_column_is_written_about(cast: Cast) -> None:
    text = client_of(cast.gm).get(address(cast)).content.decode()
    for figure in BIRDS.figures:
        assert f"<dt>{figure.label}</dt>" in text


def post(client: Client, cast: Cast, body: Any, key: str = "t1") -> Any:
    where = f"/api/v1/campaigns/{cast.campaign.public_id}/homebrew/table/"
    headers = {"Idempotency-Key": key}
    return client.post(where, json.dumps(body), content_type="application/json", headers=headers)


def test_programs_look_and_take(cast: Cast) -> None:
    gm = client_of(cast.gm)
    before = names(cast)
    seen = post(gm, cast, {"section": "creatures", "csv": MIXED})
    assert seen.status_code == 200, seen.content
    assert (seen.json()["good"], seen.json()["written"], len(seen.json()["faults"])) == (1, [], 4)
    assert post(gm, cast, {"section": "creatures", "csv": MIXED, "take": "all"}, "t2").json()["written"] == []
    first, second = (post(gm, cast, {"section": "creatures", "csv": GOOD, "take": "all"}, "t3").json() for _ in "12")
    assert first == second
    assert len(first["written"]) == 2
    assert names(cast) == sorted([*before, "Jay", "Crow"])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"section": "creatures"},
        {"section": "creatures", "csv": 7},
        {"section": "creatures", "csv": ""},
        {"section": "nothing", "csv": GOOD},
        {"section": "creatures", "csv": GOOD, "take": "more"},
        {"section": "creatures", "csv": "x" * 200_001},
        [],
    ],
)
def test_programs_are_refused_in_a_sentence(cast: Cast, body: Any) -> None:
    answer = post(client_of(cast.gm), cast, body)
    assert answer.status_code == 422
    assert answer.json()["detail"]
