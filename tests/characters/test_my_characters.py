"""My characters: the first page of somebody signed in lists all whom they play, in as many queries however many."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.members import services as members
from campaigns.models import Campaign, Role
from characters import services
from characters.creation.steps import Way
from characters.models import Character
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address
from tests.helpers import Cast
from winterhall.accounts.models import User


def names(user: User) -> list[str]:
    return [one.name for one in members.my_characters(user)]


def test_the_first_page_leads_to_my_characters(cast: Cast) -> None:
    text = client_of(cast.anna).get("/").content.decode()
    assert "Your characters" in text
    assert f'href="{address(cast, cast.rook)}"' in text
    assert cast.rook.name in text
    assert cast.mira.name not in text, "somebody else plays her"
    assert "Your characters" not in client_of(cast.olga).get("/").content.decode()


def test_whom_i_play_beside_another_is_mine_too(cast: Cast) -> None:
    Character.objects.filter(pk=cast.mira.pk).update(others=f" {cast.anna.user.pk} ")
    assert names(cast.anna.user) == sorted([cast.rook.name, cast.mira.name])


def test_who_lies_in_an_archive_or_the_bin_is_left_out(cast: Cast) -> None:
    for column in ("archived_at", "binned_at"):
        Character.objects.filter(pk=cast.rook.pk).update(**{column: timezone.now()})
        assert names(cast.anna.user) == []
        Character.objects.filter(pk=cast.rook.pk).update(**{column: None})
    Campaign.objects.filter(pk=cast.campaign.pk).update(archived_at=timezone.now())
    assert names(cast.anna.user) == []
    Campaign.objects.filter(pk=cast.campaign.pk).update(archived_at=None)
    cast.anna.delete()
    assert names(cast.anna.user) == []


def queries(cast: Cast) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client_of(cast.anna).get("/").status_code == 200
    return len(asked)


def test_more_characters_cost_no_more_queries(cast: Cast) -> None:
    client_of(cast.anna).get("/")
    before = queries(cast)
    for number in range(3):
        services.make_by(cast.anna, way=Way.READY, name=f"Wren {number}", owner=cast.anna.user)
    other = members.found(user=cast.anna.user, name="Elsewhere", system=cast.campaign.system)
    assert other.role == Role.GM
    services.make_by(other, way=Way.READY, name="Jay", owner=cast.anna.user)
    assert len(names(cast.anna.user)) == 5
    assert queries(cast) == before
