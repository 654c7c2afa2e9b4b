"""Undo and redo: entries that take the last one back, or bring it again."""

from collections.abc import Callable
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db import transaction

from campaigns.audience import history, viewers
from campaigns.chronicle import notify, record
from campaigns.chronicle.replay import restore, strike
from campaigns.models import Campaign, Entry, Membership, Struck, own_book
from campaigns.notices import fights
from campaigns.play.intent import Intent
from campaigns.play.perform import chronicle_line, earlier_by
from rules.engine.kernel import NotNow

#: What else happens where an entry of a command is taken back or brought again. An app adds what it has above this.
FOLLOWING: dict[str, Callable[[Membership, Entry], None]] = {}


def undo(member: Membership, entry_id: str, *, encounter: str = "", key: str | None = None) -> Entry:
    """Take back the last thing that happened (in an encounter, or in the campaign), named by its public id."""
    return _turn_back(member, "undo", entry_id, encounter, key)


def redo(member: Membership, entry_id: str, *, encounter: str = "", key: str | None = None) -> Entry:
    """Let what was taken back last happen again, as long as nothing else has happened since."""
    return _turn_back(member, "redo", entry_id, encounter, key)


def _turn_back(member: Membership, which: str, entry_id: str, encounter: str, key: str | None) -> Entry:
    if not member.is_gm:
        raise PermissionDenied("Only the game master can undo.")
    intent = Intent(which, {"entry": entry_id}, encounter=encounter, key=key)
    with transaction.atomic():
        campaign = record.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        candidate = last_to_undo(campaign, encounter) if which == "undo" else last_to_redo(campaign, encounter)
        if candidate is None or candidate.public_id != entry_id:
            raise NotNow(f"There is something else to {which} now. Reload the page.", "entry")
        line = replace(
            chronicle_line(member, intent, [], history.veiled_in(candidate)),
            encounter=candidate.encounter,
            undoes=candidate if which == "undo" else None,
            redoes=candidate if which == "redo" else None,
        )
        entry = record.write(campaign, line)
        players = viewers.players_of(viewers.people(member))
        (strike if which == "undo" else restore)(candidate, entry, players)
        member.campaign = campaign
        own_book.lay(member)
        fights.keep_stored(campaign, candidate.encounter)
        if candidate.command in FOLLOWING:
            FOLLOWING[candidate.command](member, candidate)
        notify.tell_on_commit(campaign, entry)
    return entry


def last_to_undo(campaign: Campaign, encounter: str = "") -> Entry | None:
    """The entry that undo would take back now."""
    entries = Entry.objects.counting().filter(campaign=campaign)
    if encounter:
        entries = entries.filter(encounter=encounter)
    found: Entry | None = entries.order_by("-number").first()
    return found


def last_to_redo(campaign: Campaign, encounter: str = "") -> Entry | None:
    """The entry that redo would bring back now."""
    return struck_after(campaign, encounter, last_to_undo(campaign, encounter))


def struck_after(campaign: Campaign, encounter: str, counting: Entry | None) -> Entry | None:
    """The earliest struck entry after the last one that counts."""
    struck = Struck.objects.filter(campaign=campaign).select_related("entry__campaign", "entry__by")
    if encounter:
        struck = struck.filter(entry__encounter=encounter)
    if counting is not None:
        struck = struck.filter(entry__number__gt=counting.number)
    first = struck.order_by("entry__number").first()
    return first.entry if first else None
