"""The Celery application: long work and mail, never the truth."""

import logging.config
import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")

# Tasks are JSON, of which nothing is run: as root, as containers have it, the worker is no more dangerous than the web.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("winterhall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


def log_like_the_web(**kwargs: Any) -> None:
    """Give the worker the web's log format: with this receiver Celery leaves logging alone."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


setup_logging.connect(log_like_the_web)
