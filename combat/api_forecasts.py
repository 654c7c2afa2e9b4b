"""Forecasts for programs: what a fight may come to if it is played many times. For game masters alone."""

from typing import ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.models import Membership
from combat import forecast_plans, forecasts
from combat import forecast_reading as reading
from combat.api import reach
from combat.forecast_shapes import ForecastAnswer, ForecastList, ForecastRow, NewForecast, answer, asking, row, wanted
from combat.models import Encounter
from winterhall.api import keys, versions
from winterhall.api.shapes import given
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
        found = reading.listed(member, encounter.public_id)
        can_be_asked = asking(forecast_plans.ground(member, encounter.public_id))
        return Response(
            ForecastList(results=[row(one) for one in found], asking=can_be_asked), headers=versions.PRIVATE
        )

    @extend_schema(
        request=NewForecast, responses={201: ForecastRow}, summary="Let a fight be foretold", tags=["forecasts"]
    )
    def post(self, request: Request, encounter_id: str) -> Response:
        member, encounter = _reach(request, encounter_id)
        plan = wanted(given(NewForecast, request.data))
        made = keys.once(request, ForecastRow, lambda: row(forecasts.ask(member, encounter.public_id, plan)))
        return Response(made, status=201, headers={"ETag": versions.etag(made.version)})


class OneForecast(ApiView):
    @extend_schema(responses=ForecastAnswer, summary="A forecast, and what it tells so far", tags=["forecasts"])
    def get(self, request: Request, encounter_id: str, forecast_id: str) -> Response:
        member, _ = _reach(request, encounter_id)
        told = answer(reading.forecast_for(member, encounter_id, forecast_id))
        return Response(told, headers={"ETag": versions.etag(told.version), **versions.PRIVATE})


class CancelForecast(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    def fresh(self, request: Request, document: str) -> ForecastRow:
        member, encounter = _reach(request, self.kwargs["encounter_id"])
        return row(reading.forecast_for(member, encounter.public_id, document))

    @extend_schema(request=None, responses={200: ForecastRow}, summary="Cancel a forecast", tags=["forecasts"])
    def post(self, request: Request, encounter_id: str, forecast_id: str) -> Response:
        member, _ = _reach(request, encounter_id)
        seen = versions.seen(request)
        made = keys.once(
            request, ForecastRow, lambda: row(forecasts.cancel(member, encounter_id, forecast_id, seen=seen))
        )
        return Response(made, headers={"ETag": versions.etag(made.version)})


_HERE = "encounters/<slug:encounter_id>/forecasts"
urlpatterns = [
    path(f"{_HERE}/", Forecasts.as_view(), name="forecasts"),
    path(f"{_HERE}/<slug:forecast_id>/", OneForecast.as_view(), name="forecast"),
    path(f"{_HERE}/<slug:forecast_id>/cancel/", CancelForecast.as_view(), name="forecast-cancel"),
]
