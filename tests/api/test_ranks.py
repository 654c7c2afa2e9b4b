"""Ranks and experience as resources of their own."""

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from rules.engine.kernel import NotNow
from tests.api.conftest import programs_of
from tests.api.programs import API, Programs
from tests.helpers import Cast, make_cast, verified


def toss(cast: Cast, times: int) -> None:
    for _ in range(times):
        dice = {cast.rook.public_id: [2]}
        perform(cast.anna, Intent("toss", {"coins": 1}, actor=cast.rook.public_id, typed=dice))


def test_the_ledger_tells_what_was_learned_and_spent(cast: Cast, programs: Programs) -> None:
    toss(cast, 3)
    perform(cast.anna, Intent("learn", actor=cast.rook.public_id))
    ledger = programs.boris.read(f"/characters/{cast.rook.public_id}/experience/")
    assert ledger["balances"] == [{"kind": "skill", "name": "luck", "amount": 1}]
    assert [(row["row"], row["amount"], row["bought"]) for row in ledger["results"]] == [
        (1, 1, ""), (2, 1, ""), (3, 1, ""), (4, -2, "skill luck 2"),
    ]  # fmt: skip
    assert all(row["entry"] for row in ledger["results"])


def test_the_ledger_is_read_in_pieces(cast: Cast, programs: Programs) -> None:
    toss(cast, 5)
    path, seen = f"/characters/{cast.rook.public_id}/experience/?limit=2", []
    while path:
        page = programs.anna.read(path)
        seen += [row["row"] for row in page["results"]]
        path = (page["next"] or "").partition(API)[2]
    assert seen == [1, 2, 3, 4, 5]
    assert programs.anna.get(f"/characters/{cast.rook.public_id}/experience/?after=x").status_code == 400


def test_a_rank_is_written_through_the_chronicle(cast: Cast, programs: Programs) -> None:
    path = f"/characters/{cast.rook.public_id}/skills/luck/"
    assert programs.olga.read(path) == {"name": "luck", "value": 1, "least": 0, "most": 20, "experience": 0}
    tag = programs.anna.get(path).headers["ETag"]
    with verified(cast.campaign):
        answer = programs.anna.put(path, {"value": 4}, If_Match=tag, Idempotency_Key="up")
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')
    assert answer.json()["entry"]["facts"][0]["by"] == 3
    assert programs.anna.put(path, {"value": 4}, If_Match=tag, Idempotency_Key="up").content == answer.content
    assert programs.anna.read(f"/characters/{cast.rook.public_id}/skills/")["results"][0]["value"] == 4
    assert Character.objects.get(pk=cast.rook.pk).sheet.rank("skill", "luck") == 4


def test_what_a_rank_cannot_be_is_refused(cast: Cast, programs: Programs) -> None:
    path = f"/characters/{cast.rook.public_id}/skills/luck/"
    assert programs.anna.put(path, {"value": 4}).status_code == 428
    assert programs.anna.put(path, {"value": 21}, If_Match='"1"').status_code == 422
    assert programs.anna.put(path, {"value": "4"}, If_Match='"1"').status_code == 422
    assert programs.anna.put(path, {"value": 4}, If_Match='"7"').status_code == 412
    assert programs.boris.put(path, {"value": 4}, If_Match='"1"').status_code == 403
    same = programs.anna.put(path, {"value": 1}, If_Match='"1"')
    assert (same.status_code, same.headers["ETag"]) == (204, '"1"')


def test_what_cannot_be_now_is_not_taken_for_done(
    cast: Cast, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise NotNow("Not during a fight.")

    monkeypatch.setattr("characters.api.ranks.perform", refuse)
    answer = programs.anna.put(f"/characters/{cast.rook.public_id}/skills/luck/", {"value": 4}, If_Match='"1"')
    assert (answer.status_code, answer.json()["detail"]) == (422, "Not during a fight.")


@pytest.mark.parametrize("wrong", ["skills/wings/", "virtues/", "heads/"])
def test_only_what_the_game_declares_has_an_address(cast: Cast, programs: Programs, wrong: str) -> None:
    assert programs.gm.get(f"/characters/{cast.rook.public_id}/{wrong}").status_code == 404


def test_virtues_and_skill_groups_have_addresses(db: None) -> None:
    cast = make_cast("sda")
    programs, path = programs_of(cast), f"/characters/{cast.rook.public_id}"
    virtues = programs.anna.read(f"{path}/virtues/")
    assert len(virtues["results"]) == 5
    groups = programs.anna.read(f"{path}/skill-groups/")
    assert (groups["kind"], groups["label"]) == ("group", "Skill groups")
    virtue = virtues["results"][0]
    other = virtue["most"] if virtue["value"] < virtue["most"] else virtue["least"]
    answer = programs.anna.put(f"{path}/virtues/{virtue['name']}/", {"value": other}, If_Match='"1"')
    assert answer.status_code == 200, answer.content
    assert programs.anna.read(f"{path}/virtues/{virtue['name']}/")["value"] == other
