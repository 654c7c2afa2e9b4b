"""The addresses of campaigns."""

from django.urls import path

from campaigns.views import play

app_name = "campaigns"

urlpatterns = [
    path("campaigns/<slug:campaign_id>/perform/", play.perform, name="perform"),
    path("campaigns/<slug:campaign_id>/odds/", play.odds, name="odds"),
    path("campaigns/<slug:campaign_id>/undo/", play.undo, name="undo"),
    path("campaigns/<slug:campaign_id>/redo/", play.redo, name="redo"),
]
