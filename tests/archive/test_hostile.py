"""Archives that somebody made to break the hall: refused in a sentence, and nothing of them is written."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.storage import default_storage

from campaigns.archive import reading
from campaigns.archive.package import FROM_BROWSERS, Limits
from campaigns.models import Campaign
from campaigns.pictures import files
from rules.engine.kernel import Refused
from tests.archive.halls import brought_in, rows
from tests.helpers import Cast
from tests.pictures import painted
from winterhall.accounts.models import User

Files = dict[str, bytes]
DEEP: Any = json.loads("[" * 90 + "]" * 90)


def unpacked(archive: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(files: Files) -> bytes:
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name, content)
    return found.getvalue()


def changed(files: Files, name: str, change: Callable[[Any], Any]) -> Files:
    """The files with the values of one changed; what a change returns takes their place."""
    told = json.loads(files[name])
    answer = change(told)
    return files | {name: json.dumps(told if answer is None else answer).encode()}


def first(**values: Any) -> Callable[[Any], None]:
    """A change of the first row."""
    return lambda rows: rows[0].update(values)


def without(name: str) -> Callable[[Any], None]:
    return lambda rows: rows[0].pop(name) and None


def entry_with(command: str, **values: Any) -> Callable[[Any], None]:
    return lambda rows: next(row for row in rows if row["command"] == command).update(values)


def more_coins(rows: Any) -> None:
    next(row for row in rows if row["name"] == "Rook")["body"]["resources"]["coins"]["now"] += 1


CHANGES: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "another format": ("campaign.json", lambda told: told.update(format="a-novel"), "not a campaign archive"),
    "a later version": ("campaign.json", lambda told: told.update(version=2), "this Winterhall reads version 1"),
    "a version in words": ("campaign.json", lambda told: told.update(version="1"), "this Winterhall reads version 1"),
    "a game of elsewhere": ("campaign.json", lambda told: told["campaign"].update(game="chess"), "not have the game"),
    "a house rule of elsewhere": (
        "campaign.json", lambda told: told["campaign"].update(house_rules={"odd": 1}), "no house rule",
    ),
    "a list for an object": ("campaign.json", lambda told: [], "its JSON is broken"),
    "an object for a list": ("members.json", lambda told: {}, "its JSON is broken"),
    "an unknown field": ("members.json", first(password="x"), "'password' does not belong here"),
    "a field too few": ("entries.json", without("hash"), "'hash' is missing"),
    "a number for a text": ("characters.json", first(name=3), "'name' must be a text"),
    "a moment without a zone": ("members.json", first(joined_at="2026-01-01T00:00:00"), "joined_at"),
    "an id with a line's end": ("people.json", first(id="abc\n"), "odd characters"),
    "a name with a NUL": ("people.json", first(display_name="An\0na"), "cannot be saved"),
    "a name that is turned round": ("people.json", first(display_name="An\u202ena"), "visible characters"),
    "a member whom nobody knows": ("members.json", first(user="nobody"), "not in this archive"),
    "a role of its own": ("members.json", first(role="god"), "no role"),
    "an author whom nobody knows": ("entries.json", first(by="nobody"), "not in this archive"),
    "an entry too few": ("entries.json", lambda rows: rows[1:], "entry 1 is missing"),
    "a document of elsewhere": ("entries.json", first(touches=[{"document": "elsewhere"}]), "not in this archive"),
    "a fact of no kind": ("entries.json", entry_with("toss", facts=[{"fact": "won_the_game"}]), "not a fact here"),
    "a fact without its fields": ("entries.json", entry_with("toss", facts=[{"fact": "rolled"}]), "not a fact here"),
    "a number beyond all columns": ("entries.json", entry_with("toss", given={"coins": 10**30}), "too large"),
    "values without end": ("entries.json", entry_with("toss", given={"a": DEEP}), "too deep"),
    "a roll that fell better": ("entries.json", entry_with("toss", given={"coins": 4}), "is not what was written"),
    "an entry that undoes itself": ("entries.json", first(undoes=1), "comes later"),
    "a sheet with more coins": ("characters.json", more_coins, "is not what the chronicle makes of it"),
    "a sheet of another shape": ("characters.json", lambda rows: rows[0]["body"].update(odd=1), "does not fit"),
    "a sheet that is none": ("characters.json", lambda rows: rows[0].update(body={"name": 3}), "cannot be read"),
    "an owner whom nobody knows": ("characters.json", first(owner="nobody"), "not in this archive"),
    "two of one id": ("characters.json", lambda rows: [*rows, rows[0]], "twice"),
    "a page without a title": ("journal.json", first(title=" "), "title"),
    "a block that is not closed": ("journal.json", first(text=":::gm\nmore"), "not closed"),
    "a page for nobody we know": ("journal.json", first(shared="world"), "is shared with"),
    "a picture of elsewhere": ("pictures.json", first(of="elsewhere"), "cannot have a picture"),
    "a summary that goes on": (
        "sessions.json", lambda rows: rows[0]["summary"].update(state="going"), "not 'going'",
    ),
    "a summary of another shape": (
        "sessions.json",
        lambda rows: rows[0]["summary"]["tellings"][0].update(body={"scenes": 3}),
        "a summary cannot be read",
    ),
    "a run that goes on": ("runs.json", first(state="going"), "is 'going'"),
    "a forecast of nothing": ("forecasts.json", first(encounter="nothing"), "not in this archive"),
    "a board of nothing": ("templates.json", first(board=[{"fact": "nothing"}]), "no board that can be drawn"),
    "a turn on a board": ("templates.json", first(board=[{"fact": "turn_began", "rung": "x"}]), "more on its board"),
    "a section of elsewhere": ("homebrew.json", first(section="planes"), "cannot add to"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_refused(archive: bytes, what: str) -> None:
    name, change, sentence = CHANGES[what]
    _refused(packed(changed(unpacked(archive), name, change)), sentence)


def _refused(archive: bytes, sentence: str) -> None:
    """Nothing of an archive is written into an empty hall, and the sentence says why."""
    with pytest.raises(Refused) as refused:
        brought_in(archive)
    assert sentence in refused.value.sentence
    assert {label: found for label, found in rows().items() if found} == {}
    assert not User.objects.exists()


def _but(files: Files, name: str) -> Files:
    return {one: content for one, content in files.items() if one != name}


FILES: dict[str, tuple[Callable[[Files], Files], str]] = {
    "a way out of the folder": (lambda files: files | {"../../etc/passwd": b"x"}, "has no file"),
    "a way from the root": (lambda files: files | {"/etc/passwd": b"x"}, "has no file"),
    "a program": (lambda files: files | {"pictures/x.webp.sh": b"x"}, "has no file"),
    "a list of elsewhere": (lambda files: files | {"passwords.json": b"[]"}, "has no file"),
    "no beginning": (
        lambda files: {n: c for n, c in files.items() if n != "campaign.json"},
        "campaign.json is missing",
    ),
    "no entries": (lambda sent: {n: c for n, c in sent.items() if n != "entries.json"}, "entries.json is missing"),
    "JSON that breaks off": (lambda files: files | {"entries.json": files["entries.json"][:-9]}, "its JSON is broken"),
    "JSON in another spelling": (lambda files: files | {"entries.json": b"\xff\xfe[]"}, "its JSON is broken"),
    "JSON without end": (lambda files: files | {"runs.json": b"[" * 100_000}, "its JSON is broken"),
}


@pytest.mark.parametrize("what", FILES)
def test_files_of_elsewhere_are_refused(archive: bytes, what: str) -> None:
    change, sentence = FILES[what]
    _refused(packed(change(unpacked(archive))), sentence)


def test_a_picture_that_is_none_is_refused(archive: bytes) -> None:
    files = unpacked(archive)
    name = next(name for name in files if name.startswith("pictures/"))
    _refused(packed(files | {name: b"<svg onload=alert(1)>"}), "cannot read this file")


def test_a_picture_of_another_make_is_painted_anew(archive: bytes) -> None:
    files = unpacked(archive)
    name = next(name for name in files if name.startswith("pictures/"))
    behind = painted(kind="JPEG") + b"<script>alert(1)</script>"
    brought_in(packed(files | {name: behind}))
    with default_storage.open(f"pictures/{name[9:11].lower()}/{name[9:-5]}.whole.webp") as file:
        kept = file.read()
    assert kept[8:12] == b"WEBP"
    assert b"script" not in kept


# -- zips -------------------------------------------------------------------------------------------------------------


def _zip_refused(body: bytes, sentence: str, limits: Limits = FROM_BROWSERS) -> None:
    with pytest.raises(Refused) as refused:
        reading.read(BytesIO(body), limits)
    assert sentence in refused.value.sentence


@pytest.mark.parametrize("body", [b"", b"PK", b"PK\x05\x06" + b"\xff" * 18, b"no zip at all" * 50])
def test_what_is_no_zip_is_refused(body: bytes) -> None:
    _zip_refused(body, "not a campaign archive, or it is damaged")


def test_a_zip_that_is_cut_is_refused(archive: bytes) -> None:
    for end in (30, 1_000, len(archive) // 2, len(archive) - 1):
        _zip_refused(archive[:end], "not a campaign archive, or it is damaged")


def test_a_zip_that_grows_is_refused_while_it_does(archive: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = packed(unpacked(archive) | {"entries.json": b"[" + b" " * 80_000_000 + b"]"})
    assert len(bomb) < 200_000
    inflated = 0
    real = zipfile.ZipExtFile.read

    def counting(self: Any, size: int = -1) -> bytes:
        nonlocal inflated
        piece = real(self, size)
        inflated += len(piece)
        return piece

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counting)
    _zip_refused(bomb, "entries.json is too large")
    assert inflated < 2 * FROM_BROWSERS.one


def test_many_files_that_grow_together_are_refused(archive: bytes) -> None:
    many = {f"entries-{number}.json": b"[" + b" " * 9_000_000 + b"]" for number in range(2, 9)}
    _zip_refused(packed(unpacked(archive) | many), "packed more tightly than any campaign can be")


def test_more_files_than_a_campaign_has_are_refused_before_they_are_listed(archive: bytes) -> None:
    many = {f"journal/a-{number}.md": b"" for number in range(FROM_BROWSERS.files)}
    _zip_refused(packed(unpacked(archive) | many), "more files than a campaign can have")


def test_a_large_zip_is_refused_unread(archive: bytes) -> None:
    _zip_refused(archive, "over 0 MB", Limits(sent=1_000, files=10, one=1, all=1))


def test_a_file_named_twice_is_refused(archive: bytes) -> None:
    found = BytesIO(archive)
    with zipfile.ZipFile(found, "a") as written, pytest.warns(UserWarning, match="Duplicate name"):
        written.writestr("campaign.json", b"{}")
    _zip_refused(found.getvalue(), "twice")


def test_a_packing_of_elsewhere_is_refused(archive: bytes) -> None:
    found = BytesIO(archive)
    with zipfile.ZipFile(found, "a", zipfile.ZIP_BZIP2) as written:
        written.writestr("runs-2.json", b"[]" * 50)
    _zip_refused(found.getvalue(), "packed in a way")


# -- other campaigns of the hall --------------------------------------------------------------------------------------


def test_a_campaign_that_is_here_is_refused(archive: bytes) -> None:
    brought_in(archive)
    before = rows()
    with pytest.raises(Refused, match="The long winter is in this Winterhall already"):
        brought_in(archive)
    assert rows() == before


def test_documents_of_another_campaign_are_left_alone(cast: Cast, archive: bytes) -> None:
    """A campaign of another id that holds an encounter under the id of somebody here."""
    sent, victim = unpacked(archive), cast
    own = next(row["id"] for row in json.loads(sent["encounters.json"]))
    theirs = {name: content.replace(own.encode(), victim.rook.public_id.encode()) for name, content in sent.items()}
    with pytest.raises(Refused, match="in this Winterhall already"):
        brought_in(packed(theirs))
    assert Campaign.objects.get() == victim.campaign


def test_nothing_is_left_of_a_campaign_that_fails_late(
    archive: bytes, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    real = files.keep
    kept: list[str] = []

    def failing(made: Any, name: str = "") -> str:
        if kept:
            raise OSError("No room left")
        kept.append(real(made, name))
        return kept[-1]

    monkeypatch.setattr(files, "keep", failing)
    with pytest.raises(OSError, match="No room left"):
        brought_in(archive)
    assert sorted(settings.MEDIA_ROOT.rglob("*.webp")) == []
    assert not Campaign.objects.exists()
