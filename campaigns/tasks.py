"""Work that takes longer than a request."""

from functools import partial
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready

from campaigns import chronicle, runs
from campaigns.models import Campaign, Run
from campaigns.shifts import pick_up, shift

log = structlog.get_logger(__name__)


@shared_task
def verify_chronicles() -> None:
    """Check every campaign against its chronicle, one task each."""
    for pk in Campaign.objects.values_list("pk", flat=True):
        verify_chronicle.delay(pk)


@shared_task
def verify_chronicle(campaign_pk: int) -> None:
    """Check one campaign, and say loudly in the log what differs."""
    campaign = Campaign.objects.filter(pk=campaign_pk).first()
    if campaign is None:
        return
    faults = chronicle.faults(campaign)
    if faults:
        log.error("chronicle.broken", campaign=campaign.public_id, faults=faults[:20])
    else:
        log.info("chronicle.verified", campaign=campaign.public_id, entries=campaign.last_number)


# -- runs of long tests -----------------------------------------------------------------------------------------------


@shared_task
def carry_on(run_pk: int, token: str) -> None:
    """Take steps of a run for a while."""
    shift(
        partial(runs.step, run_pk, token),
        call_again=partial(runs.call_again, run_pk),
        give_up=partial(runs.give_up, run_pk),
    )


@shared_task
def sweep_runs(all_of_them: bool = False) -> None:
    """Carry on what a killed worker or a missing broker left behind."""
    for pk in Run.left_behind(all_of_them=all_of_them):
        runs.call_again(pk)


@worker_ready.connect
def pick_up_runs(**kwargs: Any) -> None:
    """Carry on at once what was under way when the worker before this one ended."""
    pick_up(sweep_runs)
