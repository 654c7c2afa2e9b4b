"""Fog on the board: players see nothing that lies in it, by no road, and nobody loses anything by it."""

from dataclasses import MISSING
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from campaigns.chronicle.verify import faults
from campaigns.models import Campaign, Entry, Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from combat.models import Encounter
from rules import registry
from rules.engine.kernel import Command, NotNow, Refused, Who, described_fields
from tests.combat.conftest import Fight, client_of
from tests.pictures import hang

GAMES = [one.slug for one in registry.SYSTEMS if "board.fog" in {command.name for command in one.commands}]
#: The upper half of the board, in which nobody stands.
FAR = {"x": -300, "y": 205, "to_x": 300, "to_y": 405}
#: Where the foe stands, and nobody of the party.
AROUND_FOE = {"x": -5, "y": 5, "to_x": 5, "to_y": 15}
IN_FOG = {"kind": "wall", "x": -15, "y": 305, "to_x": 15, "to_y": 305}
HALF = {"kind": "wall", "x": 5, "y": 105, "to_x": 5, "to_y": 305}


def page(fight: Fight, who: Membership, more: str = "") -> str:
    answer = client_of(who).get(f"{fight.address}{more}")
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


def state(fight: Fight, who: Membership) -> dict:  # type: ignore[type-arg]
    at = f"/api/v1/encounters/{fight.encounter.public_id}/"
    answer = client_of(who).get(at)
    assert answer.status_code == 200, answer.content[:300]
    return answer.json()["state"]


def stands(fight: Fight, who: object) -> object:
    return fight.state.combatants[who.public_id]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_lines_in_the_fog_are_there_for_the_game_master_alone(fight: Fight) -> None:
    cast = fight.cast
    fight.do("board.fog", foggy=True, **FAR)
    fight.do("board.draw", **IN_FOG)
    assert 'data-line="-15,305,15,305"' in page(fight, cast.gm)
    for who, more in ((cast.anna, ""), (cast.olga, ""), (cast.gm, "?view=projector")):
        seen = page(fight, who, more)
        assert "-15,305" not in seen
        assert "data-line=" not in seen
        assert "board__fog" in seen
    assert not state(fight, cast.anna)["barriers"]
    fight.do("board.fog", foggy=False, **FAR)
    assert 'data-line="-15,305,15,305"' in page(fight, cast.anna)
    assert not fight.state.fog


def test_of_a_line_that_leads_into_the_fog_players_see_the_piece_outside(fight: Fight) -> None:
    fight.do("board.fog", foggy=True, **FAR)
    drawn = fight.do("board.draw", **HALF)
    assert list(state(fight, fight.cast.anna)["barriers"]) == ["5,105,5,205"]
    assert list(state(fight, fight.cast.gm)["barriers"]) == ["5,105,5,305"]
    told = client_of(fight.cast.anna).get(f"/api/v1/campaigns/{fight.cast.campaign.public_id}/entries/").json()
    facts = [fact for one in told["results"] if one["id"] == drawn.public_id for fact in one["facts"]]
    assert [fact["key"] for fact in facts] == ["5,105,5,205"]
    assert "305" not in str(facts)


def test_players_hear_of_nothing_that_is_drawn_in_the_fog(fight: Fight) -> None:
    fight.do("board.fog", foggy=True, **FAR)
    told = f"/api/v1/campaigns/{fight.cast.campaign.public_id}/entries/"
    before, version = client_of(fight.cast.anna).get(told).json(), state_version(fight)
    fight.do("board.draw", **IN_FOG | {"kind": "door"})
    fight.do("board.door", door="-15,305,15,305")
    fight.do("board.erase", line="-15,305,15,305")
    assert client_of(fight.cast.anna).get(told).json() == before
    assert state_version(fight) == version


def state_version(fight: Fight) -> int:
    return Encounter.objects.get(pk=fight.encounter.pk).version_for(is_gm=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_foe_vanishes_in_the_fog_and_comes_back_where_it_lifts(fight: Fight) -> None:
    cast, foe = fight.cast, fight.foe
    fight.do("board.fog", foggy=True, **AROUND_FOE)
    assert stands(fight, foe).hidden  # type: ignore[attr-defined]
    assert foe.public_id not in page(fight, cast.anna)
    assert foe.public_id in page(fight, cast.gm)
    with pytest.raises(Refused, match="Lift it there"):
        fight.do("fight.veil", combatant=foe.public_id, hidden=False)
    lifted = fight.do("board.fog", foggy=False)
    assert not stands(fight, foe).hidden  # type: ignore[attr-defined]
    assert stands(fight, fight.canary).hidden, "whoever hides does so out of the fog too"  # type: ignore[attr-defined]
    assert foe.public_id in page(fight, cast.anna)
    undo(cast.gm, lifted.public_id)
    assert stands(fight, foe).hidden  # type: ignore[attr-defined]
    redo(cast.gm, lifted.public_id)
    assert not stands(fight, foe).hidden  # type: ignore[attr-defined]
    assert faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


def test_walking_into_the_fog_and_out_of_it_hides_and_shows(fight: Fight) -> None:
    foe = fight.foe
    fight.do("board.fog", foggy=True, **FAR)
    fight.do("fight.place", combatant=foe.public_id, x=0, y=30)
    assert stands(fight, foe).in_fog  # type: ignore[attr-defined]
    fight.do("fight.place", combatant=foe.public_id, x=0, y=10)
    assert not stands(fight, foe).hidden  # type: ignore[attr-defined]


def test_the_party_is_seen_wherever_it_stands(fight: Fight) -> None:
    fight.do("board.fog", foggy=True)
    assert fight.cast.mira.public_id in page(fight, fight.cast.anna)
    assert not stands(fight, fight.cast.mira).hidden  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_players_do_not_find_out_alone_what_stands_in_the_fog(fight: Fight) -> None:
    """The answer is the same whether a wall stands there or not."""
    cast = fight.cast
    fight.do("board.fog", foggy=True, x=-300, y=25, to_x=300, to_y=405)
    at = f"{fight.address}path/?as={cast.rook.public_id}&x=0&y=5"
    bare = client_of(cast.anna).get(at).content.decode()
    fight.do("board.draw", kind="wall", x=-15, y=35, to_x=15, to_y=35)
    assert client_of(cast.anna).get(at).content.decode() == bare
    walks = [kind for kind in cast.campaign.system.commands if is_walk(kind)]
    for kind in walks:
        with pytest.raises(Refused, match="leads into the fog"):
            perform(cast.anna, Intent(kind.name, {"x": 0, "y": 5}, cast.rook.public_id, fight.encounter.public_id))
    assert walks


def is_walk(kind: type[Command]) -> bool:
    """Whether a player gives the command and has to say a place, and nothing else."""
    fields = described_fields(kind)
    others = [default for name, (_, default) in fields.items() if name not in ("x", "y")]
    return {"x", "y"} <= fields.keys() and MISSING not in others and kind.who is not Who.GM


def picture(client: Client, url: str) -> Image.Image:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return Image.open(BytesIO(answer.content)).convert("RGB")


def test_of_the_picture_nothing_is_left_where_fog_lies(fight: Fight) -> None:
    """The picture is 40 by 30 pixels, red on the left and blue on the right; fog covers its right half."""
    cast = fight.cast
    hung = hang(cast.campaign, fight.encounter)
    whole = f"/pictures/{hung.public_id}/whole/"
    fight.do("board.ground", width=4000, left=-2000, top=1500)
    for address in (whole, f"/api/v1{whole}"):
        assert picture(client_of(cast.anna), address).getpixel((35, 15))[2] > 200
    fight.do("board.fog", foggy=True, x=0, y=-150, to_x=200, to_y=150)
    for who, more in ((cast.anna, ""), (cast.olga, ""), (cast.gm, "?fog=1"), (cast.anna, "?fog=other")):
        for address in (f"{whole}{more}", *(() if more else (f"/api/v1{whole}",))):
            seen = picture(client_of(who), address)
            red, _, blue = seen.getpixel((35, 15))
            assert max(red, blue) < 90, "the blue half shows"
            assert seen.getpixel((5, 15))[0] > 200
        assert client_of(who).get(f"/pictures/{hung.public_id}/token/{more}").status_code == 404
    assert picture(client_of(cast.gm), whole).getpixel((35, 15))[2] > 200
    shown = page(fight, cast.anna)
    assert f"{whole}?fog=" in shown
    assert f"{whole}?fog=" in page(fight, cast.gm, "?view=projector")
    assert f"{whole}?fog=" not in page(fight, cast.gm)
    fight.do("board.ground", width=0)
    assert client_of(cast.anna).get(whole).status_code == 404


def test_a_browser_that_knows_the_picture_asks_again_when_the_fog_shifts(fight: Fight) -> None:
    hung = hang(fight.cast.campaign, fight.encounter)
    fight.do("board.ground", width=4000, left=-2000, top=1500)
    whole, anna = f"/pictures/{hung.public_id}/whole/", client_of(fight.cast.anna)
    tags = []
    for done in ({"foggy": True}, {"foggy": False, "x": 0, "y": 0, "to_x": 50, "to_y": 50}, {"foggy": False}):
        fight.do("board.fog", **done)
        tags.append(anna.get(whole)["ETag"])
        assert anna.get(whole, headers={"if-none-match": tags[-1]}).status_code == 304
    assert len(set(tags)) == 3


def test_only_the_game_master_has_the_fog_in_hand(fight: Fight) -> None:
    cast = fight.cast
    form = {"command": "board.fog", "with-foggy": "on", "encounter": fight.encounter.public_id, "actor": ""}
    where = f"/campaigns/{cast.campaign.public_id}/perform/"
    sent = {who: client_of(getattr(cast, who)).post(where, form).status_code for who in ("anna", "olga", "stranger")}
    assert sent == {"anna": 403, "olga": 403, "stranger": 404}
    entries = Entry.objects.count()
    assert client_of(cast.gm).post(where, form | {"key": "fog"}).status_code == 200
    assert client_of(cast.gm).post(where, form | {"key": "fog"}).status_code == 200
    assert Entry.objects.count() == entries + 1
    assert client_of(cast.gm).post(where, form).status_code == 422


def test_fog_that_changes_nothing_is_refused(fight: Fight) -> None:
    with pytest.raises(Refused, match="There is no fog"):
        fight.do("board.fog", foggy=False)
    with pytest.raises(Refused, match="two opposite corners"):
        fight.do("board.fog", foggy=True, **FAR | {"to_x": -300})
    fight.do("board.fog", foggy=True, **FAR)
    with pytest.raises(Refused, match="There is fog there already"):
        fight.do("board.fog", foggy=True, x=-100, y=255, to_x=100, to_y=305)


def test_areas_under_others_are_forgotten_and_too_many_refused(fight: Fight) -> None:
    for at in range(0, 1180, 20):
        fight.do("board.fog", foggy=True, x=at, y=300, to_x=at + 10, to_y=310)
    assert len(fight.state.fog) == 59
    fight.do("board.fog", foggy=True, x=1400, y=300, to_x=1410, to_y=310)
    with pytest.raises(NotNow, match="60 areas"):
        fight.do("board.fog", foggy=True, x=1600, y=300, to_x=1610, to_y=310)
    fight.do("board.fog", foggy=True)
    assert len(fight.state.fog) == 1
