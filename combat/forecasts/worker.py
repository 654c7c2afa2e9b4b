"""The worker's part of forecasts, chunk by chunk: whoever plays a chunk brings the same, and only the next one counts.

Each fight has dice of its own, by the seed and its number. So a chunk of fights is nothing but its number: it counts if
it is the next one, and is thrown away if somebody else was quicker. Workers may be killed anywhere.
"""

import time
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache, partial
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.db import transaction
from django.utils import timezone

from campaigns.long_work.worker import OURS_IS_BROKEN, pick_up, shift
from combat.forecasts import plans
from combat.models import Forecast, Variant
from rules import codec
from rules.engine.forecast import Plan, Rehearser, Tally, total
from rules.engine.kernel import Refused, opened

log = structlog.get_logger(__name__)

#: The time without a sign after which a worker is thought to be gone.
LEASE = timedelta(seconds=20)
#: Seconds between two signs, and how many of work a chunk may take, however busy the machine is with other things.
BEAT, PATIENCE = 2.0, 60.0
#: Chunks after which what was learnt of a fight is forgotten, so that a worker does not fill the memory.
KEPT_FOR = 20
State = Forecast.State


# -- tasks ------------------------------------------------------------------------------------------------------------


@shared_task(name="combat.go_on")
def go_on(forecast_pk: int, token: str) -> None:
    """Play chunks of a forecast for a while."""
    shift(
        partial(step, forecast_pk, token),
        call_again=partial(call_again, forecast_pk),
        give_up=partial(fail, forecast_pk),
    )


def call_again(pk: int) -> None:
    """Call a worker anew for a forecast that goes on."""
    Forecast.call_again(pk, go_on)


@shared_task(name="combat.sweep_forecasts")
def sweep_forecasts(all_of_them: bool = False) -> None:
    """Go on with what a killed worker or a missing broker left behind."""
    for pk in Forecast.left_behind(all_of_them=all_of_them):
        call_again(pk)


@worker_ready.connect
def pick_up_forecasts(**kwargs: Any) -> None:
    """Go on at once with what was being played when the worker before this one ended."""
    pick_up(sweep_forecasts)


# -- chunks -----------------------------------------------------------------------------------------------------------


def step(pk: int, token: str) -> bool:
    """Play the next chunk of a forecast, as the call of this token; says whether there may be another."""
    going = Forecast.objects.filter(pk=pk, token=token, state__in=Forecast.OPEN)
    forecast = going.select_related("campaign").first()
    if forecast is None:
        return False
    try:
        with opened(codec.book_from(forecast.book)):
            part = _played(forecast)
    except Refused as refused:
        fail(pk, f"Stopped. {refused.sentence}")
        return False
    return part is not None and count(forecast, part)


def _played(forecast: Forecast) -> Tally | None:
    """The tally of the next chunk; ``None`` if it is not wanted any more, refused if it takes too long."""
    place, chunk = divmod(forecast.done, forecast.chunks_each)
    rehearser = _rehearser(forecast.public_id, place, chunk // KEPT_FOR)
    parts, began, sign = [], time.process_time(), time.monotonic() - BEAT
    for number in _numbers(forecast.fights, forecast.chunk, chunk):
        if time.process_time() - began > PATIENCE:
            raise Refused(f"More than {PATIENCE:.0f} seconds for {forecast.chunk} such fights. Run a smaller forecast.")
        if time.monotonic() - sign >= BEAT:
            sign = time.monotonic()
            if not _is_wanted(forecast):
                return None
        parts.append(rehearser.chunk(number, 1))
    return total(parts)


def _numbers(fights: int, size: int, chunk: int) -> range:
    """The fights of a chunk by their numbers; the last chunk may have fewer."""
    return range(chunk * size, min((chunk + 1) * size, fights))


def chunks(plan: Plan, fights: int, size: int) -> Iterator[Tally]:
    """The tallies that the worker would bring, chunk by chunk, played here and now."""
    for chunk in range(-(-fights // size)):
        if chunk % KEPT_FOR == 0:
            rehearser = Rehearser(plan)
        yield total(rehearser.chunk(number, 1) for number in _numbers(fights, size, chunk))


def _is_wanted(forecast: Forecast) -> bool:
    """Give a sign of being at work, and hear whether that is still wanted."""
    going = Forecast.objects.filter(pk=forecast.pk, token=forecast.token, state__in=Forecast.OPEN)
    return bool(going.update(state=State.RUNNING, due_at=timezone.now() + LEASE))


@lru_cache(maxsize=2)
def _rehearser(forecast_id: str, place: int, stretch: int) -> Rehearser:
    """The player of a variant's fights: what it learns in one chunk serves the next, for a stretch of ``KEPT_FOR``."""
    variant = Variant.objects.select_related("forecast__campaign").get(forecast__public_id=forecast_id, place=place)
    return Rehearser(plan_of(variant))


def plan_of(variant: Variant) -> Plan:
    """The plan of a variant: the same whenever, and by whomever, it is played."""
    forecast = variant.forecast
    system = forecast.campaign.system
    setting = codec.setting_from(variant.setting, system)
    return Plan(setting, system, plans.tactics_of(system), forecast.policies, forecast.seed)


def count(forecast: Forecast, part: Tally) -> bool:
    """Count a chunk if it is the next one; says whether there may be another."""
    at, after = forecast.done, forecast.done + 1
    with transaction.atomic():
        next_one = Forecast.objects.filter(pk=forecast.pk, state=State.RUNNING, done=at)
        if not next_one.update(done=after, due_at=timezone.now() + LEASE):
            return False
        counted = Variant.objects.filter(forecast=forecast, place=at // forecast.chunks_each)
        before = Tally.from_plain(counted.values_list("tally", flat=True)[0])
        counted.update(tally=(before + part).plain())
        if after == forecast.chunks:
            end(forecast, State.DONE)
    return after < forecast.chunks


def fail(pk: int, why: str = OURS_IS_BROKEN) -> None:
    """Give a forecast up, with a sentence that says why."""
    with transaction.atomic():
        going = Forecast.objects.select_for_update().filter(pk=pk, state__in=Forecast.OPEN)
        forecast = going.defer("book").first()
        if forecast is not None:
            end(forecast, State.FAILED, why)


def end(forecast: Forecast, state: Forecast.State, why: str = "") -> None:
    """End a forecast in a state, with a sentence that says why."""
    forecast.state, forecast.why, forecast.version = state, why[:300], forecast.version + 1
    forecast.save(update_fields=["state", "why", "version"])
    _rehearser.cache_clear()
    log.info("forecast.ended", forecast=forecast.public_id, state=state, chunks=forecast.done)
