"""Shifts of a worker, which carries on long work a little at a time, so that others have their turn too."""

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway

log = structlog.get_logger(__name__)

#: Seconds for which work is carried on at a time; far less than the broker's patience.
SHIFT = 2.0


def shift(step: Callable[[], bool], call_again: Callable[[], None], give_up: Callable[[], None]) -> None:
    """Take steps while there are any, then stand in line again. May come twice, or be cut off anywhere.

    Work that fails by a fault of ours is given up, so that it does not fail again and again.
    """
    until = time.monotonic() + SHIFT
    try:
        while step():
            if time.monotonic() > until:
                call_again()
                return
    except (OperationalError, InterfaceError):
        # The sweep finds it when the database is back.
        raise
    except Exception:
        give_up()
        raise


def pick_up(sweep: Any) -> None:
    """Carry on at once what was under way when the worker before this one ended."""
    # Without `tell`: it would open a connection to the database here, in the process that all others are forked from.
    try:
        sweep.delay(True)
    except BrokerAway as error:
        log.warning("broker_away", task=sweep.name, why=str(error))
