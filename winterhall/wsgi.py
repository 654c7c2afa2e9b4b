"""The door for pages and programs."""

import os

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from servestatic import ServeStatic

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")

_django = get_wsgi_application()


def with_static_files():
    """Put the static files in front of Django: collected ones, or while developing those of the working copy."""
    if settings.DEBUG:
        return StaticFilesHandler(_django)
    return ServeStatic(_django, root=settings.STATIC_ROOT, prefix=settings.STATIC_URL, allow_all_origins=False)


application = with_static_files()
