"""Page addresses, and the forms that stand on the pages behind them: found by walking, not by a list.

Everything is kept in the order in which pages show it: ids are drawn by chance, and a walk that went by their order, or
by that of a set, would be another one each time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.routes import Route
from tests.routes import routes as all_routes

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A form as a page holds it: where it goes, and what it would send untouched."""

    to: str
    method: str
    pairs: Pairs


@dataclass
class SiteMap:
    """The finds of a walk: forms by the route that they go to, and every address that a page names."""

    forms: dict[str, list[Form]] = field(default_factory=dict)
    addresses: dict[str, list[str]] = field(default_factory=dict)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """All pairs of name and value that any form would send."""
        return each_once(pair for forms in self.forms.values() for form in forms for pair in form.pairs)

    @property
    def words(self) -> dict[str, list[str]]:
        """The values that stand in addresses, by the names that routes give them."""
        known: dict[str, list[str]] = {}
        for address in (address for some in self.addresses.values() for address in some):
            for name, value in resolve(urlsplit(address).path).kwargs.items():
                known.setdefault(name, []).append(str(value))
        return {name: each_once(values) for name, values in known.items()}

    def note(self, route: str, address: str) -> None:
        known = self.addresses.setdefault(route, [])
        if address not in known:
            known.append(address)


T = TypeVar("T")


def each_once(all_of_them: Iterable[T]) -> list[T]:
    """Each of some values once, in the order in which they first come."""
    return list(dict.fromkeys(all_of_them))


def routes() -> dict[str, Route]:
    """Every route of a page by its name; those of programs have a description of their own to be held against."""
    return {route.name: route for route in all_routes() if not route.is_for_programs and "feed/" not in route.path}


def route_of(address: str) -> str:
    """The name of the route that an address belongs to; nothing for those of programs, streams and strangers."""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return ""
    name = found.view_name or str(found.route)
    return name if name in routes() else ""


#: So many addresses of one route are looked at.
ENOUGH = 3


def walk(client: Client, found: SiteMap, begin: tuple[str, ...]) -> None:
    """Look at every page that leads from the first ones; a few of each route are as good as all."""
    waiting, seen, looked = list(begin), set(begin), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        route = route_of(address)
        if not route or looked.get(route, 0) >= ENOUGH:
            continue
        looked[route] = looked.get(route, 0) + 1
        found.note(route, address)
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            for one in _read(address, answer, found):
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)


def _read(address: str, answer: HttpResponse, found: SiteMap) -> list[str]:
    page = _Page(address)
    page.feed(answer.content.decode())
    for form in page.forms:
        if route := route_of(form.to):
            found.note(route, form.to)
            known = found.forms.setdefault(route, [])
            if form not in known:
                known.append(form)
    return each_once(page.addresses)


class _Page(HTMLParser):
    """A page: its forms, and the addresses of this house that any attribute names."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.addresses, self.forms = address, list[str](), list[Form]()
        self._open: tuple[str, str, list[tuple[str, str]]] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.addresses += [
            urljoin(self.address, one).partition("#")[0] for one in told.values() if one[:1] in ("/", "?")
        ]
        match tag:
            case "form":
                to = urljoin(self.address, told.get("action", "")).partition("#")[0]
                self._open = (to, told.get("method", "get").lower(), [])
                self._odds = told.get("data-odds", "")
            case "select":
                self._select = told.get("name", "")
            case "option" if self._select:
                self._add(self._select, told.get("value", ""))
            case "input" | "textarea" | "button" if told.get("name"):
                self._add(told["name"], told.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._open:
            to, method, pairs = self._open
            if method != "dialog":
                self.forms.append(Form(to, method, tuple(pairs)))
                if self._odds:
                    self.forms.append(Form(urljoin(self.address, self._odds), "post", tuple(pairs)))
            self._open = None
        if tag == "select":
            self._select = ""

    def _add(self, name: str, value: str) -> None:
        if self._open and name != "csrfmiddlewaretoken":
            self._open[2].append((name, value))
