"""Fights that go on when a session ends: whoever ends it is told of them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.sessions import at_table
from rules.engine.kernel import facts
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
