"""The floor: the least that a server can do to pass a message from Redis to every open stream."""

import asyncio
import os
from typing import Any

from redis.asyncio import Redis

CHANNEL = "bare"
_queues: set["asyncio.Queue[bytes]"] = set()
_tasks: list["asyncio.Task[None]"] = []


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Stream to every request for ``/feed/``; ``/healthz`` answers that the server is there."""
    if scope["type"] != "http":
        return
    streams = scope["path"] == "/feed/"
    kind = b"text/event-stream" if streams else b"text/plain"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
    if not streams:
        await send({"type": "http.response.body"})
        return
    await send({"type": "http.response.body", "body": b":\n\n", "more_body": True})
    if not _tasks:
        _tasks.append(asyncio.create_task(_hear()))
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    _queues.add(queue)
    try:
        while True:
            await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
    finally:
        _queues.discard(queue)


async def _hear() -> None:
    async with Redis.from_url(os.environ["REDIS_URL"], socket_timeout=None) as bus, bus.pubsub() as ear:
        await ear.subscribe(CHANNEL)
        async for message in ear.listen():
            if message["type"] == "message":
                for queue in _queues:
                    queue.put_nowait(message["data"])
