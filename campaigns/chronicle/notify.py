"""Telling everybody that something is new. The bus only says "look again"; the news come from the chronicle.

A ping alone travels on the bus itself: it is gone in a moment, and stands nowhere. Of a notice the bus says for whom
it is, and of a picture what it shows; pages ask for the rest.
"""

import json
import logging
from collections.abc import Collection
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
#: The word before a ping, where otherwise the number of an entry stands.
PING = "ping"
#: The word before the keys of the users for whom there is a new notice.
NOTICE = "notice"
#: The word before the id of a sheet or an encounter that has another picture, or none.
PICTURE = "picture"
#: The word for sessions that are planned, answered or called off, and for summaries that all may read.
SESSIONS = "sessions"


def tell_on_commit(campaign: Campaign, entry: Entry) -> None:
    """Say on the bus that a campaign has something new, once it is really stored."""
    transaction.on_commit(partial(_tell, campaign.public_id, entry.number))


def look_again_on_commit(campaign: Campaign) -> None:
    """Let streams see at once that what somebody may see has changed without an entry."""
    transaction.on_commit(partial(_tell, campaign.public_id, SOMETHING))


def ping(campaign: Campaign, encounter: str, by: str, at: tuple[float, float], drags: str = "") -> None:
    """Point at a place of an encounter, in metres, for all who may see it and listen now.

    ``drags`` is the id of the combatant whose token is on its way there.
    """
    told = {"encounter": encounter, "by": by, "x": at[0], "y": at[1], **({"drags": drags} if drags else {})}
    _say(f"{campaign.public_id} {PING} {json.dumps(told)}")


def notice_on_commit(campaign: Campaign, to: Collection[int]) -> None:
    """Let the users with these keys see a new notice on whatever page they are."""
    transaction.on_commit(partial(_say, f"{campaign.public_id} {NOTICE} {json.dumps(sorted(to))}"))


def picture_on_commit(campaign: Campaign, of: str) -> None:
    """Let all who may see a thing see its new picture, which is no entry, once it is really stored."""
    transaction.on_commit(partial(_say, f"{campaign.public_id} {PICTURE} {of}"))


def sessions_on_commit(campaign: Campaign) -> None:
    """Let everybody see what is planned, who comes, and what is told: no entries, and all members may know them."""
    transaction.on_commit(partial(_say, f"{campaign.public_id} {SESSIONS}"))


def _tell(campaign_id: str, number: int) -> None:
    _say(f"{campaign_id} {number}")


def _say(words: str) -> None:
    try:
        _bus().publish(CHANNEL, words)
    except RedisError:
        # What is stored is stored: streams look for themselves every few seconds when the bus is silent.
        log.warning("feed.bus_unreachable")


@cache
def _bus() -> Redis:
    # A write has been stored and somebody waits for the answer: a bus that does not answer at once is left alone.
    return Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
