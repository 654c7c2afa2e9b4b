"""Open lines: the rooms of a process in which streams listen, woken by the bus and by a look at the clock.

Each process has one subscription, and each campaign that somebody listens to has one room. A room that is woken reads
what is new once, and hands every stream the bytes for what its listener may see. While they wait, streams hold nothing
but a place in memory: the database is asked by two threads that belong to all of them.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from redis import RedisError
from redis.asyncio import Redis

from campaigns.chronicle.notify import CHANNEL, NOTICE, PICTURE, PING, SESSIONS, SOMETHING
from campaigns.feed import query
from campaigns.feed.listener import Stream
from campaigns.feed.query import News, reload_event
from campaigns.models import Campaign, Membership
from rules.engine.kernel import CLOSED, opened
from winterhall.accounts import tokens

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds between signs of life on a quiet line: a proxy or a browser gives up one on which nothing moves.
HEARTBEAT = 10.0
#: Seconds between two looks at the database, for news that the bus did not bring and members who were sent away.
LOOK_EVERY = 1.5

_asking = ThreadPoolExecutor(2, thread_name_prefix="feed")


async def in_thread(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Ask the database in one of the two threads whose connections all streams share."""
    return await asyncio.get_running_loop().run_in_executor(_asking, partial(_in_thread, question, *args, **kwargs))


def _in_thread(question: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    close_old_connections()
    try:
        # These threads answer for every campaign, and none must find the book of another lying open.
        with opened(CLOSED):
            return question(*args, **kwargs)
    finally:
        close_old_connections()


class Room:
    """The streams of one campaign, and the one task that reads what is new for all of them."""

    def __init__(self, campaign_pk: int, name: str, at: int) -> None:
        self.campaign_pk = campaign_pk
        self.name = name
        self.at = at
        self.seats: dict[int, str] | None = None
        self.streams: set[Stream] = set()
        self._woken = asyncio.Event()
        self.task = asyncio.create_task(self._follow())

    def wake(self) -> None:
        """Let the room look into the chronicle."""
        self._woken.set()

    def look_at(self, number: int, seats: dict[int, str]) -> None:
        """Wake up if the campaign is further on than what was told here, or if a seat was given or taken."""
        if number > self.at or seats != self.seats:
            self.seats = seats
            self.wake()

    def point(self, told: str) -> None:
        """Pass a ping on to those to whom its encounter is open."""
        encounter = json.loads(told)["encounter"]
        for stream in self.streams:
            if stream.sight is not None and encounter in stream.sight.encounters:
                stream.hear(query.ping_event(told))

    def give_notice(self, told: str) -> None:
        """Tell those for whom a notice is that there is one."""
        to = json.loads(told)
        for stream in self.streams:
            if stream.sight is not None and stream.user_id in to:
                stream.hear(query.NOTICE_EVENT)

    def show(self, document: str) -> None:
        """Let those to whom a sheet or an encounter is open look again: it has another picture."""
        for stream in self.streams:
            if stream.sight is not None and stream.sight.of(document):
                stream.hear(reload_event(stream.last_id))

    def look_again(self) -> None:
        """Let all members look again: what is planned, or who comes, has changed."""
        for stream in self.streams:
            if stream.sight is not None:
                stream.hear(reload_event(stream.last_id))

    async def _follow(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                news = await in_thread(query.read, self.campaign_pk, self.at)
                await end_shut_out(self.streams)
                self._tell(news)
            except Exception as error:  # noqa: BLE001 - a room that gave up would be silent for ever
                # The clock wakes the room again; nothing is lost, because `at` has not moved.
                log.warning("feed.cannot_read", campaign=self.campaign_pk, why=repr(error))
                self.seats = None

    def _tell(self, news: News) -> None:
        self.at = news.at
        if len(news.entries) == query.MOST_MISSED:
            self.wake()
        for stream in self.streams:
            if stream.sight is not None:
                _tell_one(stream, news)


async def end_shut_out(streams: Iterable[Stream]) -> None:
    """End the lines of programs whose tokens let nobody in any more."""
    by_token = [stream for stream in streams if stream.token]
    if by_token:
        still_open = await in_thread(tokens.still_open, {stream.token for stream in by_token})
        for stream in by_token:
            if stream.token not in still_open:
                stream.end()


def _tell_one(stream: Stream, news: News) -> None:
    sight = news.sights.get(stream.user_id)
    if sight is None:
        stream.end()
        return
    events = news.heard_by(stream.user_id)
    if stream.at > news.after:
        events = [event for event in events if event.number > stream.at]
    if not events and sight != stream.sight:
        # Something came into sight, or went out of it, without an entry of which they may know.
        events = [reload_event(stream.last_id)]
    stream.sight = sight
    for event in events:
        stream.hear(event)


class Hub:
    """All rooms of a process; awake as long as somebody listens in one of them."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def listening(
        self, member: Membership, since: str | None, until: float, token: int = 0
    ) -> AsyncIterator[Stream]:
        """A line for a member who knows of everything up to ``since``; it ends at once if they do not belong here."""
        stream, room = Stream(member.user_id, until=until, token=token), self._room_of(member.campaign)
        room.streams.add(stream)
        if not self._tasks:
            self._tasks = [asyncio.create_task(each()) for each in (self._hear_bus, self._look, self._beat)]
        try:
            await _catch_up(stream, room, member, since)
            yield stream
        finally:
            self._leave(room, stream)

    def lines_of(self, user_id: int) -> int:
        """The number of lines that a user has open in this process."""
        return sum(stream.user_id == user_id for room in self.rooms.values() for stream in room.streams)

    def _room_of(self, campaign: Campaign) -> Room:
        if campaign.public_id not in self.rooms:
            self.rooms[campaign.public_id] = Room(campaign.pk, campaign.public_id, campaign.last_number)
        return self.rooms[campaign.public_id]

    def _leave(self, room: Room, stream: Stream) -> None:
        room.streams.discard(stream)
        if not room.streams and self.rooms.get(room.name) is room:
            room.task.cancel()
            del self.rooms[room.name]
        if not self.rooms:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    async def _hear_bus(self) -> None:
        """Wake the rooms of which the bus speaks. It may be away, and whatever it says then is lost: hence `_look`."""
        while True:
            try:
                # Without limits on reading: on a quiet evening the bus says nothing for hours.
                async with Redis.from_url(settings.REDIS_URL, socket_timeout=None) as bus, bus.pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    async for message in ear.listen():
                        self._heard(message)
            except (RedisError, OSError) as error:
                log.warning("feed.bus_away", why=str(error))
                await asyncio.sleep(1)

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            for room in self.rooms.values():
                room.wake()
            return
        name, _, number = message["data"].decode(errors="replace").partition(" ")
        meant = self.rooms.get(name)
        kind, _, told = number.partition(" ")
        if meant is None:
            return
        if kind == PING:
            meant.point(told)
        elif kind == NOTICE:
            meant.give_notice(told)
        elif kind == PICTURE:
            meant.show(told)
        elif kind == SESSIONS:
            meant.look_again()
        elif not (number.isdigit() and SOMETHING < int(number) <= meant.at):
            meant.wake()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            by_pk = {room.campaign_pk: room for room in self.rooms.values()}
            try:
                found = await in_thread(query.seats_and_numbers, list(by_pk))
                await end_shut_out([stream for room in by_pk.values() for stream in room.streams])
            except DatabaseError as error:
                log.warning("feed.database_away", why=str(error))
                continue
            for pk, room in by_pk.items():
                room.look_at(*found.get(pk, (0, {})))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for room in list(self.rooms.values()):
                for stream in list(room.streams):
                    self._beat_or_drop(room, stream)

    def _beat_or_drop(self, room: Room, stream: Stream) -> None:
        if stream.is_stuck:
            stream.drop()
            self._leave(room, stream)
        else:
            stream.beat()


async def _catch_up(stream: Stream, room: Room, member: Membership, since: str | None) -> None:
    arrival = await in_thread(query.arrive, member, since)
    while arrival and arrival.at < room.at:
        # Something happened meanwhile, and the room told it to those who were there already.
        member.campaign.last_number = room.at
        arrival = await in_thread(query.arrive, member, since)
    if arrival is None:
        stream.end()
    else:
        stream.begin(arrival)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def running_hub() -> Hub:
    """The hub of the running loop: a process that serves has one."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
