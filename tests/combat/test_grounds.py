"""The picture under a board: who lays it, and who sees it where."""

import re

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaigns.chronicle import notify
from campaigns.feed.hub import Hub, Room
from campaigns.feed.query import reload_event
from campaigns.models import Membership
from campaigns.pictures import services, serving
from campaigns.pictures.grids import Grid
from campaigns.play.undo import undo
from combat.table.drawing import DrawnGround
from rules import registry
from rules.engine.kernel import Ground, Refused
from rules.engine.system.protocol import METRES
from tests.combat.conftest import Fight, client_of
from tests.combat.test_ping import Ear
from tests.pictures import hang

GAMES = [one.slug for one in registry.SYSTEMS if "board.ground" in {command.name for command in one.commands}]
LAID = {"width": 2000, "left": -1000, "top": 750}


def page(fight: Fight, who: Membership, more: str = "") -> str:
    answer = client_of(who).get(f"{fight.address}{more}")
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


def picture_in(text: str) -> str:
    found = re.search(r"<image [^>]*>", text)
    return found[0] if found else ""


@pytest.mark.parametrize("game", GAMES)
def test_whoever_sees_the_board_sees_the_picture_in_metres(fight: Fight) -> None:
    cast = fight.cast
    hung = hang(cast.campaign, fight.encounter)
    assert not picture_in(page(fight, cast.anna)), "it was laid nowhere yet"
    fight.do("board.ground", **LAID)
    for who, more in ((cast.gm, ""), (cast.anna, ""), (cast.olga, ""), (cast.gm, "?view=projector")):
        image = picture_in(page(fight, who, more))
        assert 'x="-10" y="-7.5" width="20" height="15"' in image
        assert f"/pictures/{hung.public_id}/whole/" in image
        assert client_of(who).get(f"/pictures/{hung.public_id}/whole/").status_code == 200


def test_a_board_without_picture_shows_none(fight: Fight) -> None:
    cast = fight.cast
    fight.do("board.ground", **LAID)
    assert not picture_in(page(fight, cast.gm))
    hung = hang(cast.campaign, fight.encounter)
    services.take_away(cast.campaign, fight.encounter, seen=hung.version)
    assert not picture_in(page(fight, cast.anna))


def test_whoever_may_see_a_board_is_told_that_another_picture_lies_under_it(
    fight: Fight, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    said = list[str]()
    monkeypatch.setattr(notify, "_say", said.append)
    with django_capture_on_commit_callbacks(execute=True):
        hung = hang(fight.cast.campaign, fight.encounter)
        services.take_away(fight.cast.campaign, fight.encounter, seen=hung.version)
    assert said == [f"{fight.cast.campaign.public_id} {notify.PICTURE} {fight.encounter.public_id}"] * 2
    there, elsewhere, arriving = Ear(fight.encounter.public_id), Ear("another"), Ear()
    arriving.sight = None
    room = Room.__new__(Room)
    room.streams = {there, elsewhere, arriving}  # type: ignore[arg-type]
    hub = Hub()
    hub.rooms[fight.cast.campaign.public_id] = room
    hub._heard({"type": "message", "data": said[0].encode()})
    assert [one.heard for one in (there, elsewhere, arriving)] == [[reload_event("")], [], []]


def test_a_picture_is_laid_elsewhere_taken_off_and_all_of_it_is_undone(fight: Fight) -> None:
    laid = fight.do("board.ground", **LAID)
    assert fight.state.ground == Ground(-10.0, 7.5, 20.0)
    with pytest.raises(Refused, match="The picture is there already"):
        fight.do("board.ground", **LAID)
    with pytest.raises(Refused, match="Make it 1 m or more"):
        fight.do("board.ground", width=99)
    off = fight.do("board.ground", width=0)
    assert fight.state.ground is None
    with pytest.raises(Refused, match="No picture to remove"):
        fight.do("board.ground", width=0)
    undo(fight.cast.gm, off.public_id)
    undo(fight.cast.gm, laid.public_id)
    assert fight.state.ground is None


def test_only_the_game_master_has_the_tool(fight: Fight) -> None:
    hang(fight.cast.campaign, fight.encounter)
    assert "data-laying" not in page(fight, fight.cast.anna)
    assert "data-ground-on" in page(fight, fight.cast.gm)
    fight.do("board.ground", **LAID)
    shown = page(fight, fight.cast.gm)
    assert "data-ground-off" in shown
    assert re.search(r'<input [^>]*name="width" [^>]*value="20"', shown)


def test_squares_that_are_drawn_in_a_picture_are_offered_to_lie_on_those_of_the_board() -> None:
    """Lines 50 pixels apart, the first at 10 and 20, come to lie half a metre off whole metres."""
    drawn = serving.Ground("", 800, 600, Grid(50, 10, 20))
    assert DrawnGround(drawn, Ground(-10.0, 10.0, 20.0), 1.0, METRES).on_squares == "-9.7 9.9 16"
    assert not DrawnGround(drawn, Ground(-9.7, 9.9, 16.0), 1.0, METRES).on_squares
    plain = serving.Ground("", 800, 600)
    assert not DrawnGround(plain, Ground(-10.0, 10.0, 20.0), 1.0, METRES).on_squares
