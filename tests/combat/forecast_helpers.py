"""Helpers of the tests of forecasts: a fight of the toy game, and a worker that plays one to its end."""

from typing import Any

from campaigns.models import Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from combat import services
from combat.forecasts import requests, worker
from combat.forecasts.plans import Wanted
from combat.models import Encounter, Forecast
from tests.helpers import Cast


def toy_fight(cast: Cast, *, secret: bool = False) -> Encounter:
    """Rook and Mira against two magpies, of which players know only that they may be there."""
    encounter = cast.encounter(secret=secret)
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id, cast.mira.public_id])
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie", count=2)
    return Encounter.objects.get(pk=encounter.pk)


def ask(member: Membership, encounter: Encounter, fights: int = 150, **more: Any) -> Forecast:
    key = more.pop("key", None)
    return requests.ask(member, encounter.public_id, Wanted(fights, **more), key=key)


def play_on(forecast: Forecast, chunks: int = 10_000) -> Forecast:
    """Let a worker play chunks."""
    forecast.refresh_from_db()
    for _ in range(chunks):
        if not worker.step(forecast.pk, forecast.token):
            break
    forecast.refresh_from_db()
    return forecast


def tallies(forecast: Forecast) -> list[Any]:
    return list(forecast.variants.values_list("tally", flat=True))


def coins(gm: Membership, who: Character, now: int) -> None:
    perform(gm, Intent("sheet.resource", {"resource": "coins", "now": now}, who.public_id))


def magpies() -> list[Character]:
    return list(Character.objects.filter(kind="creature").order_by("name"))
