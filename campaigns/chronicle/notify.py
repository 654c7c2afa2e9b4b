"""Telling everybody that something is new. The bus only says "look again"; the news come from the chronicle."""

import logging
from functools import cache, partial

from django.conf import settings
from django.db import transaction
from redis import Redis, RedisError

from campaigns.models import Campaign, Entry

log = logging.getLogger(__name__)

#: The channel on which every process hears of every campaign.
CHANNEL = "winterhall:feed"
#: The number said when something changed that is no entry: who belongs here, or what is secret.
SOMETHING = 0


def tell_on_commit(campaign: Campaign, entry: Entry) -> None:
    """Say on the bus that a campaign has something new, once it is really stored."""
    transaction.on_commit(partial(_tell, campaign.public_id, entry.number))


def look_again_on_commit(campaign: Campaign) -> None:
    """Let streams see at once that what somebody may see has changed without an entry."""
    transaction.on_commit(partial(_tell, campaign.public_id, SOMETHING))


def _tell(campaign_id: str, number: int) -> None:
    try:
        _bus().publish(CHANNEL, f"{campaign_id} {number}")
    except RedisError:
        # What is stored is stored: streams look for themselves every few seconds when the bus is silent.
        log.warning("feed.bus_unreachable")


@cache
def _bus() -> Redis:
    # A write has been stored and somebody waits for the answer: a bus that does not answer at once is left alone.
    return Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
