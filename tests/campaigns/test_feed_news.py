"""The events that each audience hears."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.chronicle import record
from campaigns.feed import query
from campaigns.feed.query import Event
from campaigns.models import Campaign, Membership, Role
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import redo, undo
from characters.models import Character
from rules import codec
from rules.engine.kernel import RoundBegan, TextChanged
from tests.helpers import Cast, make_user, write_text


def events_for(member: Membership, after: int) -> list[dict[str, object]]:
    """The events that a member hears of everything after an entry."""
    news = query.read(member.campaign_id, after)
    return [data_of(event) for event in news.heard_by(member.user_id)]


def data_of(event: Event) -> dict[str, object]:
    lines = dict(line.split(": ", 1) for line in event.text.decode().splitlines() if line)
    assert lines["id"] == event.id
    return json.loads(lines["data"]) | {"event": lines["event"]}


def last_number(cast: Cast) -> int:
    return Campaign.objects.get(pk=cast.campaign.pk).last_number


def test_an_edit_names_its_entry_and_the_sheet_with_its_version(cast: Cast) -> None:
    before = last_number(cast)
    entry = write_text(cast.anna, cast.rook, "a wolf")
    told = {
        "event": "entry",
        "entry": entry.public_id,
        "command": "sheet.text",
        "encounter": "",
        "documents": {cast.rook.public_id: 2},
    }
    for member in (cast.gm, cast.anna, cast.boris, cast.olga):
        assert events_for(member, before) == [told]


def test_what_players_do_not_know_of_makes_no_sound(cast: Cast) -> None:
    magpie = cast.creature()
    before = last_number(cast)
    write_text(cast.gm, magpie, "steals")
    assert len(events_for(cast.gm, before)) == 1
    assert events_for(cast.anna, before) == events_for(cast.olga, before) == []


def test_an_undo_is_heard_by_whoever_heard_what_it_undoes(cast: Cast) -> None:
    magpie = cast.creature()
    secret, known = write_text(cast.gm, magpie, "steals"), write_text(cast.gm, cast.rook, "sleeps")
    before = last_number(cast)
    undo(cast.gm, known.public_id)
    undo(cast.gm, secret.public_id)
    assert [each["command"] for each in events_for(cast.gm, before)] == ["undo", "undo"]
    assert [each["documents"] for each in events_for(cast.anna, before)] == [{cast.rook.public_id: 3}]


def test_what_players_hear_late_is_heard_with_the_entry_that_tells_it(cast: Cast) -> None:
    bridge, before = cast.encounter().public_id, last_number(cast)
    late = codec.dump_facts([RoundBegan(2)])
    line = record.Line(by=cast.gm.user, command="fight.next", facts=[], encounter=bridge, late=late)
    entry = record.write(record.lock(cast.campaign.pk), line)
    (told,) = events_for(cast.anna, before)
    assert (told["entry"], told["documents"]) == (entry.public_id, {bridge: 0})


def test_a_redo_names_what_it_brings_back(cast: Cast) -> None:
    entry = write_text(cast.gm, cast.rook, "sleeps")
    undo(cast.gm, entry.public_id)
    before = last_number(cast)
    redo(cast.gm, entry.public_id)
    assert [each["documents"] for each in events_for(cast.anna, before)] == [{cast.rook.public_id: 4}]


def test_of_one_entry_each_hears_the_sheets_that_they_may_open(cast: Cast) -> None:
    magpie = cast.creature()
    before = last_number(cast)

    def steals(game: Game) -> dict[str, object]:
        for who in (cast.rook, magpie):
            game.table.sheet(who.public_id)
            game.table.happen(TextChanged(who.public_id, "notes", "a ring"))
        return {}

    write(cast.gm, Intent("steal", actor=cast.rook.public_id), steals)
    assert [each["documents"] for each in events_for(cast.gm, before)] == [
        {cast.rook.public_id: 2, magpie.public_id: 2}
    ]
    assert [each["documents"] for each in events_for(cast.anna, before)] == [{cast.rook.public_id: 2}]


def test_a_text_of_the_gms_own_makes_no_sound(cast: Cast) -> None:
    before = last_number(cast)
    told = {"text": "gm_plan", "to": "betrays them"}
    perform(cast.gm, Intent("sheet.text", told, actor=cast.rook.public_id))
    assert events_for(cast.gm, before)
    assert events_for(cast.anna, before) == []


def test_a_secret_encounter_is_not_named_and_what_happens_in_it_not_heard(cast: Cast) -> None:
    ambush = cast.encounter(secret=True)
    before = last_number(cast)
    join = Intent("join", {}, actor=cast.rook.public_id, encounter=ambush.public_id)
    perform(cast.gm, join)
    assert events_for(cast.gm, before)[0]["encounter"] == ambush.public_id
    assert events_for(cast.anna, before) == []
    # What changes on an open sheet is heard, but not where it happened.
    toss = Intent("toss", {"coins": 1}, actor=cast.rook.public_id, encounter=ambush.public_id)
    perform(cast.gm, toss)
    (told,) = events_for(cast.anna, before)
    assert ambush.public_id not in json.dumps(told)
    assert told["documents"] == {cast.rook.public_id: 2}


def test_an_open_encounter_is_named_with_its_version(cast: Cast) -> None:
    bridge = cast.encounter()
    before = last_number(cast)
    perform(cast.gm, Intent("join", {}, actor=cast.rook.public_id, encounter=bridge.public_id))
    (told,) = events_for(cast.anna, before)
    assert told["encounter"] == bridge.public_id
    assert told["documents"] == {bridge.public_id: 1}


def test_one_query_however_many_listen_and_whatever_happened(cast: Cast) -> None:
    before = last_number(cast)
    write_text(cast.anna, cast.rook, "one")
    with CaptureQueriesContext(connection) as few:
        events_for(cast.anna, before)
    for number in range(20):
        Membership.objects.create(campaign=cast.campaign, user=make_user(f"u{number}"), role=Role.PLAYER)
        write_text(cast.anna, cast.rook, f"more {number}")
    with CaptureQueriesContext(connection) as many:
        news = query.read(cast.campaign.pk, before)
        assert all(len(news.heard_by(user_id)) == 21 for user_id in news.sights)
    assert len(news.sights) == 24
    assert len(few) == len(many) == 1


def test_members_with_one_sight_share_their_bytes(cast: Cast) -> None:
    before = last_number(cast)
    other = Membership.objects.create(campaign=cast.campaign, user=make_user("zoe"), role=Role.OBSERVER)
    write_text(cast.anna, cast.rook, "one")
    news = query.read(cast.campaign.pk, before)
    assert news.heard_by(cast.olga.user_id) is news.heard_by(other.user_id)


def test_no_more_is_read_at_once_than_is_caught_up_with(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "MOST_MISSED", 2)
    before = last_number(cast)
    entries = [write_text(cast.anna, cast.rook, f"{number}") for number in range(3)]
    news = query.read(cast.campaign.pk, before)
    assert [one.public_id for one in news.entries] == [one.public_id for one in entries[:2]]
    assert news.at == entries[1].number


def test_whose_beginning_was_undone_is_followed_by_nobody(cast: Cast) -> None:
    Character.objects.filter(pk=cast.mira.pk).update(void=True)
    news = query.read(cast.campaign.pk, last_number(cast))
    assert set(news.documents) == {cast.rook.public_id}
    assert news.sights[cast.boris.user_id].viewer.plays == frozenset()


def test_whoever_left_or_was_shut_out_has_no_sight(cast: Cast) -> None:
    cast.anna.delete()
    cast.boris.user.is_active = False
    cast.boris.user.save()
    assert set(query.read(cast.campaign.pk, 0).sights) == {cast.gm.user_id, cast.olga.user_id}


# -- coming back ------------------------------------------------------------------------------------------------------


def events_on_return(member: Membership, since: str | None) -> list[tuple[str, str]]:
    """Kind and id of each event that somebody is sent who comes back."""
    fresh = Membership.objects.select_related("campaign").get(pk=member.pk)
    arrival = query.arrive(fresh, since)
    assert arrival
    return [(str(data_of(e)["event"]) if e.id else "reload", e.id) for e in arrival.events]


def test_whoever_comes_back_hears_exactly_what_they_missed(cast: Cast) -> None:
    entries = [write_text(cast.anna, cast.rook, f"{n}") for n in range(5)]
    for at, entry in enumerate(entries):
        assert events_on_return(cast.boris, entry.public_id) == [("entry", e.public_id) for e in entries[at + 1 :]]


def test_since_nothing_means_all_and_since_now_means_none(cast: Cast) -> None:
    begun = [entry.public_id for entry in cast.campaign.entries.order_by("number")]
    assert events_on_return(cast.anna, "") == [("entry", each) for each in begun]
    assert events_on_return(cast.anna, None) == []


@pytest.mark.parametrize("junk", ["x", "0", "-1", "\x00", "ÿ", "a" * 5000, "'; --", "../..", "\ud800"])
def test_junk_is_advised_to_load_afresh(cast: Cast, junk: str) -> None:
    newest = write_text(cast.anna, cast.rook, "here").public_id
    assert events_on_return(cast.anna, junk) == [("reload", newest)]


def test_an_entry_of_another_campaign_or_a_hidden_one_is_as_unknown_as_junk(cast: Cast) -> None:
    magpie = cast.creature()
    newest = write_text(cast.anna, cast.rook, "here").public_id
    hidden = write_text(cast.gm, magpie, "steals").public_id
    other = Campaign.objects.create(name="Other", system_slug="heads")
    gm = Membership.objects.create(campaign=other, user=cast.stranger, role=Role.GM)
    assert events_on_return(gm, hidden) == [("reload", "")]
    assert events_on_return(cast.anna, hidden) == [("reload", newest)]
    assert events_on_return(cast.gm, hidden) == []


def test_whoever_missed_too_much_is_advised_to_load_afresh(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "MOST_MISSED", 5)
    monkeypatch.setattr(query, "LOOK_BACK", 2)
    entries = [write_text(cast.anna, cast.rook, f"{n}").public_id for n in range(8)]
    assert events_on_return(cast.boris, entries[0]) == [("reload", entries[-1])]
    assert events_on_return(cast.boris, entries[-3]) == [("entry", each) for each in entries[-2:]]


def test_nobody_arrives_without_a_seat(cast: Cast) -> None:
    gone = Membership.objects.select_related("campaign").get(pk=cast.anna.pk)
    cast.anna.delete()
    assert query.arrive(gone, None) is None
    assert query.arrive(gone, "junk") is None


def test_the_clock_reads_all_rooms_at_once(cast: Cast) -> None:
    empty = Campaign.objects.create(name="Empty", system_slug="heads")
    with CaptureQueriesContext(connection) as asked:
        found = query.seats_and_numbers([cast.campaign.pk, empty.pk])
    assert len(asked) == 1
    assert found[empty.pk] == (0, {})
    assert found[cast.campaign.pk] == (
        last_number(cast),
        {m.user_id: m.role for m in (cast.gm, cast.anna, cast.boris, cast.olga)},
    )


def test_a_character_that_is_handed_over_changes_what_its_player_sees(cast: Cast) -> None:
    before = query.read(cast.campaign.pk, 0).sights
    Character.objects.filter(pk=cast.rook.pk).update(owner=cast.boris.user)
    after = query.read(cast.campaign.pk, 0).sights
    assert before[cast.anna.user_id] != after[cast.anna.user_id]
    assert before[cast.olga.user_id] == after[cast.olga.user_id]
