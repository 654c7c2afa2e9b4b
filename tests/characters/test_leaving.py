"""One's own data as a file, and an account that is deleted: what is gone, what stays, and for whom."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from campaigns.chronicle import verify
from campaigns.members import services as members
from campaigns.models import Campaign, Membership, PushDevice, Role
from characters import leaving
from characters.models import Character
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, write_text
from winterhall.accounts import tokens
from winterhall.accounts.models import ApiToken, Letter, User

DATA, DELETE = "/accounts/data/", "/accounts/delete/"
PASSWORD = "a long enough word"


def signed_in(who: Membership) -> Client:
    """A browser of somebody who signed in by password, and not just now."""
    client = client_of(who)
    EmailAddress.objects.get_or_create(user=who.user, email=who.user.email, verified=True, primary=True)
    return client


def delete(client: Client, **sent: str) -> Any:
    """Ask for the account to be deleted, and say the password when it is asked for."""
    answer = client.post(DELETE, sent)
    assert "/accounts/reauthenticate/" in answer["Location"]
    return client.post(answer["Location"], {"password": PASSWORD})


def test_the_file_has_what_is_ones_own_and_nothing_else(cast: Cast) -> None:
    _, secret = tokens.make(cast.anna.user, "My bot", ["read"], timezone.now() + timedelta(days=3))
    PushDevice.objects.create(user=cast.anna.user, address="https://push.example.org/1", name="Firefox")
    told = signed_in(cast.anna).get(DATA)
    found = told.json()
    assert told["Content-Disposition"] == 'attachment; filename="my-data.winterhall.json"'
    assert (found["name"], found["addresses"][0]["email"]) == ("Anna", "anna@example.org")
    assert [one["name"] for one in found["campaigns"]] == ["The long winter"]
    assert [one["file"]["sheet"]["name"] for one in found["characters"]] == ["Rook"]
    assert [one["name"] for one in found["tokens"]] == ["My bot"]
    assert [one["name"] for one in found["notified_on"]] == ["Firefox"]
    assert "push.example.org" not in str(found)
    text = told.content.decode()
    assert not [
        one for one in (secret, tokens.digest(secret), cast.anna.user.password, "Mira", "boris@") if one in text
    ]


def test_a_players_file_has_none_of_the_game_masters_notes(cast: Cast) -> None:
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform

    perform(cast.gm, Intent("sheet.text", {"text": "gm_notes", "to": "Heir of the wolf king"}, cast.rook.public_id))
    assert "wolf king" not in signed_in(cast.anna).get(DATA).content.decode()


def test_the_password_is_asked_for_again(cast: Cast) -> None:
    client = signed_in(cast.anna)
    answer = client.post(DELETE)
    assert "/accounts/reauthenticate/" in answer["Location"]
    client.post(answer["Location"], {"password": "another word"})
    assert User.objects.get(pk=cast.anna.user_id).is_active


def test_a_player_who_leaves_is_gone_at_once_and_their_character_stays(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "A scar")
    tokens.make(cast.anna.user, "My bot", ["read"], timezone.now() + timedelta(days=3))
    Letter.objects.create(recipients=["anna@example.org"], sender="hall@example.org", subject="Come", body="Come")
    other, client = signed_in(cast.anna), signed_in(cast.anna)
    assert delete(client)["Location"] == "/"
    left = User.objects.get(pk=cast.anna.user_id)
    assert (left.display_name, left.email, left.is_active) == (leaving.LEFT, None, False)
    assert not left.has_usable_password()
    for kind in (EmailAddress, ApiToken, Membership):
        assert not kind._default_manager.filter(user=left).exists()
    assert not Letter.objects.exists()
    here = f"/campaigns/{cast.campaign.public_id}/"
    assert {one.get(here).status_code for one in (client, other)} == {302}
    assert not Client().login(email="anna@example.org", password=PASSWORD)
    assert Character.objects.get(pk=cast.rook.pk).owner is None
    log = client_of(cast.gm).get(f"{here}chronicle/").content.decode()
    assert "Anna" not in log
    assert leaving.LEFT in log
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


def test_whoever_leads_a_campaign_alone_says_what_becomes_of_it(cast: Cast) -> None:
    client = signed_in(cast.gm)
    assert "The long winter" in client.get(DELETE).content.decode()
    answer = delete(client)
    assert answer.status_code == 422
    assert "Hand your campaigns over first" in answer.content.decode()
    assert User.objects.get(pk=cast.gm.user_id).is_active
    assert client.post(DELETE, {"with_campaigns": "yes"})["Location"] == "/"
    assert Campaign.objects.get(pk=cast.campaign.pk).binned_at is not None
    assert client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/").status_code == 404


def test_a_campaign_that_was_handed_over_goes_on(cast: Cast) -> None:
    members.give_role(cast.anna, role=Role.GM)
    client = signed_in(cast.gm)
    assert "only game master" not in client.get(DELETE).content.decode()
    assert delete(client)["Location"] == "/"
    assert Campaign.objects.get(pk=cast.campaign.pk).binned_at is None
    assert client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/members/").status_code == 200


@pytest.mark.parametrize("address", [DATA, DELETE])
def test_nobody_else_asks(db: None, address: str) -> None:
    assert "/accounts/login/" in Client().get(address)["Location"]
