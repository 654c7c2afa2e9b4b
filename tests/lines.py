"""Open lines for tests: the feed spoken to as a browser would, without a socket in between."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.test import Client

from winterhall.accounts.models import User

#: How long something that must come may take on a busy machine, in seconds.
PATIENCE = 20.0
#: Made when the first line is opened: its chain is built from the settings.
django = cache(ASGIHandler)


@dataclass
class ReceivedEvent:
    """An event as it came over the line."""

    kind: str
    id: str
    data: dict[str, Any]


def cookie_of(user: User) -> str:
    """The cookie of somebody who is signed in."""
    client = Client()
    client.force_login(user)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


@dataclass
class Line:
    """A stream that somebody listens to."""

    campaign_id: str
    cookie: str = ""
    since: str | None = None
    last_event_id: str | None = None
    bearer: str = ""
    heard: list[ReceivedEvent] = field(default_factory=list)
    raw: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 0
    #: Set by a test to let the reader take nothing more from the line.
    is_stuck: bool = False

    async def __aenter__(self) -> "Line":
        self._came = asyncio.Condition()
        self._left = asyncio.Event()
        self._task = asyncio.create_task(django()(self._scope(), self._receive, self._send))  # type: ignore[arg-type]
        await self._until(lambda: self.status != 0, PATIENCE)
        return self

    async def __aexit__(self, *why: object) -> None:
        self._left.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(self._task, PATIENCE)

    @property
    def is_closed(self) -> bool:
        return self._task.done()

    @property
    def ids(self) -> list[str]:
        return [one.id for one in self.heard]

    async def wait_for(self, count: int, seconds: float = PATIENCE) -> list[ReceivedEvent]:
        """The events that have come, once there are so many."""
        await self._until(lambda: len(self.heard) >= count, seconds)
        return self.heard

    async def wait_closed(self, seconds: float = PATIENCE) -> None:
        await asyncio.wait_for(asyncio.shield(self._task), seconds)

    async def _until(self, there: Any, seconds: float) -> None:
        async with self._came:
            await asyncio.wait_for(self._came.wait_for(lambda: there() or self._task.done()), seconds)
        if not there() and self._task.exception():
            raise RuntimeError("the line broke") from self._task.exception()

    def _scope(self) -> dict[str, Any]:
        headers = {"cookie": self.cookie, "host": "localhost", "last-event-id": self.last_event_id}
        headers["authorization"] = f"Bearer {self.bearer}" if self.bearer else None
        path = f"/campaigns/{self.campaign_id}/feed/"
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"" if self.since is None else f"since={self.since}".encode(),
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers.items() if v is not None],
        }

    async def _receive(self) -> dict[str, Any]:
        if not hasattr(self, "_asked"):
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if self.is_stuck:
            await asyncio.Event().wait()
        async with self._came:
            self.status = message.get("status", self.status)
            self.headers |= {k.decode().lower(): v.decode() for k, v in message.get("headers", [])}
            self.raw += message.get("body", b"")
            self.heard = [_heard(part) for part in self.raw.decode().split("\n\n") if "event:" in part]
            self._came.notify_all()


def _heard(part: str) -> ReceivedEvent:
    told = dict(line.partition(": ")[::2] for line in part.splitlines())
    return ReceivedEvent(told["event"], told.get("id", ""), json.loads(told["data"]))
