"""The chronicle in words: whoever belongs reads it, as far as they may know, and the game master goes back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Entry
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.sessions import at_table
from tests.campaigns.test_playing import client_of, send, toss
from tests.helpers import Cast, write_text


def page(cast: Cast, who: str, query: str = "") -> str:
    answer = client_of(getattr(cast, who)).get(f"/campaigns/{cast.campaign.public_id}/chronicle/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_reads_what_they_may_know(cast: Cast) -> None:
    creature = cast.creature()
    perform(cast.gm, Intent("sheet.resource", {"resource": "coins", "now": 1}, creature.public_id))
    send(cast.anna, cast, "perform", toss(cast))
    assert "Magpie" in page(cast, "gm")
    for who in ("anna", "olga"):
        assert "Rook" in page(cast, who)
        assert "Magpie" not in page(cast, who)


def test_strangers_read_nothing(cast: Cast) -> None:
    answer = client_of(cast.stranger).get(f"/campaigns/{cast.campaign.public_id}/chronicle/")
    assert answer.status_code == 404


def test_what_is_undone_stays_and_says_so(cast: Cast) -> None:
    entry = send(cast.anna, cast, "perform", toss(cast)).json()["entry"]
    assert f'value="{entry}"' in page(cast, "gm")
    assert f'value="{entry}"' not in page(cast, "anna")
    send(cast.gm, cast, "undo", {"entry": entry})
    assert "log__line--undone" in page(cast, "anna")
    assert "undoes" in page(cast, "anna")


def test_undo_and_redo_say_what_they_are_about(cast: Cast) -> None:
    entry = send(cast.anna, cast, "perform", toss(cast)).json()["entry"]
    assert "Undo: Rook, Toss</button>" in page(cast, "gm")
    send(cast.gm, cast, "undo", {"entry": entry})
    assert "Redo: Rook, Toss</button>" in page(cast, "gm")
    assert "Redo" not in page(cast, "anna")


def test_older_pages_go_on_where_the_newer_ended(cast: Cast) -> None:
    for number in range(45):
        write_text(cast.anna, cast.rook, f"word {number}")
    newest = page(cast, "gm")
    earlier = newest.partition("?before=")[2].partition('"')[0]
    assert earlier
    older = page(cast, "gm", f"?before={earlier}")
    assert newest.count("log__line") + older.count("log__line") == 47
    assert "?before=" not in older


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_a_long_chronicle_asks_as_often_as_a_short_one(cast: Cast, who: str) -> None:
    client, path = client_of(getattr(cast, who)), f"/campaigns/{cast.campaign.public_id}/chronicle/"

    def queries_of_page() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        return len(asked)

    write_text(cast.anna, cast.rook, "begin")
    few = queries_of_page()
    for number in range(36):
        write_text(cast.anna, cast.rook, f"word {number}")
    assert few == queries_of_page() <= 10


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_a_page_asks_for_no_more_entries_than_it_needs(cast: Cast, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.log.page.AT_ONCE", 5)
    for number in range(30):
        write_text(cast.anna, cast.rook, f"word {number}")
    with CaptureQueriesContext(connection) as asked:
        page(cast, who)
    of_entries = [query["sql"] for query in asked if 'ORDER BY "campaigns_entry"."number" DESC' in query["sql"]]
    most = max(int(sql.partition(" LIMIT ")[2]) for sql in of_entries)
    assert most == 10, "of 2000, PostgreSQL would make all before it gives the first"


def test_entries_are_read_on_as_far_as_somebody_asks(cast: Cast) -> None:
    for number in range(30):
        write_text(cast.anna, cast.rook, f"word {number}")
    entries = Entry.objects.filter(campaign=cast.campaign)
    numbers = list(entries.order_by("-number").values_list("number", flat=True))
    with CaptureQueriesContext(connection) as asked:
        assert [one.number for one in entries.newest_first(4, 20)] == numbers[:20]
    assert len(asked) == 2, "4, and the 16 that are left"
    assert [one.number for one in entries.newest_first(4, 2_000)] == numbers


def test_no_session_is_begun_from_here_while_one_is_running(cast: Cast) -> None:
    begins = f'action="/campaigns/{cast.campaign.public_id}/session/"'
    assert begins in page(cast, "gm")
    assert begins not in page(cast, "anna")
    at_table.begin(cast.gm)
    assert begins not in page(cast, "gm")
    at_table.end(cast.gm)
    assert begins in page(cast, "gm")
