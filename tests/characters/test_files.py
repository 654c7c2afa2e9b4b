"""Characters as files: out of one campaign, into another one of the same game."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.homebrew import editor
from campaigns.members import services as members
from campaigns.models import Membership, Role
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character, ExperienceEntry
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_user, verified, write_text
from tests.toy import HEADS_GAME


@pytest.fixture
def elsewhere(cast: Cast) -> Membership:
    """Anna in another campaign of the same game."""
    gm = members.found(user=make_user("gustav"), name="The thaw", system=HEADS_GAME)
    return Membership.objects.create(campaign=gm.campaign, user=cast.anna.user, role=Role.PLAYER)


def loaded(member: Membership, character: Character) -> bytes:
    there = f"/campaigns/{member.campaign.public_id}/characters/{character.public_id}/export/"
    answer = client_of(member).get(there)
    assert answer.status_code == 200
    return answer.content


def sent(member: Membership, body: bytes, key: str = "once") -> Any:
    there = f"/campaigns/{member.campaign.public_id}/characters/import/"
    return client_of(member).post(there, {"key": key, "file": SimpleUploadedFile("rook.json", body)})


def test_a_character_begins_in_another_campaign_as_its_player_s(cast: Cast, elsewhere: Membership) -> None:
    write_text(cast.anna, cast.rook, "a scar")
    for _ in range(2):
        perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    cast.rook.refresh_from_db()
    body = loaded(cast.anna, cast.rook)
    assert json.loads(body).keys() == {"format", "version", "game", "sheet"}
    with verified(elsewhere.campaign):
        answer = sent(elsewhere, body)
    copy = Character.objects.get(campaign=elsewhere.campaign)
    assert answer["Location"] == f"/campaigns/{elsewhere.campaign.public_id}/characters/{copy.public_id}/"
    assert (copy.owner, copy.public_id != cast.rook.public_id) == (cast.anna.user, True)
    assert copy.body == cast.rook.body
    assert ExperienceEntry.objects.get(character=copy).reason == "brought along"


def test_a_form_sent_again_begins_nobody_twice(cast: Cast, elsewhere: Membership) -> None:
    body = loaded(cast.anna, cast.rook)
    assert sent(elsewhere, body)["Location"] == sent(elsewhere, body)["Location"]
    assert sent(elsewhere, body, "other")["Location"]
    assert Character.objects.filter(campaign=elsewhere.campaign).count() == 2


def test_players_take_along_what_they_may_read(cast: Cast) -> None:
    perform(cast.gm, Intent("sheet.text", {"text": "gm_plans", "to": "betrays them"}, cast.rook.public_id))
    assert b"betrays" not in loaded(cast.anna, cast.rook)
    assert b"betrays" in loaded(cast.gm, cast.rook)


def test_the_game_master_s_words_reach_no_player(cast: Cast, elsewhere: Membership) -> None:
    perform(cast.gm, Intent("sheet.text", {"text": "gm_plans", "to": "betrays them"}, cast.rook.public_id))
    sent(elsewhere, loaded(cast.gm, cast.rook))
    assert "betrays" not in Character.objects.get(campaign=elsewhere.campaign).body


def test_creatures_are_the_game_master_s(cast: Cast, elsewhere: Membership) -> None:
    body = loaded(cast.gm, cast.creature())
    assert sent(elsewhere, body).status_code == 403
    gustav = Membership.objects.get(campaign=elsewhere.campaign, role=Role.GM)
    sent(gustav, body)
    magpie = Character.objects.get(campaign=elsewhere.campaign)
    assert (magpie.owner, magpie.secret) == (None, True)


@pytest.mark.parametrize(("who", "status"), [("everybody", 302), ("game_master", 403), ("nobody", 403)])
def test_the_house_says_who_imports(cast: Cast, elsewhere: Membership, who: str, status: int) -> None:
    gustav = Membership.objects.get(campaign=elsewhere.campaign, role=Role.GM)
    if who != "everybody":
        editor.choose_rules(gustav, {"import_characters": who})
    assert sent(elsewhere, loaded(cast.anna, cast.rook)).status_code == status
    begin = client_of(elsewhere).get(f"/campaigns/{elsewhere.campaign.public_id}/characters/new/").content.decode()
    assert ("Import from a file" in begin) is (status == 302)


def changed(**values: Any) -> Callable[[Any], Any]:
    return lambda told: told | values


def in_sheet(**values: Any) -> Callable[[Any], Any]:
    return lambda told: told | {"sheet": told["sheet"] | values}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda told: [], "not a character file"),
        (changed(format="winterhall-campaign"), "not a character file"),
        (changed(version=2), "this Winterhall reads version 1"),
        (changed(game="sda"), "This character is from another game. This campaign plays Heads."),
        (changed(more=1), "not a character file"),
        (changed(sheet=3), "not a character file"),
        (in_sheet(odd=1), "does not fit this version"),
        (in_sheet(ranks={"skill": "high"}), "cannot be read"),
        (in_sheet(ranks={"skill": {"luck": 10**9}}), "a rank that this game does not have"),
        (in_sheet(ranks={"skill": {"luck": 10**30}}), "too large"),
        (in_sheet(name="Ro\u202eok"), "visible characters"),
        (in_sheet(name="R" * 121), "1 to 120 characters"),
        (in_sheet(name="Ro\0ok"), "cannot be saved"),
        (in_sheet(resources={}), "cannot read"),
    ],
)
def test_what_cannot_be_played_is_refused(
    cast: Cast, elsewhere: Membership, change: Callable[[Any], Any], sentence: str
) -> None:
    told = change(json.loads(loaded(cast.anna, cast.rook)))
    answer = sent(elsewhere, json.dumps(told).encode())
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True), answer.content.decode()
    assert not Character.objects.filter(campaign=elsewhere.campaign).exists()


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000, b" " * 500_001])
def test_what_is_no_json_is_refused(elsewhere: Membership, body: bytes) -> None:
    assert sent(elsewhere, body).status_code == 422


def test_things_of_another_campaign_s_book_are_told(cast: Cast, elsewhere: Membership) -> None:
    told = json.loads(loaded(cast.anna, cast.rook))
    charm = {"name": "Clover", "kind": "charm", "entry": "ours.elsewhere"}
    whole = {**charm, "count": 1, "in_use": False, "wear": 0, "stats": {}}
    told["sheet"]["items"] = {"clover": whole}
    answer = sent(elsewhere, json.dumps(told).encode())
    assert "items from another campaign&#x27;s own compendium: Clover" in answer.content.decode()


def test_nobody_takes_the_character_of_another_along(cast: Cast) -> None:
    there = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/export/"
    assert client_of(cast.boris).get(there).status_code == 403
