"""The feed over open lines: who hears what, when, and how often."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db.backends.signals import connection_created
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.chronicle import notify
from campaigns.feed import hub, listener, query
from campaigns.feed.hub import in_thread, running_hub
from campaigns.models import Entry, Membership
from campaigns.play.undo import undo
from characters.models import Character
from tests.helpers import Cast, write_text
from tests.lines import Line, cookie_of
from winterhall.accounts import tokens
from winterhall.accounts.models import ApiToken

Script = Callable[[], Coroutine[Any, Any, None]]


def line(cast: Cast, member: Membership, **more: Any) -> Line:
    return Line(cast.campaign.public_id, cookies[member.user_id], **more)


cookies: dict[int, str] = {}


@pytest.fixture(autouse=True)
def _signed_in(live_cast: Cast) -> None:
    cookies.clear()
    for member in (live_cast.gm, live_cast.anna, live_cast.boris, live_cast.olga):
        cookies[member.user_id] = cookie_of(member.user)


#: What the bus has answered to whoever wants to hear it.
subscriptions: list[bytes] = []


@pytest.fixture(autouse=True)
def _note_subscriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    subscriptions.clear()
    hear = hub.Hub._heard

    def noted(self: hub.Hub, message: dict[str, Any]) -> None:
        hear(self, message)
        if message["type"] == "subscribe":
            subscriptions.append(message["channel"])

    monkeypatch.setattr(hub.Hub, "_heard", noted)


async def write(cast: Cast, text: str = "a wolf", who: Character | None = None) -> Entry:
    return await in_thread(write_text, cast.gm, who or cast.rook, text)


def play_through(script: Script) -> None:
    asyncio.run(asyncio.wait_for(script(), 60))


def test_what_happens_is_heard_at_once_by_everybody_who_may_know(
    live_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The clock finds nothing here.
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.gm) as gm:
            assert anna.status == 200
            await bus_is_heard()
            entry = await write(live_cast)
            for each in (anna, gm):
                (heard,) = await each.wait_for(1)
                assert (heard.kind, heard.id) == ("entry", entry.public_id)
                assert heard.data["documents"] == {live_cast.rook.public_id: 2}

    play_through(script)


async def bus_is_heard() -> None:
    """Wait until the subscription stands and its first look is over: what follows is told by the bus, or not at all."""
    while not subscriptions:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)


def test_strangers_hear_nothing(live_cast: Cast) -> None:
    async def script() -> None:
        stranger = await in_thread(cookie_of, live_cast.stranger)
        for cookie in (stranger, "", "sessionid=junk"):
            async with Line(live_cast.campaign.public_id, cookie) as closed:
                assert closed.status == 404
        async with Line("nowhere", cookies[live_cast.gm.user_id]) as closed:
            assert closed.status == 404
        async with line(live_cast, live_cast.anna, since="%00") as closed:
            assert closed.status == 400

    play_through(script)


def test_a_program_listens_with_its_token(live_cast: Cast) -> None:
    later = timezone.now() + timedelta(days=1)
    _, reads = tokens.make(live_cast.anna.user, "script", ["read"], later)
    _, plays = tokens.make(live_cast.anna.user, "script", ["play"], later)

    async def script() -> None:
        async with Line(live_cast.campaign.public_id, bearer=reads) as program:
            assert program.status == 200
            entry = await write(live_cast)
            await program.wait_for(1)
            assert program.ids == [entry.public_id]
        for wrong in (plays, "hall_junk", "ÿ"):
            async with Line(live_cast.campaign.public_id, bearer=wrong) as closed:
                assert closed.status == 404

    play_through(script)


def test_pages_are_told_that_streams_live_elsewhere(live_cast: Cast) -> None:
    client = Client()
    client.force_login(live_cast.gm.user)
    answer = client.get(f"/campaigns/{live_cast.campaign.public_id}/feed/")
    assert answer.status_code == 503
    assert answer["Retry-After"]


def test_secrets_make_no_sound_and_no_gap(live_cast: Cast) -> None:
    magpie = live_cast.creature()

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.gm) as gm:
            first = await write(live_cast, "one")
            await write(live_cast, "hidden", magpie)
            second = await write(live_cast, "two")
            await gm.wait_for(3)
            await anna.wait_for(2)
            assert anna.ids == [first.public_id, second.public_id]
            assert magpie.public_id.encode() not in anna.raw

    play_through(script)


def test_whoever_is_removed_is_cut_off_at_the_next_look_and_hears_nothing_more(live_cast: Cast) -> None:
    assert hub.LOOK_EVERY < 2

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.boris) as boris:
            await write(live_cast, "before")
            await anna.wait_for(1)
            await in_thread(Membership.objects.filter(pk=live_cast.anna.pk).delete)
            await anna.wait_closed()
            await write(live_cast, "after")
            await boris.wait_for(2)
            assert len(anna.heard) == 1

    play_through(script)


def test_nothing_written_after_the_removal_reaches_the_removed(live_cast: Cast) -> None:
    """The bus is faster than the clock: the entry itself must not slip out before the seat is looked at."""

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.boris) as boris:
            await in_thread(Membership.objects.filter(pk=live_cast.anna.pk).delete)
            await write(live_cast, "at once")
            await boris.wait_for(1)
            assert anna.heard == []

    play_through(script)


async def programs(cast: Cast) -> tuple[ApiToken, Line, Line]:
    """A token, a line that it opened, and one that another of the same person opened."""
    later = timezone.now() + timedelta(days=1)
    made = [await in_thread(tokens.make, cast.anna.user, name, ["read"], later) for name in ("bot", "other bot")]
    (token, secret), (_, other) = made
    campaign = cast.campaign.public_id
    return token, Line(campaign, bearer=secret), Line(campaign, bearer=other)


@pytest.mark.parametrize("field", ["revoked_at", "expires_at"])
def test_a_token_that_is_revoked_or_runs_out_is_cut_off_within_two_seconds(live_cast: Cast, field: str) -> None:
    async def script() -> None:
        token, bot, other = await programs(live_cast)
        async with bot, other, line(live_cast, live_cast.anna) as browser:
            await write(live_cast, "before")
            await bot.wait_for(1)
            await in_thread(ApiToken.objects.filter(pk=token.pk).update, **{field: timezone.now()})
            await bot.wait_closed()
            await write(live_cast, "after")
            for each in (other, browser):
                await each.wait_for(2)
            assert len(bot.heard) == 1

    play_through(script)


def test_nothing_written_after_a_token_was_revoked_reaches_its_program(
    live_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bus is faster than the clock, which does not look here at all."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        token, bot, other = await programs(live_cast)
        async with bot, other:
            await bus_is_heard()
            await in_thread(tokens.revoke, live_cast.anna.user, token.public_id)
            await write(live_cast, "at once")
            await other.wait_for(1)
            await bot.wait_closed()
            assert bot.heard == []

    play_through(script)


@pytest.mark.parametrize("fault", ["a lost message", "no bus at all"])
def test_a_lost_message_costs_seconds_never_an_event(
    live_cast: Cast, fault: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    if fault == "a lost message":
        monkeypatch.setattr(notify, "_tell", lambda campaign_id, number: None)
    else:
        settings.REDIS_URL = "unix:///nowhere/redis.sock"
        notify._bus.cache_clear()

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            for at in range(3):
                entry = await write(live_cast, f"{at}")
                await anna.wait_for(at + 1)
                assert anna.ids[-1] == entry.public_id

    try:
        play_through(script)
    finally:
        notify._bus.cache_clear()


def test_without_bus_and_clock_nothing_is_heard(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the test above."""
    monkeypatch.setattr(notify, "_tell", lambda campaign_id, number: None)
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            await bus_is_heard()
            await write(live_cast)
            with pytest.raises(TimeoutError):
                await anna.wait_for(1, 2)

    play_through(script)


def test_a_browser_that_comes_back_gets_what_it_missed(live_cast: Cast) -> None:
    entries = [write_text(live_cast.gm, live_cast.rook, f"{n}").public_id for n in range(4)]

    async def script() -> None:
        # A browser keeps the address that it began with, and says in a header how far it has come since.
        async with line(live_cast, live_cast.anna, since=entries[0], last_event_id=entries[1]) as anna:
            await anna.wait_for(2)
            fresh = await write(live_cast, "fresh")
            await anna.wait_for(3)
            assert anna.ids == [*entries[2:], fresh.public_id]

    play_through(script)


@pytest.mark.parametrize("junk", ["junk", "%ff", "1" * 2000])
def test_junk_is_answered_with_the_advice_to_load_afresh_and_the_line_goes_on(live_cast: Cast, junk: str) -> None:
    newest = write_text(live_cast.gm, live_cast.rook, "here").public_id

    async def script() -> None:
        async with line(live_cast, live_cast.anna, since=junk) as anna:
            await anna.wait_for(1)
            entry = await write(live_cast)
            await anna.wait_for(2)
            assert [(one.kind, one.id) for one in anna.heard] == [("reload", newest), ("entry", entry.public_id)]

    play_through(script)


def test_lines_that_are_cut_again_and_again_lose_and_repeat_nothing(live_cast: Cast) -> None:
    """Four viewers, ten cuts each, while two people write: everybody ends with the very same history."""
    written: list[str] = []

    async def author(name: str) -> None:
        for at in range(25):
            written.append((await write(live_cast, f"{name} {at}")).public_id)
            await asyncio.sleep(0.01)

    async def viewer(seed: int, since: str) -> list[str]:
        chance, seen = Random(seed), [since]
        for _ in range(10):
            async with line(live_cast, live_cast.anna, last_event_id=seen[-1]) as cut:
                await asyncio.sleep(chance.uniform(0, 0.15))
            seen += cut.ids
            assert all(one.kind == "entry" for one in cut.heard)
        async with line(live_cast, live_cast.anna, last_event_id=seen[-1]) as rest:
            while len(seen) + len(rest.heard) <= 50:
                await rest.wait_for(len(rest.heard) + 1)
        return seen[1:] + rest.ids

    async def script() -> None:
        since = (await write(live_cast, "begin")).public_id
        viewers = [asyncio.create_task(viewer(seed, since)) for seed in range(4)]
        await asyncio.gather(author("a"), author("b"))
        stored = await in_thread(lambda: list(Entry.objects.order_by("number").values_list("public_id", flat=True)))
        history = stored[stored.index(since) + 1 :]
        assert sorted(history) == sorted(written)
        for one in viewers:
            assert await one == history

    play_through(script)


def test_idle_lines_hold_no_connection(live_cast: Cast) -> None:
    opened: list[int] = []

    def count(connection: Any, **more: Any) -> None:
        opened.append(id(connection))

    async def script() -> None:
        connection_created.connect(count)
        lines = [line(live_cast, member) for member in (live_cast.anna, live_cast.boris) for _ in range(20)]
        for each in lines:
            await each.__aenter__()
        await write(live_cast)
        for each in lines:
            await each.wait_for(1)
        for each in lines:
            await each.__aexit__()
        assert len(set(opened)) <= 2

    try:
        play_through(script)
    finally:
        connection_created.disconnect(count)


def test_more_than_one_reading_takes_is_told_after_a_single_wake(
    live_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            await bus_is_heard()
            monkeypatch.setattr(query, "MOST_MISSED", 3)
            monkeypatch.setattr(notify, "_tell", lambda campaign_id, number: None)
            entries = [(await write(live_cast, f"{at}")).public_id for at in range(8)]
            running_hub().rooms[live_cast.campaign.public_id].wake()
            await anna.wait_for(8)
            assert anna.ids == entries

    play_through(script)


def test_what_the_room_tells_while_somebody_arrives_reaches_them(
    live_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrive, written = query.arrive, list[str]()

    def late(member: Membership, since: str | None) -> query.Arrival | None:
        arrival = arrive(member, since)
        if not written:
            entry = write_text(live_cast.gm, live_cast.rook, "meanwhile")
            written.append(entry.public_id)
            while rooms[live_cast.campaign.public_id].at < entry.number:
                time.sleep(0.01)
        return arrival

    async def script() -> None:
        async with line(live_cast, live_cast.gm) as first:
            rooms.update(running_hub().rooms)
            await bus_is_heard()
            known = await write(live_cast, "before")
            await first.wait_for(1)
            monkeypatch.setattr(query, "arrive", late)
            async with line(live_cast, live_cast.anna, since=known.public_id) as anna:
                await anna.wait_for(1)
                assert anna.ids == written

    rooms: dict[str, hub.Room] = {}
    play_through(script)


def test_one_look_serves_all_lines(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    read = query.read

    def counted(campaign_pk: int, after: int) -> query.News:
        looks.append(after)
        return read(campaign_pk, after)

    async def script() -> None:
        lines = [line(live_cast, live_cast.anna) for _ in range(10)]
        for each in lines:
            await each.__aenter__()
        await bus_is_heard()
        monkeypatch.setattr(query, "read", counted)
        await write(live_cast)
        for each in lines:
            await each.wait_for(1)
        await asyncio.sleep(0.05)
        assert len(looks) == 1, "and nobody looks again for nothing"
        for each in lines:
            await each.__aexit__()

    play_through(script)


def test_nobody_opens_lines_without_end(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.feed.stream.MOST_LINES", 1)

    async def script() -> None:
        async with line(live_cast, live_cast.anna), line(live_cast, live_cast.anna) as second:
            assert second.status == 429
        async with line(live_cast, live_cast.anna) as again:
            assert again.status == 200

    play_through(script)


def test_a_line_ends_after_a_while_so_that_its_owner_is_asked_for_again(
    live_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.feed.stream.LONGEST", 0.5)
    monkeypatch.setattr(hub, "HEARTBEAT", 0.1)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            await anna.wait_closed()
            assert b":\n\n" in anna.raw

    play_through(script)


def test_what_comes_into_sight_without_an_entry_is_loaded_afresh_once(live_cast: Cast) -> None:
    magpie, other = live_cast.creature(), live_cast.creature("Raven")

    def show() -> None:
        Character.objects.filter(pk=magpie.pk).update(secret=False)
        notify.look_again_on_commit(live_cast.campaign)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.gm) as gm:
            await bus_is_heard()
            await in_thread(show)
            (heard,) = await anna.wait_for(1)
            assert heard.kind == "reload"
            assert gm.heard == []
            await write(live_cast, "hidden", other)
            known = await write(live_cast, "known")
            await anna.wait_for(2)
            assert anna.ids[1:] == [known.public_id]

    play_through(script)


def test_a_reader_who_is_stuck_is_dropped_and_delays_nobody(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.1)
    monkeypatch.setattr(listener, "PATIENCE", 0.5)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna, line(live_cast, live_cast.boris) as boris:
            anna.is_stuck = True
            for at in range(3):
                await write(live_cast, f"{at}")
                await boris.wait_for(at + 1)
            await anna.wait_closed()
            assert running_hub().lines_of(live_cast.anna.user_id) == 0

    play_through(script)


def test_an_empty_house_sleeps_until_somebody_comes(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        awake = asyncio.all_tasks()
        async with line(live_cast, live_cast.anna):
            assert len(running_hub().rooms) == 1
        assert running_hub().rooms == {}
        await asyncio.sleep(0.01)
        assert asyncio.all_tasks() == awake
        subscriptions.clear()
        async with line(live_cast, live_cast.anna) as anna:
            await bus_is_heard()
            await write(live_cast)
            assert await anna.wait_for(1, 5)

    play_through(script)


def test_nonsense_on_the_bus_makes_nobody_deaf(live_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK_EVERY", 60)

    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            await bus_is_heard()
            for nonsense in (b"", b"\xff 1", b"nowhere", live_cast.campaign.public_id.encode() + b" \xff"):
                await in_thread(notify._bus().publish, notify.CHANNEL, nonsense)
            await write(live_cast)
            assert await anna.wait_for(1, 5)

    play_through(script)


def test_undo_is_heard(live_cast: Cast) -> None:
    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            entry = await write(live_cast)
            await in_thread(undo, live_cast.gm, entry.public_id)
            heard = await anna.wait_for(2)
            assert [one.data["command"] for one in heard] == ["sheet.text", "undo"]

    play_through(script)


def test_the_headers_keep_proxies_from_holding_news_back(live_cast: Cast) -> None:
    async def script() -> None:
        async with line(live_cast, live_cast.anna) as anna:
            assert anna.headers["content-type"] == "text/event-stream"
            assert anna.headers["cache-control"] == "private, no-store"
            assert anna.headers["x-accel-buffering"] == "no"

    play_through(script)
