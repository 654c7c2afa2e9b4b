"""Actors of Foundry VTT as files, on the page and in the API: who begins, what is told, what is refused."""

import copy
import json
from typing import Any

import pytest

from campaigns.models import Membership, Role
from characters.models import Character, ExperienceEntry
from tests.campaigns.test_playing import client_of
from tests.characters.test_files import sent
from tests.helpers import Cast, make_cast, verified
from tests.rules.foundry_actors import GNARL, HEDDA, ORLA, RATMAN, mangled

GAMES = [("dragonbane", ORLA, GNARL), ("grim", HEDDA, RATMAN)]
by_game = pytest.mark.parametrize(("slug", "person", "creature"), GAMES, ids=[game[0] for game in GAMES])
pytestmark = pytest.mark.django_db


def in_bytes(told: Any) -> bytes:
    return json.dumps(told).encode()


def newcomers(cast: Cast, name: str) -> list[Character]:
    return list(Character.objects.filter(campaign=cast.campaign, name=name))


def by_program(member: Membership, told: Any, key: str = "once") -> Any:
    there = f"/api/v1/campaigns/{member.campaign.public_id}/characters/import/"
    headers = {"Idempotency-Key": key}
    return client_of(member).post(there, in_bytes(told), content_type="application/json", headers=headers)


@by_game
def test_an_actor_begins_as_its_player_s_and_the_page_tells_what_stayed(slug: str, person: Any, creature: Any) -> None:
    cast = make_cast(slug)
    with verified(cast.campaign):
        answers = [sent(cast.anna, in_bytes(person)) for _ in range(2)]
    begun = newcomers(cast, person["name"])
    assert [one.owner for one in begun] == [cast.anna.user]
    for answer in answers:
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "is not in the compendium" in page
        assert f"/characters/{begun[0].public_id}/" in page
    assert ExperienceEntry.objects.filter(character=begun[0], reason="brought along").exists()
    there = f"/campaigns/{cast.campaign.public_id}/characters/{begun[0].public_id}/"
    assert client_of(cast.anna).get(there).status_code == 200


@by_game
def test_creatures_are_the_game_master_s(slug: str, person: Any, creature: Any) -> None:
    cast = make_cast(slug)
    assert sent(cast.anna, in_bytes(creature)).status_code == 403
    assert sent(cast.olga, in_bytes(person)).status_code == 403
    assert sent(cast.gm, in_bytes(creature)).status_code == 200
    begun = newcomers(cast, creature["name"])
    assert [(one.owner, one.secret, one.kind) for one in begun] == [(None, True, "creature")]


@by_game
def test_programs_are_told_the_report(slug: str, person: Any, creature: Any) -> None:
    cast = make_cast(slug)
    first, second = by_program(cast.anna, person), by_program(cast.anna, person)
    assert first.status_code == 201, first.content
    assert first.json() == second.json()
    assert first.json()["report"]
    assert len(newcomers(cast, person["name"])) == 1
    plain = json.loads(client_of(cast.anna).get(f"/api/v1/characters/{first.json()['id']}/export/").content)
    assert by_program(cast.anna, plain, "again").json()["report"] == []


def changed(**values: Any) -> Any:
    return {**copy.deepcopy(ORLA), **values}


SCENE = {"name": "The ford", "walls": [], "tokens": [], "grid": {}, "_stats": {"systemId": "dragonbane"}, "flags": {}}
SWORD = {"name": "Sword", "type": "weapon", "system": {}, "effects": [], "_stats": {"systemId": "dragonbane"}}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (HEDDA, "from another game (zweihander). This campaign plays Dragon &amp; Demon d20"),
        (SCENE, "This file from Foundry is not an actor"),
        (SWORD, "This file from Foundry is not an actor"),
        (changed(_stats={}), "does not say which game it is from"),
        (changed(_stats=[3], flags="x"), "does not say which game it is from"),
        (changed(type="vehicle"), "“vehicle” have no sheet here"),
        (changed(type=[1]), "“none” have no sheet"),
        (changed(name=""), "The actor in this file has no name"),
        (changed(name={"a": 1}), "The actor in this file has no name"),
        (changed(name="\u200b\u202e"), "The actor in this file has no name"),
        (changed(system="x"), "is not an actor"),
        (changed(items={}), "is not an actor"),
        ({"name": "Orla", "type": "character"}, "not a character file"),
        ([ORLA], "not a character file"),
    ],
)
def test_what_is_no_actor_of_this_game_is_refused(told: Any, sentence: str) -> None:
    cast = make_cast("dragonbane")
    answer = sent(cast.anna, in_bytes(told))
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True), answer.content.decode()
    assert by_program(cast.anna, told).status_code in (400, 422)
    assert Character.objects.filter(campaign=cast.campaign, name="Orla").count() == 0


def test_a_game_without_a_way_in_says_so(cast: Cast) -> None:
    answer = sent(cast.anna, in_bytes(ORLA))
    assert "Heads cannot read files from Foundry" in answer.content.decode()
    assert (
        "Foundry VTT"
        not in client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/characters/import/").content.decode()
    )


def test_too_large_a_file_is_refused() -> None:
    cast = make_cast("dragonbane")
    answer = sent(cast.anna, in_bytes(changed(img="x" * 2_000_001)))
    assert (answer.status_code, "too large" in answer.content.decode()) == (422, True)


@by_game
def test_mangled_actors_never_break_the_page(slug: str, person: Any, creature: Any) -> None:
    cast = make_cast(slug)
    for seed in range(1000, 1012):
        torn = json.dumps(mangled(person, seed)).encode()
        answer = sent(cast.gm, torn, f"key-{seed}")
        assert answer.status_code in (200, 302, 422), answer.content.decode()
    hall = Membership.objects.get(campaign=cast.campaign, role=Role.GM)
    assert client_of(hall).get(f"/campaigns/{cast.campaign.public_id}/").status_code == 200
