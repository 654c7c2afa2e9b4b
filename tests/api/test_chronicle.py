"""The chronicle for programs: entries in order, as far as each may know them, and undo."""

from typing import Any

import pytest

from campaigns.calendar import sessions
from campaigns.models import Entry
from campaigns.play.undo import undo as undo_entry
from tests.api.programs import API, Program, Programs
from tests.helpers import Cast, verified, write_text


def entries(program: Program, cast: Cast, query: str = "") -> list[dict[str, Any]]:
    """All entries that a program may know, read piece by piece."""
    path, found = f"/campaigns/{cast.campaign.public_id}/entries/{query}", []
    while path:
        page = program.read(path)
        found += page["results"]
        path = (page["next"] or "").partition(API)[2]
    return found


def test_entries_come_in_order_and_once(cast: Cast, programs: Programs) -> None:
    for number in range(7):
        write_text(cast.anna, cast.rook, f"note {number}")
    found = entries(programs.olga, cast, "?limit=2")
    assert [entry["id"] for entry in found] == list(
        Entry.objects.filter(campaign=cast.campaign).order_by("number").values_list("public_id", flat=True)
    )
    assert found[-1]["by"] == {"id": cast.anna.user.public_id, "name": "Anna"}
    assert found[-1]["facts"][0]["text"] == "note 6"


def test_one_goes_on_where_one_was(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/entries/"
    last = programs.anna.read(path)["last"]
    nothing = programs.anna.read(f"{path}?after={last}")
    assert (nothing["results"], nothing["next"], nothing["last"]) == ([], None, last)
    new = write_text(cast.gm, cast.rook, "news")
    assert [entry["id"] for entry in programs.anna.read(f"{path}?after={last}")["results"]] == [new.public_id]


def test_entries_that_one_may_not_know_leave_no_gap(cast: Cast, programs: Programs) -> None:
    magpie = cast.creature()
    for number in range(5):
        write_text(cast.gm, magpie, f"plan {number}")
        write_text(cast.gm, cast.rook, f"note {number}")
    pages, path = [], f"/campaigns/{cast.campaign.public_id}/entries/?limit=2"
    while path:
        page = programs.anna.read(path)
        pages.append(len(page["results"]))
        path = (page["next"] or "").partition(API)[2]
    assert pages == [2, 2, 2, 1]
    assert len(entries(programs.gm, cast)) == 13


@pytest.mark.parametrize("query", ["?after=nobody-knows-it", "?after=a b", "?encounter=none"])
def test_a_place_that_is_none_is_not_found(cast: Cast, programs: Programs, query: str) -> None:
    assert programs.gm.get(f"/campaigns/{cast.campaign.public_id}/entries/{query}").status_code == 404


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "1e1", "٣", "9" * 5000])
def test_a_limit_that_is_none_is_refused(cast: Cast, programs: Programs, limit: str) -> None:
    assert programs.gm.get(f"/campaigns/{cast.campaign.public_id}/entries/?limit={limit}").status_code == 400


def test_what_was_chosen_is_told_to_who_chose(cast: Cast, programs: Programs) -> None:
    entry = write_text(cast.anna, cast.rook, "a scar")
    path = f"/campaigns/{cast.campaign.public_id}/entries/{entry.public_id}/"
    assert programs.anna.read(path)["given"] == {"text": "notes", "to": "a scar"}
    assert programs.gm.read(path)["given"] == {"text": "notes", "to": "a scar"}
    assert programs.boris.read(path)["given"] is None


def test_an_entry_of_another_campaign_is_not_found(cast: Cast, programs: Programs) -> None:
    entry = write_text(cast.gm, cast.creature(), "a plan")
    assert programs.anna.get(f"/campaigns/{cast.campaign.public_id}/entries/{entry.public_id}/").status_code == 404
    assert programs.gm.get(f"/campaigns/{cast.campaign.public_id}/entries/{entry.public_id}/").status_code == 200


def test_a_session_begins_once_and_can_be_taken_back(cast: Cast, programs: Programs) -> None:
    here = f"/campaigns/{cast.campaign.public_id}/"
    begun = programs.gm.post(here + "sessions/", Idempotency_Key="evening")
    assert begun.status_code == 201
    assert begun.json()["entry"]["facts"][0]["text"] == "A new session begins."
    assert programs.gm.post(here + "sessions/", Idempotency_Key="evening").content == begun.content
    assert len(sessions.course(cast.campaign)) == 1
    programs.gm.post(here + "undo/", {"entry": begun.json()["entry"]["id"]})
    assert sessions.course(cast.campaign) == []


def test_undo_and_redo_name_their_entry(cast: Cast, programs: Programs) -> None:
    entry = write_text(cast.anna, cast.rook, "a scar")
    undo, redo = (f"/campaigns/{cast.campaign.public_id}/{which}/" for which in ("undo", "redo"))
    assert programs.gm.read(undo) == {"entry": entry.public_id}
    with verified(cast.campaign):
        undone = programs.gm.post(undo, {"entry": entry.public_id}, Idempotency_Key="back")
    assert undone.json()["entry"]["undoes"] == entry.public_id
    assert entries(programs.anna, cast)[-2]["struck"] is True
    assert programs.gm.post(undo, {"entry": entry.public_id}, Idempotency_Key="back").content == undone.content
    late = programs.gm.post(undo, {"entry": entry.public_id})
    assert (late.status_code, late.json()["type"]) == (409, "urn:winterhall:problem:raced")
    assert programs.gm.read(redo) == {"entry": entry.public_id}
    assert programs.gm.post(redo, {"entry": entry.public_id}).status_code == 201
    assert programs.gm.read(redo) == {"entry": ""}


def test_a_key_that_undid_answers_the_same_after_all_that_followed(cast: Cast, programs: Programs) -> None:
    body = {"command": "sheet.text", "with": {"text": "notes", "to": "x"}}
    path = f"/characters/{cast.rook.public_id}/commands/"
    first = programs.anna.post(path, body, If_Match='"1"', Idempotency_Key="k")
    undo_entry(cast.gm, first.json()["entry"]["id"])
    again = programs.anna.post(path, body, If_Match='"1"', Idempotency_Key="k")
    assert again.content == first.content


def test_campaigns_are_mine_and_read_in_pieces(cast: Cast, programs: Programs) -> None:
    mine = programs.anna.read("/campaigns/")
    assert mine["results"] == [
        {
            "id": cast.campaign.public_id,
            "name": "The long winter",
            "system": "heads",
            "role": "player",
            "house_rules": {},
            "archived": False,
        }
    ]
    assert programs.stranger.read("/campaigns/")["results"] == []
    members = programs.olga.read(f"/campaigns/{cast.campaign.public_id}/members/")["results"]
    assert [(each["user"]["name"], each["role"]) for each in members] == [
        ("Gisela", "gm"), ("Anna", "player"), ("Boris", "player"), ("Olga", "observer"),
    ]  # fmt: skip
