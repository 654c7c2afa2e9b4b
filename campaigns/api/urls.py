"""The addresses of campaigns for programs."""

from django.urls import path

from campaigns.api import (
    archive,
    calendar,
    campaigns,
    chronicle,
    consent,
    homebrew,
    journal,
    long_tests,
    luck,
    notices,
    pictures,
    sessions,
    the_bin,
)

urlpatterns = [
    *archive.urlpatterns,
    path("campaigns/", campaigns.Campaigns.as_view(), name="campaigns"),
    path("campaigns/<slug:campaign_id>/", campaigns.OneCampaign.as_view(), name="campaign"),
    path("campaigns/<slug:campaign_id>/members/", campaigns.CampaignMembers.as_view(), name="members"),
    path("campaigns/<slug:campaign_id>/entries/", chronicle.Entries.as_view(), name="entries"),
    path("campaigns/<slug:campaign_id>/entries/<slug:entry_id>/", chronicle.OneEntry.as_view(), name="entry"),
    path("campaigns/<slug:campaign_id>/undo/", chronicle.Undo.as_view(), name="undo"),
    path("campaigns/<slug:campaign_id>/redo/", chronicle.Redo.as_view(), name="redo"),
    *consent.urlpatterns,
    *homebrew.urlpatterns,
    *calendar.urlpatterns,
    *journal.urlpatterns,
    *long_tests.urlpatterns,
    *luck.urlpatterns,
    *notices.urlpatterns,
    *pictures.urlpatterns,
    *sessions.urlpatterns,
    *the_bin.urlpatterns,
]
