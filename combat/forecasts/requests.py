"""Forecasts as game masters ask for them and cancel them. Nothing of that is play.

Everything that a forecast hangs on is kept when it is asked for, whatever becomes of the fight meanwhile.
"""

from django.db import transaction
from django.http import Http404

from campaigns.audience import access
from campaigns.chronicle import record
from campaigns.models import Campaign, Membership, own_book
from campaigns.play.intent import refuse_stale
from combat.forecasts import plans
from combat.forecasts.plans import Planned, Wanted
from combat.forecasts.worker import State, end, go_on
from combat.models import Encounter, Forecast, Variant
from rules import codec
from rules.engine.kernel import NotNow

#: The most forecasts that go on at once in a campaign.
MOST_AT_ONCE = 5


def ask(member: Membership, encounter_id: str, wanted: Wanted, *, key: str | None = None) -> Forecast:
    """Let a fight be foretold as it stands now, whatever becomes of it meanwhile."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        member.campaign = record.lock(member.campaign_id)
        earlier = Forecast.asked_before(member.campaign, member.user, key)
        if earlier is not None:
            return earlier
        encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
        planned = plans.planned(plans.ground(member, encounter_id), wanted)
        _refuse_more(member.campaign)
        return _begin(member, encounter, planned, key)


def _refuse_more(campaign: Campaign) -> None:
    if Forecast.objects.filter(campaign=campaign, state__in=Forecast.OPEN).count() >= MOST_AT_ONCE:
        raise NotNow(f"{MOST_AT_ONCE} forecasts are running already. Wait for one, or cancel one.")


def _begin(member: Membership, encounter: Encounter, planned: Planned, key: str | None) -> Forecast:
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
        refuse_stale(forecast, forecast.version, seen)
        if not forecast.is_open:
            raise NotNow("This forecast has ended already.")
        end(forecast, State.CANCELLED)
    return forecast
