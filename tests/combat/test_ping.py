"""Pings: somebody points at a place on the board, for all who see it, and nothing of it is kept."""

import json
from typing import Any

import pytest

from campaigns.audience.viewers import Viewer
from campaigns.chronicle import notify
from campaigns.feed.hub import Hub, Room
from campaigns.feed.query import Sight
from campaigns.models import Entry
from combat import services
from tests.combat.conftest import Fight, client_of
from winterhall.api.throttles import Allowance


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words on the bus."""
    words: list[str] = []
    monkeypatch.setattr(notify, "_say", words.append)
    return words


@pytest.fixture(autouse=True)
def _fresh_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_PINGS", Allowance("ping-in-tests"))
    monkeypatch.setattr(services, "_DRAGS", Allowance("drag-in-tests"))


def pointed(fight: Fight, who: str, **at: str) -> int:
    member = getattr(fight.cast, who)
    return client_of(member).post(f"{fight.address}ping/", at or {"x": "15", "y": "-20"}).status_code


def test_whoever_plays_points_at_the_board_and_nothing_is_written(fight: Fight, said: list[str]) -> None:
    before = Entry.objects.count()
    assert [pointed(fight, who) for who in ("gm", "anna", "olga", "stranger")] == [204, 204, 403, 404]
    assert pointed(fight, "anna", x="far", y="1") == 422
    assert Entry.objects.count() == before
    campaign, kind, told = said[-1].split(" ", 2)
    name = fight.cast.anna.user.display_name
    assert (campaign, kind) == (fight.cast.campaign.public_id, notify.PING)
    assert json.loads(told) == {"encounter": fight.encounter.public_id, "by": name, "x": 1.5, "y": -2.0}


def test_nobody_points_more_often_than_once_in_two_seconds(
    fight: Fight, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PINGS_PER_MINUTE", 2)
    assert [pointed(fight, "boris") for _ in range(3)] == [204, 204, 429]
    assert len(said) == 2


def test_a_drag_tells_whose_token_is_on_its_way(fight: Fight, said: list[str]) -> None:
    rook, at = fight.cast.rook.public_id, {"x": "0", "y": "-30"}
    assert [pointed(fight, who, drags=rook, **at) for who in ("gm", "anna", "boris", "olga")] == [204, 204, 403, 403]
    assert [json.loads(one.split(" ", 2)[2])["drags"] for one in said] == [rook, rook]
    assert pointed(fight, "anna", drags="nobody", **at) == 404


def test_nobody_learns_of_whoever_hides_or_of_a_place_in_the_fog_by_a_drag(fight: Fight, said: list[str]) -> None:
    canary, foe, at = fight.canary.public_id, fight.foe.public_id, {"x": "0", "y": "300"}
    assert pointed(fight, "anna", drags=canary, **at) == pointed(fight, "anna", drags="nobody", **at) == 404
    assert pointed(fight, "gm", drags=canary, **at) == 204
    assert said == []
    fight.do("board.fog", foggy=True, x=-100, y=250, to_x=100, to_y=350)
    assert pointed(fight, "gm", drags=foe, **at) == 204
    assert not [one for one in said if notify.PING in one]
    assert pointed(fight, "gm", drags=foe, x="0", y="100") == 204
    assert [one for one in said if notify.PING in one]


class Ear:
    """A listener to whom some encounters are open, and no sheets."""

    def __init__(self, *encounters: str) -> None:
        viewer = Viewer(is_gm=False, plays=frozenset(), open_sheets=frozenset())
        self.sight: Sight | None = Sight(viewer, frozenset(encounters))
        self.last_id = ""
        self.heard: list[Any] = []

    def hear(self, event: Any) -> None:
        self.heard.append(event)


def test_a_ping_is_heard_only_by_those_to_whom_its_encounter_is_open() -> None:
    there, elsewhere, arriving = Ear("gate"), Ear("barrow"), Ear("gate")
    arriving.sight = None
    room = Room.__new__(Room)
    room.streams = {there, elsewhere, arriving}  # type: ignore[arg-type]
    hub = Hub()
    hub.rooms["winter"] = room
    told = json.dumps({"encounter": "gate", "by": "Anna", "x": 1, "y": 2})
    for campaign in ("winter", "another"):
        hub._heard({"type": "message", "data": f"{campaign} ping {told}".encode()})
    assert [len(ear.heard) for ear in (there, elsewhere, arriving)] == [1, 0, 0]
    assert there.heard[0].text == f"event: ping\ndata: {told}\n\n".encode()
