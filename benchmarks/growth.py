"""Growth: every page, answer, write, undo and summary of a campaign before and after 100,000 more entries.

The furnished campaign of the first game is played on until its lists fill a page, measured, played on by its own
commands, and measured again in the same run. Counted is the time of the processor, since others may work on the
machine; of PostgreSQL it leaves out the server.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchmarks import surroundings

#: The most that anything may take as often as before, the rounds of each, and the milliseconds below which nothing is
#: told apart from the noise of the machine.
MOST, ROUNDS, NOISE = 1.2, 12, 3.0
#: The most seconds in which 100,000 entries are verified.
MOST_VERIFYING = 6.0
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
#: Entries with which lists fill a page.
FEW = 200
#: Entries that are committed together while the campaign grows.
AT_ONCE = 250


class Grown:
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
        from django.db import transaction

        from campaigns.play.intent import Intent
        from campaigns.play.perform import perform
        from rules.engine.kernel import Refused

        done = 0
        while done < entries:
            with transaction.atomic():
                for _ in range(min(AT_ONCE, entries - done)):
                    try:
                        perform(self.gm, self.again[done % len(self.again)])
                    except Refused:
                        note = Intent("sheet.text", {"text": "notes", "to": f"{done}"}, actor=self.words["who"])
                        perform(self.gm, note)
                    done += 1
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


def medians(grown: Grown) -> Mapping[str, float]:
    """The median milliseconds of the processor for each act."""
    found = {}
    for name, act in grown.acts():
        act()
        took = []
        for _ in range(ROUNDS):
            begun = time.process_time_ns()
            act()
            took.append((time.process_time_ns() - begun) / 1e6)
        found[name] = statistics.median(took)
    return found


def measured(entries: int) -> int:
    """Print every figure, and return how many are too high."""
    from django.db import connection

    from campaigns.chronicle import verify

    grown = Grown()
    grown.grow(FEW)
    before = medians(grown)
    begun = time.monotonic()
    grown.grow(entries)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{entries} entries in {time.monotonic() - begun:.0f} s, on {connection.vendor}")
    after = medians(grown)
    slow = 0
    for name, now in after.items():
        is_slow = now > MOST * before[name] and now - before[name] > NOISE
        slow += is_slow
        print(
            f"{name:60} {before[name]:8.1f} {now:8.1f} ms  {now / before[name]:5.2f} x{'  TOO SLOW' if is_slow else ''}"
        )
    busy = time.process_time()
    grown.campaign.refresh_from_db()
    faults = verify.faults(grown.campaign)
    took = time.process_time() - busy
    slow += took > MOST_VERIFYING * max(1, entries / 100_000)
    print(f"{'verify_chronicle':60} {took:8.1f} s")
    slow += len(faults)
    print(*faults, sep="\n")
    print(f"{len(after) + 1 - slow} passed, {slow} failed")
    return slow


def main() -> None:
    """Measure on the database that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--entries", type=int, default=100_000)
    chosen = parser.parse_args()
    with surroundings.opened(chosen.database):
        slow = measured(chosen.entries)
    raise SystemExit(slow > 0)


if __name__ == "__main__":
    main()
