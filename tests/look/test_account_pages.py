"""Every page of an account opens in our own clothes, and keeps the laws of strictness and weight."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.look.test_strict import KILOBYTE, faults, scripts_of

OUTSIDE = {
    "account_login": "Sign in",
    "account_signup": "Create an account",
    "account_reset_password": "Reset your password",
    "account_reset_password_done": "Check your e-mail",
    "account_reset_password_from_key_done": "Password changed",
    "account_email_verification_sent": "One more step",
    "account_inactive": "Your account is switched off",
}
INSIDE = {
    "account_email": "E-mail addresses",
    "account_change_password": "Your password",
    "account_logout": "Sign out?",
    "account_reauthenticate": "Confirm it is you",
    "mfa_index": "Two-factor sign-in",
    "usersessions_list": "Signed-in devices",
}


@pytest.fixture
def anna(db: None, client: Client) -> Client:
    """Anna, signed in by her password as people are."""
    get_user_model().objects.create_user(email="anna@example.org", password="a long password", display_name="Anna")
    client.post(reverse("account_login"), {"login": "anna@example.org", "password": "a long password"})
    return client


def check(html: str, title: str) -> None:
    assert f"<h1>{title}</h1>" in " ".join(html.split()).replace("<h1> ", "<h1>").replace(" </h1>", "</h1>")
    assert "css/index.css" in html
    assert faults(html) == []
    assert sum(scripts_of(html)) < 100 * KILOBYTE


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "title"), OUTSIDE.items())
def test_a_page_for_visitors_keeps_the_laws_of_pages(client: Client, name: str, title: str) -> None:
    check(client.get(reverse(name)).content.decode(), title)


@pytest.mark.parametrize(("name", "title"), INSIDE.items())
def test_page_of_a_known_person(anna: Client, name: str, title: str) -> None:
    response = anna.get(reverse(name))
    assert response.status_code == 200
    check(response.content.decode(), title)


@pytest.mark.django_db
def test_a_link_that_is_used_up_says_so(client: Client) -> None:
    address = reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "no-such-key"})
    check(client.get(address).content.decode(), "This link has expired")


@pytest.mark.django_db
def test_an_error_stands_beside_its_field(client: Client) -> None:
    sent = {"email": "no address", "display_name": "", "password1": "a long password"}
    page = client.post(reverse("account_signup"), sent).content.decode()
    assert page.count('class="field__error"') == 2
    assert 'id="id_email_error"' in page
    assert "id_email_error" in page.partition('name="email"')[2].partition(">")[0]


@pytest.mark.django_db
def test_the_old_link_of_a_letter_can_be_asked_for_again(client: Client) -> None:
    address = reverse("account_confirm_email", kwargs={"key": "no-such-key"})
    assert "This link has expired" in client.get(address).content.decode()


def test_removing_an_address_asks_first(anna: Client) -> None:
    assert "data-confirm=" in anna.get(reverse("account_email")).content.decode()


def test_the_header_greets_who_is_signed_in(anna: Client) -> None:
    page = anna.get(reverse("account_email")).content.decode()
    assert "Signed in as Anna" in page
    assert 'name="csrf-token"' in page
    assert "hx-headers:inherited" in page
