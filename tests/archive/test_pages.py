"""The pages and addresses by which a campaign is exported and brought in."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from campaigns.archive import writing
from campaigns.archive.people import Seating
from campaigns.models import Campaign, Membership, Role
from characters.models import Character
from tests.api.programs import Program
from tests.archive.halls import brought_in, empty, exported, files_of
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_user
from winterhall.accounts import tokens
from winterhall.accounts.models import User


@pytest.fixture
def greta(archive: bytes) -> User:
    return make_user("greta")


@pytest.fixture
def browser(greta: User) -> Client:
    client = Client()
    client.force_login(greta)
    return client


@pytest.fixture
def program(greta: User) -> Program:
    _, secret = tokens.make(greta, "Bot", ["read", "play", "manage"], timezone.now() + timedelta(days=1))
    return Program(secret)


def send(client: Client, archive: bytes, key: str = "once") -> Any:
    return client.post("/campaigns/import/", {"key": key, "archive": SimpleUploadedFile("winter.zip", archive)})


def test_a_game_master_loads_the_archive_down(cast: Cast) -> None:
    answer = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/export/")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="the-long-winter.winterhall.zip"'
    assert answer.content == exported(cast.campaign)
    assert "private" in answer["Cache-Control"]
    members = f"/campaigns/{cast.campaign.public_id}/members/"
    assert "Export campaign" in client_of(cast.gm).get(members).content.decode()
    assert "Export campaign" not in client_of(cast.anna).get(members).content.decode()


def test_a_large_campaign_is_for_the_operator(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST_SENT", 1_000)
    answer = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/export/")
    assert answer.status_code == 422
    assert f"manage.py export {cast.campaign.public_id} FILE" in answer.content.decode()


def test_whoever_brings_a_campaign_in_runs_it(browser: Client, greta: User, archive: bytes) -> None:
    assert 'href="/campaigns/import/"' in browser.get("/").content.decode()
    answer = send(browser, archive)
    campaign = Campaign.objects.get()
    assert answer["Location"] == f"/campaigns/{campaign.public_id}/members/"
    assert Membership.objects.get(user=greta).role == Role.GM
    page = browser.get(answer["Location"]).content.decode()
    assert "Gisela: Greta takes this place." in page
    assert page.count(">unclaimed</span>") == 3


def test_a_form_sent_again_brings_nothing_in_twice(browser: Client, archive: bytes) -> None:
    assert send(browser, archive)["Location"] == send(browser, archive)["Location"]
    refused = send(browser, archive, key="another")
    assert refused.status_code == 422
    assert "The long winter is in this Winterhall already" in refused.content.decode()


@pytest.mark.parametrize(("body", "sentence"), [(b"", "empty"), (b"no zip", "not a campaign archive")])
def test_what_is_no_archive_is_refused_beside_its_field(browser: Client, body: bytes, sentence: str) -> None:
    answer = send(browser, body)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Campaign.objects.exists()


def test_nobody_is_put_into_a_campaign_unasked(campaign: Campaign, cast: Cast) -> None:
    """A campaign in which people of this hall played comes back, and was not here any more."""
    archive, users = exported(campaign), list(User.objects.values())
    empty()
    User.objects.bulk_create(User(**one) for one in users)
    report = brought_in(archive, Seating(gm=cast.stranger))
    assert [place.user for place in Membership.objects.all()] == [cast.stranger]
    assert any(line.startswith("Anna: has an account here. Invite them") for line in report.lines)
    assert Character.objects.get(name="Rook").owner == cast.anna.user


# -- places -----------------------------------------------------------------------------------------------------------


def test_a_place_is_given_and_a_link_is_made(browser: Client, greta: User, archive: bytes) -> None:
    there = send(browser, archive)["Location"]
    campaign = Campaign.objects.get()
    anne, boris = make_user("anne"), User.objects.get(display_name="Boris")
    Membership.objects.create(campaign=campaign, user=anne, role=Role.PLAYER)
    anna = User.objects.get(display_name="Anna")
    browser.post(f"{there}{anna.public_id}/place/", {"to": anne.public_id})
    assert Character.objects.get(name="Rook").owner == anne
    page = browser.post(f"{there}{boris.public_id}/link/").content.decode()
    assert "Send this link" in page
    assert "It works for 1 person" in page
    assert "The player who opens it takes the place of Boris." in page
    refused = browser.post(f"{there}{anne.public_id}/link/", follow=True).content.decode()
    assert "Anne has an account and keeps the place." in refused


# -- programs ---------------------------------------------------------------------------------------------------------


def test_programs_bring_a_campaign_in_and_export_it(program: Program, greta: User, archive: bytes) -> None:
    answer = program.post("/campaigns/import/", archive, Idempotency_Key="one")
    told = answer.json()  # type: ignore[attr-defined]
    assert (answer.status_code, told["name"]) == (201, "The long winter")
    assert "Gisela: Greta takes this place." in told["report"]
    again = program.post("/campaigns/import/", archive, Idempotency_Key="one")
    assert again.content == answer.content
    back = program.get(f"/campaigns/{told['id']}/export/")
    assert back.headers["Content-Type"] == "application/zip"
    assert files_of(back.content)["entries.json"] == files_of(archive)["entries.json"]
    refused = program.post("/campaigns/import/", archive)
    assert refused.status_code == 422
    assert "is in this Winterhall already" in refused.json()["detail"]  # type: ignore[attr-defined]


def test_a_body_that_is_too_large_is_refused(program: Program) -> None:
    answer = program.post("/campaigns/import/", b"x" * 9_500_001)
    assert answer.status_code == 413
