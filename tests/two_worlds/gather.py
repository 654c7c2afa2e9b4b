"""Everything that a reader can get: answers with their headers, and the events of their line."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from campaigns.feed import query
from campaigns.models import Campaign, Membership
from campaigns.play.forms import form_for, started
from campaigns.play.game import lay_out
from rules.engine.system.protocol import command_named
from tests.two_worlds.addresses import Request
from tests.two_worlds.chance import Chance
from tests.two_worlds.worlds import World
from winterhall.api import throttles

#: Each browser's own: what it is to keep comes in these.
_COOKIES = "Set-Cookie"

#: What somebody got, by what they asked for.
TextByName = dict[str, str]


@dataclass
class Reader:
    """A reader with a browser and a program; ``secret`` is the token of the program, empty for nobody."""

    name: str
    browser: Client
    program: Client
    secret: str = ""
    member: Membership | None = None
    #: The versions that they saw last, by address: a write names them.
    tags: dict[str, str] = field(default_factory=dict)

    def ask(self, request: Request, chance: Chance) -> str:
        """The answer to a request, which leaves nothing behind."""
        answered = self._program if request.is_for_programs else self._page
        with chance.looking(f"{self.name}: {request}"):
            if request.method == "GET":
                return _plain(answered(request))
            with transaction.atomic():
                text = _plain(answered(request))
                transaction.set_rollback(True)
                return text

    def _program(self, request: Request) -> HttpResponse:
        thing = "/".join(request.path.split("/")[:5])
        headers = {"If-Match": self.tags.get(thing, '"1"')} if request.method != "GET" else {}
        headers |= {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        body = b"" if request.body is None else json.dumps(request.body).encode()
        answer = self.program.generic(request.method, request.path, body, "application/json", headers=headers)
        if request.path == f"{thing}/" and "ETag" in answer.headers:
            self.tags[thing] = answer.headers["ETag"]
        return answer

    def _page(self, request: Request) -> HttpResponse:
        if request.method == "GET":
            return self.browser.get(request.path)
        return self.browser.post(request.path, request.body)


def _plain(answer: HttpResponse) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items() if name != _COOKIES)
    body = b"".join(answer) if answer.streaming else answer.content
    # A picture is no text, and is compared all the same.
    return f"{answer.status_code}\n{headers}\n\n" + body.decode(errors="backslashreplace")


def readers(world: World) -> list[Reader]:
    """The readers but for the game master: two players, an observer, a stranger, and nobody (not signed in)."""
    found = []
    for name in ("anna", "boris", "olga", "stranger"):
        who = getattr(world.cast, name)
        member = who if isinstance(who, Membership) else None
        reader = Reader(name, _client(), _client(), world.secrets[name], member)
        reader.browser.force_login(member.user if member else who)
        found.append(reader)
    return [*found, Reader("nobody", _client(), _client())]


def _client() -> Client:
    return Client(raise_request_exception=False)


def answers(world: World, listed: Iterable[Request], reader: Reader) -> TextByName:
    """The answers of a reader to each request."""
    # Nobody here is to run into a limit: it is counted by the clock, which stands.
    throttles.READS.forget()
    throttles.WRITES.forget()
    cache.clear()
    return {f"{reader.name}: {request}": reader.ask(request, world.chance) for request in listed}


def rolls(world: World) -> list[Request]:
    """The requests for odds and for the roll itself, as the form of a plain roll stands."""
    kind = command_named(world.system, world.system.test)
    game = lay_out(world.member("anna"), world.cast.rook.public_id)
    chosen = {f"with-{name}": str(value) for name, value in started(form_for(kind, game)).items()}
    body = {"command": kind.name, "actor": world.cast.rook.public_id} | chosen
    here = f"/campaigns/{world.cast.campaign.public_id}/"
    return [Request(f"campaigns:{name}", "POST", f"{here}{name}/", body) for name in ("odds", "perform")]


def events_heard(world: World, after: int, who: Iterable[Reader]) -> TextByName:
    """The events that members hear of all that happened after an entry, over a line that was open meanwhile."""
    news = query.read(world.cast.campaign.pk, after)
    listening = [reader for reader in who if reader.member]
    return {
        f"{reader.name} hears": "".join(event.text.decode() for event in news.heard_by(reader.member.user_id))
        for reader in listening
        if reader.member
    }


def events_on_return(world: World, entries: Iterable[str], who: Iterable[Reader]) -> TextByName:
    """The events of members who come back and name the last entry that they knew, or one that they cannot know."""
    got = TextByName()
    for reader in who:
        for since in (None, "", *entries) if reader.member else ():
            member = Membership.objects.select_related("campaign").get(pk=reader.member.pk)
            arrival = query.arrive(member, since)
            events = arrival.events if arrival else []
            got[f"{reader.name} returns after {since!r}"] = "".join(event.text.decode() for event in events)
    return got


def last_number(world: World) -> int:
    return Campaign.objects.get(pk=world.cast.campaign.pk).last_number
