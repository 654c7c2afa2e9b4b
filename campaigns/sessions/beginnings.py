"""Beginnings of sessions before somebody said so: what happened already, and belongs to no session, is taken in."""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.timezone import localtime

from campaigns.audience import access
from campaigns.calendar.sessions import SINCE, Stretch, named_course, running
from campaigns.models import Campaign, Entry, Membership, Session
from campaigns.play.game import Game
from campaigns.play.intent import Intent, refuse_stale
from campaigns.play.perform import write
from campaigns.summaries import worker
from rules import codec
from rules.engine.kernel import Json, NotNow, Refused, Told, plainly

#: The furthest that a session begins before somebody said so.
MOST_BACK = timedelta(hours=12)
#: The latest entries among which the first of an evening is looked for.
LATEST = 1000
#: The seconds for which it is known that a session runs.
KEPT_FOR = 3600


# -- read --------------------------------------------------------------------------------------------------------------


def loose_since(campaign: Campaign, session_id: str = "") -> datetime | None:
    """The moment of the first entry before a session, or before now, that belongs to none; ``None`` without one."""
    before, own = _neighbours(campaign, session_id)
    until = own.said_at if own else timezone.now()
    end = min(own.first + 1, own.said) if own else None
    least = (end or campaign.last_number) - LATEST
    loose = _between(before, end, campaign, least).filter(at__gte=until - MOST_BACK)
    return loose.order_by("number").values_list("at", flat=True).first()


def is_running(campaign: Campaign) -> bool:
    """Whether a session runs: asked of the chronicle once an entry, for a fight is looked at after each."""
    key = f"session-runs:{campaign.public_id}:{campaign.last_number}"
    return bool(cache.get_or_set(key, lambda: running(campaign) is not None, KEPT_FOR))


def _neighbours(campaign: Campaign, session_id: str) -> tuple[Stretch | None, Stretch | None]:
    """The session before one, and that one itself; before one that is yet to begin, the latest."""
    said = named_course(campaign)
    place = next((place for place, one in enumerate(said) if one.session == session_id), None)
    if place is None:
        return (said[-1] if said else None), None
    return (said[place - 1] if place else None), said[place]


def _between(before: Stretch | None, until: int | None, campaign: Campaign, least: int = 1) -> QuerySet[Entry]:
    """The entries after one session, up to one by its number; none with a number below ``least``."""
    # One bound: of two SQLite goes by the first, and reads whatever lies between them.
    first = max(least, (before.end or 0) + 1 if before else 1)
    found: QuerySet[Entry] = Entry.objects.counting().filter(campaign=campaign, number__gte=first)
    return found.filter(number__lt=until) if until else found


# -- written -----------------------------------------------------------------------------------------------------------


def beginning_at(campaign: Campaign, since: datetime, session_id: str = "") -> dict[str, Json]:
    """The beginning of a session at a moment, as its entry keeps it: the moment, and the entry before the first."""
    before, own = _neighbours(campaign, session_id)
    until = own.said_at if own else timezone.now()
    if since > until:
        raise Refused("A session cannot begin in the future. Choose an earlier time.", "since")
    if since < until - MOST_BACK:
        raise Refused(f"A session begins at most {MOST_BACK.seconds // 3600} hours back. Choose a later time.", "since")
    ended = before.ended_at if before else None
    if before and ended and since < ended.replace(second=0, microsecond=0):
        raise Refused(f"{before.name} ended at {localtime(ended):%H:%M}. Choose a later time.", "since")
    since = max(since, ended) if ended else since
    first = _between(before, own.said if own else None, campaign).filter(at__gte=since).order_by("number").first()
    after = first.number - 1 if first else own.said if own else None
    return {} if after is None else {"since": since.isoformat(), "after": after}


def move(
    member: Membership, session: Session, since: datetime, *, seen: int | None = None, key: str | None = None
) -> Entry:
    """Move the beginning of a session; where it is over, its summary is made anew."""
    access.refuse_unless_gm(member)
    given: dict[str, Json] = {"session": session.public_id, "since": since.isoformat()}
    intent = Intent(SINCE, given, key=key)
    moved: list[Session] = []

    def act(game: Game) -> dict[str, Json]:
        campaign = game.member.campaign
        current = Session.objects.get(pk=session.pk)
        refuse_stale(current, current.version, seen)
        _, own = _neighbours(campaign, session.public_id)
        if own is None:
            raise NotNow("This session has not begun yet.", "since")
        told = beginning_at(campaign, since, session.public_id)
        after = told["after"]
        if after == own.first:
            raise NotNow("Nothing happened between that time and the beginning of the session.", "since")
        moved.append(current)
        current.version += 1
        current.save(update_fields=["version"])
        how = "now begins earlier" if after < own.first else "now begins later"
        game.table.happen(Told((), f"{plainly(own.name)} {how}."))
        return {"session": session.public_id, **told}

    with transaction.atomic():
        entry = write(member, intent, act)
        for one in moved:
            _summarise(member, one)
    return entry


def summarise_anew(member: Membership, entry: Entry) -> None:
    """Let the summary of a session that is over be made anew, after an entry that changed it, or that is taken back."""
    _summarise(member, Session.objects.get(public_id=codec.load(entry.given)["session"]))


def _summarise(member: Membership, session: Session) -> None:
    _, own = _neighbours(member.campaign, session.public_id)
    if own is not None and not own.is_running:
        worker.start(session, member.user)
