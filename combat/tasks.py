"""Work of encounters that takes longer than a request: forecasts, chunk by chunk."""

import time
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway

from combat import forecasts

log = structlog.get_logger(__name__)

#: So long a forecast is played at a time; then it is the next one's turn. Seconds.
TURN = 2.0


@shared_task
def go_on(forecast_pk: int, token: str) -> None:
    """Play chunks of a forecast for a while, then stand in line again. May come twice, or be cut off anywhere."""
    until = time.monotonic() + TURN
    try:
        while forecasts.step(forecast_pk, token):
            if time.monotonic() > until:
                forecasts.call_again(forecast_pk)
                return
    except (OperationalError, InterfaceError):
        # The sweep finds it when the database is back.
        raise
    except Exception:
        forecasts.fail(forecast_pk)
        raise


@shared_task
def sweep_forecasts(all_of_them: bool = False) -> None:
    """Go on with what a killed worker or a missing broker left behind."""
    for pk in forecasts.left_behind(all_of_them=all_of_them):
        forecasts.call_again(pk)


@worker_ready.connect
def pick_up_forecasts(**kwargs: Any) -> None:
    """Go on at once with what was being played when the worker before this one ended."""
    try:
        sweep_forecasts.delay(True)
    except BrokerAway as error:
        log.warning("broker_away", task=sweep_forecasts.name, why=str(error))
