"""The addresses of the games' own pages. A word that stands before a section's name here is no name for a section."""

from django.urls import path

from rules import views

app_name = "rules"

urlpatterns = [
    path("games/", views.games, name="games"),
    path("games/<slug:slug>/", views.game, name="game"),
    path("games/<slug:slug>/turn/", views.turn, name="turn"),
    path("odds/", views.odds, name="plain_odds"),
    path("games/<slug:slug>/odds/", views.odds, name="odds"),
    path("games/<slug:slug>/search/", views.search, name="search"),
    path("games/<slug:slug>/<slug:section>/", views.section, name="section"),
    path("games/<slug:slug>/<slug:section>/compare/", views.compare, name="compare"),
]
