"""The archive: what lies there is in no list, is still there, and comes back; and copies of characters."""

import pytest
from django.test import Client

from campaigns.models import Campaign, Entry, Membership
from characters.models import Character
from combat.models import Encounter
from tests.combat.conftest import client_of, prepared
from tests.helpers import Cast, make_cast
from winterhall.accounts.models import User


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("sda")


def post(who: Membership | User, address: str, **sent: str) -> int:
    return client_of(who).post(address, sent).status_code


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


def here(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/"


def sheet_of(cast: Cast, who: Character) -> str:
    return f"{here(cast)}characters/{who.public_id}/"


def listed(cast: Cast, who: Membership, name: str) -> tuple[bool, bool]:
    """Whether a name stands on the campaign's page before its archive, and in the archive."""
    before, _, archive = text(client_of(who), here(cast)).partition("Archived characters")
    return f'places__name">{name}<' in before, f"{name}</a>" in archive


def test_a_character_goes_into_the_archive_and_comes_back(cast: Cast) -> None:
    rook = sheet_of(cast, cast.rook)
    assert listed(cast, cast.anna, "Rook") == (True, False)
    entries = Entry.objects.count()
    for _ in range(2):
        assert post(cast.anna, f"{rook}archive/", archived="yes") == 302
    for who in (cast.gm, cast.anna, cast.boris, cast.olga):
        assert listed(cast, who, "Rook") == (False, True)
        assert "Rook is in the archive" in text(client_of(who), rook)
    assert Entry.objects.count() == entries
    assert post(cast.gm, f"{rook}archive/", archived="no") == 302
    assert listed(cast, cast.anna, "Rook") == (True, False)


def test_only_who_plays_them_and_the_game_master_archive_somebody(cast: Cast) -> None:
    rook = sheet_of(cast, cast.rook)
    who = (cast.boris, cast.olga, cast.stranger)
    for act in ("archive", "copy"):
        assert [post(one, f"{rook}{act}/", archived="yes") for one in who] == [403, 403, 404]
    assert post(cast.anna, f"{rook}archive/", archived="perhaps") == 422
    assert Client().post(f"{rook}archive/", {"archived": "yes"}).status_code == 302
    assert Character.objects.get(pk=cast.rook.pk).archived_at is None


def test_nobody_is_archived_in_the_middle_of_a_fight(db: None) -> None:
    fight = prepared(make_cast("sda"))
    fight.do("fight.begin")
    cast = fight.cast
    answer = client_of(cast.anna).post(f"{sheet_of(cast, cast.rook)}archive/", {"archived": "yes"}, follow=True)
    assert "End the fight first" in answer.content.decode()
    answer = client_of(cast.gm).post(f"{fight.address}archive/", {"archived": "yes"}, follow=True)
    assert "End it first" in answer.content.decode()
    assert not Encounter.objects.filter(archived_at__isnull=False).exists()
    assert not Character.objects.filter(archived_at__isnull=False).exists()


def test_a_player_does_not_learn_of_a_secret_fight_by_archiving(db: None) -> None:
    fight = prepared(make_cast("sda"))
    fight.do("fight.begin")
    Encounter.objects.update(secret=True)
    rook = sheet_of(fight.cast, fight.cast.rook)
    post(fight.cast.gm, f"{rook}archive/", archived="yes")
    assert Character.objects.get(pk=fight.cast.rook.pk).archived_at is None
    post(fight.cast.anna, f"{rook}archive/", archived="yes")
    assert Character.objects.get(pk=fight.cast.rook.pk).archived_at is not None


def test_whoever_lies_in_the_archive_is_not_brought_into_a_fight(cast: Cast) -> None:
    encounter = cast.encounter()
    table = f"{here(cast)}encounters/{encounter.public_id}/"
    assert f'value="{cast.rook.public_id}"' in text(client_of(cast.gm), table)
    post(cast.gm, f"{sheet_of(cast, cast.rook)}archive/", archived="yes")
    assert f'value="{cast.rook.public_id}"' not in text(client_of(cast.gm), table)


def test_an_encounter_goes_into_the_archive_and_comes_back(cast: Cast) -> None:
    encounter = cast.encounter()
    address = f"{here(cast)}encounters/"
    roles = (cast.anna, cast.olga, cast.stranger)
    assert [post(one, f"{address}{encounter.public_id}/archive/", archived="yes") for one in roles] == [403, 403, 404]
    assert post(cast.gm, f"{address}{encounter.public_id}/archive/", archived="yes") == 302
    before, _, archive = text(client_of(cast.anna), address).partition("Archived fights")
    assert "The bridge" not in before
    assert "The bridge" in archive
    assert "The bridge" not in text(client_of(cast.anna), here(cast))
    assert post(cast.gm, f"{address}{encounter.public_id}/archive/", archived="no") == 302
    assert "Archived fights" not in text(client_of(cast.anna), address)


def test_a_secret_encounter_is_secret_in_the_archive_too(cast: Cast) -> None:
    encounter = cast.encounter(secret=True)
    address = f"{here(cast)}encounters/"
    assert post(cast.gm, f"{address}{encounter.public_id}/archive/", archived="yes") == 302
    assert "Archived fights" in text(client_of(cast.gm), address)
    assert "Archived fights" not in text(client_of(cast.anna), address)


def test_a_campaign_goes_into_the_archive_of_everybody(cast: Cast) -> None:
    roles = (cast.anna, cast.olga, cast.stranger)
    assert [post(one, f"{here(cast)}archive/", archived="yes") for one in roles] == [403, 403, 404]
    assert post(cast.gm, f"{here(cast)}archive/", archived="yes") == 302
    for who in (cast.gm, cast.anna):
        assert "The long winter" in text(client_of(who), "/").partition("Archived campaigns")[2]
        assert "This campaign is in the archive" in text(client_of(who), here(cast))
    assert post(cast.gm, f"{here(cast)}archive/", archived="no") == 302
    assert Campaign.objects.get(pk=cast.campaign.pk).archived_at is None


def test_a_copy_has_the_same_sheet_and_is_its_makers(cast: Cast) -> None:
    rook = sheet_of(cast, cast.rook)
    key = {"key": "copy-1"}
    first = client_of(cast.anna).post(f"{rook}copy/", key)
    again = client_of(cast.anna).post(f"{rook}copy/", key)
    assert (first.status_code, first["Location"]) == (302, again["Location"])
    made = Character.objects.get(name="Rook (copy)")
    assert made.owner == cast.anna.user
    assert made.sheet.ranks == Character.objects.get(pk=cast.rook.pk).sheet.ranks
    assert post(cast.gm, f"{rook}copy/", key="copy-2") == 302
    theirs = Character.objects.filter(name="Rook (copy)").exclude(pk=made.pk).get()
    assert theirs.secret
    assert theirs.owner is None


def test_a_players_copy_has_none_of_the_game_masters_notes(cast: Cast) -> None:
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform

    perform(cast.gm, Intent("sheet.text", {"text": "gm_notes", "to": "Heir of the wolf king"}, cast.rook.public_id))
    assert post(cast.anna, f"{sheet_of(cast, cast.rook)}copy/", key="copy-3") == 302
    assert "wolf king" not in Character.objects.get(name="Rook (copy)").body
