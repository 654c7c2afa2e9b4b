"""Notices that stay until they are read: handouts, pages, summaries, approvals, and sessions that are near.

Observers are told of what they may read, as everybody is, and of a session once they have said that they come to it.
Nothing is mailed to them but what they chose themselves (`campaigns.notices.reading.mailed_to`).
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from campaigns.chronicle import notify
from campaigns.models import Campaign, Document, JournalPage, Membership, Notice, Proposal, Role, Seat, Session
from campaigns.notices import chat, push
from winterhall.web.local_time import zone_name

#: The time before a session at which people are told that it is near.
AHEAD = timedelta(hours=24)
#: The beginnings of the keys of notices that somebody does not come, and that all players have answered.
AWAY, ALL = "away ", "all "


def handout(page: JournalPage, to: Collection[int]) -> None:
    """Tell the users with these keys that they are shown a handout; who was shown it before is told anew."""
    Notice.objects.filter(about=page.public_id, kind=Notice.Kind.HANDOUT).delete()
    address = reverse("campaigns:journal_page", args=[page.campaign.public_id, page.public_id])
    _tell(page.campaign, Notice.Kind.HANDOUT, page.public_id, f"A handout: {page.title}", address, to)


def page(page: JournalPage, to: Collection[int]) -> None:
    """Tell the users with these keys that they may read a page of the journal from now on."""
    address = reverse("campaigns:journal_page", args=[page.campaign.public_id, page.public_id])
    _tell(page.campaign, Notice.Kind.PAGE, page.public_id, f"In the journal: {page.title}", address, to)


def revealed(page: JournalPage, to: Collection[int]) -> None:
    """Tell the users with these keys that there is more on a page; in place of a notice that still waits."""
    Notice.objects.filter(about=page.public_id, kind=Notice.Kind.PAGE, user__in=to, read_at=None).delete()
    address = reverse("campaigns:journal_page", args=[page.campaign.public_id, page.public_id])
    _tell(page.campaign, Notice.Kind.PAGE, page.public_id, f"Revealed in the journal: {page.title}", address, to)


def summary(session: Session, but: int) -> None:
    """Tell all members but one, who published it, that the summary of a session is ready."""
    address = _page_of(session)
    text = f"The story of {session.title or 'the last session'} is ready."
    to = _members(session) - {but}
    Notice.objects.filter(about=session.public_id, kind=Notice.Kind.SUMMARY).delete()
    _tell(session.campaign, Notice.Kind.SUMMARY, session.public_id, text, address, to)
    chat.say(session.campaign, text, address)


def planned(session: Session, by: int) -> None:
    """Tell all at the table but one, who planned it, when a session is to be, and ask them whether they come."""
    at = session.planned_for
    told = Notice.objects.filter(about=session.public_id, kind=Notice.Kind.SESSION)
    told.exclude(key__startswith=AWAY).delete()
    # Of one that is near they hear as of every other that is.
    if at is None or at <= timezone.now() + AHEAD:
        return
    when = f"{date_format(localtime(at), 'l j F, H:i')} ({zone_name()})"
    text = f"{session.title or 'The next session'} is planned for {when}. Are you coming?"
    _tell(session.campaign, Notice.Kind.SESSION, session.public_id, text, _page_of(session), _invited(session) - {by})


def stays_away(seat: Seat, session: Session) -> None:
    """Tell game masters that somebody does not come, or no longer that they stay away."""
    key, kind = f"{AWAY}{seat.user_id}", Notice.Kind.SESSION
    Notice.objects.filter(about=session.public_id, kind=kind, key=key).delete()
    running = Membership.objects.filter(campaign=session.campaign, role__in=Role.running()).exclude(user=seat.user_id)
    if seat.answer == Seat.Answer.NO:
        text = f"{seat.user} is not coming to {session.title or 'the next session'}."
        to = set(running.values_list("user_id", flat=True))
        _tell(session.campaign, kind, session.public_id, text, _page_of(session), to, key)


def all_answered(session: Session, players: int, given: str) -> None:
    """Tell game masters once that all players have answered; another answer afterwards changes what they were told."""
    key, kind = f"{ALL}{players}", Notice.Kind.SESSION
    text = f"Everybody has answered for {session.title or 'the next session'}: {given}."
    told = Notice.objects.filter(about=session.public_id, kind=kind, key__startswith=ALL)
    told.exclude(key=key).delete()
    if told.update(text=text):
        return
    running = Membership.objects.filter(campaign=session.campaign, role__in=Role.running())
    to = set(running.values_list("user_id", flat=True))
    _tell(session.campaign, kind, session.public_id, text, _page_of(session), to, key)


def near(session: Session, now: datetime) -> None:
    """Tell everybody who has not said that they stay away that a session is near: once for each time it is set to."""
    assert session.planned_for is not None  # noqa: S101 - only planned sessions are near
    key = session.planned_for.isoformat()
    told = Notice.objects.filter(about=session.public_id, kind=Notice.Kind.SESSION)
    told = told.exclude(Q(key__startswith=AWAY) | Q(key__startswith=ALL))
    told.exclude(key=key).delete()
    away = session.seats.filter(answer=Seat.Answer.NO).values_list("user_id", flat=True)
    to = _invited(session) - set(away) - set(told.values_list("user_id", flat=True))
    if not to:
        return
    is_first = not told.exists()
    at = localtime(session.planned_for)
    day = "today" if at.date() == localtime(now).date() else f"on {date_format(at, 'l')}"
    text = f"{session.title or 'The next session'} begins {day} at {date_format(at, 'H:i')} ({zone_name()})."
    _tell(session.campaign, Notice.Kind.SESSION, session.public_id, text, _page_of(session), to, key)
    if is_first:
        chat.say(session.campaign, text, _page_of(session))


def approval_wanted(proposal: Proposal, text: str) -> None:
    """Tell game masters that a change on a sheet waits for their approval."""
    running = Membership.objects.filter(campaign=proposal.campaign, role__in=Role.running())
    _tell_of_approval(proposal, text, set(running.values_list("user_id", flat=True)))


def approval_given(proposal: Proposal, text: str) -> None:
    """Tell a player what their game master said to a change."""
    _tell_of_approval(proposal, text, {proposal.by_id})


def test_wanted(character: Document, text: str, address: str, key: str) -> None:
    """Ask the players of a character for a test; asking anew takes the place of what they have not rolled yet."""
    about, kind = character.public_id, Notice.Kind.TEST
    Notice.objects.filter(about=about, kind=kind, read_at=None).exclude(key=key).delete()
    _tell(character.campaign, kind, about, text, address, character.players, key)


def answered(character: Document, text: str, address: str, *, leads_to: str = "") -> None:
    """Tell the players of a character what the game master said to a wish, and where to go on with it."""
    kind = Notice.Kind.TEST if leads_to else Notice.Kind.APPROVAL
    key = f"{leads_to} {timezone.now().isoformat()}" if leads_to else ""
    _tell(character.campaign, kind, character.public_id, text, address, character.players, key)


def shared(character: Document, entry: str, text: str, but: int) -> None:
    """Tell the players of a character, but one, what came to them by an entry."""
    here = reverse("characters:sheet", args=[character.campaign.public_id, character.public_id])
    to = set(character.players) - {but}
    _tell(character.campaign, Notice.Kind.APPROVAL, entry, text, here, to, character.public_id)


def done(campaign: Campaign, about: Collection[str], command: str) -> None:
    """Take it as read that these may do what they have done now, or may do no longer."""
    waiting = Notice.objects.filter(campaign=campaign, about__in=about, kind=Notice.Kind.TEST, read_at=None)
    waiting.filter(key__startswith=f"{command} ").update(read_at=timezone.now())


def tests_wanted(member: Membership) -> list[Notice]:
    """The tests that a member is asked for in their campaign and has not turned to yet, the oldest first."""
    asked = Notice.objects.filter(user=member.user_id, campaign=member.campaign_id, kind=Notice.Kind.TEST)
    return list(asked.filter(read_at=None).order_by("pk"))


def _tell_of_approval(proposal: Proposal, text: str, to: Collection[int]) -> None:
    address = reverse("campaigns:approvals", args=[proposal.campaign.public_id])
    _tell(proposal.campaign, Notice.Kind.APPROVAL, proposal.public_id, text, address, to)


def forget(about: str, users: Collection[int] | None = None) -> None:
    """Take back the notices about something that is no longer there, for everybody or for some users."""
    told = Notice.objects.filter(about=about)
    (told if users is None else told.filter(user__in=users)).delete()


def _page_of(session: Session) -> str:
    return reverse("campaigns:session_page", args=[session.campaign.public_id, session.public_id])


def _members(session: Session) -> set[int]:
    return set(Membership.objects.filter(campaign=session.campaign_id).values_list("user_id", flat=True))


def _invited(session: Session) -> set[int]:
    """The keys of those to whom a coming session matters: observers who said that they come, and everybody else."""
    coming = session.seats.filter(answer__in=(Seat.Answer.YES, Seat.Answer.MAYBE)).values("user")
    members = Membership.objects.filter(~Q(role=Role.OBSERVER) | Q(user__in=coming), campaign=session.campaign_id)
    return set(members.values_list("user_id", flat=True))


def _tell(
    campaign: Campaign, kind: str, about: str, text: str, address: str, to: Collection[int], key: str = ""
) -> None:
    key = key or timezone.now().isoformat()
    notices = [
        Notice(user_id=user, campaign=campaign, kind=kind, about=about, key=key, text=text[:300], address=address)
        for user in sorted(to)
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    notify.notice_on_commit(campaign, to)
    push.say(notices)
