"""People come into a campaign, change hands, and are shown or kept secret."""

import re

import pytest

from characters.creation.heroes import cards
from characters.models import Character
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast


def campaign_address(cast: Cast, what: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


def test_a_player_begins_a_character_of_their_own(game_cast: Cast) -> None:
    answer = client_of(game_cast.anna).post(campaign_address(game_cast, "characters/new/"), {"name": "Wren"})
    wren = Character.objects.get(name="Wren")
    assert (wren.owner, wren.secret) == (game_cast.anna.user, False)
    assert answer["Location"] == address(game_cast, wren)


def test_observers_begin_nobody(cast: Cast) -> None:
    assert client_of(cast.olga).post(campaign_address(cast, "characters/new/"), {"name": "Wren"}).status_code == 403
    assert not Character.objects.filter(name="Wren").exists()


def test_the_gm_brings_creatures_and_people_in(game_cast: Cast) -> None:
    gm, creature = client_of(game_cast.gm), game_cast.campaign.system.compendium()["creatures"][0]
    gm.post(campaign_address(game_cast, "characters/meet/"), {"creature": creature.key, "secret": "on"})
    gm.post(campaign_address(game_cast, "characters/meet/"), {"name": "Old Henk"})
    assert Character.objects.get(owner=None, kind="creature").secret
    assert not Character.objects.get(name="Old Henk").secret


def test_the_gm_plays_ready_made_heroes_who_stay_free_for_players(game_cast: Cast) -> None:
    gm, there = client_of(game_cast.gm), campaign_address(game_cast, "characters/meet/")
    heroes = game_cast.campaign.system.heroes()
    assert [hero.name for hero in heroes if f"{hero.name}: " not in gm.get(there).content.decode()] == []
    for hero in heroes[:1]:
        gm.post(there, {"hero": hero.key, "secret": "on"})
        gm.post(there, {"hero": hero.key, "name": "Old Henk"})
        met, renamed = Character.objects.get(name=hero.name), Character.objects.get(name="Old Henk")
        assert (met.owner, met.secret, renamed.secret) == (None, True, False)
        assert met.sheet.ranks == renamed.sheet.ranks
        assert not next(card for card in cards(game_cast.gm) if card.hero.key == hero.key).taken


def test_a_person_needs_a_name(cast: Cast) -> None:
    assert (
        "A person needs a name."
        in client_of(cast.gm).post(campaign_address(cast, "characters/meet/"), {}).content.decode()
    )


def test_creatures_to_add_are_searched_and_show_their_figures(game_cast: Cast) -> None:
    creatures = game_cast.campaign.system.compendium().get("creatures", ())
    if len(creatures) < 2:
        pytest.skip("This game has too few creatures to search.")
    first, *others = creatures
    shown = client_of(game_cast.gm).get(campaign_address(game_cast, "characters/meet/"), {"q": first.name})
    rows = re.findall(r"<li( hidden)?>\s*(.*?)</li>", shown.content.decode(), re.DOTALL)
    listed = {re.search(r'name="creature" value="([^"]+)"', row)[1]: row for hidden, row in rows if not hidden}  # type: ignore[index]
    assert first.key in listed
    assert all(figure in listed[first.key] for figure in first.facts)
    assert "portrait" in listed[first.key]
    assert len(rows) == len(others) + 1
    assert len(listed) < len(rows)


@pytest.mark.parametrize("who", ["anna", "olga"])
@pytest.mark.parametrize("what", ["meet/", "{}/hand-over/", "{}/show/"])
def test_only_the_gm_arranges_people(cast: Cast, who: str, what: str) -> None:
    path = campaign_address(cast, "characters/" + what.format(cast.mira.public_id))
    assert client_of(getattr(cast, who)).post(path, {"name": "X"}).status_code == 403
    assert client_of(cast.stranger).post(path, {"name": "X"}).status_code == 404


def test_whom_the_gm_hands_over_is_played_and_open(cast: Cast) -> None:
    creature = cast.creature()
    path = campaign_address(cast, f"characters/{creature.public_id}/hand-over/")
    client_of(cast.gm).post(path, {"to": cast.boris.user.public_id})
    assert "data-edit=" in page(client_of(cast.boris), address(cast, creature))
    client_of(cast.gm).post(path, {"to": ""})
    assert "data-edit=" not in page(client_of(cast.boris), address(cast, creature))


def test_nobody_from_outside_plays(cast: Cast) -> None:
    path = campaign_address(cast, f"characters/{cast.rook.public_id}/hand-over/")
    text = client_of(cast.gm).post(path, {"to": cast.stranger.public_id}, follow=True).content.decode()
    assert "Invite them first" in text
    assert Character.objects.get(pk=cast.rook.pk).owner == cast.anna.user


def test_the_gm_opens_a_sheet_and_closes_it_again(cast: Cast) -> None:
    creature = cast.creature()
    path = campaign_address(cast, f"characters/{creature.public_id}/show/")
    client_of(cast.gm).post(path, {"open": "yes"})
    assert client_of(cast.anna).get(address(cast, creature)).status_code == 200
    client_of(cast.gm).post(path, {"open": "no"})
    assert client_of(cast.anna).get(address(cast, creature)).status_code == 404


@pytest.mark.parametrize("what", ["hand-over", "show"])
@pytest.mark.parametrize("sent", [{}, {"other": "yes"}, {"open": "", "to": "nobody"}])
def test_silence_changes_nothing(cast: Cast, what: str, sent: dict[str, str]) -> None:
    answer = client_of(cast.gm).post(
        campaign_address(cast, f"characters/{cast.rook.public_id}/{what}/"), sent, follow=True
    )
    rook = Character.objects.get(pk=cast.rook.pk)
    assert (rook.owner, rook.secret) == (cast.anna.user, False)
    assert re.search("Choose who plays|Invite them first|Say yes or no", answer.content.decode())


def test_the_same_form_with_another_name_asks_before_it_begins_another(cast: Cast) -> None:
    """Begin somebody, press Back, change the name: the key in the form is the one that was used."""
    anna, path = client_of(cast.anna), campaign_address(cast, "characters/new/")
    assert anna.post(path, {"name": "Wren", "key": "one"}).status_code == 302
    assert anna.post(path, {"name": "Wren", "key": "one"}).status_code == 302
    again = anna.post(path, {"name": "Lark", "key": "one"})
    text = again.content.decode()
    assert (again.status_code, 'value="Lark"' in text) == (422, True)
    assert "This form has created a character already" in text
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert key
    assert key[1] != "one"
    assert anna.post(path, {"name": "Lark", "key": key[1]}).status_code == 302
    assert sorted(Character.objects.filter(owner=cast.anna.user).values_list("name", flat=True)) == [
        "Lark",
        "Rook",
        "Wren",
    ]


def test_the_campaign_page_names_nobody_who_is_secret(cast: Cast) -> None:
    cast.creature()
    cast.encounter(secret=True)
    assert "Magpie" in page(client_of(cast.gm), campaign_address(cast))
    for member in (cast.anna, cast.olga):
        text = page(client_of(member), campaign_address(cast))
        assert "Magpie" not in text
        assert "The bridge" not in text
        assert "Rook" in text


def test_strangers_find_no_campaign(cast: Cast) -> None:
    assert client_of(cast.stranger).get(campaign_address(cast)).status_code == 404
