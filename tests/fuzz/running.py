"""Cases of page fuzzing: drawn from a seed, played by everybody, each taken back."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.fuzz.bending import ODD, bent, written
from tests.fuzz.pages import Form, SiteMap, each_once, routes, walk
from tests.fuzz.verdict import fault

FORM = "application/x-www-form-urlencoded"


@dataclass
class Report:
    """How many cases went where and how they were answered, and what was wrong."""

    cases: int = 0
    by_status: Counter[int] = field(default_factory=Counter)
    by_route: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass
class Field:
    """The field of a run: everybody's browser, the finds of their walk, and the values for addresses."""

    browsers: Mapping[str, Client]
    found: Mapping[str, SiteMap]
    words: Mapping[str, Sequence[str]]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return each_once(pair for one in self.found.values() for pair in one.pairs)

    def forms(self, route: str) -> list[Form]:
        return [form for one in self.found.values() for form in one.forms.get(route, ())]


def field_of(browsers: Mapping[str, Client], more: Sequence[str] = ()) -> Field:
    """Let everybody walk through the house; ``more`` are addresses to which no link leads."""
    found: dict[str, SiteMap] = {}
    for who, browser in browsers.items():
        found[who] = SiteMap()
        walk(browser, found[who], ("/", "/games/", "/odds/", *more))
    words: dict[str, list[str]] = {}
    for one in found.values():
        for name, values in one.words.items():
            words[name] = each_once((*words.get(name, ()), *values))
    return Field(browsers, found, words)


def play(
    there: Field, cases: int, seed: int, only: Callable[[str], bool] = lambda route: True, patience: int = 1000
) -> Report:
    """The report on ``cases`` tries, evenly over all routes, each taken back; it ends after ``patience`` faults."""
    draw, report = random.Random(seed), Report()
    names, pairs = sorted(name for name in routes() if only(name)), there.pairs
    for number in range(cases):
        if len(report.faults) >= patience:
            break
        route = names[number % len(names)]
        for answer, told in _case(there, route, draw, pairs):
            report.by_status[answer.status_code] += 1
            if wrong := fault(answer):
                report.faults.append(f"{told}: {wrong}")
        report.cases += 1
        report.by_route[route] += 1
        if number % 50 == 0:
            cache.clear()  # limits on guessing are not what is tested
    return report


def _case(there: Field, route: str, draw: random.Random, pairs: list[tuple[str, str]]) -> Iterator[tuple[Any, str]]:
    """The answers of one case: a bent form, perhaps after the form as it is (its key is used up then)."""
    who = draw.choice(sorted(there.browsers))
    forms = there.forms(route)
    form = draw.choice(forms) if forms else _made_up(draw, pairs)
    address = form.to if form.to and draw.random() < 0.7 else _address(there, route, draw)
    method = form.method if draw.random() < 0.9 else draw.choice(["get", "post", "put", "delete"])
    client = there.browsers[who]
    with transaction.atomic():
        if draw.random() < 0.25:
            yield _send(client, method, address, written(form.pairs)), f"{who} {method} {address} as it is"
        body = written(bent(form.pairs, draw, pairs))
        yield _send(client, method, address, body), f"{who} {method} {address} {body[:300]!r}"
        transaction.set_rollback(True)


def _made_up(draw: random.Random, pairs: list[tuple[str, str]]) -> Form:
    """For a route that no form goes to: a few fields of others, most often in its query."""
    return Form("", draw.choice(["post", "get", "get"]), tuple(draw.sample(pairs, min(4, len(pairs)))))


def _send(client: Client, method: str, address: str, body: bytes) -> Any:
    path = urlsplit(address).path
    cookies = client.cookies.copy()
    if method == "post":
        answer = client.generic("POST", path, body, FORM, headers={"Accept": "text/html"})
    else:
        answer = client.generic(method.upper(), path, b"", QUERY_STRING=body.decode())
    client.cookies = cookies  # whoever signed out is in again
    return answer


def _address(there: Field, route: str, draw: random.Random) -> str:
    """An address of a route with what addresses hold, of this campaign or another, or with what none holds."""
    told = {name: _word(there, name, draw) for name in _names(route)}
    for attempt in (told, dict.fromkeys(told, "nothing-of-the-kind")):
        with suppress(NoReverseMatch):
            return reverse(route, kwargs=attempt)
    return "/nowhere/"


def _names(route: str) -> list[str]:
    """The names in a route's whole address."""
    inner = get_resolver()
    namespace, _, name = route.rpartition(":")
    if namespace:
        inner = inner.namespace_dict[namespace][1]
    possible = inner.reverse_dict.getlist(name)
    return list(possible[0][0][0][1]) if possible else []


def _word(there: Field, name: str, draw: random.Random) -> str:
    known = there.words.get(name, ())
    odd = [one for one in ODD if isinstance(one, str) and one.isascii() and one.isalnum()]
    return draw.choice(known) if known and draw.random() < 0.85 else draw.choice(["nothing-of-the-kind", *odd])
