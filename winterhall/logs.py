"""One log for our own code, Django, Celery and uvicorn: lines for a person, or JSON for a machine."""

from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]

#: Loggers that tell at INFO about their own coming and going, which drowns what happened in the house.
_CHATTY = (
    "asyncio",
    "celery",
    "django.server",
    "django_structlog.celery",
    "fontTools",
    "kombu",
    "uvicorn",
    "uvicorn.error",
    "weasyprint",
)


def logging_settings(*, level: str, form: str) -> dict[str, Any]:
    """Configure structlog and return the LOGGING of Django that sends foreign records through it too."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "house": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_last(form)],
            },
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "house"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {name: {"level": "WARNING", "propagate": True, "handlers": []} for name in _CHATTY},
    }


def _last(form: str) -> list[Any]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # Where rich happens to be installed, structlog would print every local variable, secrets too, and take a second.
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
