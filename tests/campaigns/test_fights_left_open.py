"""Fights beside each other: who ends a session is told of them, and a sheet leads to the one that matters."""

import re
from itertools import count

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.sessions import at_table
from rules.engine.kernel import Ask, Rung, facts
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import row_of
from tests.campaigns.test_summaries import a_fight_left_open, happen
from tests.helpers import Cast, make_cast, plug_in_toy


@pytest.fixture
def cast(db: None, monkeypatch: pytest.MonkeyPatch) -> Cast:
    plug_in_toy(monkeypatch)
    return make_cast()


def test_whoever_ends_a_session_is_told_of_fights_that_go_on(cast: Cast) -> None:
    page = f"/campaigns/{cast.campaign.public_id}/sessions/{row_of(at_table.begin(cast.gm)).public_id}/"
    gm, said = client_of(cast.gm), re.compile(r">([^<]*)</a> is still in round (\d+)\.")
    gm.get(page)
    with CaptureQueriesContext(connection) as without:
        assert said.findall(gm.get(page).content.decode()) == []
    fights = [a_fight_left_open(cast)[0] for _ in range(2)]
    with CaptureQueriesContext(connection) as with_two:
        shown = gm.get(page).content.decode()
    assert said.findall(shown) == [(one.name, "3") for one in fights]
    assert f'encounters/{fights[0].public_id}/">' in shown
    assert len(with_two) == len(without)
    assert said.findall(client_of(cast.anna).get(page).content.decode()) == [], "players end no session"
    for one in fights:
        happen(cast, facts.StageSet("over"), encounter=one.public_id)
    assert said.findall(gm.get(page).content.decode()) == []


def test_a_sheet_leads_to_the_fight_that_asks_then_to_ones_turn_then_to_the_latest(cast: Cast) -> None:
    rook = cast.rook.public_id
    one, other = (a_fight_left_open(cast)[0].public_id for _ in range(2))

    noise = count(1)

    def leads_to() -> list[str]:
        sheet = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/characters/{rook}/").content.decode()
        dock = sheet.partition('class="dock"')[2].partition("</nav>")[0]
        return re.findall(r"/encounters/([^/]+)/", dock)

    assert leads_to() == [other]
    happen(cast, facts.SceneMemoKept("noise", next(noise)), encounter=one)
    assert leads_to() == [other], "nothing tells of what happens unseen in the older"
    happen(cast, facts.LadderSet((Rung(f"{rook}/1", rook, 5),)), facts.TurnBegan(f"{rook}/1"), encounter=other)
    happen(cast, facts.SceneMemoKept("noise", next(noise)), encounter=one)
    assert leads_to() == [other], "it is their turn"
    happen(cast, facts.Asked(Ask(f"{rook}/1", rook, "Defend?", ())), encounter=one)
    happen(cast, facts.SceneMemoKept("noise", next(noise)), encounter=other)
    assert leads_to() == [one], "they are asked"
