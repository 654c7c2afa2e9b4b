"""The addresses of encounters."""

from django.urls import path

from combat.views import calls, cards, encounters, forecasts, party, replay, templates

app_name = "combat"

_HERE = "campaigns/<slug:campaign_id>/encounters/"
_ONE = f"{_HERE}<slug:encounter_id>/"
_TEMPLATE = "campaigns/<slug:campaign_id>/templates/<slug:template_id>/"

urlpatterns = [
    path(_HERE, encounters.encounters, name="encounters"),
    path("calls/", calls.of_all, name="calls_of_all"),
    path("campaigns/<slug:campaign_id>/calls/", calls.of_campaign, name="calls"),
    path("campaigns/<slug:campaign_id>/party/", party.overview, name="party"),
    path("campaigns/<slug:campaign_id>/party/move/", party.move, name="party_move"),
    path("campaigns/<slug:campaign_id>/party/split/", party.split, name="party_split"),
    path("campaigns/<slug:campaign_id>/party/award/", party.award, name="party_award"),
    path("campaigns/<slug:campaign_id>/party/test/", party.ask_for_test, name="party_test"),
    path("campaigns/<slug:campaign_id>/party/test/withdraw/", party.withdraw_test, name="party_test_withdraw"),
    path("campaigns/<slug:campaign_id>/party/test/odds/", party.cannot_succeed, name="party_test_odds"),
    path(_ONE, encounters.table, name="table"),
    path(f"{_ONE}parts/", encounters.parts, name="parts"),
    path(f"{_ONE}earlier/", encounters.earlier, name="earlier"),
    path(f"{_ONE}turn/", encounters.turn, name="turn"),
    path(f"{_ONE}people/<slug:character_id>/", cards.card, name="card"),
    path(f"{_ONE}cards.pdf", cards.of_encounter, name="cards"),
    path("campaigns/<slug:campaign_id>/cards.pdf", cards.of_bestiary, name="bestiary_cards"),
    path(f"{_ONE}for-party/", cards.for_party, name="for_party"),
    path(f"{_ONE}spoils/", cards.share_spoils, name="spoils"),
    path(f"{_ONE}path/", encounters.path, name="path"),
    path(f"{_ONE}ping/", encounters.ping, name="ping"),
    path(f"{_ONE}bestiary/", encounters.bestiary, name="bestiary"),
    path(f"{_ONE}party/", encounters.bring_party, name="bring_party"),
    path(f"{_ONE}person/", encounters.bring_person, name="bring_person"),
    path(f"{_ONE}creatures/", encounters.bring_creatures, name="bring_creatures"),
    path(f"{_ONE}open/", encounters.open_to_players, name="open"),
    path(f"{_ONE}begin/", encounters.begin, name="begin"),
    path(f"{_ONE}archive/", encounters.archive, name="archive"),
    path(f"{_ONE}replay/", replay.replay, name="replay"),
    path(f"{_ONE}replay/steps/", replay.steps, name="replay_steps"),
    path(f"{_ONE}replay/share/", replay.share, name="replay_share"),
    path(f"{_ONE}replay/take-back/", replay.take_back, name="replay_take_back"),
    path("fight/", replay.recorded, name="recorded"),
    path("fight/steps/", replay.recorded_steps, name="recorded_steps"),
    path("replays/<slug:link>/", replay.shared, name="shared_replay"),
    path("replays/<slug:link>/steps/", replay.shared_steps, name="shared_replay_steps"),
    path("replays/<slug:link>/pictures/<slug:picture_id>/<slug:size>/", replay.shared_picture, name="shared_picture"),
    path(f"{_ONE}template/", templates.keep, name="template"),
    path(f"{_TEMPLATE}prepare/", templates.prepare, name="template_prepare"),
    path(f"{_TEMPLATE}delete/", templates.delete, name="template_delete"),
    path(f"{_ONE}forecasts/", forecasts.overview, name="forecasts"),
    path(f"{_ONE}forecasts/ask/", forecasts.ask, name="forecast_ask"),
    path(f"{_ONE}forecasts/<slug:forecast_id>/", forecasts.forecast, name="forecast"),
    path(f"{_ONE}forecasts/<slug:forecast_id>/cancel/", forecasts.cancel, name="forecast_cancel"),
]
