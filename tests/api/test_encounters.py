"""Encounters over HTTP: what each may know of them, what may be done, and nothing of who hides there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from campaigns.models import Entry
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from combat.models import Encounter
from tests.api.programs import API, Program, Programs, content_of
from tests.api.test_access import ELSEWHERE, LIKE, routes
from tests.helpers import Cast, verified, write_text

CANARY = "Zilverkraai"


@pytest.fixture
def bridge(cast: Cast) -> Encounter:
    """A fight with Rook and Mira in it."""
    bridge = cast.encounter()
    for who in (cast.rook, cast.mira):
        perform(cast.gm, Intent("join", actor=who.public_id, encounter=bridge.public_id))
    return Encounter.objects.get(pk=bridge.pk)


def address(encounter: Encounter, more: str = "") -> str:
    return f"/encounters/{encounter.public_id}/{more}"


def tagged(program: Program, encounter: Encounter) -> str:
    return program.get(address(encounter)).headers["ETag"]


def test_an_encounter_tells_who_is_there(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    told = programs.olga.read(address(bridge))
    assert told["names"] == {cast.rook.public_id: "Rook", cast.mira.public_id: "Mira"}
    assert set(told["state"]["combatants"]) == set(told["names"])
    assert told["version"] == bridge.version


def test_who_knows_the_encounter_gets_nothing_again(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    tag = tagged(programs.anna, bridge)
    assert programs.anna.get(address(bridge), If_None_Match=tag).status_code == 304
    perform(cast.gm, Intent("sheet.text", {"text": "name", "to": "Rooke"}, actor=cast.rook.public_id))
    renamed = programs.anna.get(address(bridge), If_None_Match=tag)
    assert (renamed.status_code, renamed.json()["names"][cast.rook.public_id]) == (200, "Rooke")


def test_a_challenge_goes_to_and_fro(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    rook, mira = cast.rook.public_id, cast.mira.public_id
    offers = programs.anna.read(address(bridge, f"commands/?as={rook}"))
    (stake,) = (offer for offer in offers["commands"] if offer["name"] == "stake")
    assert stake["schema"]["properties"]["against"]["oneOf"] == [{"const": mira, "title": "Mira"}]
    with verified(cast.campaign):
        body = {"command": "stake", "as": rook, "with": {"against": mira}}
        asked = programs.anna.post(address(bridge, "commands/"), body, If_Match=tagged(programs.anna, bridge))
        assert asked.status_code == 201, asked.content
        (ask,) = programs.boris.read(address(bridge))["state"]["asks"].values()
        assert ask["known"] == {"by": rook}
        assert programs.anna.read(address(bridge))["state"]["asks"][ask["key"]]["known"] == {}
        answer = {"command": "take", "as": mira, "with": {"ask": ask["key"]}, "dice": {mira: [2]}}
        taken = programs.boris.post(address(bridge, "commands/"), answer, If_Match=asked.headers["ETag"])
        assert taken.status_code == 201, taken.content
    assert programs.boris.read(address(bridge))["state"]["asks"] == {}


def test_a_stale_command_is_told_the_version_of_now(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    body = {"command": "stake", "as": cast.rook.public_id, "with": {"against": cast.mira.public_id}}
    path = address(bridge, "commands/")
    assert programs.anna.post(path, body).status_code == 428
    stale = programs.anna.post(path, body, If_Match='"0"')
    assert (stale.status_code, stale.headers["ETag"]) == (412, f'"{bridge.version}"')
    assert stale.json()["document"] == bridge.public_id
    assert stale.json()["fresh"] == programs.anna.read(address(bridge))


def test_nobody_acts_for_others(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    body = {"command": "stake", "as": cast.mira.public_id, "with": {"against": cast.rook.public_id}}
    tag = tagged(programs.anna, bridge)
    assert programs.anna.post(address(bridge, "commands/"), body, If_Match=tag).status_code == 403
    assert programs.anna.get(address(bridge, f"commands/?as={cast.mira.public_id}")).status_code == 403
    assert programs.gm.post(address(bridge, "commands/"), body, If_Match=tag).status_code == 201


def test_spoils_are_shared_by_programs_of_game_masters(bridge: Encounter, cast: Cast, programs: Programs) -> None:
    rook, path = cast.rook.public_id, address(bridge, "spoils/")
    body = {"gifts": [{"who": rook, "things": [{"name": "A blue lantern", "count": 2}]}]}
    tag = tagged(programs.gm, bridge)
    assert programs.anna.post(path, body, If_Match=tag).status_code == 403
    assert programs.gm.post(path, body).status_code == 428
    assert programs.gm.post(path, body, If_Match='"0"').status_code == 412
    assert programs.gm.post(path, {"gifts": [{"who": rook, "coins": {"shells": 1}}]}, If_Match=tag).status_code == 422
    for _ in range(2):
        assert programs.gm.post(path, body, If_Match=tag, Idempotency_Key="lanterns").status_code == 201
    things = Character.objects.get(public_id=rook).sheet.items.values()
    assert [one.count for one in things if one.name == "A blue lantern"] == [2]


def test_an_encounter_is_prepared_once_for_each_key(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/encounters/"
    first = programs.gm.post(path, {"name": "The ford"}, Idempotency_Key="ford")
    assert first.json()["secret"] is True
    assert programs.gm.post(path, {"name": "The ford"}, Idempotency_Key="ford").content == first.content
    assert programs.gm.post(path, {"name": "The mill"}, Idempotency_Key="ford").status_code == 422
    assert Encounter.objects.filter(name__in=["The ford", "The mill"]).count() == 1
    assert programs.anna.read(path)["results"] == []
    for wrong in ({"name": ""}, {"name": "  "}, {"name": "x" * 121}, {"name": 7}):
        assert programs.gm.post(path, wrong).status_code == 422


def test_creatures_are_brought_once_for_each_key(cast: Cast, bridge: Encounter, programs: Programs) -> None:
    body = {"creature": "magpie", "count": 3}
    brought = programs.gm.post(address(bridge, "creatures/"), body, Idempotency_Key="birds")
    assert brought.status_code == 201
    assert programs.gm.post(address(bridge, "creatures/"), body, Idempotency_Key="birds").content == brought.content
    assert sorted(programs.anna.read(address(bridge))["names"].values()) == [
        "Magpie", "Magpie 2", "Magpie 3", "Mira", "Rook",
    ]  # fmt: skip
    assert programs.gm.post(address(bridge, "creatures/"), {"creature": "roc"}).status_code == 422
    assert programs.gm.post(address(bridge, "creatures/"), {"creature": "magpie", "count": 21}).status_code == 422


# -- secrets ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def hidden(cast: Cast, bridge: Encounter) -> Character:
    """A crow that hides in the fight and acts there; a secret encounter and a secret plan bear its name as well."""
    crow = cast.creature(CANARY)
    sheet = Intent("sheet.text", {"text": "name", "to": CANARY}, actor=crow.public_id)
    perform(cast.gm, sheet)
    for intent in (
        Intent("join", {"hidden": True}, actor=crow.public_id, encounter=bridge.public_id),
        Intent("stake", {"against": cast.rook.public_id}, actor=crow.public_id, encounter=bridge.public_id),
        Intent("sheet.text", {"text": "gm_plan", "to": CANARY}, actor=cast.rook.public_id),
    ):
        perform(cast.gm, intent)
    cast.gm.campaign.refresh_from_db()
    Encounter.objects.create(campaign=cast.campaign, name=f"Ambush of {CANARY}", secret=True)
    write_text(cast.gm, cast.mira, "the end")
    return crow


def all_readable_addresses(cast: Cast, bridge: Encounter, hidden: Character) -> list[str]:
    """Every address that can be read, with every id that there is."""
    ids = {
        "campaign_id": [cast.campaign.public_id],
        "character_id": [cast.rook.public_id, cast.mira.public_id, hidden.public_id],
        "encounter_id": list(Encounter.objects.values_list("public_id", flat=True)),
        "entry_id": list(Entry.objects.values_list("public_id", flat=True)),
        "slug": ["heads"],
        "section": ["creatures"],
        "name": ["luck"],
    }
    listed = []
    for name, route in routes().items():
        if name not in LIKE and name not in ELSEWHERE:
            listed += _filled(route, ids)
    commands = address(bridge, "commands/?as=")
    return [*listed, *(commands + who for who in ids["character_id"])]


def _filled(route: URLPattern, ids: dict[str, list[str]]) -> list[str]:
    paths = ["/" + str(route.pattern)]
    for key, values in ids.items():
        for kind in ("slug", "str"):
            here = f"<{kind}:{key}>"
            paths = [path.replace(here, value) for path in paths for value in (values if here in path else [""])]
    return paths


@pytest.mark.parametrize("who", ["anna", "boris", "olga", "stranger", "nobody", "expired"])
def test_who_hides_is_in_no_answer(
    cast: Cast, bridge: Encounter, hidden: Character, programs: Programs, who: str
) -> None:
    secrets = (CANARY.encode(), hidden.public_id.encode())
    for path in all_readable_addresses(cast, bridge, hidden):
        if hidden.public_id not in path:
            told = programs.of(who).get(path)
            assert not any(secret in told.content for secret in secrets), path
        assert CANARY.encode() not in programs.of(who).get(path).content, path


def test_the_canary_sings_for_the_game_master(
    cast: Cast, bridge: Encounter, hidden: Character, programs: Programs
) -> None:
    singing = [
        path
        for path in all_readable_addresses(cast, bridge, hidden)
        if CANARY.encode() in programs.gm.get(path).content
    ]
    assert len(singing) > 8


def test_errors_and_odds_do_not_know_of_who_hides(
    cast: Cast, bridge: Encounter, hidden: Character, programs: Programs
) -> None:
    """The id of a hidden creature gets exactly the answers of a made-up one."""
    tag = tagged(programs.anna, bridge)

    def answers_about(who: str) -> list[tuple[int, bytes]]:
        body: dict[str, Any] = {"command": "stake", "as": cast.rook.public_id, "with": {"against": who}}
        answers = [
            programs.anna.post(address(bridge, "commands/"), body, If_Match=tag),
            programs.anna.post(address(bridge, "odds/"), body),
            programs.anna.post(address(bridge, "odds/"), body | {"as": who}),
            programs.anna.get(address(bridge, f"commands/?as={who}")),
            programs.anna.get(f"/characters/{who}/"),
            programs.anna.get(f"/characters/{who}/experience/"),
        ]
        return [(answer.status_code, content_of(answer)) for answer in answers]

    assert answers_about(hidden.public_id) == answers_about("nobody-at-all")


def test_an_encounter_looks_the_same_with_and_without_who_hides(
    cast: Cast, bridge: Encounter, programs: Programs
) -> None:
    before = programs.anna.read(address(bridge))
    crow = cast.creature(CANARY)
    perform(cast.gm, Intent("join", {"hidden": True}, actor=crow.public_id, encounter=bridge.public_id))
    after = programs.anna.read(address(bridge))
    assert {**before, "version": 0} == {**after, "version": 0}


def test_a_browser_may_read_as_well(cast: Cast, bridge: Encounter) -> None:
    browser = Client()
    browser.force_login(cast.olga.user)
    assert browser.get(API + address(bridge)).status_code == 200
