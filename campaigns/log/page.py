"""A page of the log: a stretch of the chronicle in words, each entry with its date in the campaign."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.audience import history, viewers
from campaigns.audience.viewers import Viewer
from campaigns.log import passages
from campaigns.log.passages import Passage
from campaigns.log.said_dates import said_dates
from campaigns.models import AlmanacPage, Campaign, Entry, Membership
from rules.engine.system.protocol import System

#: Passages of the chronicle on a page, and the most entries that are read for them.
AT_ONCE = 40
_MOST_READ = 2000


@dataclass(frozen=True, slots=True)
class LogPage:
    """A stretch of the chronicle in words, the newest first; ``earlier`` names the entry before which there is more."""

    passages: tuple[Passage, ...]
    earlier: str = ""

    def said_of(self, entry: Entry, system: System) -> str:
        """An entry in a few words, for the button that takes it back: who did what, where it stands on this page."""
        here = next((one for one in self.passages if one.key == entry.public_id), None)
        if here is None:
            return passages.label_of(entry.command, system)
        return ", ".join(word for word in (here.actor, here.label) if word)


def log_page(member: Membership, before: str = "", at: str = "") -> LogPage:
    """A stretch of the chronicle as the member may know it: before one entry, or back from another (``at``)."""
    known = viewers.people(member)
    eyes = viewers.viewer(member, known)
    entries = Entry.objects.filter(campaign=member.campaign_id)
    if before or at:
        place = history.number_of(member, eyes, before or at) or 0
        entries = entries.filter(number__lt=place) if before else entries.filter(number__lte=place)
    read = entries.for_reading().newest_first(2 * AT_ONCE, _MOST_READ)
    open_to_players = frozenset(one.public_id for one in known if not one.secret)
    players = Viewer(is_gm=False, open_sheets=open_to_players) if member.is_gm else None
    names = {one.public_id: one.name for one in known}
    found: list[Passage] = []
    for passage in passages.passages(read, member.campaign.system, names, eyes, players):
        if len(found) == AT_ONCE:
            return LogPage(dated(member.campaign, found), earlier=found[-1].key)
        found.append(passage)
    return LogPage(dated(member.campaign, found))


# -- dates in the campaign ---------------------------------------------------------------------------------------------


def dated(campaign: Campaign, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Passages, the newest first, with the date on which each happened, as far as a date had been said by then."""
    page = AlmanacPage.of(campaign) if passages else None
    if page is None:
        return tuple(passages)
    said = said_dates(page, passages[-1].number, passages[0].number)
    numbers = [number for number, _ in said]

    def date(passage: Passage) -> str:
        place = bisect_right(numbers, passage.number)
        return said[place - 1][1] if place else ""

    return tuple(replace(passage, date=date(passage)) for passage in passages)
