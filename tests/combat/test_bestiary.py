"""The bestiary finds what game masters type: by name, mistyped, and the nearest kin in every game."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from characters.models import Character
from characters.services import begin, meet
from combat import services
from combat.bestiary import search
from combat.models import Encounter
from rules import registry
from tests.combat.conftest import Fight, client_of, prepared
from tests.helpers import Cast, make_cast

#: Games that have a bestiary to search; one or two creatures, as in the guide's sample game, are none.
GAMES = [system.slug for system in registry.SYSTEMS if len(system.compendium().get("creatures", ())) > 2]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["goblin", "bandit", "skeleton", "dragon", "guard", "ghost"])
def test_every_game_has_an_answer_to_common_words(db: None, game: str, word: str) -> None:
    found = search(make_cast(game).gm, word)
    assert found.creatures
    named = [one for one in found.creatures if word in f"{one.name} {one.summary} {one.facts}".casefold()]
    assert named or found.why in (f"Similar to “{word}”:", f"No {word} here. Similar creatures:")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["wolf", "wolves", "rat", "bird"])
def test_beasts_lead_to_beasts_or_to_all_creatures(db: None, game: str, word: str) -> None:
    found = search(make_cast(game).gm, word)
    named = " ".join(one.name for one in found.creatures).casefold()
    assert found.is_all or not any(no in named for no in ("horse", "dragon", "plates"))


def test_where_no_wolf_lives_one_is_to_be_written_or_another_creature_chosen(db: None) -> None:
    fight = prepared(make_cast("sda"))
    answer = client_of(fight.cast.gm).get(fight.address + "bestiary/?q=wolf").content.decode()
    assert search(fight.cast.gm, "wolf").creatures == search(fight.cast.gm, "").creatures
    assert answer.count("Add ") >= len(search(fight.cast.gm, "").creatures)
    assert "No creature matches “wolf”." in answer
    assert "/compendium/creatures/new/" in answer


@pytest.mark.parametrize(
    ("game", "word", "kin"),
    [
        ("grim", "bandit", "Brigand"),
        ("grim", "robber", "Petty Thug"),
        ("grim", "guard", "Deserter Soldier"),
        ("grim", "dog", "Giant Wolf"),
        ("dragonbane", "watchman", "Guard"),
        ("fortune", "hound", "Worg"),
        ("sda", "soldiers", "Guard, Rookie"),
    ],
)
def test_kin_by_another_name_come_before_those_that_only_mention_the_word(
    db: None, game: str, word: str, kin: str
) -> None:
    found = search(make_cast(game).gm, word)
    assert kin in [one.name for one in found.creatures[:3]]
    assert found.why == f"Similar to “{word}”:"


def test_a_name_with_the_word_is_no_kin_by_another(db: None) -> None:
    found = search(make_cast("dragonbane").gm, "bandit")
    assert found.creatures[0].name == "Bandit"
    assert found.why == ""


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


def test_a_new_fight_opens_at_its_top_where_everybody_is_in_another_one(fight: Fight) -> None:
    """The focus would bring the page down to the search, past all who are added first."""
    address = f"/campaigns/{fight.cast.campaign.public_id}/encounters/"
    text = client_of(fight.cast.gm).post(address, {"name": "Ford"}, follow=True).content.decode()
    assert 'data-way="add-all-elsewhere"' in text
    assert 'id="bestiary-q"' in text
    assert not re.search(r'(data-way="add-all-elsewhere"|id="bestiary-q")[^>]* autofocus', text)


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


def test_whoever_is_made_meanwhile_comes_into_the_open_page(fight: Fight) -> None:
    begin(fight.cast.anna, name="Newcomer", owner=fight.cast.anna.user, secret=False)
    client = client_of(fight.cast.gm)
    assert 'data-part="absent"' in client.get(fight.address).content.decode()
    fresh = client.get(fight.address + "parts/").content.decode().split('data-part="absent"')[1]
    assert "Newcomer" in fresh.partition('data-part="')[0]
    assert 'data-part="absent"' not in client_of(fight.cast.boris).get(fight.address + "parts/").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_one_press_shows_a_secret_fight_and_begins_it(db: None, game: str) -> None:
    fight = prepared(make_cast(game))
    Encounter.objects.update(secret=True)
    client = client_of(fight.cast.gm)
    text = client.get(fight.address).content.decode()
    sent = pressed(text, "Show to players and begin")
    assert client.post(fight.address + "begin/", sent).status_code == 200
    assert not Encounter.objects.get(pk=fight.encounter.pk).secret
    assert fight.state.stage == "fighting"
    assert client.post(fight.address + "begin/", sent).status_code == 200, "twice is as good as once"
    assert client.post(fight.address + "begin/", sent | {"key": "another"}).status_code == 409
    assert client_of(fight.cast.anna).get(fight.address).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_fight_may_begin_otherwise_or_in_secret(db: None, game: str) -> None:
    """Where there is something to choose its form stands behind "Change": it shows and begins, or begins alone."""
    fight = prepared(make_cast(game))
    Encounter.objects.update(secret=True)
    client = client_of(fight.cast.gm)
    text = client.get(fight.address).content.decode()
    if "Begin in secret" not in text:
        text = client.get(fight.address + "?do=fight.begin").content.decode()
        assert f'action="{fight.address}begin/"' in text.split('data-part="form"')[1]
    assert "Begin in secret" in text
    perform = {"command": "fight.begin", "encounter": fight.encounter.public_id}
    assert client.post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", perform).status_code == 200
    assert Encounter.objects.get(pk=fight.encounter.pk).secret


def test_a_fight_that_cannot_begin_is_not_shown_either(fight: Fight) -> None:
    Encounter.objects.update(secret=True)
    sent = {"command": "fight.begin", "encounter": fight.encounter.public_id}
    fight.do("fight.begin") if fight.state.stage == "ready" else None
    assert client_of(fight.cast.gm).post(fight.address + "begin/", sent).status_code == 422
    assert Encounter.objects.get(pk=fight.encounter.pk).secret
    assert client_of(fight.cast.anna).post(fight.address + "begin/", sent).status_code == 403


def test_the_button_that_hides_a_fight_says_so(fight: Fight) -> None:
    client = client_of(fight.cast.gm)
    form = client.get(fight.address).content.decode().split("Hide from players")[0].rpartition("<form")[2]
    sent = dict(re.findall(r'<input type="hidden" name="(open)" value="(\w+)">', form))
    assert client.post(fight.address + "open/", sent).status_code == 302
    assert Encounter.objects.get(pk=fight.encounter.pk).secret


def pressed(text: str, label: str) -> dict[str, str]:
    """The fields of the form with this button."""
    form = text.split(label)[0].rpartition("<form")[2]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))


# -- people whom the game master prepared -----------------------------------------------------------------------------


def kept(fight: Fight, name: str) -> Character:
    """A creature that the game master keeps for a later scene."""
    key = fight.cast.campaign.system.compendium()["creatures"][0].key
    return meet(fight.cast.gm, name=name, creature=key, secret=True)


def test_a_prepared_person_is_found_by_name_and_joins_the_side_chosen(fight: Fight) -> None:
    client, joost = client_of(fight.cast.gm), kept(fight, "Joost the miller")
    assert "Add Joost the miller" in client.get(fight.address).content.decode()
    found = client.get(fight.address + "bestiary/?q=joost").content.decode()
    assert "Add Joost the miller" in found
    assert "No creature matches" not in found
    sent = {"who": joost.public_id, "side": "party", "hidden": "on", "q": "joost"}
    after = client.post(fight.address + "person/", sent, follow=True).content.decode()
    stands = fight.state.combatants[joost.public_id]
    assert (stands.side, stands.hidden) == ("party", True)
    assert "Add Joost the miller" not in after


def test_nobody_is_listed_who_is_put_away_or_played(fight: Fight) -> None:
    joost = kept(fight, "Joost")
    Character.objects.filter(pk=joost.pk).update(archived_at=timezone.now())
    found = client_of(fight.cast.gm).get(fight.address + "bestiary/").content.decode()
    assert "Add Joost" not in found
    assert "Add Rook" not in found


def test_creatures_of_earlier_fights_stand_apart_from_whom_the_game_master_prepared(fight: Fight) -> None:
    system = fight.cast.campaign.system
    key = system.compendium()["creatures"][0].key
    called = system.creature(key).name
    earlier = fight.cast.encounter()
    services.bring_creatures(fight.cast.gm, encounter=earlier, key=key, count=2)
    kept(fight, "Joost")
    client = client_of(fight.cast.gm)
    prepared, _, of_fights = client.get(fight.address).content.decode().partition("From earlier fights (2)")
    assert "Add Joost" in prepared
    assert of_fights.count(f"Add {called}") == 2
    assert f"Add {called} of this campaign" not in prepared
    campaign = client.get(f"/campaigns/{fight.cast.campaign.public_id}/").content.decode()
    people, _, folded = campaign.partition("Creatures from fights (")
    assert people.count("Joost") == 1
    assert folded.count(f'places__name">{called}') == 2


def test_the_list_of_people_ends_and_costs_no_more_with_many(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combat.bestiary.MOST_PEOPLE", 3)
    client = client_of(fight.cast.gm)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(fight.address + "bestiary/?q=guest").status_code == 200
        return len(seen)

    kept(fight, "Guest 0")
    queries()
    few = queries()
    for number in range(1, 6):
        kept(fight, f"Guest {number}")
    assert queries() == few
    assert client.get(fight.address + "bestiary/?q=guest").content.decode().count('aria-label="Add Guest') == 3


def test_the_menu_of_the_fight_asks_for_nobody_by_their_id_and_explains_itself(fight: Fight) -> None:
    shown = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert 'data-do="fight.join"' not in shown
    entries = shown.split('class="menu__entry"')[1:]
    assert entries
    assert not [entry.partition("</a>")[0] for entry in entries if 'class="menu__about"' not in entry]


@pytest.mark.parametrize("game", ["sda", "dragonbane", "grim"])
def test_whom_a_fight_surprises_is_chosen_side_by_side(db: None, game: str) -> None:
    fight = prepared(make_cast(game))
    form = client_of(fight.cast.gm).get(fight.address, {"do": "fight.begin"}).content.decode()
    party, _, foes = form.partition('<p class="small muted">The party</p>')[2].partition("Their foes</p>")
    assert "Rook</span>" in party
    assert f"{fight.foe.name}</span>" not in party
    assert f"{fight.foe.name}</span>" in foes


@pytest.mark.parametrize("game", ["grim"])
def test_whoever_left_a_running_fight_comes_back_with_their_turn(fight: Fight) -> None:
    rook = fight.cast.rook
    fight.do("fight.leave", combatant=rook.public_id)
    client_of(fight.cast.gm).post(fight.address + "party/", {"who": rook.public_id})
    assert rook.public_id in {rung.who for rung in fight.state.ladder}


@pytest.mark.parametrize("game", ["sda"])
def test_several_of_a_kind_are_numbered_by_the_name_that_people_say(fight: Fight) -> None:
    services.bring_creatures(fight.cast.gm, encounter=fight.encounter, key="guard_rookie", count=2)
    names = {Character.objects.get(public_id=who).name for who in fight.state.combatants}
    assert {"Rookie guard", "Rookie guard 2"} <= names
    log = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert "Guard, Rookie 2" not in log
