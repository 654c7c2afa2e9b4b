"""Notices for programs: read in pieces, marked as read, wished for here and there."""

from typing import Any

import pytest

from campaigns.models import Notice
from tests.api.programs import Program, Programs
from tests.helpers import Cast


@pytest.fixture
def anna(programs: Programs) -> Program:
    return programs.anna


@pytest.fixture
def told(cast: Cast) -> list[Notice]:
    """Three handouts of Anna's, and one of Boris's."""
    users = [cast.anna.user] * 3 + [cast.boris.user]
    return [
        Notice.objects.create(
            user=user,
            campaign=cast.campaign,
            kind="handout",
            about=str(number),
            key="",
            text=f"Map {number}",
            address="/x/",
        )
        for number, user in enumerate(users)
    ]


def texts(page: Any) -> list[str]:
    return [one["text"] for one in page.json()["results"]]


def test_ones_own_come_in_pieces_the_oldest_first(anna: Program, told: list[Notice]) -> None:
    first = anna.get("/notices/?limit=2")
    assert texts(first) == ["Map 0", "Map 1"]
    assert texts(anna.get(first.json()["next"].partition("/api/v1")[2])) == ["Map 2"]
    assert first.json()["results"][0]["page"].endswith("/x/")


def test_what_is_read_is_read_up_to_there(anna: Program, told: list[Notice]) -> None:
    assert anna.post("/notices/read/", {"until": told[1].public_id}).status_code == 204
    read = [one["read_at"] is not None for one in anna.get("/notices/").json()["results"]]
    assert read == [True, True, False]
    assert anna.post("/notices/read/", {"until": told[3].public_id}).status_code == 404


def test_wishes_are_kept_as_they_are_given(anna: Program) -> None:
    usual = anna.get("/notices/wishes/").json()
    assert usual["mail"] == ["handout", "session"]
    wanted = {"bell": ["ask", "turn"], "mail": [], "push": ["ask"]}
    assert anna.send("PUT", "/notices/wishes/", wanted).json() == wanted
    assert anna.get("/notices/wishes/").json() == wanted


def test_a_kind_that_is_never_mailed_is_refused_and_nothing_is_kept(anna: Program) -> None:
    answer = anna.send("PUT", "/notices/wishes/", {"bell": [], "mail": ["next"], "push": []})
    assert answer.status_code == 422
    assert "does not come by mail" in answer.json()["detail"]
    assert anna.get("/notices/wishes/").json()["mail"] == ["handout", "session"]


def test_a_kind_that_does_not_exist_is_refused(anna: Program) -> None:
    answer = anna.send("PUT", "/notices/wishes/", {"bell": ["trumpet"], "mail": [], "push": []})
    assert answer.status_code == 422
    assert "trumpet" in answer.json()["detail"]
