"""A campaign's compendium side by side: our own beside the game's, and nothing of what is hidden."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.homebrew import editor
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast


def page(cast: Cast, who: Any, section: str, *keys: str) -> str:
    address = reverse("campaigns:compendium_compare", args=[cast.campaign.public_id, section])
    answer = client_of(who).get(address, {"entry": keys})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("kaos")


def written(cast: Cast, *, secret: bool) -> str:
    like = cast.campaign.system.shelves()["weapons"].own()["dagger"]
    return editor.add(cast.gm, "weapons", {**like, "name": "Fish knife", "hands": 2}, secret=secret).public_id


def test_our_own_stands_beside_the_games(cast: Cast) -> None:
    ours = written(cast, secret=False)
    text = page(cast, cast.anna, "weapons", "dagger", ours)
    assert text.count('<th scope="col">') == 2
    assert "Fish knife" in text
    assert "our own" in text
    assert f"#{ours}" in text
    section = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/compendium/weapons/").content.decode()
    assert f'name="entry" value="{ours}" form="compare"' in section


def test_players_read_nothing_of_what_is_hidden(cast: Cast) -> None:
    ours = written(cast, secret=True)
    assert "Fish knife" in page(cast, cast.gm, "weapons", "dagger", ours)
    for who in (cast.anna, cast.olga):
        assert "Fish knife" not in page(cast, who, "weapons", "dagger", ours)


def test_an_entry_of_another_section_is_no_column(cast: Cast) -> None:
    ours = written(cast, secret=False)
    assert "Fish knife" not in page(cast, cast.anna, "armour", "leather", "hardened_leather", ours).split("</thead>")[0]


def test_the_columns_cost_the_same_questions_however_many(cast: Cast, django_assert_max_num_queries: Any) -> None:
    keys = [written(cast, secret=False), written(cast, secret=False)]
    client = client_of(cast.anna)
    address = reverse("campaigns:compendium_compare", args=[cast.campaign.public_id, "weapons"])
    client.get(address)
    with django_assert_max_num_queries(8):
        client.get(address, {"entry": ["dagger", *keys]})
