"""The worker's part of summaries: one audience a step. Whoever makes a version brings the same, and it counts once.

Workers may be killed anywhere: a version is reckoned outside of any transaction, so that nobody at the table waits, and
written only if the call still counts.
"""

from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.db import transaction
from django.utils import timezone

from campaigns.audience import access
from campaigns.calendar.sessions import Stretch, course
from campaigns.chronicle import notify, record
from campaigns.long_work.worker import OURS_IS_BROKEN, pick_up, shift
from campaigns.models import Membership, Session, Summary, Telling
from campaigns.summaries.making import audiences, make
from campaigns.summaries.reading import all_people
from campaigns.summaries.telling import key_of
from campaigns.summaries.version import to_text
from rules.engine.kernel import NotNow
from winterhall.accounts.models import User

log = structlog.get_logger(__name__)
State = Summary.State
#: The time without a sign after which a worker is thought to be gone.
LEASE = timedelta(seconds=20)
#: The sentence for a session whose end was taken back while the worker was at it.
GOES_ON = "The session is still running. Its summary is written when it ends."


# -- asked for ---------------------------------------------------------------------------------------------------------


def start(session: Session, by: User, *, anew: bool = False) -> Summary:
    """Let the summary of a session be made, or made anew; with ``anew`` it is of another end, and not published yet."""
    with transaction.atomic():
        summary = Summary.objects.select_for_update().filter(session=session).first()
        if summary is None:
            summary = Summary(session=session, campaign_id=session.campaign_id)
        summary.by, summary.state, summary.why = by, State.GOING, ""
        summary.edition, summary.made, summary.version = summary.edition + 1, 0, summary.version + 1
        if anew:
            summary.published_at = None
        summary.call(write_summary)
    return summary


def make_anew(member: Membership, session: Session) -> Summary:
    """Let the summary of a session that is over be made anew; what the game master wrote themselves stays."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        member.campaign = record.lock(member.campaign_id)
        said = next((one for one in course(member.campaign) if one.session == session.public_id), None)
        if said is None or said.is_running:
            raise NotNow("The summary is written once the session has ended.")
        return start(session, member.user)


# -- tasks -------------------------------------------------------------------------------------------------------------


@shared_task(name="campaigns.write_summary")
def write_summary(summary_pk: int, token: str) -> None:
    """Make versions of a summary for a while."""
    shift(
        partial(step, summary_pk, token),
        call_again=partial(call_again, summary_pk),
        give_up=partial(give_up, summary_pk),
    )


def call_again(pk: int) -> None:
    """Call a worker anew for a summary that is being written."""
    Summary.call_again(pk, write_summary)


@shared_task(name="campaigns.sweep_summaries")
def sweep_summaries(all_of_them: bool = False) -> None:
    """Go on with what a killed worker or a missing broker left behind."""
    for pk in Summary.left_behind(all_of_them=all_of_them):
        call_again(pk)


@worker_ready.connect
def pick_up_summaries(**kwargs: Any) -> None:
    """Go on at once with what was being written when the worker before this one ended."""
    pick_up(sweep_summaries)


def give_up(pk: int) -> None:
    """Stop a summary that fails by a fault of ours, so that it does not fail again and again."""
    Summary.objects.filter(pk=pk, state=State.GOING).update(state=State.STOPPED, why=OURS_IS_BROKEN)


# -- steps -------------------------------------------------------------------------------------------------------------


def step(pk: int, token: str) -> bool:
    """Make the version of the next audience, as the call of this token; says whether there may be another."""
    going = Summary.objects.filter(pk=pk, token=token, state=State.GOING)
    summary = going.select_related("campaign", "session").first()
    if summary is None:
        return False
    stretch = _stretch(summary)
    if stretch is None:
        return _end(summary, State.STOPPED, GOES_ON)
    people = all_people(summary.campaign)
    wanted = audiences(summary.campaign, people)
    made = set(summary.tellings.filter(edition=summary.edition).values_list("audience", flat=True))
    audience = next((one for one in wanted if key_of(one) not in made), None)
    if audience is None:
        return _end(summary, State.DONE)
    text = to_text(make(summary.campaign, stretch, wanted[audience], people))
    return _keep(summary, key_of(audience), text, len(wanted))


def _stretch(summary: Summary) -> Stretch | None:
    """The session's entries; ``None`` where it has no end (any more)."""
    found = next((one for one in course(summary.campaign) if one.session == summary.session.public_id), None)
    return found if found and not found.is_running else None


def _keep(summary: Summary, audience: str, text: str, wanted: int) -> bool:
    """Write a version, if the call for which it was made still counts."""
    with transaction.atomic():
        now = _still(summary)
        if now is None:
            return False
        kept = {"edition": summary.edition, "body": text}
        Telling.objects.update_or_create(summary=summary, audience=audience, defaults=kept)
        now.wanted, now.made = wanted, now.made + 1
        now.due_at = timezone.now() + LEASE
        now.save(update_fields=["wanted", "made", "due_at"])
    return True


def _end(summary: Summary, state: Summary.State, why: str = "") -> bool:
    with transaction.atomic():
        now = _still(summary)
        if now is not None:
            if state == State.DONE:
                now.tellings.exclude(edition=now.edition).delete()
            now.state, now.why, now.version = state, why, now.version + 1
            now.save(update_fields=["state", "why", "version"])
            if now.published_at:
                notify.sessions_on_commit(now.campaign)
            log.info("summary.ended", session=summary.session.public_id, state=state)
    return False


def _still(summary: Summary) -> Summary | None:
    """The row, locked, if the call of this token still counts."""
    rows = Summary.objects.select_for_update(of=("self",)).select_related("campaign")
    return rows.filter(pk=summary.pk, token=summary.token, state=State.GOING).first()
