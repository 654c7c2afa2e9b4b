"""One stream by itself: what waits on it, when it is stuck or full, and the connections from which it is fed."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from django.db import connection, connections

from campaigns.chronicle import notify
from campaigns.feed import hub, listener
from campaigns.feed.hub import Room, running_hub
from campaigns.feed.listener import Stream
from campaigns.feed.query import Event
from campaigns.models import Membership
from tests.helpers import Cast
from winterhall.accounts import tokens


def play_through(script: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(script(), 20))


def test_a_full_line_is_told_to_load_afresh_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "MOST_WAITING", 3)

    async def script() -> None:
        stream = Stream(1)
        for number in range(1, 6):
            stream.hear(Event(number, f"e{number}", f"<{number}>".encode()))
        assert await anext(stream) == b"id: e4\nevent: reload\ndata: {}\n\n<5>"
        assert stream.last_id == "e5"

    play_through(script)


def test_whoever_lost_their_seat_while_they_came_finds_a_line_that_ends(live_cast: Cast) -> None:
    late = Membership.objects.select_related("campaign").get(pk=live_cast.anna.pk)
    live_cast.anna.delete()

    async def script() -> None:
        async with running_hub().listening(late, None, float("inf")) as stream:
            assert [part async for part in stream] == []

    play_through(script)


def test_a_room_looks_again_where_there_is_more_or_a_seat_has_changed() -> None:
    async def script() -> None:
        room = Room(1, "bridge", at=5)
        wake = Mock()
        room.wake = wake  # type: ignore[method-assign]
        for number, seats, woken in (
            (5, {7: "gm"}, 1), (5, {7: "gm"}, 1), (6, {7: "gm"}, 2), (5, {7: "player"}, 3), (5, {7: "player"}, 3),
        ):  # fmt: skip
            room.look_at(number, seats)
            assert wake.call_count == woken
        room.task.cancel()

    play_through(script)


def test_where_no_program_listens_no_token_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = AsyncMock(return_value={3})
    monkeypatch.setattr(hub, "in_thread", asked)

    async def script() -> None:
        await hub.end_shut_out([Stream(1)])
        asked.assert_not_called()
        await hub.end_shut_out([Stream(1), Stream(1, token=3)])
        asked.assert_called_once_with(tokens.still_open, {3})

    play_through(script)


def test_a_write_does_not_wait_long_for_a_bus_that_cannot_be_reached() -> None:
    notify._bus.cache_clear()
    given = notify._bus().connection_pool.connection_kwargs
    assert given["socket_connect_timeout"] == given["socket_timeout"] == 0.5


def test_a_beat_says_that_a_line_is_up_where_nothing_else_does() -> None:
    async def script() -> None:
        stream = Stream(1)
        stream.beat()
        stream.beat()
        assert await anext(stream) == b":\n\n"
        stream.hear(Event(1, "e1", b"<1>"))
        stream.beat()
        assert await anext(stream) == b"<1>"

    play_through(script)


def test_a_line_is_stuck_once_something_waits_for_long() -> None:
    async def script() -> None:
        stream = Stream(1)
        for patience, is_stuck in ((listener.PATIENCE, False), (-1.0, True)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(listener, "PATIENCE", patience)
                assert not stream.is_stuck
                stream.hear(Event(1, "e1", b"<1>"))
                assert stream.is_stuck is is_stuck
                await anext(stream)

    play_through(script)


def test_a_connection_that_grew_old_while_nobody_asked_is_not_used(live_cast: Cast) -> None:
    def used() -> Any:
        connection.ensure_connection()
        connection.close_at = time.monotonic() + 0.05
        return connection.connection

    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(hub._in_thread, used).result()
        time.sleep(0.06)
        assert thread.submit(hub._in_thread, used).result() is not first
        thread.submit(connections.close_all).result()
