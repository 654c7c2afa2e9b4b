"""Cards of creatures: the game master's alone, of a search or of a fight, by a fixed number of queries."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.homebrew import compendium, editor
from combat import paper_cards, services
from rules.engine.content.homebrew import Shelf
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast


@pytest.fixture(params=[system.slug for system in SYSTEMS])
def game_cast(request: pytest.FixtureRequest, db: None) -> Cast:
    return make_cast(request.param)


def bestiary(cast: Cast, query: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/cards.pdf{query}"


def first(cast: Cast) -> str:
    return compendium.creatures(cast.gm)[0].key


def drawn(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def test_the_bestiary_on_cards(game_cast: Cast) -> None:
    listed = compendium.creatures(game_cast.gm)
    text = drawn(client_of(game_cast.gm), bestiary(game_cast))
    assert text.count('<section class="card') == min(len(listed), paper_cards.MOST)
    assert text.count('<div class="deck">') == -(-min(len(listed), paper_cards.MOST) // 4)


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_cards_are_for_game_masters(cast: Cast, who: str) -> None:
    fight = services.prepare(cast.gm, secret=False)
    services.bring_creatures(cast.gm, encounter=fight, key=first(cast))
    client = client_of(getattr(cast, who))
    assert client.get(bestiary(cast)).status_code == 403
    assert client.get(f"/campaigns/{cast.campaign.public_id}/encounters/{fight.public_id}/cards.pdf").status_code == 403
    assert "cards.pdf" not in drawn(client, f"/campaigns/{cast.campaign.public_id}/compendium/creatures/")


def test_those_of_a_fight_and_no_heroes(game_cast: Cast) -> None:
    fight = services.prepare(game_cast.gm)
    where = f"/campaigns/{game_cast.campaign.public_id}/encounters/{fight.public_id}/"
    services.bring_party(game_cast.gm, encounter=fight, who=[game_cast.rook.public_id])
    gm = client_of(game_cast.gm)
    assert gm.get(f"{where}cards.pdf").status_code == 404
    assert "cards.pdf" not in drawn(gm, where)
    services.bring_creatures(game_cast.gm, encounter=fight, key=first(game_cast), count=2, hidden=True)
    text = drawn(gm, f"{where}cards.pdf")
    assert text.count('<section class="card') == 2
    assert "Rook" not in text
    assert f"{where}cards.pdf" in drawn(gm, where)


def test_more_creatures_of_our_own_cost_no_more_queries(game_cast: Cast) -> None:
    shelf: Shelf | None = game_cast.campaign.system.shelves().get("creatures")
    if shelf is None:
        pytest.skip("Nobody writes creatures of their own in this game.")
    told = next(iter(shelf.own().values()))

    def written(name: str) -> None:
        editor.add(game_cast.gm, "creatures", {**told, "name": name})

    gm = client_of(game_cast.gm)
    written("Frostling 1")
    drawn(gm, bestiary(game_cast, "?q=frostling"))
    with CaptureQueriesContext(connection) as few:
        drawn(gm, bestiary(game_cast, "?q=frostling"))
    for number in range(2, 7):
        written(f"Frostling {number}")
    with CaptureQueriesContext(connection) as many:
        text = drawn(gm, bestiary(game_cast, "?q=frostling"))
    assert text.count('<section class="card') == 6
    assert len(many) == len(few)
