"""The way of a request from the ASGI server into Django's WSGI application: one hop into a thread and back.

Django under ASGI hops between threads for each synchronous middleware and view, which costs most of the
throughput; under WSGI the whole request stays in one thread, with that thread's own database connection.
"""

import asyncio
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

from winterhall.web import problems

# What is smaller goes back to the event loop whole, so that a slow reader holds no thread.
WHOLE = 1_000_000
LARGEST_BODY = 10_000_000

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[Message], Any]


class PagesBridge:
    """An ASGI application that answers with a WSGI one, in its own pool of threads."""

    def __init__(self, pages: Callable[..., Iterable[bytes]], *, threads: int) -> None:
        self.pages = pages
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        body = await read_body(scope, receive)
        if body is None:
            await _too_large(scope, send)
            return
        loop = asyncio.get_running_loop()

        def send_now(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        for message in await loop.run_in_executor(self.pool, self._answer, environ_of(scope, body), send_now):
            await send(message)

    def close(self) -> None:
        """Let the threads finish their requests and end."""
        self.pool.shutdown(wait=False)

    def _answer(self, environ: dict[str, Any], send_now: Callable[[Message], None]) -> list[Message]:
        """Return the messages still to be sent; a long answer is sent from here, as its chunks may need this thread."""
        start: Message = {}
        answer = self.pages(environ, _remember(start))
        try:
            parts = _parts(answer)
            first, second = next(parts), next(parts, None)
            if second is None:
                return [start, _body(first)]
            send_now(start)
            for part in chain([first, second], parts):
                send_now(_body(part, more=True))
            return [_body(b"")]
        finally:
            close = getattr(answer, "close", None)
            if close:
                close()


def _remember(start: Message) -> Callable[..., None]:
    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        start["type"] = "http.response.start"
        start["status"] = int(status[:3])
        # Django writes a space before each cookie, which a WSGI server would strip.
        pairs = [(name.lower(), value.strip()) for name, value in headers]
        start["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]

    return start_response


def _parts(answer: Iterable[bytes]) -> Iterator[bytes]:
    """Gather chunks into parts of about the size that may be sent whole; always at least one part."""
    held: list[bytes] = []
    size = 0
    for chunk in answer:
        held.append(chunk)
        size += len(chunk)
        if size >= WHOLE:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)


def _body(part: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": part, "more_body": more}


async def read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Return the whole body, or None as soon as it is known to be too large."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    if said.isdigit() and int(said[:20]) > LARGEST_BODY:
        return None
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return bytes(body)


async def _too_large(scope: Scope, send: Send) -> None:
    """Refuse a body that is too large: to a program as a problem, to a person as a line of text."""
    sentence = "Too large: at most 10 MB at once."
    kind, body = b"text/plain; charset=utf-8", sentence.encode()
    if scope["path"].startswith("/api/"):
        kind, body = problems.CONTENT_TYPE.encode(), json.dumps(problems.document("too-large", sentence)).encode()
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send(_body(body))


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environment of an ASGI request."""
    host, port = scope.get("server") or ("localhost", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    # Chunked bodies come without a length, and Django reads no further than the length.
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _add_header(environ: dict[str, Any], name: str, value: str) -> None:
    # With an underscore a header could pose as another one that a proxy sets: WSGI knows no difference
    # between _ and -.
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        key = f"HTTP_{key}"
    if key not in environ:
        environ[key] = value
    else:
        environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
