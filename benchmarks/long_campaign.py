"""A long campaign: the furnished one of the first game, played on, and everything that people do in it."""

import time
from collections.abc import Callable, Iterator
from typing import Any

PAGES = (
    "",
    "chronicle/",
    "journal/",
    "sessions/",
    "sessions/story/",
    "luck/",
    "calendar/",
    "members/",
    "compendium/",
    "long-tests/",
    "encounters/",
    "encounters/{fight}/",
    "encounters/{fight}/parts/?since={entry}",
    "characters/{who}/",
    "characters/{who}/experience/",
    "characters/{who}/print/",
)
ANSWERS = (
    "campaigns/{campaign}/",
    "campaigns/{campaign}/entries/",
    "campaigns/{campaign}/entries/{entry}/",
    "campaigns/{campaign}/characters/",
    "campaigns/{campaign}/luck/",
    "campaigns/{campaign}/sessions/",
    "campaigns/{campaign}/calendar/",
    "characters/{who}/",
    "characters/{who}/commands/",
    "characters/{who}/experience/",
    "encounters/{fight}/",
)


class LongCampaign:
    """The furnished campaign, its people, and what goes on in it."""

    def __init__(self) -> None:
        from django.test import Client

        from campaigns.models import Membership, Role
        from combat.demo.furnish import furnish

        hall = furnish()
        first = hall.campaigns[0]
        self.campaign = first.campaign
        self.gm = Membership.objects.select_related("campaign", "user").get(campaign=self.campaign, role=Role.GM)
        self.player = Membership.objects.select_related("user").filter(campaign=self.campaign, role=Role.PLAYER)[0]
        self.words = {
            "campaign": self.campaign.public_id,
            "fight": list(first.encounters.values())[-1],
            "who": next(iter(first.characters.values())),
        }
        self.clients = {}
        for name, member in (("game master", self.gm), ("player", self.player)):
            self.clients[name] = Client(headers={"host": "localhost"})
            self.clients[name].force_login(member.user)
        self.token = hall.logins[0]["token"]
        self.program = Client(headers={"host": "localhost", "Authorization": f"Bearer {self.token}"})
        self.again = list(self._repeatable())
        self.look_up()

    def look_up(self) -> None:
        """Find the entry after which a page in a browser asks for news: the last one."""
        from campaigns.models import Entry

        self.words["entry"] = Entry.objects.filter(campaign=self.campaign).latest("number").public_id

    def _repeatable(self) -> Iterator[Any]:
        """The commands given on sheets in the furnished campaign that can be given over and over."""
        from django.db import transaction

        from campaigns.models import Entry
        from campaigns.play.intent import Intent
        from campaigns.play.perform import perform
        from rules import codec
        from rules.engine.kernel import Refused

        for entry in Entry.objects.filter(campaign=self.campaign, encounter="").exclude(actor="").order_by("number"):
            intent = Intent(entry.command, codec.load(entry.given), actor=entry.actor)
            try:
                with transaction.atomic():
                    for _ in range(4):
                        perform(self.gm, intent)
                    transaction.set_rollback(True)
            except (Refused, LookupError):
                continue
            yield intent
        for number in range(3):
            yield Intent("sheet.text", {"text": "notes", "to": f"note {number}"}, actor=self.words["who"])

    def grow(self, entries: int) -> None:
        """Play on until there are so many entries more."""
        from benchmarks.filling import fill

        fill(self.gm, self.again, entries)
        self.look_up()

    def acts(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Everything that is measured, by name."""
        for name, client in self.clients.items():
            for page in PAGES:
                address = f"/campaigns/{self.campaign.public_id}/{page.format(**self.words)}"
                yield f"{name}: {page or 'campaign'}", lambda client=client, address=address: _ok(client.get(address))
        for path in ANSWERS:
            address = f"/api/v1/{path.format(**self.words)}"
            yield f"API: {path}", lambda address=address: _ok(self.program.get(address))
        yield "a write", lambda: self.leaving_nothing(self.write)
        yield "undo", lambda: self.leaving_nothing(self.undo)
        yield "a session with its summary", lambda: self.leaving_nothing(self.session)

    def leaving_nothing(self, act: Callable[[], Any]) -> None:
        """Do something and take it back with its transaction, so that what is measured later is as it was."""
        from django.db import transaction

        with transaction.atomic():
            act()
            transaction.set_rollback(True)

    def write(self) -> None:
        from campaigns.play.intent import Intent
        from campaigns.play.perform import perform

        to = f"{time.monotonic_ns()}"
        perform(self.gm, Intent("sheet.text", {"text": "notes", "to": to}, actor=self.words["who"]))

    def undo(self) -> None:
        from campaigns.play.undo import last_to_undo, undo

        last = last_to_undo(self.campaign)
        if last is None or last.command != "sheet.text":
            self.write()
            last = last_to_undo(self.campaign)
        assert last
        undo(self.gm, last.public_id)

    def session(self) -> None:
        from campaigns.models import Summary
        from campaigns.sessions import at_table
        from campaigns.summaries import worker

        at_table.begin(self.gm, title="Frost")
        for _ in range(10):
            self.write()
        at_table.end(self.gm)
        summary = Summary.objects.latest("pk")
        while worker.step(summary.pk, summary.token):
            pass


def _ok(answer: Any) -> None:
    assert answer.status_code == 200, (answer.status_code, answer.request["PATH_INFO"])
