"""The table's pages as everybody who may, or may not, sit at it."""

import re

import pytest
from django.test import Client

from campaigns.audience.viewers import Viewer
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.undo import undo
from characters.creation.steps import Way
from characters.services import begin, make_by
from combat import services
from combat.models import Encounter
from combat.table import ladder
from rules import registry
from rules.engine.fight import Join
from rules.engine.kernel import Combatant, Place, Rung, StageSet, facts, in_words
from rules.engine.kernel import Encounter as Scene
from rules.engine.system.protocol import offers_at
from tests.combat.conftest import CANARY, Fight, client_of, more_creatures
from tests.combat.test_after_fight import end
from tests.helpers import Cast

PLACES = ("", "parts/", "earlier/", "?view=projector")
GM_ONLY = ("bestiary/",)
TO_WRITE = ("party/", "creatures/", "open/")


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:500]
    return answer.content.decode()


def offered_on(text: str) -> set[str]:
    return set(re.findall(r'data-do="([^"]+)"', text))


# -- who may come in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("who", ["gm", "anna", "boris", "olga"])
def test_everybody_of_the_campaign_sits_at_an_open_table(fight: Fight, who: str, place: str) -> None:
    page(client_of(getattr(fight.cast, who)), fight.address + place)


@pytest.mark.parametrize("place", [*PLACES, *GM_ONLY])
def test_a_stranger_finds_no_table(fight: Fight, place: str) -> None:
    assert client_of(fight.cast.stranger).get(fight.address + place).status_code == 404


@pytest.mark.parametrize("place", PLACES)
def test_whoever_is_not_signed_in_is_asked_to(fight: Fight, place: str) -> None:
    answer = Client().get(fight.address + place)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("place", PLACES)
def test_a_prepared_encounter_does_not_exist_for_players(cast: Cast, place: str) -> None:
    encounter = cast.encounter(secret=True)
    at = f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/{place}"
    assert client_of(cast.gm).get(at).status_code == 200
    for member in (cast.anna, cast.olga):
        assert client_of(member).get(at).status_code == 404


@pytest.mark.parametrize("who", ["anna", "olga"])
@pytest.mark.parametrize("place", TO_WRITE)
def test_only_the_game_master_prepares(fight: Fight, who: str, place: str) -> None:
    before = Encounter.objects.get(pk=fight.encounter.pk).body
    assert (
        client_of(getattr(fight.cast, who)).post(fight.address + place, {"open": "", "creature": "x"}).status_code
        == 403
    )
    assert Encounter.objects.get(pk=fight.encounter.pk).body == before
    assert client_of(fight.cast.stranger).post(fight.address + place).status_code == 404


def test_only_the_game_master_looks_into_the_bestiary(fight: Fight) -> None:
    assert client_of(fight.cast.anna).get(fight.address + "bestiary/").status_code == 403
    found = page(client_of(fight.cast.gm), fight.address + "bestiary/?q=skel")
    assert "Skeleton" in found
    assert "Zombie" not in found


# -- what is offered is what is accepted ------------------------------------------------------------------------------


def test_the_page_offers_what_the_rules_offer_now(fight: Fight) -> None:
    acting = fight.state.current.who
    game = lay_out(fight.cast.gm, acting, fight.encounter.public_id)
    system = fight.cast.campaign.system
    wanted = {c.name for place in (Place.TURN, Place.SCENE) for c in offers_at(system, game.known, place, as_gm=True)}
    # Who joins is chosen from the list of those who are not here yet.
    assert offered_on(page(client_of(fight.cast.gm), fight.address)) == wanted - {Join.name}


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS])
@pytest.mark.parametrize("stage", ["ready", "fighting", "over"])
def test_the_game_master_is_offered_the_scene_before_in_and_after_a_fight(fight: Fight, stage: str) -> None:
    """After it, too, there is something to do: who lies unconscious wakes when the game master ends the scene."""

    def turn_to_stage(game: Game) -> dict[str, object]:
        game.table.happen(StageSet(stage))
        return {}

    write(fight.cast.gm, Intent("fight.place", encounter=fight.encounter.public_id), turn_to_stage)
    game = lay_out(fight.cast.gm, encounter=fight.encounter.public_id, actor=fight.cast.rook.public_id)
    expected = offers_at(fight.cast.campaign.system, game.known, Place.SCENE, as_gm=True)
    text = page(client_of(fight.cast.gm), f"{fight.address}?as={fight.cast.rook.public_id}")
    assert expected
    assert {command.name for command in expected} - {Join.name} <= offered_on(text)
    assert 'id="bring-title"' in text


def test_an_observer_is_offered_nothing(fight: Fight) -> None:
    for place in ("", "?view=projector"):
        text = page(client_of(fight.cast.olga), fight.address + place)
        assert offered_on(text) == set()
        assert "data-play" not in text
        assert 'role="button"' not in text


def test_a_player_acts_for_their_own_only(fight: Fight) -> None:
    text = page(client_of(fight.cast.anna), f"{fight.address}?as={fight.cast.mira.public_id}")
    assert f'data-actor="{fight.cast.mira.public_id}"' not in text
    assert f'name="actor" value="{fight.cast.mira.public_id}"' not in text


def test_the_projector_shows_the_game_master_no_more_than_anybody(fight: Fight) -> None:
    text = page(client_of(fight.cast.gm), fight.address + "?view=projector")
    assert CANARY not in text
    assert offered_on(text) == set()


def test_the_form_of_a_command_opens_in_its_place(fight: Fight) -> None:
    acting = fight.state.current.who
    name = max(offered_on(page(client_of(fight.cast.gm), fight.address)))
    text = page(client_of(fight.cast.gm), f"{fight.address}?as={acting}&do={name}")
    assert '<form class="command stack" id="do-' in text
    assert "data-form-title" in text


def test_a_place_on_the_board_fills_in_the_form_that_goes_there(fight: Fight) -> None:
    acting = fight.state.current.who
    text = page(client_of(fight.cast.gm), f"{fight.address}parts/?as={acting}&x=3&y=-4")
    assert re.search(r'name="with-x"[^>]* value="3"', text)
    assert re.search(r'name="with-y"[^>]* value="-4"', text)


@pytest.mark.parametrize("query", ["as=nobody", "do=no.such", "x=a&y=b", "x=99999999999&y=1", "since=nobody"])
def test_nonsense_in_the_address_is_passed_over(fight: Fight, query: str) -> None:
    page(client_of(fight.cast.gm), f"{fight.address}?{query}")
    page(client_of(fight.cast.gm), f"{fight.address}parts/?{query}")


# -- asks -------------------------------------------------------------------------------------------------------------


def attack_on_mira(fight: Fight) -> str:
    """Let the foe strike at Mira; returns the key of her ask."""
    while fight.state.current.who != fight.foe.public_id:
        fight.do("fight.next")
    fight.do("melee.attack", fight.foe, target=fight.cast.mira.public_id, dice=1)
    (ask,) = fight.state.asks.values()
    assert ask.to == fight.cast.mira.public_id
    return ask.key


def test_whoever_is_asked_sees_the_odds_of_every_choice(fight: Fight) -> None:
    key = attack_on_mira(fight)
    text = page(client_of(fight.cast.boris), fight.address)
    assert f'data-ask="{key}"' in text
    assert len(re.findall(r'<input type="radio" name="with-dice"', text)) > 1
    assert len(re.findall(r'class="choice__odds">\d', text)) > 1


def test_others_know_only_that_somebody_is_awaited(fight: Fight) -> None:
    key = attack_on_mira(fight)
    (ask,) = fight.state.asks.values()
    title = in_words(ask.title, {fight.foe.public_id: fight.foe.name})
    for member in (fight.cast.anna, fight.cast.olga):
        text = page(client_of(member), fight.address)
        assert f'data-ask="{key}"' not in text
        assert title not in text
        assert "has to decide" in text


def test_the_game_master_may_answer_for_anybody(fight: Fight) -> None:
    key = attack_on_mira(fight)
    text = page(client_of(fight.cast.gm), fight.address)
    assert f'data-ask="{key}"' in text
    assert f'name="actor" value="{fight.cast.mira.public_id}"' in text


def test_an_answer_given_on_the_page_is_taken(fight: Fight) -> None:
    key = attack_on_mira(fight)
    text = page(client_of(fight.cast.boris), fight.address)
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text.split("data-ask=")[1]))
    sent = {name: sent[name] for name in ("command", "actor", "encounter", "seen", "key", "with-ask")} | {
        "with-dice": "0"
    }
    answer = client_of(fight.cast.boris).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent)
    assert answer.status_code == 200, answer.content
    assert key not in fight.state.asks


# -- catching up ------------------------------------------------------------------------------------------------------


def newest(text: str) -> str:
    found = re.search(r'data-newest="([^"]*)"', text)
    return found[1] if found else ""


def entries_on(text: str) -> list[str]:
    return re.findall(r'data-entry="([^"]+)"', text)


def test_catching_up_brings_what_is_new_and_nothing_twice(fight: Fight) -> None:
    client = client_of(fight.cast.anna)
    at = newest(page(client, fight.address))
    new = fight.do("fight.next")
    text = page(client, f"{fight.address}parts/?since={at}")
    assert entries_on(text) == [new.public_id]
    assert newest(text) == new.public_id
    assert entries_on(page(client, f"{fight.address}parts/?since={new.public_id}")) == []


def test_what_was_taken_back_is_told_again_struck(fight: Fight) -> None:
    client = client_of(fight.cast.anna)
    done = fight.happen(facts.Told((fight.cast.rook.public_id,), "{0} shouts."))
    undo(fight.cast.gm, done.public_id, encounter=fight.encounter.public_id)
    text = page(client, f"{fight.address}parts/?since={done.public_id}")
    again = next(line for line in text.split("<li ") if f'data-entry="{done.public_id}"' in line)
    assert "log__line--undone" in again
    assert "data-old" in again
    assert "<s>" in again


def test_whoever_missed_too_much_begins_afresh(fight: Fight) -> None:
    client = client_of(fight.cast.gm)
    at = newest(page(client, fight.address))
    for _ in range(101):
        fight.do("fight.next")
    text = page(client, f"{fight.address}parts/?since={at}")
    assert "data-afresh" in text
    assert 0 < len(entries_on(text)) <= 30


def test_earlier_pages_go_on_where_the_last_one_ended(fight: Fight) -> None:
    client, seen = client_of(fight.cast.gm), []
    for _ in range(40):
        fight.do("fight.next")
    text = page(client, fight.address)
    seen += entries_on(text)
    while found := re.search(r'<a [^>]*href="([^"]+)" data-earlier', text):
        text = page(client, found[1].replace("&amp;", "&"))
        seen += entries_on(text)
    assert len(seen) == len(set(seen)) > 40
    assert "Before the fight" in text


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "²", "two"])
def test_a_round_that_is_no_number_is_no_fault_of_ours(fight: Fight, number: str) -> None:
    page(client_of(fight.cast.anna), f"{fight.address}earlier/?round={number}")


# -- preparing --------------------------------------------------------------------------------------------------------


def test_an_encounter_is_prepared_filled_and_opened(cast: Cast) -> None:
    client = client_of(cast.gm)
    listed = f"/campaigns/{cast.campaign.public_id}/encounters/"
    answer = client.post(listed, {"name": "The mill"})
    assert answer.status_code == 302
    at = answer["Location"].partition("?")[0]
    encounter = Encounter.objects.get(name="The mill")
    assert encounter.secret
    client.post(at + "party/", {"who": [cast.rook.public_id, cast.mira.public_id]})
    client.post(at + "creatures/", {"creature": "magpie", "count": "2", "hidden": "on", "key": "k1"})
    client.post(at + "creatures/", {"creature": "magpie", "count": "2", "hidden": "on", "key": "k1"})
    state = Encounter.objects.get(pk=encounter.pk).state
    assert sorted(one.hidden for one in state.combatants.values()) == [False, False, True, True]
    assert "The mill" not in page(client_of(cast.anna), listed)
    client.post(at + "open/", {"open": "yes"})
    assert "The mill" in page(client_of(cast.anna), listed)
    assert "Magpie" not in page(client_of(cast.anna), at)
    assert "Magpie B" in page(client, at)


@pytest.mark.parametrize(
    "sent",
    [
        {"creature": "no_such"},
        {"creature": "magpie", "count": "0"},
        {"creature": "magpie", "count": "2000"},
        {"count": "1"},
    ],
)
def test_what_cannot_be_brought_is_refused_with_a_sentence(cast: Cast, sent: dict[str, str]) -> None:
    encounter = cast.encounter()
    at = f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/"
    answer = client_of(cast.gm).post(at + "creatures/", {"count": "1"} | sent, follow=True)
    assert answer.status_code == 200
    assert "notice--danger" in answer.content.decode()
    assert not Encounter.objects.get(pk=encounter.pk).state.combatants


def test_nobody_joins_twice(cast: Cast) -> None:
    encounter = cast.encounter()
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id])
    at = f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/"
    answer = client_of(cast.gm).post(at + "party/", {"who": cast.rook.public_id}, follow=True)
    assert "Nothing would change." in answer.content.decode()


def test_who_is_half_made_is_not_added_with_all(cast: Cast) -> None:
    wren = make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)
    encounter = cast.encounter()
    text = page(client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/")
    all_of_them = next(one for one in re.findall(r"<form.*?</form>", text, re.DOTALL) if "Add all" in one)
    assert cast.rook.public_id in all_of_them
    assert wren.public_id not in all_of_them
    assert "Not finished yet" in text
    assert f'name="who" value="{wren.public_id}"' in text


def test_who_is_in_another_running_fight_is_not_added_with_all_and_may_come_all_the_same(fight: Fight) -> None:
    cast = fight.cast
    wren = begin(cast.gm, name="Wren", owner=cast.anna.user)
    other = services.prepare(cast.gm, name="The ford", secret=False)
    client, at = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/encounters/{other.public_id}/"
    text = page(client, at)
    assert text.count(f"is in {fight.encounter.name}, round 1") == 2
    assert "Add all<" not in text, "only Wren can be added without a second thought"
    ready = next(one for one in re.findall(r"<form.*?</form>", text, re.DOTALL) if "Party members not here yet" in one)
    assert wren.public_id in ready
    assert cast.rook.public_id not in ready
    others = next(one for one in re.findall(r"<form.*?</form>", text, re.DOTALL) if "Add all of these" in one)
    assert {cast.rook.public_id, cast.mira.public_id} == set(re.findall(r'name="who" value="(\w+)"', others))
    client.post(f"{at}party/", {"who": cast.rook.public_id})
    other.refresh_from_db()
    assert cast.rook.public_id in other.state.combatants
    end(fight)
    assert "is in" not in page(client, at)


def test_a_page_of_forty_creatures_is_drawn(fight: Fight) -> None:
    more_creatures(fight.cast, fight.encounter, 20)
    text = page(client_of(fight.cast.gm), fight.address)
    assert len(re.findall(r'<li class="rung', text)) == 24


@pytest.mark.parametrize(("slug", "shown"), [("kaos", ["9", "8"]), ("fortune", ["", ""])])
def test_rungs_show_numbers_that_say_something(slug: str, shown: list[str]) -> None:
    system = registry.system_named(slug)
    rungs = [Rung("r/whole", "r", 9), Rung("m/whole", "m", 8)]
    scene = Scene("fighting", 1, ladder=rungs, combatants={"r": Combatant("party"), "m": Combatant("party")})
    sheets = {"r": system.fresh_sheet("Rook"), "m": system.fresh_sheet("Mira")}
    assert [one.number for one in ladder.places(scene, sheets, system, Viewer(is_gm=True))] == shown


def test_the_last_shortcut_of_a_phone_leads_to_the_sheet_of_whoever_one_plays(fight: Fight) -> None:
    """Their numbers stand at the head of the page already; whoever watches has no such shortcut."""
    sheet = f"/campaigns/{fight.cast.campaign.public_id}/characters/{fight.cast.rook.public_id}/"
    anna, olga = (
        page(client_of(who), fight.address).partition('class="dock"')[2].partition("</nav>")[0]
        for who in (fight.cast.anna, fight.cast.olga)
    )
    assert re.findall(r'<a href="([^"]+)"', anna) == ["#now", "#ladder", "#log", sheet]
    assert re.findall(r'<a href="([^"]+)"', olga) == ["#now", "#ladder", "#log"]
