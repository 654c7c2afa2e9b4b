"""Work of encounters that takes longer than a request: forecasts, chunk by chunk."""

from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from campaigns.long_work.loop import pick_up, shift
from combat import forecast_playing
from combat.models import Forecast


def call_again(pk: int) -> None:
    """Call a worker anew for a forecast that goes on."""
    Forecast.call_again(pk, go_on)


@shared_task
def go_on(forecast_pk: int, token: str) -> None:
    """Play chunks of a forecast for a while."""
    shift(
        partial(forecast_playing.step, forecast_pk, token),
        call_again=partial(call_again, forecast_pk),
        give_up=partial(forecast_playing.fail, forecast_pk),
    )


@shared_task
def sweep_forecasts(all_of_them: bool = False) -> None:
    """Go on with what a killed worker or a missing broker left behind."""
    for pk in Forecast.left_behind(all_of_them=all_of_them):
        call_again(pk)


@worker_ready.connect
def pick_up_forecasts(**kwargs: Any) -> None:
    """Go on at once with what was being played when the worker before this one ended."""
    pick_up(sweep_forecasts)
