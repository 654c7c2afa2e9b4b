"""Guests: a seat for an evening without an account, and an account made of it."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.members import services
from campaigns.models import Invitation, Membership, Role, Session, Summary
from campaigns.sessions import letters
from characters.services import begin
from tests.campaigns.test_members import link
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast
from winterhall.accounts.models import User

ACCOUNT = {"email": "doris@example.org", "password1": "a snowed-in pass"}


@pytest.fixture
def door(cast: Cast) -> str:
    return link(client_of(cast.gm), cast, uses=3, guests="on")


@pytest.fixture
def doris(door: str) -> Client:
    client = Client()
    client.post(door, {"as": "guest", "name": "Doris"})
    return client


def test_a_guest_sits_down_with_a_name_alone(cast: Cast, door: str) -> None:
    client = Client()
    assert "Join as a guest" in client.get(door).content.decode()
    there = client.post(door, {"as": "guest", "name": "Doris"})
    assert there["Location"] == f"/campaigns/{cast.campaign.public_id}/characters/new/"
    place = Membership.objects.get(user__display_name="Doris")
    assert (place.role, place.user.is_guest, place.user.email) == (Role.PLAYER, True, None)
    assert client.get(there["Location"]).status_code == 200
    assert Invitation.objects.get().uses_left == 2
    members = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/members/").content.decode()
    assert "guest</span>" in members


def test_the_name_that_was_typed_stands_in_the_form_of_whoever_would_rather_sign_up(door: str) -> None:
    client = Client()
    there = client.post(door, {"as": "new", "name": "Doris"})
    assert 'value="Doris"' in client.get(there["Location"]).content.decode()
    assert 'value="Doris"' not in Client().get("/accounts/signup/").content.decode()


@pytest.mark.parametrize("name", ["", "   ", "Anna", "x" * 61])
def test_a_guest_needs_a_name_of_their_own(door: str, name: str) -> None:
    assert Client().post(door, {"as": "guest", "name": name}).status_code == 422
    assert not User.objects.filter(guest_until__isnull=False).exists()
    assert Invitation.objects.get().uses_left == 3


def test_where_guests_are_not_wanted_none_comes_in(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    page = Client().post(path, {"as": "guest", "name": "Doris"})
    assert page.status_code == 422
    assert "This link needs an account" in page.content.decode()
    assert not User.objects.filter(guest_until__isnull=False).exists()


def test_a_closed_link_makes_no_guest(door: str) -> None:
    Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert Client().post(door, {"as": "guest", "name": "Doris"}).status_code == 404
    assert not User.objects.filter(guest_until__isnull=False).exists()


def test_two_guests_without_an_address_are_two(door: str) -> None:
    for name in ("Doris", "Emil"):
        assert Client().post(door, {"as": "guest", "name": name}).status_code == 302
    assert User.objects.filter(guest_until__isnull=False).count() == 2


def test_the_evening_of_a_guest_ends(doris: Client) -> None:
    until = User.objects.get(display_name="Doris").guest_until
    assert until
    assert doris.session.get_expiry_date() == until
    assert until - timezone.now() < timedelta(hours=17)


def test_a_guest_keeps_seat_and_characters_with_an_account(cast: Cast, doris: Client) -> None:
    before = Membership.objects.get(user__display_name="Doris")
    assert "Keep your seat" in doris.get("/").content.decode()
    assert "Doris" in doris.get("/accounts/keep/").content.decode()
    assert doris.post("/accounts/keep/", ACCOUNT).status_code == 302
    user = User.objects.get(email="doris@example.org")
    assert (user.pk, user.is_guest, user.display_name) == (before.user_id, False, "Doris")
    assert doris.get(f"/campaigns/{cast.campaign.public_id}/").status_code == 200
    again = Client()
    again.post("/accounts/login/", {"login": "doris@example.org", "password": ACCOUNT["password1"]})
    assert again.get(f"/campaigns/{cast.campaign.public_id}/").status_code == 200


def test_an_address_that_has_to_be_confirmed_does_not_end_the_evening(
    doris: Client, cast: Cast, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert doris.post("/accounts/keep/", ACCOUNT).status_code == 302
    assert doris.get(f"/campaigns/{cast.campaign.public_id}/").status_code == 200


@pytest.mark.parametrize("bad", [{"email": "anna@example.org"}, {"email": "nothing"}, {"password1": "short"}])
def test_a_seat_is_not_kept_with_what_does_not_do(doris: Client, bad: dict[str, str]) -> None:
    page = doris.post("/accounts/keep/", ACCOUNT | bad)
    assert "field__error" in page.content.decode()
    assert User.objects.get(display_name="Doris").is_guest


def test_only_guests_have_a_seat_to_keep(cast: Cast) -> None:
    assert client_of(cast.anna).get("/accounts/keep/")["Location"] == "/"
    assert Client().get("/accounts/keep/")["Location"] == "/accounts/signup/"


def test_no_letter_goes_to_whoever_has_no_address(cast: Cast, doris: Client) -> None:
    session = Session.objects.create(campaign=cast.campaign, title="Frost")
    summary = Summary.objects.create(campaign=cast.campaign, session=session, by=cast.gm.user)
    others = Membership.objects.filter(campaign=cast.campaign).exclude(role=Role.OBSERVER).count() - 2
    assert letters.write_letters(cast.gm, summary, "https://example.org/") == others
    assert len(mail.outbox) == others


def test_a_guest_of_a_link_for_watching_watches(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast, role="observer", guests="on")
    client = Client()
    assert client.post(path, {"as": "guest", "name": "Emil"})["Location"] == f"/campaigns/{cast.campaign.public_id}/"
    assert services.members_of(cast.gm).get(user__display_name="Emil").role == Role.OBSERVER


def test_a_guest_whom_their_browser_forgot_is_let_back_in(cast: Cast, doris: Client) -> None:
    guest = Membership.objects.get(campaign=cast.campaign, user__display_name="Doris")
    hers = begin(cast.gm, name="Wren", owner=guest.user)
    members = f"/campaigns/{cast.campaign.public_id}/members/"
    gm = client_of(cast.gm)
    assert "Let Doris back in" in gm.get(members).content.decode()
    page = gm.post(f"{members}{guest.user.public_id}/link/").content.decode()
    found = re.search(r'value="http://testserver(/join/[^"]+)"', page)
    assert found
    other_phone = Client()
    shown = other_phone.get(found[1]).content.decode()
    assert "kept a seat for you: <b>Doris</b>, who plays Wren" in shown
    assert "Take your seat again as Doris</button>" in shown
    assert '<input type="hidden" name="name" value="Doris">' in shown
    assert shown.split("<main", 1)[1].split("</main>")[0].count("<button") == 1
    answer = other_phone.post(found[1], {"as": "guest", "name": "Doris"}, follow=True)
    # Whoever has a character already is not led to make another.
    assert answer.redirect_chain == [(f"/campaigns/{cast.campaign.public_id}/", 302)]
    hers.refresh_from_db()
    back = Membership.objects.get(campaign=cast.campaign, user__display_name="Doris")
    assert hers.owner == back.user != guest.user
    # The link is used up, and whoever has the old cookie is out.
    assert Client().post(found[1], {"as": "guest", "name": "Dora"}).status_code == 404
    assert doris.get(f"/campaigns/{cast.campaign.public_id}/").status_code == 404
