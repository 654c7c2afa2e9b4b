"""Forecasts for programs: what a fight may come to if it is played many times. For game masters alone."""

from functools import partial
from typing import ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.models import Membership
from combat.api.encounters import reach
from combat.api.forecast_schema import (
    ForecastAnswer,
    ForecastList,
    ForecastRow,
    NewForecast,
    answer,
    asking,
    row,
)
from combat.forecasts import plans, requests, results
from combat.forecasts.plans import Wanted
from combat.models import Encounter
from winterhall.api import keys, versions
from winterhall.api.shapes import filled, given
from winterhall.api.views import ApiView


def _reach(request: Request, encounter_id: str) -> tuple[Membership, Encounter]:
    """An encounter for those who run its campaign; 403 for others who may open it, else 404."""
    member, encounter = reach(request, encounter_id)
    return access.membership_as_gm(request.user, member.campaign.public_id), encounter


class Forecasts(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=ForecastList, summary="Forecasts, and what can be asked", tags=["forecasts"])
    def get(self, request: Request, encounter_id: str) -> Response:
        member, encounter = _reach(request, encounter_id)
        found = results.listed(member, encounter.public_id)
        can_be_asked = asking(plans.ground(member, encounter.public_id))
        return Response(
            ForecastList(results=[row(one) for one in found], asking=can_be_asked), headers=versions.PRIVATE
        )

    @extend_schema(request=NewForecast, responses={201: ForecastRow}, summary="Run a forecast", tags=["forecasts"])
    def post(self, request: Request, encounter_id: str) -> Response:
        member, encounter = _reach(request, encounter_id)
        plan = filled(Wanted, given(NewForecast, request.data))
        ask = partial(requests.ask, member, encounter.public_id, plan)
        return keys.answered_once(request, ForecastRow, lambda: row(ask()), status=201)


class OneForecast(ApiView):
    @extend_schema(responses=ForecastAnswer, summary="A forecast and its results so far", tags=["forecasts"])
    def get(self, request: Request, encounter_id: str, forecast_id: str) -> Response:
        member, _ = _reach(request, encounter_id)
        return versions.tagged(answer(results.forecast_for(member, encounter_id, forecast_id)))


class CancelForecast(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> ForecastRow:
        member, encounter = _reach(request, self.kwargs["encounter_id"])
        return row(results.forecast_for(member, encounter.public_id, document))

    @extend_schema(request=None, responses={200: ForecastRow}, summary="Cancel a forecast", tags=["forecasts"])
    def post(self, request: Request, encounter_id: str, forecast_id: str) -> Response:
        member, _ = _reach(request, encounter_id)
        seen = versions.seen(request)
        cancel = partial(requests.cancel, member, encounter_id, forecast_id, seen=seen)
        return keys.answered_once(request, ForecastRow, lambda: row(cancel()))


_HERE = "encounters/<slug:encounter_id>/forecasts"
urlpatterns = [
    path(f"{_HERE}/", Forecasts.as_view(), name="forecasts"),
    path(f"{_HERE}/<slug:forecast_id>/", OneForecast.as_view(), name="forecast"),
    path(f"{_HERE}/<slug:forecast_id>/cancel/", CancelForecast.as_view(), name="forecast-cancel"),
]
