"""The small adapter between the ASGI server and Django's WSGI application."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from threading import get_ident
from typing import Any
from wsgiref.validate import validator

import pytest

from winterhall.web import bridge

Pages = Callable[..., Iterable[bytes]]


def ask(pages: Pages, *, body: list[bytes] | None = None, headers: list[tuple[bytes, bytes]] | None = None) -> Any:
    """Send one request through the bridge and return (status, headers, body, number of messages)."""
    chunks = body or [b""]
    incoming = [{"body": chunk, "more_body": i < len(chunks) - 1} for i, chunk in enumerate(chunks)]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return incoming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": "/sörla/",
        "query_string": b"a=%20b",
        "http_version": "1.1",
        "headers": headers or [],
        "server": ("localhost", 8000),
        "client": ("192.0.2.7", 1234),
        "scheme": "http",
    }
    pages_bridge = bridge.PagesBridge(pages, threads=2)
    asyncio.run(pages_bridge(scope, receive, send))
    pages_bridge.close()
    start = sent[0]
    return start["status"], start["headers"], b"".join(m["body"] for m in sent[1:]), len(sent)


def page(chunks: Iterable[bytes], seen: dict[str, Any] | None = None) -> Pages:
    """Return a WSGI application that answers with these chunks and remembers its environment."""

    def pages(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if seen is not None:
            seen.update(environ, body=environ["wsgi.input"].read())
        start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", " a=1"), ("Set-Cookie", " b=2")])
        return chunks

    return pages


def test_a_small_answer_is_sent_whole() -> None:
    status, headers, body, messages = ask(page([b"a", b"b"]))
    assert (status, body, messages) == (200, b"ab", 2)
    assert [value for name, value in headers if name == b"set-cookie"] == [b"a=1", b"b=2"]


def test_an_answer_without_content_is_still_an_answer() -> None:
    assert ask(page([]))[2:] == (b"", 2)


def test_a_long_answer_is_sent_in_parts_from_one_thread() -> None:
    threads = set()

    def long() -> Iterator[bytes]:
        for _ in range(5):
            threads.add(get_ident())
            yield b"x" * 700_000

    _, _, body, messages = ask(page(long()))
    assert len(body) == 3_500_000
    assert messages > 3
    assert len(threads) == 1


def test_the_answer_is_closed_even_when_it_fails() -> None:
    closed = []

    class Failing:
        def __iter__(self) -> Iterator[bytes]:
            raise ValueError

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ValueError):
        ask(page(Failing()))  # type: ignore[arg-type]
    assert closed == [True]


def test_django_sees_a_proper_request() -> None:
    seen: dict[str, Any] = {}
    headers = [(b"host", b"localhost"), (b"content-type", b"text/x"), (b"cookie", b"a=1"), (b"cookie", b"b=2")]
    ask(page([b""], seen), body=[b"one", b"two"], headers=headers)
    assert seen["body"] == b"onetwo"
    assert seen["CONTENT_LENGTH"] == "6"
    assert seen["CONTENT_TYPE"] == "text/x"
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/sörla/"
    assert seen["QUERY_STRING"] == "a=%20b"
    assert seen["HTTP_COOKIE"] == "a=1; b=2"
    assert seen["REMOTE_ADDR"] == "192.0.2.7"


def test_the_environment_follows_the_standard() -> None:
    def pages(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"fine"]

    assert ask(validator(pages), headers=[(b"host", b"localhost")])[2] == b"fine"  # type: ignore[arg-type]


def test_a_header_with_an_underscore_cannot_pose_as_a_proxys() -> None:
    seen: dict[str, Any] = {}
    ask(page([b""], seen), headers=[(b"x_forwarded_for", b"203.0.113.9")])
    assert "HTTP_X_FORWARDED_FOR" not in seen


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_beyond_the_limit_is_refused_unread(announced: bool) -> None:
    seen: dict[str, Any] = {}
    headers = [(b"content-length", b"999999999999")] if announced else []
    body = [b"x"] if announced else [b"x" * 6_000_000, b"x" * 6_000_000]
    status, *_ = ask(page([b""], seen), body=body, headers=headers)
    assert status == 413
    assert seen == {}
