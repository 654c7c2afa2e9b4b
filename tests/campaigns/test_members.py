"""The members of a campaign: founding, inviting, joining, roles, leaving."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.members import services
from campaigns.models import Campaign, Invitation, Membership, Role
from rules.engine.kernel import NotNow
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_user
from tests.pictures import hang
from tests.toy import HEADS_GAME


def link(client: Client, cast: Cast, **more: object) -> str:
    """Make a link as a game master does, and read it off the page."""
    data = {"role": "player", "uses": 1, "days": 7, **more}
    page = client.post(f"/campaigns/{cast.campaign.public_id}/invite/", data).content.decode()
    found = re.search(r'value="http://testserver(/join/[^"]+)"', page)
    assert found, page
    return found[1]


def test_whoever_founds_a_campaign_runs_it(cast: Cast) -> None:
    answer = client_of(cast.stranger).post("/campaigns/new/", {"name": "Thaw", "system": HEADS_GAME.slug})
    campaign = Campaign.objects.get(name="Thaw")
    assert answer["Location"] == f"/campaigns/{campaign.public_id}/"
    assert campaign.memberships.get().role == Role.GM


def test_a_campaign_needs_a_name_and_a_game(cast: Cast) -> None:
    page = client_of(cast.stranger).post("/campaigns/new/", {"name": "", "system": "chess"}).content.decode()
    assert "Fill this in." in page
    page = client_of(cast.stranger).post("/campaigns/new/", {"name": "Thaw"}).content.decode()
    assert "Choose a game." in page
    assert "checked" not in client_of(cast.stranger).get("/campaigns/new/").content.decode()
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(("host", "is_told"), [("localhost", True), ("testserver", False)])
def test_a_link_that_opens_on_this_computer_only_says_so(cast: Cast, host: str, is_told: bool) -> None:
    page = client_of(cast.gm).post(
        f"/campaigns/{cast.campaign.public_id}/invite/", {"role": "player", "uses": 1, "days": 7}, HTTP_HOST=host
    )
    assert ("on this computer only" in page.content.decode()) == is_told


def test_home_shows_what_is_mine_or_what_to_do_first(cast: Cast) -> None:
    assert "The long winter" in client_of(cast.anna).get("/").content.decode()
    assert "Create a campaign" in client_of(cast.stranger).get("/").content.decode()
    assert "The long winter" not in client_of(cast.stranger).get("/").content.decode()
    assert "Sign in" in Client().get("/").content.decode()


def test_a_link_lets_somebody_in_once(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    newcomer = client_of(cast.stranger)
    assert "The long winter" in newcomer.get(path).content.decode()
    assert newcomer.post(path)["Location"] == f"/campaigns/{cast.campaign.public_id}/characters/new/"
    assert Membership.objects.get(user=cast.stranger).role == Role.PLAYER
    assert client_of(make_user("doris")).post(path).status_code == 404


def test_looking_at_a_link_uses_nothing_up(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    for _ in range(3):
        client_of(cast.stranger).get(path)
    assert Invitation.objects.get().uses_left == 1


def test_who_is_in_already_uses_nothing_up_and_changes_nothing(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    client_of(cast.olga).post(path)
    assert Invitation.objects.get().uses_left == 1
    assert Membership.objects.get(pk=cast.olga.pk).role == Role.OBSERVER


def test_of_the_token_only_a_hash_is_kept(cast: Cast) -> None:
    token = link(client_of(cast.gm), cast).split("/")[2]
    kept = Invitation.objects.values().get()
    assert len(token) >= 32
    assert token not in str(kept)
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/members/").content.decode()
    assert token not in page


def test_a_second_visit_opens_the_campaign_even_when_the_link_is_used_up(cast: Cast) -> None:
    path, newcomer = link(client_of(cast.gm), cast), client_of(cast.stranger)
    newcomer.post(path)
    assert newcomer.get(path)["Location"] == f"/campaigns/{cast.campaign.public_id}/"
    assert client_of(cast.olga).get(path)["Location"] == f"/campaigns/{cast.campaign.public_id}/"


def test_an_observer_begins_with_the_campaign(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast, role="observer")
    assert client_of(cast.stranger).post(path)["Location"] == f"/campaigns/{cast.campaign.public_id}/"


def test_the_door_says_who_invites_to_what_before_one_signs_in(cast: Cast) -> None:
    page = Client().get(link(client_of(cast.gm), cast)).content.decode()
    for said in (str(cast.gm.user), "The long winter", "Create an account", "I have an account"):
        assert said in page
    assert "Join as a guest" not in page


@pytest.mark.parametrize(("door", "leads"), [("new", "/accounts/signup/"), ("known", "/accounts/login/")])
def test_whoever_signs_in_to_come_in_is_in_at_once(cast: Cast, door: str, leads: str) -> None:
    path, newcomer = link(client_of(cast.gm), cast), Client()
    sent = newcomer.post(path, {"as": door})["Location"]
    assert sent == f"{leads}?{urlencode({'next': path})}"
    newcomer.force_login(cast.stranger)
    assert newcomer.get(path)["Location"] == f"/campaigns/{cast.campaign.public_id}/characters/new/"
    assert Membership.objects.filter(user=cast.stranger).exists()


def test_signing_in_by_a_detour_still_leads_to_the_invitation(cast: Cast) -> None:
    path, newcomer = link(client_of(cast.gm), cast), Client()
    newcomer.post(path, {"as": "known"})
    newcomer.force_login(cast.stranger)
    assert newcomer.get("/")["Location"] == path


def test_a_member_who_signs_in_by_an_invitation_still_finds_their_campaigns(cast: Cast) -> None:
    path, client = link(client_of(cast.gm), cast), Client()
    client.post(path, {"as": "known"})
    client.force_login(cast.anna.user)
    assert client.get("/")["Location"] == path
    client.get(path)
    assert client.get("/").status_code == 200


def test_an_address_alone_lets_nobody_in(cast: Cast) -> None:
    """A page elsewhere that sends a browser here must not make its user a member."""
    path, newcomer = link(client_of(cast.gm), cast), client_of(cast.stranger)
    assert newcomer.get(path).status_code == 200
    assert not Membership.objects.filter(user=cast.stranger).exists()


def test_a_taken_name_is_asked_for_after_signing_in(cast: Cast) -> None:
    path, newcomer = link(client_of(cast.gm), cast), Client()
    newcomer.post(path, {"as": "new"})
    cast.stranger.display_name = "Anna"
    cast.stranger.save()
    newcomer.force_login(cast.stranger)
    page = newcomer.get(path)
    assert page.status_code == 422
    assert "is called Anna already" in page.content.decode()
    assert newcomer.post(path, {"name": "Anna of the Mill"}).status_code == 302


def test_the_picture_of_the_campaign_hangs_at_its_open_door(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    assert Client().get(f"{path}picture/").status_code == 404
    hang(cast.campaign, cast.campaign)
    assert Client().get(f"{path}picture/")["Content-Type"] == "image/webp"
    assert f"{path}picture/" in Client().get(path).content.decode()
    Invitation.objects.update(uses_left=0)
    assert Client().get(f"{path}picture/").status_code == 404


def test_links_run_out_and_can_be_taken_back(cast: Cast) -> None:
    gm, path = client_of(cast.gm), link(client_of(cast.gm), cast, uses=5)
    invitation = Invitation.objects.get()
    Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert client_of(cast.stranger).post(path).status_code == 404
    Invitation.objects.update(expires_at=timezone.now() + timedelta(minutes=1))
    gm.post(f"/campaigns/{cast.campaign.public_id}/invitations/{invitation.public_id}/revoke/")
    assert client_of(cast.stranger).get(path).status_code == 404
    assert not Membership.objects.filter(user=cast.stranger).exists()


@pytest.mark.parametrize("data", [{"role": "gm"}, {"uses": 0}, {"uses": 51}, {"days": 0}, {"days": 91}])
def test_no_link_gives_more_than_it_may(cast: Cast, data: dict[str, object]) -> None:
    sent = {"role": "player", "uses": 1, "days": 7, **data}
    client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/invite/", sent)
    assert not Invitation.objects.exists()


def test_of_many_who_come_at_once_one_comes_in(live_cast: Cast) -> None:
    _, token = services.invite(live_cast.gm, role=Role.PLAYER, uses=1, days=1)
    crowd = [make_user(f"guest{number}") for number in range(8)]

    def come(user: object) -> bool:
        try:
            services.accept(user, token)  # type: ignore[arg-type]
        except services.LinkClosed:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(8) as doors:
        came = list(doors.map(come, crowd))
    assert came.count(True) == 1
    assert Membership.objects.filter(user__in=crowd).count() == 1
    assert Invitation.objects.get().uses_left == 0


def test_one_who_comes_twice_at_once_is_there_once(live_cast: Cast) -> None:
    _, token = services.invite(live_cast.gm, role=Role.PLAYER, uses=5, days=1)

    def come(_: int) -> int:
        try:
            return services.accept(live_cast.stranger, token).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as doors:
        places = set(doors.map(come, range(4)))
    assert len(places) == 1
    assert Invitation.objects.get().uses_left == 4


# -- two of one name --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ａｎｎａ"])
def test_two_of_one_name_do_not_sit_at_one_table(cast: Cast, name: str) -> None:
    path = link(client_of(cast.gm), cast)
    cast.stranger.display_name = name
    cast.stranger.save()
    page = client_of(cast.stranger).post(path)
    assert page.status_code == 422
    assert f"Somebody here is called {name} already." in page.content.decode()
    assert not Membership.objects.filter(user=cast.stranger).exists()
    assert Invitation.objects.get().uses_left == 1


def test_whoever_comes_second_chooses_another_name(cast: Cast) -> None:
    path = link(client_of(cast.gm), cast)
    cast.stranger.display_name = "Anna"
    cast.stranger.save()
    newcomer = client_of(cast.stranger)
    assert newcomer.post(path, {"name": "boris"}).status_code == 422
    assert newcomer.post(path, {"name": "Anna\u200b"}).status_code == 422
    assert newcomer.post(path, {"name": "Anna of the Mill"}).status_code == 302
    cast.stranger.refresh_from_db()
    assert cast.stranger.display_name == "Anna of the Mill"


def test_a_new_name_is_new_at_all_of_ones_tables(cast: Cast) -> None:
    elsewhere = services.found(user=make_user("anna2"), name="Thaw", system=HEADS_GAME)
    Membership.objects.create(campaign=elsewhere.campaign, user=cast.stranger, role=Role.PLAYER)
    page = client_of(cast.stranger).post(link(client_of(cast.gm), cast), {"name": "Anna2"})
    assert "called Anna2 already" in page.content.decode()


def test_at_other_tables_others_may_be_called_the_same(cast: Cast) -> None:
    services.found(user=make_user("dora"), name="Thaw", system=HEADS_GAME)
    cast.stranger.display_name = "Dora"
    cast.stranger.save()
    assert client_of(cast.stranger).post(link(client_of(cast.gm), cast)).status_code == 302


# -- roles ------------------------------------------------------------------------------------------------------------


def role_path(cast: Cast, member: Membership, what: str = "role") -> str:
    return f"/campaigns/{cast.campaign.public_id}/members/{member.user.public_id}/{what}/"


def test_the_gm_gives_roles_and_lets_people_go(cast: Cast) -> None:
    gm = client_of(cast.gm)
    gm.post(role_path(cast, cast.anna), {"role": "assistant"})
    gm.post(role_path(cast, cast.boris, "remove"))
    assert Membership.objects.get(pk=cast.anna.pk).role == Role.ASSISTANT
    assert not Membership.objects.filter(pk=cast.boris.pk).exists()
    assert client_of(cast.boris).get(f"/campaigns/{cast.campaign.public_id}/members/").status_code == 404


def test_an_assistant_neither_gives_roles_nor_makes_assistants(cast: Cast) -> None:
    services.give_role(cast.anna, role=Role.ASSISTANT)
    assistant = client_of(cast.anna)
    assert assistant.post(role_path(cast, cast.boris), {"role": "gm"}).status_code == 403
    assert assistant.post(role_path(cast, cast.boris, "remove")).status_code == 403
    sent = {"role": "assistant", "uses": 1, "days": 1}
    assert assistant.post(f"/campaigns/{cast.campaign.public_id}/invite/", sent).status_code == 403


def test_a_campaign_keeps_a_gm(cast: Cast) -> None:
    with pytest.raises(NotNow):
        services.give_role(cast.gm, role=Role.PLAYER)
    page = client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/leave/", follow=True).content.decode()
    assert "Make somebody else game master first" in page
    services.give_role(cast.anna, role=Role.GM)
    client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/leave/")
    assert not Membership.objects.filter(pk=cast.gm.pk).exists()


@pytest.mark.parametrize("what", ["members/", "house/", "invite/", "leave/"])
def test_strangers_find_no_campaign(cast: Cast, what: str) -> None:
    stranger = client_of(cast.stranger)
    path = f"/campaigns/{cast.campaign.public_id}/{what}"
    assert {stranger.get(path).status_code, stranger.post(path).status_code} <= {404, 405}


@pytest.mark.parametrize("who", ["anna", "olga"])
def test_players_and_observers_change_nothing_of_the_campaign(cast: Cast, who: str) -> None:
    client, here = client_of(getattr(cast, who)), f"/campaigns/{cast.campaign.public_id}"
    assert client.get(f"{here}/members/").status_code == 200
    assert client.get(f"{here}/house/").status_code == 403
    assert client.post(f"{here}/invite/", {}).status_code == 403
    assert client.post(role_path(cast, cast.boris), {"role": "gm"}).status_code == 403


def test_house_rules_are_the_games_own(cast: Cast) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/house/"
    assert "Everybody begins with one coin." in client_of(cast.gm).get(path).content.decode()
    client_of(cast.gm).post(path, {"name": "The thaw", "rule-poor": "on", "rule-simple_answers": "on"})
    campaign = Campaign.objects.get(pk=cast.campaign.pk)
    assert (campaign.name, campaign.house_rules) == ("The thaw", {"poor": True})
    client_of(cast.gm).post(path, {"name": "The thaw", "rule-simple_answers": "on"})
    assert Campaign.objects.get(pk=cast.campaign.pk).house_rules == {}


def test_a_campaign_is_renamed_without_another_house_rule(cast: Cast) -> None:
    answer = client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/house/", {"name": "The frost"})
    assert (answer.status_code, Campaign.objects.get(pk=cast.campaign.pk).name) == (302, "The frost")


def test_the_menu_leads_game_masters_to_the_settings(cast: Cast) -> None:
    here = f"/campaigns/{cast.campaign.public_id}/"
    there = f'<a href="{here}members/#settings">Settings</a>'
    assert there in client_of(cast.gm).get(here).content.decode()
    _, _, settings = client_of(cast.gm).get(f"{here}members/").content.decode().partition('id="settings"')
    for what in ("Changes on sheets", "Your group’s chat", "Export campaign", "Archive the campaign"):
        assert what in settings
    for other in (cast.anna, cast.olga):
        assert there not in client_of(other).get(here).content.decode()
        assert 'id="settings"' not in client_of(other).get(f"{here}members/").content.decode()


def test_the_members_page_asks_as_often_for_forty_as_for_four(cast: Cast) -> None:

    client, path = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/members/"
    client.get(path)
    with CaptureQueriesContext(connection) as few:
        client.get(path)
    for number in range(36):
        Membership.objects.create(campaign=cast.campaign, user=make_user(f"crowd{number}"), role=Role.PLAYER)
    with CaptureQueriesContext(connection) as many:
        client.get(path)
    assert len(few) == len(many) <= 8


def test_a_form_sent_again_makes_no_second_link(cast: Cast) -> None:
    client, address = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/invite/"
    sent = {"role": "player", "uses": 6, "days": 7, "key": "pressed-once"}
    assert "/join/" in client.post(address, sent).content.decode()
    again = client.post(address, sent, follow=True)
    assert "cannot be shown again" in again.content.decode()
    assert Invitation.objects.filter(campaign=cast.campaign).count() == 1
    assert 'name="key"' in client.get(f"/campaigns/{cast.campaign.public_id}/members/").content.decode()
