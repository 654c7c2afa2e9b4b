"""The log for a person: what went wrong and where, and nothing of what the code held in its hands."""

import logging
import sys

import structlog
from django.conf import settings


def test_a_logged_exception_shows_no_values() -> None:
    wanted = {name: value for name, value in settings.LOGGING["formatters"]["house"].items() if name != "()"}
    held = "winter-" + "gm-secret"
    try:
        raise LookupError(f"{len(held)} letters")
    except LookupError:
        record = logging.LogRecord("hall", logging.ERROR, __file__, 1, "It broke.", None, sys.exc_info())
    text = structlog.stdlib.ProcessorFormatter(**wanted).format(record)
    assert "LookupError: 16 letters" in text
    assert "test_a_logged_exception_shows_no_values" in text
    assert held not in text
