"""The addresses of encounters."""

from django.urls import path

from combat import forecast_views, views

app_name = "combat"

_HERE = "campaigns/<slug:campaign_id>/encounters/"
_ONE = f"{_HERE}<slug:encounter_id>/"

urlpatterns = [
    path(_HERE, views.encounters, name="encounters"),
    path(_ONE, views.table, name="table"),
    path(f"{_ONE}parts/", views.parts, name="parts"),
    path(f"{_ONE}earlier/", views.earlier, name="earlier"),
    path(f"{_ONE}turn/", views.turn, name="turn"),
    path(f"{_ONE}bestiary/", views.bestiary, name="bestiary"),
    path(f"{_ONE}party/", views.bring_party, name="bring_party"),
    path(f"{_ONE}creatures/", views.bring_creatures, name="bring_creatures"),
    path(f"{_ONE}open/", views.open_to_players, name="open"),
    path(f"{_ONE}forecasts/", forecast_views.overview, name="forecasts"),
    path(f"{_ONE}forecasts/ask/", forecast_views.ask, name="forecast_ask"),
    path(f"{_ONE}forecasts/<slug:forecast_id>/", forecast_views.forecast, name="forecast"),
    path(f"{_ONE}forecasts/<slug:forecast_id>/cancel/", forecast_views.cancel, name="forecast_cancel"),
]
