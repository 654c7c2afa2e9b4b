"""Heroes on the page where one begins a character: what is shown, taken, renamed, and refused."""

import pytest

from campaigns.models import Entry
from characters import services
from characters.models import Character
from rules import heroes
from tests.campaigns.test_playing import client_of
from tests.characters.test_people import campaign_address
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, verified
from tests.toy import HEADS_GAME, HEROES, Heads

MAGDA, TOM = HEROES


def new(cast: Cast) -> str:
    return campaign_address(cast, "characters/new/")


def test_heroes_stand_as_cards_with_their_figures(cast: Cast) -> None:
    text = page(client_of(cast.anna), new(cast))
    for hero, coins in ((MAGDA, 30), (TOM, 2)):
        assert f'name="hero" value="{hero.key}"' in text
        for words in (hero.name, hero.pitch, hero.play, "Coins <b>40</b>", "Luck <b>"):
            assert words in text
        assert heroes.made(HEADS_GAME, hero, {}).now("coins") == coins


def test_a_game_without_heroes_says_nothing_of_them(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Heads, "heroes", lambda self: ())
    assert "hero" not in page(client_of(cast.anna), new(cast)).split("<main", 1)[1]


def test_one_whom_the_house_rules_do_not_allow_is_not_offered(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAGDA.choices["make.origin"], "luck", 5)
    text = page(client_of(cast.anna), new(cast))
    assert 'value="magda"' not in text
    assert 'value="tom"' in text
    answer = client_of(cast.anna).post(new(cast), {"name": "Wren", "hero": "magda"})
    assert "“magda” is not one of the choices" in answer.content.decode()
    assert not Character.objects.filter(name="Wren").exists()


@pytest.mark.parametrize(("name", "called"), [("", "Magda"), ("Wren", "Wren")])
def test_a_hero_is_taken_with_a_name_or_without(cast: Cast, name: str, called: str) -> None:
    with verified(cast.campaign):
        answer = client_of(cast.anna).post(new(cast), {"name": name, "hero": "magda"})
    made = Character.objects.get(name=called)
    assert answer["Location"] == address(cast, made)
    assert made.owner == cast.anna.user
    assert (made.sheet.name, made.sheet.now("coins"), made.sheet.rank("skill", "luck")) == (called, 30, 1)
    assert "making" not in made.sheet.memo


def test_taking_a_hero_twice_with_one_key_takes_one(cast: Cast) -> None:
    client, sent = client_of(cast.anna), {"name": "", "hero": "magda", "key": "once"}
    answers = [client.post(new(cast), sent)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Character.objects.filter(name="Magda").count() == 1
    assert Entry.objects.filter(key="once").count() == 1


def test_another_hero_with_the_same_key_is_another_character(cast: Cast) -> None:
    client, sent = client_of(cast.anna), {"name": "Wren", "key": "once"}
    client.post(new(cast), {**sent, "hero": "magda"})
    answer = client.post(new(cast), {**sent, "hero": "tom"})
    assert answer.status_code == 422
    assert "Send it again" in answer.content.decode()
    assert Character.objects.filter(name="Wren").count() == 1


@pytest.mark.parametrize("sent", [{"name": ""}, {"name": "", "hero": ""}, {"name": "Wren", "hero": "nobody"}])
def test_without_hero_or_name_nobody_begins(cast: Cast, sent: dict[str, str]) -> None:
    before = Character.objects.count()
    assert client_of(cast.anna).post(new(cast), sent).status_code == 422
    assert Character.objects.count() == before


def test_who_may_take_a_hero(cast: Cast) -> None:
    for who, status in ((cast.stranger, 404), (cast.olga, 403)):
        assert client_of(who).post(new(cast), {"hero": "magda"}).status_code == status
    assert not Character.objects.filter(name="Magda").exists()
    for who in (cast.boris, cast.gm):
        assert client_of(who).post(new(cast), {"hero": "magda"}).status_code == 302
    assert Character.objects.filter(name="Magda").count() == 2


@pytest.mark.parametrize("name", ["", "Wren"])
def test_a_hero_whom_somebody_plays_is_offered_last_and_says_so(cast: Cast, name: str) -> None:
    client_of(cast.anna).post(new(cast), {"name": name, "hero": "magda"})
    text = page(client_of(cast.boris), new(cast))
    assert f"Anna plays {name or 'Magda'}" in text
    assert text.count(" plays ") == 1
    assert text.index('value="tom"') < text.index('value="magda"')


def test_a_hero_who_was_taken_before_that_was_kept_is_known_by_name(cast: Cast) -> None:
    services.begin(cast.boris, name="Magda", owner=cast.boris.user)
    assert "Boris plays Magda" in page(client_of(cast.anna), new(cast))
