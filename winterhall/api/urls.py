"""The addresses of the API, all below /api/v1/. Each app brings its own."""

from django.urls import path, re_path

from campaigns.api import urls as campaigns
from campaigns.api.chronicle import feed
from characters.api import characters, experience, files, party, ranks
from characters.api import commands as character_commands
from characters.api import pictures as portraits
from combat.api import after_fight, forecasts, ground, replays, templates
from combat.api import encounters as combat
from rules import api as rules
from winterhall.api import docs, views
from winterhall.api.problems import no_such_address

app_name = "api"

urlpatterns = [
    path("", views.Start.as_view(), name="start"),
    path("me/", views.Myself.as_view(), name="me"),
    path("schema/", docs.schema, name="schema"),
    path("docs/", docs.docs, name="docs"),
    *rules.urlpatterns,
    *campaigns.urlpatterns,
    path("campaigns/<slug:campaign_id>/feed/", feed, name="feed"),
    *characters.urlpatterns,
    *character_commands.urlpatterns,
    *experience.urlpatterns,
    *files.urlpatterns,
    *party.urlpatterns,
    *portraits.urlpatterns,
    *ranks.urlpatterns,
    *combat.urlpatterns,
    *after_fight.urlpatterns,
    *forecasts.urlpatterns,
    *templates.urlpatterns,
    *ground.urlpatterns,
    *replays.urlpatterns,
    re_path(r"^(?P<rest>(?s:.*))$", no_such_address),
]
