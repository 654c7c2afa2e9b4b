"""Characters over HTTP: lists, sheets, versions, commands, and keys that make a write happen once."""

import json
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Entry, Membership, Role
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.undo import undo
from characters.models import Character
from rules.engine.kernel import MemoKept
from tests.api.programs import API, Program, Programs, content_of
from tests.combat.conftest import client_of
from tests.helpers import Cast, verified, write_text
from tests.toy import HEROES
from winterhall.api import hot


def address(character: Character) -> str:
    return f"/characters/{character.public_id}/"


def test_a_list_tells_who_there_is(cast: Cast, programs: Programs) -> None:
    cast.creature()
    path = f"/campaigns/{cast.campaign.public_id}/characters/"
    assert [row["name"] for row in programs.olga.read(path)["results"]] == ["Rook", "Mira"]
    assert [row["name"] for row in programs.gm.read(path)["results"]] == ["Rook", "Mira", "Magpie"]
    first = programs.anna.read(path)["results"][0]
    assert first == {
        "id": cast.rook.public_id,
        "name": "Rook",
        "kind": "character",
        "owner": {"id": cast.anna.user.public_id, "name": "Anna"},
        "secret": False,
        "archived": False,
        "version": 1,
    }


def test_a_list_is_read_in_pieces(cast: Cast, programs: Programs) -> None:
    path, seen = f"/campaigns/{cast.campaign.public_id}/characters/?limit=1", []
    while path:
        page = programs.gm.read(path)
        seen += [row["name"] for row in page["results"]]
        path = (page["next"] or "").partition(API)[2]
    assert seen == ["Rook", "Mira"]


def test_a_sheet_is_passed_on_as_it_is_stored(cast: Cast, programs: Programs) -> None:
    answer = programs.boris.get(address(cast.rook))
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["ETag"] == '"1"'
    assert "private" in answer.headers["Cache-Control"]
    assert cast.rook.body.encode() in answer.content
    assert json.loads(answer.content)["sheet"]["name"] == "Rook"


@pytest.mark.parametrize("who", ["gm", "anna", "boris", "olga"])
def test_the_short_way_and_the_long_way_answer_the_same(cast: Cast, programs: Programs, who: str) -> None:
    member = {"gm": cast.gm, "anna": cast.anna, "boris": cast.boris, "olga": cast.olga}[who]
    browser = Client()
    browser.force_login(member.user)
    for character in (cast.rook, cast.mira, cast.creature()):
        short, long = programs.of(who).get(address(character)), browser.get(API + address(character))
        assert (short.status_code, short.headers.get("ETag")) == (long.status_code, long.headers.get("ETag"))
        assert content_of(short) == content_of(long)
        same = ("Cache-Control", "Content-Type", "X-Content-Type-Options")
        assert [short.headers.get(name) for name in same] == [long.headers.get(name) for name in same]


@pytest.mark.parametrize("role", Role.values)
@pytest.mark.parametrize("state", [{}, {"secret": True}, {"void": True}, {"secret": True, "void": True}], ids=str)
@pytest.mark.parametrize("whole", [True, False])
def test_both_ways_open_the_very_same(
    cast: Cast, programs: Programs, role: str, state: dict[str, bool], whole: bool
) -> None:
    Membership.objects.filter(pk=cast.boris.pk).update(role=role)
    Character.objects.filter(pk=cast.rook.pk).update(whole=whole, **state)
    browser = client_of(cast.boris)
    short, long = programs.boris.get(address(cast.rook)), browser.get(API + address(cast.rook))
    assert (short.status_code, content_of(short), short.headers.get("ETag")) == (
        long.status_code, content_of(long), long.headers.get("ETag")
    )  # fmt: skip
    opened = not state.get("void") and (role in Role.running() or not state.get("secret"))
    assert short.status_code == (200 if opened else 404)


def test_the_short_way_asks_the_rules_of_the_house(
    cast: Cast, programs: Programs, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """The short way has no rule of its own: with other rules of access or of tokens, it opens something else."""
    request.addfinalizer(hot._statement.cache_clear)
    for rule, other in (
        ("campaigns.audience.access.open_to", Q(pk=None)),
        ("winterhall.accounts.tokens.open_at", Q(pk=None)),
    ):
        hot._statement.cache_clear()
        assert hot._read(programs.secrets["anna"], cast.rook.public_id, -1)
        with monkeypatch.context() as changed:
            changed.setattr(rule, lambda *args, other=other: other)
            hot._statement.cache_clear()
            assert hot._read(programs.secrets["anna"], cast.rook.public_id, -1) is None


def test_the_short_way_is_one_query(cast: Cast, programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    programs.anna.get(address(cast.rook))
    monkeypatch.delattr("characters.api.characters.reach")
    with CaptureQueriesContext(connection) as asked:
        assert programs.anna.get(address(cast.rook)).status_code == 200
        assert programs.anna.get(address(cast.rook), If_None_Match='"1"').status_code == 304
    # A prepared query passes Django's count by.
    assert len(asked) == (0 if connection.vendor == "postgresql" else 2)


def test_who_has_the_sheet_already_gets_nothing_again(cast: Cast, programs: Programs) -> None:
    tag = programs.anna.get(address(cast.rook)).headers["ETag"]
    again = programs.anna.get(address(cast.rook), If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    write_text(cast.gm, cast.rook, "a scar")
    assert programs.anna.get(address(cast.rook), If_None_Match=tag).status_code == 200


def test_what_leads_back_to_where_it_began_counts_for_game_masters_only(
    cast: Cast, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Did it count for players, the count would tell them which sheets hold something that they may not read."""

    def act(game: Game) -> dict[str, Any]:
        game.table.happen(MemoKept(game.table.actor, "roll", 1), MemoKept(game.table.actor, "roll", None))
        return {}

    write(cast.gm, Intent("toss", actor=cast.rook.public_id), act)
    for short_way in (True, False):
        if not short_way:
            monkeypatch.setattr(hot, "_read", lambda *_: None)
        counted = {name: getattr(programs, name).get(address(cast.rook)) for name in ("anna", "olga", "gm")}
        assert {name: got.json()["version"] for name, got in counted.items()} == {"anna": 1, "olga": 1, "gm": 2}
        assert counted["anna"].headers["ETag"] == '"1"'
        assert counted["gm"].headers["ETag"] != '"2"', "whoever becomes a player must not take it for their own"


def test_what_only_the_game_master_may_read_is_left_out(cast: Cast, programs: Programs) -> None:
    note(programs.gm, cast.rook, "gm_plan", "the traitor")
    full, part = programs.gm.get(address(cast.rook)), programs.anna.get(address(cast.rook))
    assert b"the traitor" in full.content
    assert b"traitor" not in part.content
    assert full.headers["ETag"] != part.headers["ETag"]
    known = programs.anna.get(address(cast.rook), If_None_Match=part.headers["ETag"])
    assert (known.status_code, known.content) == (304, b"")


def note(program: Program, character: Character, text: str, to: str, version: int = 1, **headers: str):  # type: ignore[no-untyped-def]
    return program.post(address(character) + "commands/", _writing(text, to), If_Match=f'"{version}"', **headers)


def test_a_command_changes_the_sheet(cast: Cast, programs: Programs) -> None:
    with verified(cast.campaign):
        answer = note(programs.anna, cast.rook, "notes", "a scar")
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert answer.headers["ETag"] == '"2"'
    assert (told["document"], told["version"]) == (cast.rook.public_id, 2)
    assert told["entry"]["facts"] == [
        {"fact": "text_changed", "name": "notes", "text": "a scar", "before": "", "who": cast.rook.public_id}
    ]
    assert programs.anna.read(address(cast.rook))["sheet"]["texts"]["notes"] == "a scar"


def test_a_command_names_the_version_that_was_seen(cast: Cast, programs: Programs) -> None:
    path, body = address(cast.rook) + "commands/", {"command": "sheet.text", "with": {"text": "notes", "to": "x"}}
    assert programs.anna.post(path, body).status_code == 428
    assert programs.anna.post(path, body, If_Match="*").status_code == 428
    assert programs.anna.post(path, body, If_Match="one").status_code == 400
    assert programs.anna.post(path, body, If_Match='"one"').status_code == 400
    write_text(cast.gm, cast.rook, "meanwhile")
    stale = programs.anna.post(path, body, If_Match='"1"')
    assert stale.status_code == 412
    assert (stale.headers["ETag"], stale.json()["version"]) == ('"2"', 2)
    assert stale.json()["fresh"] == programs.anna.read(address(cast.rook))
    assert programs.anna.post(path, body, If_Match=stale.headers["ETag"]).status_code == 201


def test_the_tag_of_a_filtered_sheet_is_a_version_too(cast: Cast, programs: Programs) -> None:
    note(programs.gm, cast.rook, "gm_plan", "the traitor")
    tag = programs.anna.get(address(cast.rook)).headers["ETag"]
    body = {"command": "sheet.text", "with": {"text": "notes", "to": "x"}}
    assert programs.anna.post(address(cast.rook) + "commands/", body, If_Match=tag).status_code == 201


def test_what_the_game_master_notes_for_themselves_raises_no_number_of_a_players(
    cast: Cast, programs: Programs
) -> None:
    note(programs.gm, cast.rook, "gm_plan", "the traitor")
    before = seen_of(cast, programs)
    plan = note(programs.gm, cast.rook, "gm_plan", "or is it Mira?", version=2)
    assert plan.headers["ETag"] == '"3"'
    assert seen_of(cast, programs) == before
    assert note(programs.anna, cast.rook, "notes", "a scar").headers["ETag"] == '"2"'
    assert programs.gm.read(address(cast.rook))["version"] == 4
    assert note(programs.anna, cast.rook, "notes", "two scars").status_code == 412


def test_a_note_that_was_taken_back_leaves_both_ways_in_step(cast: Cast, programs: Programs) -> None:
    """Sheets that were not whole once go the long way for players, who count otherwise than the game master."""
    with verified(cast.campaign):
        entry = note(programs.gm, cast.rook, "gm_plan", "the traitor").json()["entry"]["id"]
        undo(cast.gm, entry)
    browser = Client()
    for member, version in ((cast.anna, 1), (cast.gm, 3)):
        browser.force_login(member.user)
        program = programs.anna if member is cast.anna else programs.gm
        short, long = program.get(address(cast.rook)), browser.get(API + address(cast.rook))
        assert (short.content, short.headers["ETag"]) == (long.content, long.headers["ETag"])
        assert short.json()["version"] == version
    assert note(programs.anna, cast.rook, "notes", "a scar").status_code == 201


def test_no_tag_tells_that_there_is_a_secret_note(cast: Cast, programs: Programs) -> None:
    tags = [programs.anna.get(address(each)).headers["ETag"] for each in (cast.rook, cast.mira)]
    note(programs.gm, cast.rook, "gm_plan", "the traitor")
    assert [programs.anna.get(address(each)).headers["ETag"] for each in (cast.rook, cast.mira)] == tags == ['"1"'] * 2


def test_who_becomes_game_master_is_not_told_that_they_know_it_all(cast: Cast, programs: Programs) -> None:
    note(programs.gm, cast.rook, "gm_plan", "the traitor")
    note(programs.gm, cast.rook, "notes", "a scar", version=2)
    note(programs.gm, cast.rook, "notes", "two scars", version=3)
    note(programs.gm, cast.mira, "gm_plan", "her too")
    tag = programs.anna.get(address(cast.rook)).headers["ETag"]
    Membership.objects.filter(pk=cast.anna.pk).update(role=Role.ASSISTANT)
    for each, known in ((cast.rook, '"4"'), (cast.rook, tag), (cast.mira, '"2"')):
        answer = programs.anna.get(address(each), If_None_Match=known)
        assert (answer.status_code, b"gm_plan" in answer.content) == (200, True)


@pytest.mark.parametrize("text", ["gm_notes", "gm_plan", "gm_"])
def test_the_game_masters_texts_are_not_there_for_players(cast: Cast, programs: Programs, text: str) -> None:
    note(programs.gm, cast.rook, "gm_notes", "the traitor")
    told = set()
    for to in ("the traitor", "a guess", ""):
        refused = note(programs.anna, cast.rook, text, to)
        told.add((refused.status_code, content_of(refused), refused.headers.get("ETag")))
        browser = client_of(cast.anna)
        sent = {"command": "sheet.text", "actor": cast.rook.public_id, "with-text": text, "with-to": to}
        page = browser.post(f"/campaigns/{cast.campaign.public_id}/perform/", sent)
        assert (page.status_code, page.json()["field"]) == (422, "text")
        assert programs.anna.post(f"{address(cast.rook)}odds/", _writing(text, to)).status_code == 422
    assert len(told) == 1
    assert programs.gm.read(address(cast.rook))["sheet"]["texts"] == {"gm_notes": "the traitor"}


def test_the_game_master_writes_notes_of_their_own(cast: Cast, programs: Programs) -> None:
    """The negative control of the test above."""
    assert note(programs.gm, cast.rook, "gm_notes", "the traitor").status_code == 201
    assert (
        note(programs.gm, cast.rook, "gm_notes", "the traitor", version=2).json()["detail"] == "Nothing would change."
    )


def _writing(text: str, to: str) -> dict[str, object]:
    return {"command": "sheet.text", "with": {"text": text, "to": to}}


def seen_of(cast: Cast, programs: Programs) -> list[tuple[bytes, str | None]]:
    """The player's answers that hold a version of the sheet, each with its tag."""
    listed = f"/campaigns/{cast.campaign.public_id}/characters/"
    paths = (address(cast.rook), f"{address(cast.rook)}commands/", f"{address(cast.rook)}skills/", listed)
    answers = [programs.anna.get(path) for path in paths]
    return [(answer.content, answer.headers.get("ETag")) for answer in answers]


def test_the_same_key_does_nothing_twice(cast: Cast, programs: Programs) -> None:
    first = note(programs.anna, cast.rook, "notes", "a scar", Idempotency_Key="k-1")
    write_text(cast.gm, cast.rook, "later")
    count = Entry.objects.count()
    again = note(programs.anna, cast.rook, "notes", "a scar", Idempotency_Key="k-1")
    assert (again.status_code, again.content, again.headers["ETag"]) == (201, first.content, first.headers["ETag"])
    assert Entry.objects.count() == count
    other = note(programs.anna, cast.rook, "notes", "another scar", Idempotency_Key="k-1")
    assert (other.status_code, other.headers["Content-Type"]) == (422, "application/problem+json")


@pytest.mark.parametrize("key", ["x" * 81, "a b", "ü"])
def test_a_key_that_is_none_is_refused(cast: Cast, programs: Programs, key: str) -> None:
    assert note(programs.anna, cast.rook, "notes", "x", Idempotency_Key=key).status_code == 400


def test_a_refusal_is_a_sentence_with_its_field(cast: Cast, programs: Programs) -> None:
    answer = programs.anna.post(
        address(cast.rook) + "commands/", {"command": "toss", "with": {"coins": 9}}, If_Match='"1"'
    )
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert (told["status"], told["field"]) == (422, "coins")
    assert told["detail"].endswith(".")


def test_real_dice_are_typed_in(cast: Cast, programs: Programs) -> None:
    body = {"command": "toss", "with": {"coins": 2}, "dice": {cast.rook.public_id: [2, 1]}}
    answer = programs.anna.post(address(cast.rook) + "commands/", body, If_Match='"1"')
    rolled = answer.json()["entry"]["facts"][0]
    assert [die["face"] for die in rolled["dice"]] == [2, 1]
    assert rolled["typed"] is True


def test_odds_are_told_without_writing(cast: Cast, programs: Programs) -> None:
    count = Entry.objects.count()
    odds = programs.anna.post(address(cast.rook) + "odds/", {"command": "toss", "with": {"coins": 1}})
    assert odds.json()["odds"]["chances"][0]["probability"] == 0.5
    none = programs.gm.post(address(cast.rook) + "odds/", {"command": "learn"})
    assert none.json() == {"odds": None, "house_rules": [], "forecast": None, "advice": None}
    assert Entry.objects.count() == count


def test_advice_stands_beside_odds(cast: Cast, programs: Programs) -> None:
    body = {"command": "toss", "with": {"coins": 2}}
    advice = programs.anna.post(address(cast.rook) + "odds/", body).json()["advice"]
    best, then = advice["choices"][:2]
    assert best == {
        "command": "toss",
        "with": {"coins": 1},
        "label": "Coins 1",
        "value": 0.5,
        "shares": [1.0, -0.5],
        "chosen": False,
    }
    assert (then["with"], then["chosen"]) == ({"coins": 2}, True)
    assert (advice["unit"], advice["shares"], advice["axis"]) == ("coins", ["Learned", "At risk"], "coins")
    assert advice["sentence"] == "What is learned, less what may be lost."
    assert advice["complete"]


def test_offers_say_what_may_be_chosen(cast: Cast, programs: Programs) -> None:
    offers = programs.anna.read(address(cast.rook) + "commands/")
    by_name = {offer["name"]: offer for offer in offers["commands"]}
    assert (offers["as"], offers["version"]) == (cast.rook.public_id, 1)
    assert by_name["toss"]["schema"]["properties"]["coins"] == {
        "title": "Coins", "default": 1, "type": "integer", "minimum": 1, "maximum": 5,
    }  # fmt: skip
    assert "join" not in by_name, "only the game master lets somebody sit down"


def test_a_player_begins_a_character_of_their_own(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/characters/"
    begun = programs.boris.post(path, {"name": " Wren "}, Idempotency_Key="wren")
    assert begun.status_code == 201
    wren = Character.objects.get(public_id=begun.json()["id"])
    assert (wren.name, wren.owner, wren.secret) == ("Wren", cast.boris.user, False)
    assert programs.boris.post(path, {"name": " Wren "}, Idempotency_Key="wren").content == begun.content
    assert Character.objects.filter(name="Wren").count() == 1
    for wrong in ({"name": "Wren", "owner": cast.anna.user.public_id}, {"name": "Wren", "secret": True}):
        assert programs.boris.post(path, wrong).status_code == 403


def test_the_game_master_says_whose_a_character_is(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/characters/"
    begun = programs.gm.post(path, {"name": "Wren", "owner": cast.anna.user.public_id})
    assert Character.objects.get(public_id=begun.json()["id"]).owner == cast.anna.user
    for wrong in ({"name": " "}, {"name": ""}, {"name": "Wren", "owner": cast.stranger.public_id}, {"nam": "Wren"}, []):
        assert programs.gm.post(path, wrong).status_code == 422


def test_a_program_makes_a_character_step_by_step(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/characters/"
    begun = programs.anna.post(path, {"name": "Wren", "way": "steps"})
    wren = Character.objects.get(name="Wren")
    offered = programs.anna.read(f"{address(wren)}commands/")["commands"]
    assert [one["name"] for one in offered if one["place"] == "making"] == ["make.origin", "make.random"]
    body = {"command": "make.origin", "with": {"origin": "street", "luck": 3}}
    answer = programs.anna.post(f"{address(wren)}commands/", body, If_Match=begun["ETag"])
    assert answer.status_code == 201
    offered = programs.anna.read(f"{address(wren)}commands/")["commands"]
    assert [one["name"] for one in offered if one["place"] == "making"] == ["make.origin", "make.coin", "make.random"]


def test_a_program_has_a_character_made_at_random_once(cast: Cast, programs: Programs) -> None:
    path, body = f"/campaigns/{cast.campaign.public_id}/characters/", {"name": "Wren", "way": "random"}
    answers = [programs.anna.post(path, body, Idempotency_Key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    wren = Character.objects.get(name="Wren")
    assert wren.version == answers[0].json()["version"] == 2
    assert wren.sheet.memo["origin"]


def test_a_program_takes_a_hero_once(cast: Cast, programs: Programs) -> None:
    told = programs.anna.read(f"/systems/{cast.campaign.system.slug}/")["heroes"]
    assert told[0] == {name: getattr(HEROES[0], name) for name in ("key", "name", "pitch", "play")}
    path, body = f"/campaigns/{cast.campaign.public_id}/characters/", {"name": "Wren", "hero": told[0]["key"]}
    answers = [programs.anna.post(path, body, Idempotency_Key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Character.objects.get(name="Wren").sheet.now("coins") == 30
    for wrong, field in (({"hero": "nobody"}, "hero"), ({"hero": told[0]["key"], "way": "steps"}, "way")):
        refused = programs.anna.post(path, {"name": "Finch", **wrong})
        assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert not Character.objects.filter(name="Finch").exists()
