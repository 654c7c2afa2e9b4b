"""The guide to a turn, against the table: as player, as game master, and with a hidden combatant."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from combat.table import guide
from combat.table.page import Wish, table
from rules.engine.kernel import NotNow, Place, Table
from rules.engine.system.protocol import offers_at
from tests.combat.conftest import CANARY, Fight, client_of, more_creatures

MOST = 8


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()[:500]
    return unescape(answer.content.decode())


def possible_on(text: str) -> set[str]:
    """The commands that the page leads to."""
    return set(re.findall(r'guide__go" href="[^"]*[?&]do=([^"&]+)', text))


def refused_on(text: str) -> dict[str, str]:
    """Why the other ways are not open, by their names."""
    parts = text.split('<li class="guide__way guide__way--not">')[1:]
    found = (re.search(r'guide__name">([^<]+)<.*?guide__reason">.*?<span>([^<]+)<', part, re.DOTALL) for part in parts)
    return {match[1]: match[2] for match in found if match}


def guided(fight: Fight) -> set[str]:
    return {way.command for part in fight.cast.campaign.system.guide() for way in part.ways if way.command}


def go_on_to_turn_of(fight: Fight, who: str) -> None:
    for _ in range(8):
        if fight.state.current and fight.state.current.who == who:
            return
        fight.do("fight.next")
    raise AssertionError("their turn never came")


def test_the_game_master_sees_what_whoever_acts_could_do(fight: Fight) -> None:
    text = page(client_of(fight.cast.gm), f"{fight.address}turn/")
    acting = fight.state.current.who
    seen = table(fight.cast.gm, fight.encounter.public_id, Wish())
    offered = {c.name for c in offers_at(fight.cast.campaign.system, seen.seat_game.known, Place.TURN, as_gm=True)}
    assert possible_on(text) == offered & guided(fight)
    assert possible_on(text)
    assert f"?as={acting}&do=" in text


def test_the_game_master_looks_for_anybody(fight: Fight) -> None:
    other = next(who for who in (fight.foe, fight.canary) if who.public_id != fight.state.current.who)
    text = page(client_of(fight.cast.gm), f"{fight.address}turn/?as={other.public_id}")
    assert f"What can {other.name} do?" in text
    assert not possible_on(text)


def test_a_way_leads_to_the_table_with_its_form_open(fight: Fight) -> None:
    client = client_of(fight.cast.gm)
    text = page(client, f"{fight.address}turn/")
    way = re.search(r'guide__go" href="([^"]+do=([^"&]+))"', text)
    assert way
    assert f'data-command="{way[2]}"' in page(client, way[1]) or f'data-do="{way[2]}"' in page(client, way[1])


def test_a_player_is_told_why_not(fight: Fight) -> None:
    go_on_to_turn_of(fight, fight.foe.public_id)
    text = page(client_of(fight.cast.anna), f"{fight.address}turn/")
    assert "What can I do, Rook?" in text
    assert not possible_on(text)
    assert any(fight.foe.name in reason for reason in refused_on(text).values())
    assert all(reason.endswith(".") for reason in refused_on(text).values())


def test_a_player_on_their_turn_may_act(fight: Fight) -> None:
    go_on_to_turn_of(fight, fight.cast.rook.public_id)
    text = page(client_of(fight.cast.anna), f"{fight.address}turn/")
    assert "It is your turn." in text
    assert possible_on(text)
    assert f"?as={fight.cast.rook.public_id}&do=" in text


def test_nobody_acts_for_somebody_elses_character(fight: Fight) -> None:
    text = page(client_of(fight.cast.anna), f"{fight.address}turn/?as={fight.cast.mira.public_id}")
    assert "What can I do, Rook?" in text
    assert fight.cast.mira.public_id not in text


def test_who_is_asked_finds_the_answer(fight: Fight) -> None:
    go_on_to_turn_of(fight, fight.foe.public_id)
    fight.do("melee.attack", fight.foe, target=fight.cast.mira.public_id, dice=1)
    seen = table(fight.cast.boris, fight.encounter.public_id, Wish())
    weighed = {way.name: way for part in guide.guide(seen) for way in part.ways}
    assert weighed["Defend"].state == "now"
    assert weighed["Defend"].href.endswith(f"?as={fight.cast.mira.public_id}")
    assert "A decision comes first: " in page(client_of(fight.cast.boris), f"{fight.address}turn/")
    assert "A decision comes first: " not in page(client_of(fight.cast.anna), f"{fight.address}turn/")


def test_an_observer_reads_the_plain_guide(fight: Fight) -> None:
    text = page(client_of(fight.cast.olga), f"{fight.address}turn/")
    assert "What can you do on a turn?" in text
    assert not possible_on(text)
    assert not refused_on(text)


def test_strangers_find_nothing(fight: Fight) -> None:
    assert client_of(fight.cast.stranger).get(f"{fight.address}turn/").status_code == 404
    assert Client().get(f"{fight.address}turn/").status_code == 302


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_nobody_hidden_is_named(fight: Fight, who: str) -> None:
    client = client_of(getattr(fight.cast, who))
    seats = ("", f"?as={fight.canary.public_id}", f"?as={fight.cast.rook.public_id}")
    for _ in range(5):
        text = "".join(page(client, f"{fight.address}turn/{seat}") for seat in seats)
        assert CANARY not in text
        assert fight.canary.public_id not in text
        fight.do("fight.next")


def test_a_rule_that_names_somebody_hidden_is_not_told(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Table) -> None:
        raise NotNow(f"{CANARY} is in the way.")

    for command in fight.cast.campaign.system.commands:
        if command.name in guided(fight):
            monkeypatch.setattr(command, "possible", careless)
    assert CANARY not in page(client_of(fight.cast.anna), f"{fight.address}turn/")
    assert CANARY in page(client_of(fight.cast.gm), f"{fight.address}turn/")


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_the_guide_asks_the_database_as_often_for_many_as_for_few(fight: Fight, who: str) -> None:
    client, counts = client_of(getattr(fight.cast, who)), []
    for _ in range(2):
        client.get(f"{fight.address}turn/")
        with CaptureQueriesContext(connection) as queries:
            page(client, f"{fight.address}turn/")
        counts.append(len(queries))
        more_creatures(fight.cast, fight.encounter, 20)
    assert counts[0] == counts[1] <= MOST, [query["sql"] for query in queries.captured_queries]


def test_the_table_links_to_the_guide_for_whoever_may_act(fight: Fight) -> None:
    """The way there and back names somebody only where they were chosen: others follow the turns."""
    anna, rook = client_of(fight.cast.anna), fight.cast.rook.public_id
    assert f'href="{fight.address}turn/"' in page(anna, fight.address)
    assert f'href="{fight.address}turn/?as={rook}"' in page(anna, f"{fight.address}?as={rook}")
    assert f'href="{fight.address}"' in page(anna, f"{fight.address}turn/")
    assert f"{fight.address}turn/" not in page(client_of(fight.cast.olga), fight.address)
