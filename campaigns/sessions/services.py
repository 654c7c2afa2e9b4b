"""Writing sessions beside play: planning one, reminders, who comes, who was there, and what becomes of its summary."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.timezone import localtime

from campaigns.audience import access
from campaigns.calendar.sessions import course
from campaigns.chronicle import notify, record
from campaigns.models import Membership, Seat, Session, Summary
from campaigns.notices import telling
from campaigns.play.intent import refuse_stale
from campaigns.sessions.attendance import attendance
from campaigns.sessions.letters import write_letters
from campaigns.summaries.telling import told_to_players
from rules.engine.character.names import check_name
from rules.engine.kernel import NotNow, Refused

#: The most letters of a title, and of a summary that the game master wrote.
MOST_TITLE, MOST_TEXT = 120, 20_000
#: The most hours of a session.
MOST_HOURS = 24


def check_title(title: str) -> None:
    """Refuse a title that is too long, or has letters that do not show."""
    check_name(title, "title")
    if len(title) > MOST_TITLE:
        raise Refused(f"A title has at most {MOST_TITLE} characters.", "title")


# -- plans -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def plan(member: Membership, *, title: str = "", planned_for: datetime | None, hours: int = 4) -> Session:
    """Plan a session."""
    access.refuse_unless_gm(member)
    record.lock(member.campaign_id)
    session = Session(campaign=member.campaign)
    _write(session, title, planned_for, hours)
    telling.planned(session, member.user_id)
    notify.sessions_on_commit(member.campaign)
    return session


@transaction.atomic
def change(
    member: Membership,
    session: Session,
    *,
    title: str,
    planned_for: datetime | None,
    hours: int,
    seen: int | None = None,
) -> Session:
    """Give a session another title or another time."""
    session = _locked(member, session)
    refuse_stale(session, session.version, seen)
    session.version += 1
    is_moved = planned_for != session.planned_for
    _write(session, title, planned_for, hours)
    if is_moved and not _has_begun(session):
        telling.planned(session, member.user_id)
    notify.sessions_on_commit(member.campaign)
    return session


def _write(session: Session, title: str, planned_for: datetime | None, hours: int) -> None:
    check_title(title)
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(f"A session lasts 1 to {MOST_HOURS} hours.", "hours")
    session.title, session.planned_for, session.hours = title.strip(), planned_for, hours
    session.save()


@transaction.atomic
def call_off(member: Membership, session: Session) -> None:
    """Call a planned session off."""
    session = _locked(member, session)
    if _has_begun(session):
        raise NotNow("This session has begun. Only planned sessions can be cancelled.")
    telling.forget(session.public_id)
    session.delete()
    notify.sessions_on_commit(member.campaign)


@transaction.atomic
def answer(member: Membership, session: Session, answered: str) -> Seat:
    """Say whether one comes to a session."""
    if answered not in Seat.Answer.values:
        raise Refused("Say yes, maybe or no.", "answer")
    record.lock(member.campaign_id)
    seat, _ = Seat.objects.get_or_create(session=session, user=member.user)
    seat.answer = answered
    seat.save(update_fields=["answer"])
    telling.stays_away(seat, session)
    answers = attendance(member.campaign, [session])[session.pk]
    if answers.is_complete:
        telling.all_answered(session, len(answers.answers), answers.given)
    notify.sessions_on_commit(member.campaign)
    return seat


@transaction.atomic
def note_who_was_there(member: Membership, session: Session, there: Collection[str]) -> None:
    """Note who was there; ``there`` are the ids of members."""
    session = _locked(member, session)
    for place in Membership.objects.filter(campaign=member.campaign_id).select_related("user"):
        was_there = place.user.public_id in there
        Seat.objects.update_or_create(session=session, user=place.user, defaults={"was_there": was_there})
    notify.sessions_on_commit(member.campaign)


def _locked(member: Membership, session: Session) -> Session:
    access.refuse_unless_gm(member)
    record.lock(member.campaign_id)
    return Session.objects.get(pk=session.pk)


def remind() -> None:
    """Tell people of the sessions of the next day; who knows of one already is not told again."""
    now = timezone.now()
    planned = Session.objects.filter(planned_for__gt=now, planned_for__lte=now + telling.AHEAD)
    for session in planned.filter(campaign__binned_at=None, campaign__archived_at=None):
        _remind_of(session.pk, now)


@transaction.atomic
def _remind_of(session_pk: int, now: datetime) -> None:
    """Tell people of a session, unless it has begun, or a session of its day has: the table has met by then."""
    found = Session.objects.filter(pk=session_pk).select_related("campaign").first()
    if found is None or found.planned_for is None:
        return
    record.lock(found.campaign_id)
    day = localtime(found.planned_for).date()
    if not any(
        found.public_id == one.session or localtime(one.begun_at).date() == day for one in course(found.campaign)
    ):
        telling.near(found, now)


def _has_begun(session: Session) -> bool:
    return any(one.session == session.public_id for one in course(session.campaign))


# -- the summary -------------------------------------------------------------------------------------------------------


@transaction.atomic
def edit(member: Membership, session: Session, text: str, *, seen: int | None = None) -> Summary:
    """Write the story of a summary oneself, for all players; an empty one gives way to the text that was made.

    The text that was made, sent back as it was, stays what is made: the next writing may change it.
    """
    summary = _summary(member, session, seen)
    if len(text) > MOST_TEXT:
        raise Refused(f"A summary has at most {MOST_TEXT:,} characters.", "text")
    own, made = text.replace("\r\n", "\n").strip(), told_to_players(summary)
    summary.edited = "" if made and own == made.story else own
    return _turned(member, summary, is_read=summary.published_at is not None)


@transaction.atomic
def publish(
    member: Membership, session: Session, *, text: str | None = None, address: str = "", seen: int | None = None
) -> Summary:
    """Show a summary to the players, with the game master's own ``text`` where they are writing one.

    With an ``address`` at which it stands all are written to who have had no letter about it, or one with another
    story.
    """
    summary = _summary(member, session, seen)
    if text is not None:
        summary = edit(member, session, text)
    if summary.published_at is None:
        summary.published_at = timezone.now()
        telling.summary(session, but=member.user_id)
    if address:
        write_letters(member, summary, address)
    return _turned(member, summary, is_read=True)


@transaction.atomic
def take_back(member: Membership, session: Session, *, text: str | None = None, seen: int | None = None) -> Summary:
    """Keep a published summary from the players again; a ``text`` that is being written is saved along."""
    summary = _summary(member, session, seen)
    if text is not None:
        summary = edit(member, session, text)
    summary.published_at = None
    return _turned(member, summary, is_read=True)


@transaction.atomic
def change_summary(
    member: Membership, session: Session, *, edited: str | None, published: bool | None, seen: int
) -> Summary:
    """Write the story oneself, show it to the players or keep it from them, all at once; ``None`` leaves it."""
    summary = _summary(member, session, seen)
    if edited is not None:
        summary = edit(member, session, edited)
    if published is not None:
        summary = publish(member, session) if published else take_back(member, session)
    return summary


def _summary(member: Membership, session: Session, seen: int | None) -> Summary:
    access.refuse_unless_gm(member)
    record.lock(member.campaign_id)
    summary = Summary.objects.select_for_update().filter(session=session, edition__gt=0).first()
    if summary is None or not summary.tellings.exists():
        raise NotNow("There is no summary yet. It is written when the session ends.")
    refuse_stale(session, summary.version, seen)
    return summary


def _turned(member: Membership, summary: Summary, *, is_read: bool) -> Summary:
    """The summary saved; players look again where they could read it before, or can now."""
    summary.version += 1
    summary.save(update_fields=["edited", "published_at", "version"])
    if is_read:
        notify.sessions_on_commit(member.campaign)
    return summary
