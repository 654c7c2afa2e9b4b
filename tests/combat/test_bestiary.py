"""The bestiary finds what game masters type: by name, mistyped, and the nearest kin in every game."""

import pytest
from django.test import Client

from combat import services
from combat.bestiary import search
from combat.models import Encounter
from rules import registry
from tests.combat.conftest import Fight, client_of
from tests.helpers import Cast, make_cast

#: Games that have a bestiary to search; one or two creatures, as in the guide's sample game, are none.
GAMES = [system.slug for system in registry.SYSTEMS if len(system.compendium().get("creatures", ())) > 2]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["wolf", "wolves", "goblin", "bandit", "skeleton", "dragon", "guard", "ghost"])
def test_every_game_has_an_answer_to_common_words(db: None, game: str, word: str) -> None:
    found = search(make_cast(game).gm, word)
    assert found.creatures
    named = [one for one in found.creatures if word in f"{one.name} {one.summary} {one.facts}".casefold()]
    assert named or f"No {word} here. Similar creatures:" in found.why


@pytest.mark.parametrize("game", GAMES)
def test_a_mistyped_name_is_found_and_says_for_which_word(db: None, game: str) -> None:
    found = search(make_cast(game).gm, "skelton")
    assert any("Skeleton" in one.name for one in found.creatures)
    assert found.why == "No creature is called “skelton”. Matches for “skeleton”:"


def test_names_come_before_mentions_and_need_no_reason(db: None, game: str) -> None:
    found = search(make_cast(game).gm, "skeleton")
    assert found.creatures
    named = ["skeleton" in one.name.casefold() for one in found.creatures]
    assert named == sorted(named, reverse=True)
    assert found.why == ""


def test_what_nobody_knows_invites_to_write_it(fight: Fight) -> None:
    answer = client_of(fight.cast.gm).get(fight.address + "bestiary/?q=teapot")
    assert "No creature matches “teapot”." in answer.content.decode()
    assert "/compendium/creatures/new/" in answer.content.decode()


# -- the way from nothing to a fight ----------------------------------------------------------------------------------


def test_a_fight_without_a_name_is_numbered(cast: Cast) -> None:
    at = f"/campaigns/{cast.campaign.public_id}/encounters/"
    client: Client = client_of(cast.gm)
    assert 'placeholder="Fight 1"' in client.get(at).content.decode()
    for _ in range(2):
        assert client.post(at, {"name": ""}).status_code == 302
    assert sorted(Encounter.objects.values_list("name", flat=True)) == ["Fight 1", "Fight 2"]


def test_a_search_stays_after_somebody_is_brought(fight: Fight) -> None:
    client = client_of(fight.cast.gm)
    key = search(fight.cast.gm, "skeleton").creatures[0].key
    sent = {"creature": key, "count": 2, "q": "skeleton"}
    text = client.post(fight.address + "creatures/", sent, follow=True).content.decode()
    assert 'value="skeleton" data-search' in text
    assert f'name="creature" value="{key}"' in text


def test_no_player_reads_the_bestiary_through_the_address(fight: Fight) -> None:
    text = client_of(fight.cast.anna).get(fight.address + "?q=skeleton&step=foes").content.decode()
    assert 'name="creature"' not in text


def test_many_of_a_kind_are_numbered(cast: Cast) -> None:
    encounter = services.prepare(cast.gm)
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie", count=3)
    encounter.refresh_from_db()
    assert sorted(one.name for one in services.characters_in(encounter)) == ["Magpie", "Magpie 2", "Magpie 3"]
