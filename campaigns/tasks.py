"""Work that takes longer than a request."""

import time
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway

from campaigns import chronicle, runs
from campaigns.models import Campaign

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

#: So long a run is carried on at a time; then it is the next one's turn. Far less than the broker's patience. Seconds.
TURN = 2.0


@shared_task
def carry_on(run_pk: int, token: str) -> None:
    """Take steps of a run for a while, then stand in line again. May come twice, or be cut off anywhere."""
    until = time.monotonic() + TURN
    try:
        while runs.step(run_pk, token):
            if time.monotonic() > until:
                runs.call_again(run_pk)
                return
    except (OperationalError, InterfaceError):
        # The sweep finds it when the database is back.
        raise
    except Exception:
        runs.give_up(run_pk)
        raise


@shared_task
def sweep_runs(all_of_them: bool = False) -> None:
    """Carry on what a killed worker or a missing broker left behind."""
    for pk in runs.left_behind(all_of_them=all_of_them):
        runs.call_again(pk)


@worker_ready.connect
def pick_up_runs(**kwargs: Any) -> None:
    """Carry on at once what was under way when the worker before this one ended."""
    # Without `tell`: it would open a connection to the database here, in the process that all others are forked from.
    try:
        sweep_runs.delay(True)
    except BrokerAway as error:
        log.warning("broker_away", task=sweep_runs.name, why=str(error))
