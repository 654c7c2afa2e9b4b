"""Play as it arrives from a browser: what is performed, what is refused and how, and what happens once only."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Entry, Membership
from campaigns.play import forms
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from rules.engine.kernel import Choice, Field, Place
from tests.helpers import Cast, verified
from tests.toy import Learn, Stake, Toss
from winterhall.accounts.models import User

PROBLEM = "application/problem+json"


def client_of(who: Membership | User) -> Client:
    client = Client()
    client.force_login(who.user if isinstance(who, Membership) else who)
    return client


def toss(cast: Cast, **more: str) -> dict[str, str]:
    return {"command": "toss", "actor": cast.rook.public_id, "with-coins": "2", **more}


def send(who: Membership | User, cast: Cast, what: str, data: dict[str, Any], **headers: str) -> Any:
    return client_of(who).post(f"/campaigns/{cast.campaign.public_id}/{what}/", data, headers=headers)


def test_a_player_performs_with_dice_that_really_fell(cast: Cast) -> None:
    with verified(cast.campaign):
        answer = send(cast.anna, cast, "perform", toss(cast, **{f"faces-{cast.rook.public_id}": "2, 1"}))
    told = answer.json()
    assert answer.status_code == 200
    assert [die["face"] for die in told["facts"][0]["dice"]] == [2, 1]
    assert told["facts"][0]["typed"] is True
    assert told["version"] == Character.objects.get(pk=cast.rook.pk).version
    assert "real dice" in told["shown"]


def test_the_same_key_performs_once(cast: Cast) -> None:
    answers = [send(cast.anna, cast, "perform", toss(cast, key="once")).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert Entry.objects.filter(command="toss").count() == 1


def test_a_key_may_come_as_a_header(cast: Cast) -> None:
    for _ in range(2):
        send(cast.anna, cast, "perform", toss(cast), **{"Idempotency-Key": "once"})
    assert Entry.objects.filter(command="toss").count() == 1


def test_a_key_stands_for_one_thing_only(cast: Cast) -> None:
    send(cast.anna, cast, "perform", toss(cast, key="once"))
    answer = send(cast.anna, cast, "perform", toss(cast, key="once", **{"with-coins": "1"}))
    assert (answer.status_code, answer.json()["field"]) == (422, "key")


def test_what_has_changed_meanwhile_is_said_with_how_it_is_now(cast: Cast) -> None:
    seen = str(cast.rook.version)
    send(cast.gm, cast, "perform", toss(cast))
    answer = send(cast.anna, cast, "perform", toss(cast, seen=seen))
    now = Character.objects.get(pk=cast.rook.pk)
    assert (answer.status_code, answer["Content-Type"]) == (409, PROBLEM)
    assert (answer.json()["version"], answer.json()["document"]) == (now.version, now.public_id)


@pytest.mark.parametrize(
    ("sent", "field", "part"),
    [
        ({"with-coins": "9"}, "coins", "1 to 5, not"),
        ({"with-coins": "many"}, "coins", "whole number"),
        ({"with-wings": "2"}, "wings", "nothing is called"),
        ({"command": "fly"}, "command", "knows no command"),
        ({"faces": "2 x"}, "faces", "5 8 2"),
        ({"faces": "2"}, "dice", "This roll takes 2 dice"),
        ({"faces": "2 2 2"}, "dice", "1 die too many"),
        ({"faces": "1 " * 201}, "faces", "At most"),
        ({"key": "k" * 81}, "key", "80"),
    ],
)
def test_a_refusal_is_a_sentence_beside_its_field(cast: Cast, sent: dict[str, str], field: str, part: str) -> None:
    answer = send(cast.anna, cast, "perform", toss(cast, **sent))
    assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)
    assert answer.json()["field"] == field
    assert part in answer.json()["detail"]
    assert not Entry.objects.filter(command="toss").exists()


@pytest.mark.parametrize("what", ["perform", "odds", "undo", "redo"])
def test_who_does_not_belong_finds_nothing(cast: Cast, what: str) -> None:
    assert send(cast.stranger, cast, what, toss(cast)).status_code == 404
    signed_out = Client().post(f"/campaigns/{cast.campaign.public_id}/{what}/", toss(cast))
    assert (signed_out.status_code, signed_out["Content-Type"]) == (401, PROBLEM)


@pytest.mark.parametrize("who", ["boris", "olga"])
@pytest.mark.parametrize("what", ["perform", "odds"])
def test_nobody_plays_what_another_plays(cast: Cast, who: str, what: str) -> None:
    assert send(getattr(cast, who), cast, what, toss(cast)).status_code == 403


def test_odds_are_told_and_refused_in_the_same_place(cast: Cast) -> None:
    told = send(cast.anna, cast, "odds", toss(cast))
    refused = send(cast.anna, cast, "odds", toss(cast, **{"with-coins": "9"}))
    assert (told.status_code, refused.status_code) == (200, 200)
    assert "Each coin is even." in told.content.decode()
    assert "1 to 5, not 9" in refused.content.decode()
    assert not Entry.objects.filter(command="toss").exists()


def test_the_gm_takes_back_and_brings_again(cast: Cast) -> None:
    entry = send(cast.anna, cast, "perform", toss(cast)).json()["entry"]
    with verified(cast.campaign):
        undone = send(cast.gm, cast, "undo", {"entry": entry, "key": "u"})
        again = send(cast.gm, cast, "undo", {"entry": entry, "key": "u"})
        redone = send(cast.gm, cast, "redo", {"entry": entry})
    assert (undone.status_code, redone.status_code) == (200, 200)
    assert undone.json()["entry"] == again.json()["entry"]


def test_players_do_not_take_back(cast: Cast) -> None:
    entry = send(cast.anna, cast, "perform", toss(cast)).json()["entry"]
    assert send(cast.anna, cast, "undo", {"entry": entry}).status_code == 403


def test_only_the_newest_entry_can_be_undone(cast: Cast) -> None:
    entry = send(cast.anna, cast, "perform", toss(cast)).json()["entry"]
    send(cast.anna, cast, "perform", toss(cast))
    assert send(cast.gm, cast, "undo", {"entry": entry}).status_code == 422


def test_performing_takes_no_get(cast: Cast) -> None:
    assert client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/perform/").status_code == 405


# -- forms ------------------------------------------------------------------------------------------------------------


def test_a_form_starts_with_what_is_given_and_fits_what_it_is_sent_back_as(cast: Cast) -> None:
    game = lay_out(cast.anna, cast.rook.public_id)
    form = forms.form_for(Toss, game, {"coins": 3})
    assert [(one.name, one.value, one.least, one.most) for one in form.inputs] == [("with-coins", 3, 1, 5)]
    assert (form.seen, form.rollers) == (cast.rook.version, ((cast.rook.public_id, "Rook"),))


def test_a_form_keeps_its_id_and_changes_its_key(cast: Cast) -> None:
    game = lay_out(cast.anna, cast.rook.public_id)
    first, second = forms.form_for(Learn, game), forms.form_for(Learn, game)
    assert first.id == second.id
    assert first.key != second.key


def test_a_form_offers_only_whom_its_reader_knows(cast: Cast) -> None:
    encounter, creature = cast.encounter(), cast.creature()
    for who, hidden in ((cast.rook, False), (cast.mira, False), (creature, True)):
        intent = Intent("join", {"hidden": hidden}, who.public_id, encounter.public_id)
        perform(cast.gm, intent)
    offered = {}
    for member in (cast.gm, cast.anna):
        form = forms.form_for(Stake, lay_out(member, cast.rook.public_id, encounter.public_id))
        offered[member.role] = {option.label for option in form.inputs[0].options}
    assert offered == {"gm": {"Mira", "Magpie"}, "player": {"Mira"}}
    assert Stake.place is Place.TURN


def test_leaving_a_pick_open_is_said_in_its_own_words_or_those_of_its_help() -> None:
    choices = (Choice("wolf", "Wolf"),)
    for field, said in ((Field("Form", "pick", help="None"), "None"), (Field("Form", "pick", help="H", none="N"), "N")):
        assert [one.label for one in forms._options(field, "", "", choices)] == [said, "Wolf"]
