"""Summaries for programs: read by members, edited and published by the game master's."""

import json

import pytest

from campaigns.sessions import at_table
from tests.api.programs import Programs
from tests.campaigns.test_sessions import row_of, written
from tests.helpers import Cast


@pytest.fixture
def summary(cast: Cast) -> str:
    """The address of the summary of a session that is over."""
    session = row_of(at_table.begin(cast.gm))
    at_table.end(cast.gm)
    written(session)
    return f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/summary/"


def test_a_summary_is_edited_and_published_in_one_step(programs: Programs, summary: str) -> None:
    before = programs.gm.get(summary)
    changed = programs.gm.put(summary, {"edited": "Snow fell.", "published": True}, If_Match=before["ETag"])
    assert changed.status_code == 200, changed.content
    told = json.loads(changed.content)
    assert (told["edited"], told["published"]) == ("Snow fell.", True)
    assert f'"{told["version"]}"' == changed["ETag"] != before["ETag"]
    assert programs.anna.read(summary)["edited"] == "Snow fell."


def test_players_read_no_version_and_nothing_unpublished(programs: Programs, summary: str) -> None:
    assert programs.anna.get(summary).status_code == 404
    first = programs.gm.get(summary)["ETag"]
    programs.gm.put(summary, {"published": True}, If_Match=first)
    answer = programs.anna.get(summary)
    assert json.loads(answer.content)["version"] is None
    assert "ETag" not in answer.headers


def test_a_published_summary_is_taken_back(programs: Programs, summary: str) -> None:
    for published in (True, False):
        tag = programs.gm.get(summary)["ETag"]
        assert programs.gm.put(summary, {"published": published}, If_Match=tag).status_code == 200
    assert programs.anna.get(summary).status_code == 404


def test_who_is_late_changes_nothing_and_reads_what_is_there(programs: Programs, summary: str) -> None:
    tag = programs.gm.get(summary)["ETag"]
    programs.gm.put(summary, {"edited": "Snow fell."}, If_Match=tag)
    late = programs.gm.put(summary, {"edited": "Rain fell."}, If_Match=tag)
    assert late.status_code == 412
    assert programs.gm.put(summary, {"edited": "Rain fell."}).status_code == 428
    assert programs.gm.read(summary)["edited"] == "Snow fell."


def test_a_key_changes_a_summary_once(programs: Programs, summary: str) -> None:
    tag = programs.gm.get(summary)["ETag"]
    answers = [
        programs.gm.put(summary, {"edited": "Snow fell."}, If_Match=tag, Idempotency_Key="snow-1") for _ in range(2)
    ]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_the_game_master_changes_a_summary(programs: Programs, summary: str, who: str, status: int) -> None:
    answer = getattr(programs, who).put(summary, {"published": True}, If_Match='"1"')
    assert answer.status_code == status


def test_a_summary_has_an_end(programs: Programs, summary: str) -> None:
    tag = programs.gm.get(summary)["ETag"]
    assert programs.gm.put(summary, {"edited": "x" * 20_001}, If_Match=tag).status_code in (400, 422)
