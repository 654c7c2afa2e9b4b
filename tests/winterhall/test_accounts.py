"""Signing up, in, out, and finding a forgotten password."""

import re

import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from winterhall.accounts import sending, tasks
from winterhall.accounts.models import Letter, User

PASSWORD = "a torch in the long dark"

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna@example.org", PASSWORD, display_name="Anna")


@pytest.fixture(autouse=True)
def letters_arrive_in_memory(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "winterhall.accounts.outbox.OutboxBackend"
    settings.POST_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def sign_in(client: Client, password: str = PASSWORD, email: str = "anna@example.org") -> int:
    return client.post("/accounts/login/", {"login": email, "password": password}).status_code


def test_whoever_signs_up_is_in(client: Client) -> None:
    form = {"email": "Boris@Example.org", "display_name": "Boris the Bold", "password1": PASSWORD}
    response = client.post("/accounts/signup/", form)
    assert response.status_code == 302
    boris = User.objects.get()
    assert (boris.email, boris.display_name) == ("boris@example.org", "Boris the Bold")
    assert client.session["_auth_user_id"] == str(boris.pk)


def test_a_weak_password_is_refused(client: Client) -> None:
    form = {"email": "boris@example.org", "display_name": "Boris", "password1": "password"}
    assert client.post("/accounts/signup/", form).status_code == 200
    assert not User.objects.exists()


def test_signing_in_asks_for_address_and_password(client: Client, anna: User) -> None:
    assert sign_in(client, "wrong") == 200
    assert "_auth_user_id" not in client.session
    assert sign_in(client, email="ANNA@example.org") == 302
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_whoever_comes_to_sign_in_can_type_at_once(client: Client) -> None:
    field = re.search(r'<input[^>]*name="login"[^>]*>', client.get("/accounts/login/").content.decode())
    assert field is not None
    assert "autofocus" in field[0]


@pytest.mark.parametrize("place", ["login", "signup", "password/reset", "email"])
def test_every_form_calls_an_e_mail_address_alike(client: Client, anna: User, place: str) -> None:
    if place == "email":
        client.force_login(anna)
    page = client.get(f"/accounts/{place}/").content.decode()
    assert ">E-mail" in page
    assert not re.search(r"\bEmail\b", page)


def test_signing_in_changes_the_session(client: Client, anna: User) -> None:
    client.get("/accounts/login/")
    session = client.session
    session["from"] = "before"
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    sign_in(client)
    assert client.session.session_key != before


def test_guessing_is_slowed_down(client: Client, anna: User) -> None:
    for _ in range(6):
        sign_in(client, "wrong")
    assert sign_in(client) != 302


def test_signing_out_needs_a_post(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password_is_replaced_by_letter(
    client: Client, anna: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as told:
        client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert len(told) == 1
    assert mail.outbox == []
    tasks.send_letter(Letter.objects.get().pk)
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    page = client.get(link[1], follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "new light, new day", "password2": "new light, new day"})
    assert sign_in(client, "new light, new day") == 302


def test_nobody_learns_who_has_an_account(client: Client, anna: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_signed_in_pages_are_kept_by_no_cache(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert "no-store" in client.get("/accounts/email/")["Cache-Control"]


def test_pages_allow_no_inline_script(client: Client) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_one_address_has_one_account(anna: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create(email="ANNA@example.org", display_name="Another")


def test_public_ids_are_opaque_and_many(anna: User) -> None:
    ids = {User.objects.create_user(f"p{n}@example.org").public_id for n in range(20)} | {anna.public_id}
    assert len(ids) == 21
    assert all(len(each) == 16 for each in ids)


def write_letter() -> Letter:
    return Letter.objects.create(recipients=["anna@example.org"], sender="hall@example.org", subject="S", body="B")


def test_a_letter_is_sent_once_and_forgotten() -> None:
    letter = write_letter()
    tasks.send_letter(letter.pk)
    tasks.send_letter(letter.pk)
    assert len(mail.outbox) == 1
    assert not Letter.objects.exists()


def test_a_letter_in_somebodys_hands_is_left_to_them() -> None:
    letter = write_letter()
    assert sending.hold(Letter.objects.all(), letter.pk) is not None
    assert sending.hold(Letter.objects.all(), letter.pk) is None
    tasks.send_letter(letter.pk)
    assert mail.outbox == []


def test_a_letter_that_comes_twice_is_known_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    letter = write_letter()

    def dies(self: Letter) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Letter, "delete", dies)
    with pytest.raises(KeyboardInterrupt):
        tasks.send_letter(letter.pk)
    monkeypatch.undo()
    Letter.objects.update(not_before=timezone.now())
    tasks.sweep_outbox()
    first, second = (sent.message()["Message-ID"] for sent in mail.outbox)
    assert first == second == f"<{letter.public_id}@example.org>"
    assert not Letter.objects.exists()


def test_a_letter_that_cannot_be_sent_waits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.POST_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    letter = write_letter()
    tasks.send_letter(letter.pk)
    letter.refresh_from_db()
    assert letter.attempts == 1
    assert sending.due(Letter.objects.all()) == []


def test_the_sweep_sends_what_the_broker_lost() -> None:
    write_letter()
    write_letter()
    tasks.sweep_outbox()
    assert len(mail.outbox) == 2


def test_an_account_works_although_the_broker_is_away(
    client: Client,
    anna: User,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    from kombu.exceptions import OperationalError

    def away(*args: object) -> None:
        raise OperationalError("no broker")

    with pytest.MonkeyPatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr(tasks.send_letter, "delay", away)
        response = client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert response.status_code == 302
    assert Letter.objects.count() == 1


def test_expired_sessions_are_cleared(client: Client, anna: User) -> None:
    from datetime import timedelta

    from django.contrib.sessions.models import Session

    client.force_login(anna)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    tasks.clear_expired_sessions()
    assert not Session.objects.exists()
