"""Sessions: the evenings on which a campaign is played, as its game master says, or else as its pauses show."""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.utils.timezone import localtime

from campaigns import dates, play
from campaigns.models import Campaign, Entry, Membership
from rules.engine.facts import Told
from rules.engine.words import plainly

#: The entry of the chronicle with which a session begins.
BEGIN = "session.begin"
#: Where nobody says so, whoever does nothing for so long has gone home.
PAUSE = timedelta(hours=6)


class Session(NamedTuple):
    """One of them, from the first to the last that happened in it; ``key`` names it: its day, and which of that day."""

    key: str
    begin: datetime
    end: datetime

    @property
    def day(self) -> date:
        return localtime(self.begin).date()

    @property
    def nth(self) -> int:
        """The first of its day, the second ..."""
        return int(self.key.partition(".")[2] or 1)


def begin(member: Membership, *, key: str | None = None) -> Entry:
    """Say that a new session begins."""
    if not member.is_gm:
        raise PermissionDenied("Only the game master can do this.")

    def act(game: play.Game) -> dict[str, Any]:
        page = dates.page_of(game.member.campaign)
        date = f" It is {plainly(page.almanac.date())}." if page else ""
        game.table.happen(Told((), f"A new session begins.{date}"))
        return {}

    return play.write(member, play.Intent(BEGIN, {}, key=key), act)


def begun(campaign: Campaign) -> list[datetime]:
    """When sessions were said to begin; what was taken back was not said."""
    found = Entry.objects.filter(campaign=campaign, command=BEGIN, struck__isnull=True)
    return list(found.order_by("at").values_list("at", flat=True))


def sessions_in(times: Iterable[datetime], said: Iterable[datetime] = ()) -> list[Session]:
    """Moments parted wherever a session was said to begin or nothing happened for long, the latest session first.

    What begins on the same day is one session, unless it was said otherwise.
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
