"""Many open streams in one process, as cheaply as asyncio allows, so that the server is measured and not the client."""

import asyncio
import re
import time
from multiprocessing.connection import Connection
from typing import cast

import uvloop

_ID = re.compile(rb"id: (\S+)\nevent: entry\n")
#: The longest beginning of an event, in bytes, that may be split between two packets.
_TAIL = 200


class Listener(asyncio.Protocol):
    """One stream, which notes when each entry came."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.came: list[tuple[bytes, int]] = []
        self.is_open = asyncio.get_running_loop().create_future()
        self.reloads = 0
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclasses of asyncio's.
        cast(asyncio.Transport, transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        if not self.is_open.done():
            self.is_open.set_result(data.split(b"\r\n", 1)[0])
        data = self._tail + data
        end = 0
        for found in _ID.finditer(data):
            self.came.append((found[1], now))
            end = found.end()
        self.reloads += data.count(b"event: reload", end)
        self._tail = data[max(end, len(data) - _TAIL) :] if b"id: " in data[end:] else b""

    def connection_lost(self, why: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_result(b"closed")


def listen(pipe: Connection, port: int, requests: list[bytes]) -> None:
    """Open one stream for each request, say so, and send on demand what came and when. Runs as a process of its own."""
    uvloop.run(_listen(pipe, port, requests))


async def _listen(pipe: Connection, port: int, requests: list[bytes]) -> None:
    loop = asyncio.get_running_loop()
    listeners = []
    for request in requests:
        _, listener = await loop.create_connection(lambda request=request: Listener(request), "127.0.0.1", port)
        status = await asyncio.wait_for(listener.is_open, 30)
        if b"200" not in status:
            raise RuntimeError(f"a stream was refused: {status!r}")
        listeners.append(listener)
    pipe.send("open")
    await loop.run_in_executor(None, pipe.recv)
    pipe.send([(listener.came, listener.reloads) for listener in listeners])


def request_for(path: str, cookie: str = "") -> bytes:
    """The head of a request for a stream."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n".encode()
