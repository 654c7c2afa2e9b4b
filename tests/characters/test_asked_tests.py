"""Tests that the game master asks for: told to the players on every page, and one tap from the roll."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Notice
from characters.party import tests
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast
from winterhall.accounts import tokens

pytestmark = pytest.mark.django_db


def ask(cast: Cast, by: Any = None, **sent: Any) -> Any:
    rank = sent.get("rank") or tests.choices(cast.gm, [cast.rook])[0].rank
    data = {"who": [cast.rook.public_id], "rank": rank, "words": "A coin rolls away.", "key": "once"} | sent
    return client_of(by or cast.gm).post(f"/campaigns/{cast.campaign.public_id}/party/test/", data)


def bar(cast: Cast, who: Any) -> str:
    return str(client_of(who).get(f"/campaigns/{cast.campaign.public_id}/calls/").content.decode())


def test_players_are_asked_and_led_to_the_roll(game_cast: Cast) -> None:
    cast = game_cast
    first = tests.choices(cast.gm, [cast.rook])[0]
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    assert "Ask for a test" in page
    assert f'<option value="{first.rank}">' in page
    assert ask(cast).json() == {"asked": ["Rook"], "note": "Asked: Rook."}
    assert f"Rook: roll {first.label}. A coin rolls away." in unescape(bar(cast, cast.anna))
    assert "A coin" not in bar(cast, cast.boris) + bar(cast, cast.olga) + bar(cast, cast.gm)
    notice = Notice.objects.get()
    there = client_of(cast.anna).get(f"/notices/{notice.public_id}/")
    assert there["Location"].endswith(f"/characters/{cast.rook.public_id}/?row={first.rank}")
    panel = client_of(cast.anna).get(there["Location"]).content.decode().split('id="roll"')[1]
    assert 'data-command="' in panel.split("</form>")[0]
    assert "A coin" not in bar(cast, cast.anna), "who has turned to it is not asked any more"


def test_asked_twice_with_one_key_it_is_one_and_a_new_one_takes_its_place(game_cast: Cast) -> None:
    cast = game_cast
    ask(cast)
    ask(cast)
    assert Notice.objects.count() == 1
    ask(cast, key="again", words="")
    assert [one.key for one in Notice.objects.all()] == ["again"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"who": []}, "who"), ({"who": ["x"]}, "who"), ({"rank": "skill.none"}, "rank"), ({"words": "x" * 121}, "words")],
)
def test_what_cannot_be_asked_is_refused_beside_its_field(game_cast: Cast, sent: dict[str, Any], field: str) -> None:
    answer = ask(game_cast, **sent)
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert not Notice.objects.exists()


def test_creatures_are_asked_nothing(cast: Cast) -> None:
    assert ask(cast, who=[cast.creature().public_id], rank="skill.luck").status_code == 422


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_game_masters_ask(game_cast: Cast, who: str, status: int) -> None:
    assert ask(game_cast, getattr(game_cast, who)).status_code == status


def test_an_odd_row_in_an_address_opens_the_sheet_as_ever(cast: Cast) -> None:
    for row in ("skill.none", "x", "skill.luck'"):
        path = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/?row={row}"
        assert client_of(cast.anna).get(path).status_code == 200


def test_programs_ask_for_tests_as_well(game_cast: Cast) -> None:
    cast, later = game_cast, timezone.now() + timedelta(days=1)
    _, secret = tokens.make(cast.gm.user, "bot", tokens.SCOPES, later)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    where = f"/api/v1/campaigns/{cast.campaign.public_id}/party/test/"
    first = program.get(where).json()["results"][0]
    wanted = {"who": [cast.rook.public_id], "rank": first["rank"], "words": "Hush."}
    for _ in range(2):
        answer = program.post(where, wanted, "application/json", headers={"Idempotency-Key": "one"})
        assert (answer.status_code, answer.json()) == (201, {"asked": ["Rook"]})
    assert [one.text for one in Notice.objects.all()] == [f"Rook: roll {first['label']}. Hush."]
