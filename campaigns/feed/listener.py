"""One listener of the feed: the events that wait to be sent, and whether anybody still takes them."""

import asyncio
import time
from collections import deque

from campaigns.feed.query import PASSING, Arrival, Event, Sight, reload_event

#: The most events that wait for one listener; where more would, all are dropped, and the listener is to load afresh.
MOST_WAITING = 64
#: Seconds after which a listener who takes nothing counts as gone.
PATIENCE = 45.0
_BEAT = Event(PASSING, "", b":\n\n")


class Stream:
    """One listener's line: the events that wait to be sent on it; iterating gives their bytes as they come.

    Until it has a ``sight`` it is still catching up, and its room tells it nothing. ``token`` is the number of the
    token by which a program came in, 0 for a browser.
    """

    def __init__(self, user_id: int, *, until: float = float("inf"), token: int = 0) -> None:
        self.user_id = user_id
        self.token = token
        self.sight: Sight | None = None
        self.at = 0
        self.last_id = ""
        self._waiting: deque[Event] = deque()
        self._sleeper: asyncio.Future[None] | None = None
        self._until = until
        self._is_over = False
        self._taken_at = time.monotonic()
        self._task = asyncio.current_task()

    def hear(self, event: Event) -> None:
        """Put an event in line; where too many wait already, advise to load afresh instead of all of them."""
        if self._is_over:
            return
        if len(self._waiting) >= MOST_WAITING:
            last_id = event.id or self._newest_waiting()
            self._waiting.clear()
            event = reload_event(last_id)
        self._waiting.append(event)
        self._wake()

    def begin(self, arrival: Arrival) -> None:
        """Send the events that a listener missed, and let the room tell them everything from then on."""
        self.sight, self.at = arrival.sight, arrival.at
        self._waiting.extend(arrival.events)
        self._wake()

    def end(self) -> None:
        """Let the line end, with nothing more on it."""
        self._is_over = True
        self._waiting.clear()
        self._wake()

    def beat(self) -> None:
        """Show that the line is up, unless something else does."""
        if not self._waiting:
            self.hear(_BEAT)

    @property
    def is_stuck(self) -> bool:
        """Whether events wait of which nobody has taken any for ``PATIENCE`` seconds."""
        return bool(self._waiting) and time.monotonic() - self._taken_at > PATIENCE

    def drop(self) -> None:
        """Cut the line off in the middle of whatever is being sent."""
        self.end()
        if self._task:
            self._task.cancel()

    def __aiter__(self) -> "Stream":
        return self

    async def __anext__(self) -> bytes:
        while not self._waiting:
            if self._is_over or time.monotonic() > self._until:
                raise StopAsyncIteration
            self._sleeper = asyncio.get_running_loop().create_future()
            await self._sleeper
        self._taken_at = time.monotonic()
        self.last_id = self._newest_waiting()
        part = b"".join([event.text for event in self._waiting])
        self._waiting.clear()
        return part

    def _newest_waiting(self) -> str:
        for event in reversed(self._waiting):
            if event.id:
                return event.id
        return self.last_id

    def _wake(self) -> None:
        if self._sleeper and not self._sleeper.done():
            self._sleeper.set_result(None)
