"""A long chronicle, written many entries at once: as `campaigns.play.perform` would write them one by one, only sooner.

Commands are performed by the rules with dice of their own, and what follows from each is made by what makes it of a
single entry; only the rows are kept back until there are many. ``verify`` holds the result against the chronicle.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from campaigns.audience import history, viewers
from campaigns.chronicle import record, roll_index
from campaigns.models import Checkpoint, Document, Entry, Membership, all_sheets
from campaigns.play.game import Game, lay_out_for_all
from campaigns.play.intent import Intent
from campaigns.play.perform import chronicle_line, perform_on
from rules.engine.kernel import Fact, Json, Refused

#: Entries that are written at once.
AT_ONCE = 500


def fill(member: Membership, intents: Sequence[Intent], entries: int) -> None:
    """Perform intents on sheets over and over, so many entries in all; a note stands in for one that is refused."""
    for begun in range(0, entries, AT_ONCE):
        with transaction.atomic():
            member.campaign = record.lock(member.campaign_id)
            stretch = _Stretch(member, {intent.actor for intent in intents})
            for number in range(begun, min(begun + AT_ONCE, entries)):
                intent = intents[number % len(intents)]
                note = Intent("sheet.text", {"text": "notes", "to": f"{number}"}, actor=intent.actor)
                try:
                    stretch.play(intent)
                except Refused:
                    stretch.play(note)
            stretch.write()


class _Stretch:
    """Entries played on one table, and the rows that follow from them."""

    def __init__(self, member: Membership, actors: Iterable[str]) -> None:
        found = all_sheets().filter(campaign=member.campaign, public_id__in=actors)
        self.documents: dict[str, Document] = {one.public_id: one for one in found}
        self.member, self.players = member, viewers.players_of(self.documents.values())
        self.game = self._laid_out()
        self.entries: list[Entry] = []
        #: Rows that name entries, which have no keys of their own before they are written.
        self.rows: list[Any] = []
        self.happened: list[tuple[Document, Entry, list[Fact]]] = []

    def _laid_out(self) -> Game:
        return lay_out_for_all(self.member, self.documents.values())

    def play(self, intent: Intent) -> None:
        """Perform one command; where it is refused, whatever had happened by then has not."""
        self.game.table = self.game.table.as_actor(intent.actor)
        self.game.table.facts = []
        try:
            given = perform_on(self.game, intent)
        except Refused:
            self.game = self._laid_out()
            raise
        self._follow(intent, given, self.game.table.facts)

    def _follow(self, intent: Intent, given: dict[str, Json], facts: list[Fact]) -> None:
        secret = [intent.actor] if self.documents[intent.actor].secret else []
        line = chronicle_line(self.member, intent, facts, history.veiled_by((), (), secret, ()))
        entry = record.next_entry(self.member.campaign, replace(line, given=given))
        self.entries.append(entry)
        for who in record.touched_by(facts, ""):
            document = self.documents[who]
            self.rows.append(record.become(document, self.game.table.sheets[who], entry, self.players))
            self.happened.append((document, entry, facts))
            if document.version % record.CHECKPOINT_EVERY == 0:
                self.rows.append(Checkpoint(document=who, number=entry.number, body=document.body))

    def write(self) -> None:
        """Write everything."""
        Entry.objects.bulk_create(self.entries)
        self.member.campaign.save(update_fields=["last_number", "last_hash"])
        for document, entry, facts in self.happened:
            self.rows += document.own_rows(entry, facts, struck=False)
        for model in dict.fromkeys(map(type, self.rows)):
            model._default_manager.bulk_create([row for row in self.rows if type(row) is model])
        players = {who: document.player_id for who, document in self.documents.items()}
        roll_index.write([one for entry in self.entries for one in roll_index.rows_of(entry, players)])
        for document in self.documents.values():
            document.save(update_fields=document.following)
            document.remade()
