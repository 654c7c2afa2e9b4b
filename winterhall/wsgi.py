"""The WSGI application for pages and programs."""

import os
from collections.abc import Callable, Iterable

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from servestatic import ServeStatic

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")

_django = get_wsgi_application()

from winterhall.durability import refuse_unsafe  # noqa: E402

refuse_unsafe()


def with_static_files() -> Callable[..., Iterable[bytes]]:
    """Put the static files in front of Django: collected ones, or those of the working copy in DEBUG."""
    if settings.DEBUG:
        return StaticFilesHandler(_django)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    return ServeStatic(_django, root=settings.STATIC_ROOT, prefix=settings.STATIC_URL, allow_all_origins=False)


application = with_static_files()
