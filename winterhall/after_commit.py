"""Store first, tell after: calls of the worker that wait for the commit."""

from functools import partial
from typing import Any

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def tell(task: Any, *args: Any) -> None:
    """Call a Celery task with these ids once the current transaction is committed.

    A missing broker is logged and borne: the caller has stored a row that a sweep finds later, and a request whose work
    is already committed must not end as a failure.
    """
    transaction.on_commit(partial(_send, task, args))


def _send(task: Any, args: tuple[Any, ...]) -> None:
    try:
        task.delay(*args)
    except OperationalError as error:
        log.warning("broker_away", task=task.name, why=str(error))
