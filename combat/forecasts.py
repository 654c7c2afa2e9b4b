"""Forecasts: the worker plays a fight many times, and counts what came of it. Nothing of that is play.

Everything that a forecast hangs on is kept when it is asked for, and each fight has dice of its own, by the seed and
its number. So a chunk of fights is nothing but its number, and whoever plays it brings the same: it counts if it is the
next one, and is thrown away if somebody else was quicker. Workers may be killed anywhere.
"""

import time
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

import structlog
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from campaigns.audience import access
from campaigns.chronicle import record
from campaigns.models import Campaign, Membership, own_book
from campaigns.play.intent import Stale
from combat import forecast_plans
from combat.forecast_plans import Planned, Wanted
from combat.models import Encounter, Forecast, Variant
from rules import codec
from rules.engine.forecast import Plan, Rehearser, Tally, total
from rules.engine.kernel.book import opened
from rules.engine.kernel.refusals import NotNow, Refused

log = structlog.get_logger(__name__)

#: The most forecasts that go on at once in a campaign.
MOST_AT_ONCE = 5
#: The time without a sign after which a worker is thought to be gone.
LEASE = timedelta(seconds=20)
#: Seconds between two signs, and how many of work a chunk may take, however busy the machine is with other things.
BEAT, PATIENCE = 2.0, 60.0
#: Chunks after which what was learnt of a fight is forgotten, so that a worker does not fill the memory.
KEPT_FOR = 20
_OURS_IS_BROKEN = "Something went wrong on our side. It has been written down."

State = Forecast.State


# -- what people ask for ----------------------------------------------------------------------------------------------


def ask(member: Membership, encounter_id: str, wanted: Wanted, *, key: str | None = None) -> Forecast:
    """Let a fight be foretold as it stands now, whatever becomes of it meanwhile."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        member.campaign = record.lock(member.campaign_id)
        earlier = Forecast.asked_before(member.campaign, member.user, key)
        if earlier is not None:
            return earlier
        encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
        planned = forecast_plans.planned(forecast_plans.ground(member, encounter_id), wanted)
        _refuse_more(member.campaign)
        return _begin(member, encounter, planned, key)


def _refuse_more(campaign: Campaign) -> None:
    if Forecast.objects.filter(campaign=campaign, state__in=Forecast.OPEN).count() >= MOST_AT_ONCE:
        raise NotNow(f"{MOST_AT_ONCE} forecasts are being played already. Wait for one, or cancel one.")


def _begin(member: Membership, encounter: Encounter, planned: Planned, key: str | None) -> Forecast:
    from combat.tasks import go_on

    forecast, variants = drafted(member, encounter, planned)
    forecast.key = key or None
    forecast.call(go_on)
    Variant.objects.bulk_create(variants)
    return forecast


def drafted(member: Membership, encounter: Encounter, planned: Planned) -> tuple[Forecast, list[Variant]]:
    """A forecast with its variants as they would be kept."""
    wanted = planned.wanted
    forecast = Forecast(
        campaign=member.campaign,
        encounter=encounter,
        by=member.user,
        fights=wanted.fights,
        seed=wanted.seed,
        policies=dict(wanted.policies),
        what_ifs=[codec.plain(one) for one in wanted.what_ifs],
        book=codec.dump_book(own_book.book_of(member.campaign, is_gm=True)),
    )
    variants = [
        Variant(forecast=forecast, place=place, label=label[:300], setting=codec.dump_setting(setting))
        for place, (label, setting) in enumerate(planned.variants)
    ]
    return forecast, variants


def cancel(member: Membership, encounter_id: str, forecast_id: str, *, seen: int | None = None) -> Forecast:
    """End a forecast where it is; what was played can still be read. To cancel one that is cancelled is no fault."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        found = Forecast.objects.select_for_update(of=("self",)).filter(
            campaign=member.campaign_id, encounter__public_id=encounter_id, public_id=forecast_id
        )
        forecast = found.defer("book").first()
        if forecast is None:
            raise Http404
        if forecast.state == State.CANCELLED:
            return forecast
        if seen is not None and forecast.version != seen:
            raise Stale(forecast, forecast.version)
        if not forecast.is_open:
            raise NotNow("It has ended already.")
        _end(forecast, State.CANCELLED)
    return forecast


# -- calling the worker -----------------------------------------------------------------------------------------------


def call_again(pk: int) -> None:
    """Call a worker anew for a forecast that goes on."""
    from combat.tasks import go_on

    Forecast.call_again(pk, go_on)


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
        fail(pk, f"It was given up. {refused.sentence}")
        return False
    return part is not None and count(forecast, part)


def _played(forecast: Forecast) -> Tally | None:
    """The tally of the next chunk; ``None`` if it is not wanted any more, refused if it takes too long."""
    place, chunk = divmod(forecast.done, forecast.chunks_each)
    rehearser = _rehearser(forecast.public_id, place, chunk // KEPT_FOR)
    parts, began, sign = [], time.process_time(), time.monotonic() - BEAT
    for number in _numbers(forecast.fights, forecast.chunk, chunk):
        if time.process_time() - began > PATIENCE:
            raise Refused(
                f"{forecast.chunk} such fights take over {PATIENCE:.0f} seconds of work. Foretell a smaller one."
            )
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
    return Plan(setting, system, forecast_plans.tactics_of(system), forecast.policies, forecast.seed)


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
            _end(forecast, State.DONE)
    return after < forecast.chunks


def fail(pk: int, why: str = _OURS_IS_BROKEN) -> None:
    """Give a forecast up, with a sentence that says why."""
    with transaction.atomic():
        going = Forecast.objects.select_for_update().filter(pk=pk, state__in=Forecast.OPEN)
        forecast = going.defer("book").first()
        if forecast is not None:
            _end(forecast, State.FAILED, why)


def _end(forecast: Forecast, state: Forecast.State, why: str = "") -> None:
    forecast.state, forecast.why, forecast.version = state, why[:300], forecast.version + 1
    forecast.save(update_fields=["state", "why", "version"])
    _rehearser.cache_clear()
    log.info("forecast.ended", forecast=forecast.public_id, state=state, chunks=forecast.done)
