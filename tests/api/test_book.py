"""House rules and the campaign's own compendium over REST: versions, keys, problems, and what is told to whom."""

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.homebrew import editor
from campaigns.models import Campaign, Homebrew
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo
from characters.models import Character
from tests.api.programs import Programs
from tests.helpers import Cast, verified

#: All switches as the game and the house say; the second and third are those of every game.
RULES = {
    "poor": False,
    "see_odds": "everybody",
    "see_advice": "everybody",
    "simple_answers": True,
    "import_characters": "everybody",
}
CLOVER = {"name": "Clover", "description": "Four leaves.", "luck": 2}


def address(cast: Cast, what: str) -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


# -- house rules ------------------------------------------------------------------------------------------------------


def test_house_rules_are_read_and_turned(cast: Cast, programs: Programs) -> None:
    path = address(cast, "house-rules/")
    assert programs.anna.read(path) == {"version": 0, "rules": RULES, "changed": []}
    with verified(cast.campaign):
        answer = programs.gm.put(path, {"rules": {"poor": True}}, If_Match='"0"', Idempotency_Key="on")
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"1"')
    assert answer.json()["entry"]["facts"][0]["fact"] == "rule_chosen"
    assert (
        programs.gm.put(path, {"rules": {"poor": True}}, If_Match='"0"', Idempotency_Key="on").content == answer.content
    )
    assert programs.anna.read(path) == {"version": 1, "rules": RULES | {"poor": True}, "changed": ["poor"]}


def test_late_or_odd_house_rules_are_problems(cast: Cast, programs: Programs) -> None:
    path = address(cast, "house-rules/")
    assert programs.gm.put(path, {"rules": {}}).status_code == 428
    assert programs.gm.put(path, {"rules": {"poor": 1}}, If_Match='"0"').json()["field"] == "poor"
    assert programs.gm.put(path, {"rules": {"rich": True}}, If_Match='"0"').status_code == 422
    assert programs.gm.put(path, {"rules": {}}, If_Match='"0"').status_code == 422, "nothing would change"
    programs.gm.put(path, {"rules": {"poor": True}}, If_Match='"0"')
    late = programs.gm.put(path, {"rules": {}}, If_Match='"0"')
    assert (late.status_code, late.headers["ETag"]) == (412, '"1"')
    assert late.json()["fresh"]["changed"] == ["poor"]


# -- the compendium ---------------------------------------------------------------------------------------------------


def test_shelves_say_what_an_entry_has(cast: Cast, programs: Programs) -> None:
    shelves = {one["section"]: one["figures"] for one in programs.anna.read(address(cast, "shelves/"))["results"]}
    luck = next(one for one in shelves["charms"] if one["name"] == "luck")
    assert (luck["kind"], luck["least"], luck["most"], luck["needed"]) == ("number", 1, 3, True)


def test_an_entry_lives_from_post_to_delete(cast: Cast, programs: Programs) -> None:
    wanted = {"section": "charms", "figures": CLOVER}
    with verified(cast.campaign):
        answer = programs.gm.post(address(cast, "homebrew/"), wanted, Idempotency_Key="new")
    made = answer.json()
    assert (answer.status_code, answer.headers["ETag"], made["facts"]) == (201, '"1"', ["luck 2"])
    path = address(cast, f"homebrew/{made['id']}/")
    assert programs.anna.read(path) == made
    assert programs.anna.get(path, If_None_Match='"1"').status_code == 304
    changed = programs.gm.put(path, {"figures": {**CLOVER, "luck": 3}}, If_Match='"1"', Idempotency_Key="more")
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"2"')
    again = programs.gm.put(path, {"figures": {**CLOVER, "luck": 3}}, If_Match='"1"', Idempotency_Key="more")
    assert again.content == changed.content
    late = programs.gm.put(path, {"figures": CLOVER}, If_Match='"1"')
    assert (late.status_code, late.json()["fresh"]["figures"]["luck"]) == (412, 3)
    assert programs.gm.post(address(cast, "homebrew/"), wanted, Idempotency_Key="new").content == answer.content
    assert programs.gm.send("DELETE", path, If_Match='"1"').status_code == 412
    assert programs.gm.send("DELETE", path).status_code == 428
    for _ in range(2):
        assert programs.gm.send("DELETE", path, If_Match='"2"', Idempotency_Key="gone").status_code == 204
    assert programs.gm.send("DELETE", path, If_Match='"3"').status_code == 404
    assert programs.gm.get(path).status_code == 404
    assert programs.gm.read(address(cast, "homebrew/"))["results"] == []
    last = last_to_undo(cast.campaign)
    assert last is not None
    programs.gm.post(address(cast, "undo/"), {"entry": last.public_id})
    assert programs.anna.read(path)["figures"]["luck"] == 3


def test_what_is_hidden_does_not_exist_for_players(cast: Cast, programs: Programs) -> None:
    made = programs.gm.post(address(cast, "homebrew/"), {"section": "creatures", "figures": {"name": "Jay"}}).json()
    path = address(cast, f"homebrew/{made['id']}/")
    assert made["secret"] is True
    assert programs.anna.get(path).status_code == 404
    assert programs.anna.read(address(cast, "homebrew/"))["results"] == []
    assert made["id"] not in programs.anna.get(address(cast, "entries/?limit=200")).content.decode()
    shown = programs.gm.put(path, {"figures": {"name": "Jay", "coins": 4}, "secret": False}, If_Match='"1"')
    assert shown.status_code == 200
    assert programs.anna.read(path)["figures"]["coins"] == 4


def test_what_does_not_fit_is_a_problem_beside_its_figure(cast: Cast, programs: Programs) -> None:
    for figures, field in (({"luck": 2}, "name"), ({**CLOVER, "luck": 9}, "luck"), ({**CLOVER, "wings": 2}, "wings")):
        answer = programs.gm.post(address(cast, "homebrew/"), {"section": "charms", "figures": figures})
        assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert programs.gm.post(address(cast, "homebrew/"), {"section": "hats", "figures": CLOVER}).status_code == 422
    assert programs.gm.post(address(cast, "homebrew/"), {"section": "charms", "figures": []}).status_code == 422


def test_own_entries_are_listed_in_pieces_at_the_same_cost(cast: Cast, programs: Programs) -> None:
    page = editor.add(cast.gm, "charms", CLOVER)

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            programs.anna.read(address(cast, "homebrew/"))
        return len(asked)

    cost()
    few = cost()
    same = {"campaign": cast.campaign, "name": "Clover", "section": "charms", "body": page.body, "version": 1}
    Homebrew.objects.bulk_create((Homebrew(**same) for _ in range(10_000)), batch_size=500)
    assert few == cost() <= 8
    path: Any = address(cast, "homebrew/?limit=200&section=charms")
    first = programs.anna.read(path)
    assert len(first["results"]) == 200
    assert first["next"]


# -- the ledger -------------------------------------------------------------------------------------------------------


def test_a_raise_is_taken_back(cast: Cast, programs: Programs) -> None:
    for _ in range(2):
        perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    bought = perform(cast.anna, Intent("learn", actor=cast.rook.public_id))
    path = f"/characters/{cast.rook.public_id}/experience/"
    assert [row["balance"] for row in programs.anna.read(path)["results"]] == [1, 2, 0]
    body = {"entry": bought.public_id}
    assert programs.anna.post(f"{path}take-back/", body).status_code == 428
    assert programs.anna.post(f"{path}take-back/", body, If_Match='"1"').status_code == 412
    with verified(cast.campaign):
        answer = programs.anna.post(f"{path}take-back/", body, If_Match='"4"', Idempotency_Key="back")
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"5"')
    same = programs.anna.post(f"{path}take-back/", body, If_Match='"4"', Idempotency_Key="back")
    assert same.content == answer.content
    assert [row["balance"] for row in programs.anna.read(path)["results"]] == [1, 2, 0, 2]
    assert Character.objects.get(pk=cast.rook.pk).sheet.rank("skill", "luck") == 1


def test_odds_name_the_house_rules_behind_them(cast: Cast, programs: Programs) -> None:
    path = f"/characters/{cast.rook.public_id}/odds/"
    assert programs.anna.post(path, {"command": "toss", "with": {"coins": 1}}).json()["house_rules"] == []
    assert Campaign.objects.get(pk=cast.campaign.pk).house_rules == {}
