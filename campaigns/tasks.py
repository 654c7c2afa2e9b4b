"""Work that takes longer than a request. Celery looks for tasks here alone."""

import structlog
from celery import shared_task

from campaigns.bin import deleting
from campaigns.chronicle import verify
from campaigns.long_work.worker import carry_on, sweep_runs
from campaigns.models import Campaign
from campaigns.notices import chat, mail, push
from campaigns.notices.chat import send_chat_post
from campaigns.notices.push import send_push
from campaigns.pictures import files
from campaigns.sessions import services as sessions
from campaigns.summaries.worker import sweep_summaries, write_summary

__all__ = [
    "carry_on",
    "empty_bins",
    "send_chat_post",
    "send_push",
    "sweep_notices",
    "sweep_pictures",
    "sweep_runs",
    "sweep_summaries",
    "verify_chronicle",
    "verify_chronicles",
    "write_summary",
]

log = structlog.get_logger(__name__)


@shared_task(name="campaigns.verify_chronicles")
def verify_chronicles() -> None:
    """Check every campaign against its chronicle, one task each."""
    for pk in Campaign.objects.values_list("pk", flat=True):
        verify_chronicle.delay(pk)


@shared_task(name="campaigns.verify_chronicle")
def verify_chronicle(campaign_pk: int) -> None:
    """Check one campaign, and say loudly in the log what differs."""
    campaign = Campaign.objects.filter(pk=campaign_pk).first()
    if campaign is None:
        return
    faults = verify.faults(campaign)
    if faults:
        log.error("chronicle.broken", campaign=campaign.public_id, faults=faults[:20])
    else:
        log.info("chronicle.verified", campaign=campaign.public_id, entries=campaign.last_number)


@shared_task(name="campaigns.sweep_pictures")
def sweep_pictures() -> None:
    """Remove the files of pictures that no row names."""
    log.info("pictures.swept", removed=files.sweep())


@shared_task(name="campaigns.sweep_notices")
def sweep_notices() -> None:
    """Remind of sessions, mail what nobody has read, and go on with messages to chats and devices."""
    sessions.remind()
    mail.write()
    chat.sweep()
    push.sweep()


@shared_task(name="campaigns.empty_bins")
def empty_bins() -> None:
    """Delete for good whatever has lain in a bin for its thirty days."""
    log.info("bins.emptied", **deleting.empty())
