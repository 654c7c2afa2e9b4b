"""The pages of forecasts: for the game master alone, with words for every number."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from campaigns.models import Membership
from combat.forecasts.variants import WhatIf
from combat.models import Encounter, Forecast
from tests.combat.conftest import client_of
from tests.combat.forecast_helpers import ask, play_on, toy_fight
from tests.helpers import Cast


@pytest.fixture
def fight(cast: Cast) -> Encounter:
    return toy_fight(cast)


def address(encounter: Encounter, *more: str) -> str:
    here = f"/campaigns/{encounter.campaign.public_id}/encounters/{encounter.public_id}/"
    return here + "".join(f"{each}/" for each in more)


def page(who: Membership, encounter: Encounter, *more: str) -> str:
    answer = client_of(who).get(address(encounter, "forecasts", *more))
    assert answer.status_code == 200
    return answer.content.decode()


def send(who: Membership, encounter: Encounter, *more: str, **sent: object) -> HttpResponse:
    return client_of(who).post(address(encounter, "forecasts", *more), sent)


def test_the_game_master_finds_it_beside_the_fight(cast: Cast, fight: Encounter) -> None:
    link = f'href="{address(fight, "forecasts")}"'
    assert link in client_of(cast.gm).get(address(fight)).content.decode()
    for other in (cast.anna, cast.olga):
        assert "forecast" not in client_of(other).get(address(fight)).content.decode().lower()


@pytest.mark.parametrize("secret", [False, True])
def test_who_gets_in(cast: Cast, secret: bool) -> None:
    fight = toy_fight(cast, secret=secret)
    forecast = ask(cast.gm, fight)
    for more in ((), (forecast.public_id,)):
        for who, status in ((cast.gm, 200), (cast.anna, 403), (cast.olga, 403), (cast.stranger, 404)):
            assert client_of(who).get(address(fight, "forecasts", *more)).status_code == status
    for more in (("ask",), (forecast.public_id, "cancel")):
        for who, status in ((cast.anna, 403), (cast.olga, 403), (cast.stranger, 404)):
            assert send(who, fight, *more, fights="10").status_code == status
    forecast.refresh_from_db()
    assert (forecast.state, Forecast.objects.count()) == ("waiting", 1)


def test_players_hear_nothing_of_forecasts(cast: Cast, fight: Encounter) -> None:
    forecast = play_on(ask(cast.gm, fight, seed="Zaunkoenigin"))
    campaign = f"/campaigns/{cast.campaign.public_id}/"
    for who in (cast.anna, cast.olga):
        client = client_of(who)
        texts = [
            client.get(place).content.decode()
            for place in (
                address(fight),
                address(fight, "parts"),
                f"{campaign}encounters/",
                f"{campaign}chronicle/",
                f"/api/v1/encounters/{fight.public_id}/",
                f"/api/v1{campaign}encounters/",
                f"/api/v1{campaign}entries/",
            )
        ]
        assert not [text for text in texts if forecast.public_id in text or "Zaunkoenigin" in text]


def test_an_empty_page_says_what_a_forecast_is(cast: Cast, fight: Encounter) -> None:
    told = page(cast.gm, fight)
    assert "Plays this fight to the end a thousand times" in told
    assert "Tosses one coin at a time." in told
    assert "Magpie 2" in told
    assert "Another weapon" not in told
    assert "Add both first" in page(cast.gm, cast.encounter())


def test_a_game_without_forecasts_says_so(cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cast.campaign.system), "tactics", None)
    assert "Heads has no forecasts yet" in page(cast.gm, fight)
    assert address(fight, "forecasts") not in client_of(cast.gm).get(address(fight)).content.decode()


def test_a_forecast_is_asked_for_watched_and_read(cast: Cast, fight: Encounter) -> None:
    sent = {
        "fights": "120",
        "seed": "winter",
        "policy-party": "shy",
        "policy-foes": "bold",
        "if-kind": ["without", ""],
        "if-who": [cast.mira.public_id, ""],
        "if-creature": ["", ""],
        "if-weapon": ["", ""],
        "key": "once",
    }
    answer = send(cast.gm, fight, "ask", **sent)
    assert answer.status_code == 200
    assert send(cast.gm, fight, "ask", **sent).json() == answer.json()
    forecast = Forecast.objects.get(public_id=answer.json()["forecast"])
    assert answer.json()["to"] == address(fight, "forecasts", forecast.public_id)
    assert (forecast.seed, forecast.policies) == ("winter", {"party": "shy", "foes": "bold"})
    waiting = page(cast.gm, fight, forecast.public_id)
    assert "Waiting to start." in waiting
    assert "data-going" in waiting
    play_on(forecast, 1)
    assert "100<small>/240</small>" in page(cast.gm, fight, forecast.public_id)
    assert "not played yet" in page(cast.gm, fight, forecast.public_id)
    play_on(forecast)
    told = page(cast.gm, fight, forecast.public_id)
    assert "data-going" not in told
    for words in ("Without Mira", "for the party", "between", "Coins lost", "What decides it", "How many rounds"):
        assert words in told
    fewer = client_of(cast.gm).get(address(fight, "forecasts", forecast.public_id), {"what": "1"}).content.decode()
    assert ["Mira" in each.split("What it costs")[-1] for each in (told, fewer)] == [True, False]
    assert "The party wins" in page(cast.gm, fight)


def test_what_is_refused_stands_beside_its_field(cast: Cast, fight: Encounter) -> None:
    for fights in ("", "many", "1000000"):
        answer = send(cast.gm, fight, "ask", fights=fights)
        assert (answer.status_code, answer.json()["field"]) == (422, "fights")


def test_a_forecast_is_cancelled_from_its_page(cast: Cast, fight: Encounter) -> None:
    forecast = play_on(ask(cast.gm, fight, 300), 1)
    assert send(cast.gm, fight, forecast.public_id, "cancel", seen="9").status_code == 409
    assert send(cast.gm, fight, forecast.public_id, "cancel", seen="1").json()["state"] == "cancelled"
    told = page(cast.gm, fight, forecast.public_id)
    assert "Cancelled after 100 of 300 fights." in told
    assert "Cancelled after 100 of 300 fights" in page(cast.gm, fight)


def test_pages_ask_the_database_as_often_for_many_as_for_few(cast: Cast, fight: Encounter) -> None:
    client, counts = client_of(cast.gm), []
    without = (WhatIf("without", cast.mira.public_id), WhatIf("without", cast.rook.public_id))
    for what_ifs, times in (((), 1), (without, 4)):
        for _ in range(times):
            forecast = play_on(ask(cast.gm, fight, 10, what_ifs=what_ifs))
        client.get(address(fight, "forecasts"))
        for more in ((), (forecast.public_id,)):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address(fight, "forecasts", *more)).status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:], counts
    assert max(counts) <= 10, counts


# -- in a terminal ----------------------------------------------------------------------------------------------------


def run_forecast_command(*words: str) -> str:
    out = StringIO()
    call_command("forecast", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_terminal_tells_the_same(cast: Cast, fight: Encounter) -> None:
    plan = ("--fights", "20", "--seed", "winter", "--policy", "foes=shy", "--what-if", "without:Mira")
    words = (fight.public_id, *plan)
    shown = run_forecast_command(*words)
    assert shown == run_forecast_command(*words)
    assert "The bridge: 20 fights, seed winter" in shown
    assert "Without Mira" in shown
    assert not Forecast.objects.exists()
    without = (WhatIf("without", cast.mira.public_id),)
    kept = play_on(ask(cast.gm, fight, 20, seed="winter", policies={"foes": "shy"}, what_ifs=without))
    answer = client_of(cast.gm).get(f"/api/v1/encounters/{fight.public_id}/forecasts/{kept.public_id}/")
    assert answer.json()["variants"] == json.loads(run_forecast_command(*words, "--json"))["variants"]


def test_a_terminal_refuses_with_the_same_sentences(cast: Cast, fight: Encounter) -> None:
    for words, said in (
        (("nothing",), "There is no encounter of that id."),
        ((fight.public_id, "--fights", "0"), "1 to 100,000"),
        ((fight.public_id, "--policy", "foes"), "SIDE=KEY"),
    ):
        with pytest.raises(CommandError, match=said):
            run_forecast_command(*words)
