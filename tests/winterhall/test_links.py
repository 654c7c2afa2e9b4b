"""Links of the chain: one function serves sync and async chains, and gives up what it holds whatever happens."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.http import HttpRequest, HttpResponse

from winterhall.web.middleware import Work, link

HELD: list[str] = []


@contextmanager
def holding(what: str) -> Iterator[None]:
    HELD.append(what)
    try:
        yield
    finally:
        HELD.remove(what)


@link
def marking(request: HttpRequest) -> Work:
    """Mark what comes, and what goes."""
    with holding("a mark"):
        request.META["marked"] = "yes"
        response = yield
        response["Marked"] = request.META["marked"]
    return response


def answer(request: HttpRequest) -> HttpResponse:
    assert HELD == ["a mark"]
    return HttpResponse(request.META["marked"])


async def answer_later(request: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0)
    return answer(request)


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError


def test_a_link_works_around_a_sync_and_an_async_chain() -> None:
    for response in (marking(answer)(HttpRequest()), asyncio.run(marking(answer_later)(HttpRequest()))):
        assert (response.content, response["Marked"]) == (b"yes", "yes")
    assert not HELD


def test_a_link_gives_up_what_it_holds_where_the_chain_breaks() -> None:
    with pytest.raises(ValueError):
        marking(broken)(HttpRequest())
    assert not HELD
