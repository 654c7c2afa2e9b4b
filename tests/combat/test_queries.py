"""The table asks the database as often for forty as for four, and for two thousand entries as for ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import selectors as campaign_selectors
from campaigns.models import Entry, Membership
from combat import selectors
from combat.selectors import Wish
from tests.combat.conftest import Fight, client_of, more_creatures

MOST = 8


def asked(member: Membership, fight: Fight, wish: Wish | None = None) -> list[str]:
    """The queries of one look at everything that the page shows."""
    fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        seen = selectors.table(fresh, fight.encounter.public_id, wish or Wish())
        pages = selectors.latest(seen)
        drawn = (
            seen.places,
            seen.asks,
            seen.actions,
            seen.onward,
            seen.form,
            seen.board,
            seen.undo_label,
            seen.redoable,
        )
        assert seen.places
        assert pages.chapters
        assert len(drawn) == 8
    return [query["sql"] for query in queries.captured_queries]


def pretend_more(fight: Fight, count: int) -> None:
    """Add entries as play would, without playing: copies of the last one under numbers of their own."""
    last = Entry.objects.filter(campaign=fight.cast.campaign, encounter=fight.encounter.public_id).latest("number")
    copies = (
        Entry(
            campaign=last.campaign,
            number=last.number + step,
            by=last.by,
            encounter=last.encounter,
            actor=last.actor,
            command=last.command,
            facts=last.facts,
            hash="x",
        )
        for step in range(1, count + 1)
    )
    Entry.objects.bulk_create(copies, batch_size=200)


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_the_table_asks_as_often_for_many_as_for_few(fight: Fight, who: str) -> None:
    member = getattr(fight.cast, who)
    few = asked(member, fight)
    more_creatures(fight.cast, fight.encounter, 20)
    more_creatures(fight.cast, fight.encounter, 20)
    pretend_more(fight, 2_000)
    many = asked(member, fight)
    assert len(many) == len(few) <= MOST, many


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_catching_up_and_looking_back_ask_as_often_for_many(fight: Fight, who: str) -> None:
    member, counts = getattr(fight.cast, who), []
    for _ in range(2):
        seen = selectors.table(member, fight.encounter.public_id, Wish())
        first = Entry.objects.filter(encounter=fight.encounter.public_id).earliest("number").public_id
        with CaptureQueriesContext(connection) as queries:
            selectors.since(seen, first)
            selectors.before(seen, selectors.latest(seen).newest, 1)
        counts.append(len(queries))
        pretend_more(fight, 2_000)
    assert counts[0] <= counts[1] <= counts[0] + 1, counts


def test_people_are_known_without_their_sheets(fight: Fight) -> None:
    with CaptureQueriesContext(connection) as queries:
        campaign_selectors.people(fight.cast.gm)
    assert len(queries) == 1
    assert '"body"' not in queries.captured_queries[0]["sql"]


@pytest.mark.parametrize("who", ["gm", "anna"])
@pytest.mark.parametrize("place", ["table", "sheet"])
def test_a_whole_page_asks_as_often_for_many_as_for_few(fight: Fight, who: str, place: str) -> None:
    client, rook = client_of(getattr(fight.cast, who)), fight.cast.rook.public_id
    sheet = f"/campaigns/{fight.cast.campaign.public_id}/characters/{rook}/"
    address = {"table": fight.at, "sheet": sheet}[place]
    counts = []
    for crowd, entries in ((1, 0), (20, 2_000)):
        more_creatures(fight.cast, fight.encounter, crowd)
        more_creatures(fight.cast, fight.encounter, crowd)
        pretend_more(fight, entries)
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST, [query["sql"] for query in queries.captured_queries]
