"""The floor for reading a character: Django, one view that asks nobody anything, and no links before it.

Settings and URLconf in one, for ``DJANGO_SETTINGS_MODULE=benchmarks.api_bare``.
"""

import psycopg
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from winterhall.settings import *  # noqa: F403
from winterhall.settings import INSTALLED_APPS as ALL_APPS

# allauth refuses to start without its link.
INSTALLED_APPS = [app for app in ALL_APPS if not app.startswith("allauth")]
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "benchmarks.api_bare"


QUERY = "SELECT body FROM characters_character WHERE public_id = %s"


def character(request: HttpRequest, character_id: str) -> HttpResponse:
    """Send the document as it is stored."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [character_id])
        return HttpResponse(cursor.fetchone()[0], content_type="application/json")


def planned(request: HttpRequest, character_id: str) -> HttpResponse:
    """Send the document by a plan that PostgreSQL keeps, as the API has one: no Django view gets that by itself."""
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        row = cursor.execute(QUERY, [character_id], prepare=True).fetchone()
        assert row
        return HttpResponse(row[0], content_type="application/json")


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive")


urlpatterns = [
    path("bare/<slug:character_id>/", character),
    path("planned/<slug:character_id>/", planned),
    path("healthz", healthz),
]
