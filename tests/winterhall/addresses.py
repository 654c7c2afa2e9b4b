"""Page addresses: every route of the house, what stands in its words, and the table of who gets what there."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qsl

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.members import services
from campaigns.models import Entry, Invitation, Notice
from campaigns.play import consent
from campaigns.play.intent import Intent
from campaigns.sessions import services as sessions
from combat.models import Encounter
from combat.replay import sharing
from tests.api.test_access import _ids_of_a_played_campaign
from tests.helpers import Cast
from tests.routes import routes
from winterhall.accounts import tokens

Words = tuple[str, ...]

#: The game master, a player with her character, another player, an observer, somebody who does not belong, nobody.
EVERYBODY = ("gm", "anna", "boris", "olga", "stranger", "nobody")


@dataclass(frozen=True)
class Row:
    """The expected answers to everybody for one method of one route: words of its address, and the data sent along."""

    route: str
    method: str
    cells: tuple[str, ...] = ()
    words: str = ""
    sent: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.route} {self.words}".strip()

    def address(self, words: dict[str, str]) -> str:
        there = words | filled(self.words, words)
        return reverse(self.route, kwargs={name: there[name] for name in ROUTES[self.route]})


def filled(pairs: str, words: dict[str, str]) -> dict[str, str]:
    """Pairs as a query has them, each value with its words filled in."""
    return {name: value.format(**words) for name, value in parse_qsl(pairs)}


def _row(line: str) -> Row:
    who, words, sent = (*line.split("|"), "", "")[:3]
    route, method, *cells = who.split()
    return Row(route, method, tuple(cells), words.strip(), sent.strip())


#: Every route of a page by its name, and which words stand in its address; those of programs have a table of their own.
ROUTES = {route.name: route.words for route in routes() if not route.is_for_programs}
_TABLE = Path(__file__).with_name("page_access.txt").read_text().splitlines()
ROWS = [_row(line) for line in _TABLE if line and not line.startswith("#")]


def words_of(cast: Cast) -> dict[str, str]:
    """The words of addresses: Rook is Anna's; the magpie, its ambush and Jay are known to the game master alone."""
    there = _ids_of_a_played_campaign(cast)
    _, link = services.invite(cast.gm, role="player", uses=1, days=7)
    token, _ = tokens.make(cast.anna.user, "Bot", ["read"], timezone.now() + timedelta(days=1))
    return there | {
        "invitation_id": Invitation.objects.get().public_id,
        "session_id": sessions.plan(cast.gm, title="Frost", planned_for=timezone.now()).public_id,
        "scene_id": "none",
        "token": link,
        "token_id": token.public_id,
        "user_id": cast.olga.user.public_id,
        "boris": cast.boris.user.public_id,
        "mira": cast.mira.public_id,
        "key": "magpie",
        "link": sharing.share(cast.gm, Encounter.objects.get(public_id=there["bank"])).token,
        "in_bank": Entry.objects.filter(encounter=there["bank"]).earliest("number").public_id,
        "proposal_id": consent.propose(
            cast.anna, Intent("sheet.text", {"text": "notes", "to": "Hm."}, cast.rook.public_id)
        ).public_id,
        "to": "agree",
        "notice_id": _notice_of(cast).public_id,
        "device_id": "gone",
        "uidb36": "1",
        "pk": "1",
    }


def _notice_of(cast: Cast) -> Notice:
    return Notice.objects.create(user=cast.anna.user, campaign=cast.campaign, kind="handout", text="A map", address="/")


def browsers_of(cast: Cast) -> dict[str, Client]:
    """A browser for everybody, signed in where somebody has an account."""
    users = {who: getattr(cast, who).user for who in ("gm", "anna", "boris", "olga")} | {"stranger": cast.stranger}
    found = {who: Client(raise_request_exception=False) for who in EVERYBODY}
    for who, user in users.items():
        found[who].force_login(user)
    return found
