"""Links by which everybody may watch a fight again: made once, taken back, and open to nobody else's eyes."""

import html

import pytest
from django.test import Client

from campaigns.sessions import at_table, selectors
from combat.models import Encounter, SharedReplay
from combat.replay import sharing
from rules.engine.kernel import Refused, StageSet
from tests.api.programs import API
from tests.combat.conftest import Fight, client_of
from tests.combat.replay_helpers import fresh
from tests.pictures import hang


def encounter_of(fight: Fight) -> Encounter:
    return Encounter.objects.select_related("campaign").get(pk=fight.encounter.pk)


@pytest.fixture
def link(fight: Fight) -> SharedReplay:
    return sharing.share(fight.cast.gm, encounter_of(fight))


def test_made_twice_it_is_the_same(fight: Fight) -> None:
    client = client_of(fight.cast.gm)
    for _ in range(2):
        assert client.post(f"{fight.address}replay/share/").status_code == 302
    (only,) = SharedReplay.objects.all()
    assert only.token in client.get(f"{fight.address}replay/").content.decode()


def test_no_two_links_are_alike_and_none_can_be_guessed(fight: Fight) -> None:
    other = fight.cast.encounter()
    tokens = {sharing.share(fight.cast.gm, one).token for one in (encounter_of(fight), other)}
    assert len(tokens) == 2
    assert all(len(token) >= 32 for token in tokens)


def test_taken_back_it_shows_nothing_and_the_next_one_is_another(fight: Fight, link: SharedReplay) -> None:
    client = client_of(fight.cast.gm)
    for _ in range(2):
        assert client.post(f"{fight.address}replay/take-back/").status_code == 302
    answer = Client().get(f"/replays/{link.token}/")
    assert answer.status_code == 404
    assert "It was revoked, or part of it is missing." in answer.content.decode()
    assert sharing.share(fight.cast.gm, encounter_of(fight)).token != link.token


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_game_masters_make_links_and_take_them_back(
    fight: Fight, link: SharedReplay, who: str, status: int
) -> None:
    client = client_of(getattr(fight.cast, who))
    for end in ("share", "take-back"):
        assert client.post(f"{fight.address}replay/{end}/").status_code == status
    assert list(SharedReplay.objects.all()) == [link]
    if who != "stranger":
        assert link.token not in client.get(f"{fight.address}replay/").content.decode()


def test_search_engines_keep_nothing_and_nobody_need_sign_in(link: SharedReplay) -> None:
    for token, status in ((link.token, 200), ("no-such-link", 404)):
        answer = Client().get(f"/replays/{token}/")
        assert (answer.status_code, answer["X-Robots-Tag"]) == (status, "noindex")
        assert "no-cache" in answer["Cache-Control"]
    assert "data-feed" not in Client().get(f"/replays/{link.token}/").content.decode()


def test_a_member_who_opens_the_link_sees_no_more(fight: Fight, link: SharedReplay) -> None:
    mine, others = (
        client.get(f"/replays/{link.token}/").content.decode() for client in (client_of(fight.cast.gm), Client())
    )
    assert "only you see this" not in mine
    assert mine.count("data-rung") == others.count("data-rung")


def test_a_fight_that_players_do_not_see_is_not_shared(fight: Fight, link: SharedReplay) -> None:
    Encounter.objects.filter(pk=fight.encounter.pk).update(secret=True)
    assert Client().get(f"/replays/{link.token}/").status_code == 404
    with pytest.raises(Refused, match="Show it to them first"):
        sharing.share(fight.cast.gm, encounter_of(fight))
    answer = client_of(fight.cast.gm).post(f"{fight.address}replay/share/", follow=True)
    assert "Players do not see this fight." in answer.content.decode()


def test_pictures_of_the_fight_come_with_the_link_and_no_others(fight: Fight, link: SharedReplay) -> None:
    shown = [hang(fight.cast.campaign, one) for one in (fight.cast.rook, encounter_of(fight))]
    hidden = [hang(fight.cast.campaign, one) for one in (fight.canary, fight.cast.campaign, fight.cast.encounter())]
    for pictures, status in ((shown, 200), (hidden, 404)):
        for one in pictures:
            assert Client().get(f"/replays/{link.token}/pictures/{one.public_id}/token/").status_code == status
    text = Client().get(f"/replays/{link.token}/").content.decode()
    assert f"/replays/{link.token}/pictures/{shown[0].public_id}/token/" in text
    assert "/pictures/" not in text.replace(f"/replays/{link.token}/pictures/", "")


def test_programs_make_and_take_back_links(fight: Fight) -> None:
    client, at = client_of(fight.cast.gm), f"{API}/encounters/{fight.encounter.public_id}/replay-link/"
    assert client.get(at).json() == {"url": None}
    made = [client.put(at, content_type="application/json").json() for _ in range(2)]
    assert made[0] == made[1] == client.get(at).json()
    assert Client().get(made[0]["url"].removeprefix("http://testserver")).status_code == 200
    assert [client.delete(at).status_code for _ in range(2)] == [204, 204]
    assert client.get(at).json() == {"url": None}


# -- ways to a replay -------------------------------------------------------------------------------------------------


def test_a_fight_that_is_over_leads_to_its_replay(fight: Fight) -> None:
    campaign, there = f"/campaigns/{fight.cast.campaign.public_id}/", f"{fight.address}replay/"
    client = client_of(fight.cast.anna)
    assert there not in client.get(f"{campaign}encounters/").content.decode()
    entry = fight.happen(StageSet("over"))
    for place in ("encounters/", f"encounters/{fight.encounter.public_id}/"):
        assert there in client.get(f"{campaign}{place}").content.decode()
    detail = html.unescape(client.get(f"{campaign}chronicle/{entry.public_id}/").content.decode())
    assert f"{there}?at={entry.public_id}" in detail


def test_a_session_lists_the_fights_that_its_reader_saw(fight: Fight) -> None:
    at_table.begin(fight.cast.gm)
    (known,) = selectors.listed(fresh(fight.cast.gm))

    def listed(who: str) -> list[str]:
        return [one.name for one in selectors.fights(fresh(getattr(fight.cast, who)), known.stretch)]

    assert (listed("gm"), listed("anna")) == ([], [])
    fight.do("fight.place", combatant=fight.canary.public_id, x=9, y=9)
    assert (listed("gm"), listed("anna")) == (["The bridge"], [])
    fight.do("fight.place", combatant=fight.foe.public_id, x=9, y=9)
    assert (listed("gm"), listed("anna")) == (["The bridge"], ["The bridge"])
    page = client_of(fight.cast.anna).get(
        f"/campaigns/{fight.cast.campaign.public_id}/sessions/{known.session.public_id}/"
    )
    assert f"{fight.address}replay/" in page.content.decode()
