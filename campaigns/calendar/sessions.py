"""Sessions: the evenings on which a campaign is played, as its game master says, or else as its pauses show."""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.utils.timezone import localtime

from campaigns.audience import access
from campaigns.models import AlmanacPage, Campaign, Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from rules.engine.kernel import Told, plainly

#: The entry of the chronicle with which a session begins.
BEGIN = "session.begin"
#: The pause after which another session begins, where nobody has said that one does.
PAUSE = timedelta(hours=6)


class Session(NamedTuple):
    """A session, from the first to the last moment in which something happened; ``key`` is its day, and which of it."""

    key: str
    begin: datetime
    end: datetime

    @property
    def day(self) -> date:
        return localtime(self.begin).date()

    @property
    def nth(self) -> int:
        """The session's number among those of its day, from 1."""
        return int(self.key.partition(".")[2] or 1)


def begin(member: Membership, *, key: str | None = None) -> Entry:
    """Say that a new session begins."""
    access.refuse_unless_gm(member)

    def act(game: Game) -> dict[str, Any]:
        page = AlmanacPage.of(game.member.campaign)
        date = f" It is {plainly(page.almanac.date())}." if page else ""
        game.table.happen(Told((), f"A new session begins.{date}"))
        return {}

    return write(member, Intent(BEGIN, {}, key=key), act)


def begun(campaign: Campaign) -> list[datetime]:
    """The moments in which sessions were said to begin, the earliest first, without those that were taken back."""
    found = Entry.objects.filter(campaign=campaign, command=BEGIN, struck__isnull=True)
    return list(found.order_by("at").values_list("at", flat=True))


def sessions_in(times: Iterable[datetime], said: Iterable[datetime] = ()) -> list[Session]:
    """The sessions, the latest first, that moments make: parted where one was said to begin, and by long pauses.

    ``times`` come in order. Within the day on which a session began, only what was said parts it.
    """
    found: list[Session] = []
    before: datetime | None = None
    beginnings = list(said)
    for at in times:
        anew = before is not None and bisect_right(beginnings, before) < bisect_right(beginnings, at)
        day = localtime(at).date()
        goes_on = before is not None and (at - before <= PAUSE or found[-1].day == day)
        if found and goes_on and not anew:
            found[-1] = found[-1]._replace(end=at)
        else:
            nth = 1 + sum(one.day == day for one in found)
            found.append(Session(day.isoformat() + (f".{nth}" if nth > 1 else ""), at, at))
        before = at
    return found[::-1]
