"""The table asks the database as often for forty as for four, and for ten thousand entries as for ten."""

from collections.abc import Sequence

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.audience import viewers
from campaigns.models import Entry, Membership
from combat.table import log, page
from combat.table.page import Wish
from tests.api.programs import API
from tests.combat.conftest import Fight, client_of, more_creatures
from tests.combat.test_secrets import end_turn_before_the_hidden
from tests.helpers import copy_entry

#: The most queries of a page; the last of a sheet in a fight asks whether the table has turned away from that fight.
MOST = 11


def alike(few: Sequence[int], many: Sequence[int]) -> bool:
    """Whether many cost what few cost: the log looks twice at most, the second time where little of the first shows."""
    return all(least <= much <= least + 1 for least, much in zip(few, many, strict=True))


def page_queries(member: Membership, fight: Fight, wish: Wish | None = None) -> list[str]:
    """The queries of one look at everything that the page shows."""
    fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        seen = page.table(fresh, fight.encounter.public_id, wish or Wish())
        pages = log.latest(seen)
        drawn = (
            seen.places,
            seen.asks,
            seen.actions,
            seen.aim,
            seen.in_sight,
            seen.further,
            seen.asked,
            seen.next_up,
            seen.onward,
            seen.form,
            seen.board,
            seen.undo_label,
            seen.redoable,
        )
        assert seen.places
        assert pages.chapters
        assert len(drawn) == 13
    return [query["sql"] for query in queries.captured_queries]


def pretend_more(fight: Fight, count: int) -> None:
    """Add entries as play would, without playing."""
    mine = Entry.objects.filter(campaign=fight.cast.campaign, encounter=fight.encounter.public_id)
    copy_entry(mine.latest("number"), count)


def test_the_table_asks_as_often_for_many_as_for_few(fight: Fight) -> None:
    members = [getattr(fight.cast, who) for who in ("gm", "anna", "olga")]
    few = [len(page_queries(member, fight)) for member in members]
    more_creatures(fight.cast, fight.encounter, 20)
    more_creatures(fight.cast, fight.encounter, 20)
    pretend_more(fight, 10_000)
    many = [page_queries(member, fight) for member in members]
    assert alike(few, [len(queries) for queries in many]), many
    assert max(few) <= MOST, many


def test_catching_up_and_looking_back_ask_as_often_for_many(fight: Fight) -> None:
    def cost(member: Membership) -> int:
        seen = page.table(member, fight.encounter.public_id, Wish())
        first = Entry.objects.filter(encounter=fight.encounter.public_id).earliest("number").public_id
        with CaptureQueriesContext(connection) as queries:
            log.since(seen, first)
            log.before(seen, log.latest(seen).newest, 1)
        return len(queries)

    members = [fight.cast.gm, fight.cast.anna]
    few = list(map(cost, members))
    pretend_more(fight, 10_000)
    assert alike(few, list(map(cost, members)))


def test_people_are_known_without_their_sheets(fight: Fight) -> None:
    with CaptureQueriesContext(connection) as queries:
        viewers.people(fight.cast.gm)
    assert len(queries) == 1
    assert '"body"' not in queries.captured_queries[0]["sql"]


def test_a_whole_page_asks_as_often_for_many_as_for_few(fight: Fight) -> None:
    clients = [client_of(fight.cast.gm), client_of(fight.cast.anna)]
    sheet = f"/campaigns/{fight.cast.campaign.public_id}/characters/{fight.cast.rook.public_id}/"
    counts = []
    for crowd, entries in ((1, 1), (20, 10_000)):
        more_creatures(fight.cast, fight.encounter, crowd)
        more_creatures(fight.cast, fight.encounter, crowd)
        pretend_more(fight, entries)
        counts.append([cost(client, address) for client in clients for address in (fight.address, sheet)])
    assert alike(*counts)
    assert max(counts[0]) <= MOST, counts


def cost(client: Client, address: str) -> int:
    """The queries of a page that was shown before."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_entries_that_tell_of_others_are_read_in_as_many_queries(fight: Fight) -> None:
    """The way past a hidden turn reaches players as the entry that led into it."""
    end_turn_before_the_hidden(fight)
    places = (fight.address, f"/campaigns/{fight.cast.campaign.public_id}/chronicle/")
    entries = f"{API}/campaigns/{fight.cast.campaign.public_id}/entries/?limit=200"

    def cost() -> list[int]:
        client, counts = client_of(fight.cast.anna), []
        for at in (*places, entries):
            with CaptureQueriesContext(connection) as queries:
                client.get(at)
            counts.append(len(queries))
        return counts

    cost()
    few = cost()
    pretend_more(fight, 30)
    assert cost() == few
