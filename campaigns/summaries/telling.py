"""Reading the summaries that were made: each reader gets the version of their own audience."""

import hashlib

from campaigns.audience import viewers
from campaigns.models import Membership, Summary
from campaigns.summaries.making import OBSERVER
from campaigns.summaries.version import Version, from_text


def key_of(audience: str) -> str:
    """The key under which the version of an audience is kept: names of audiences can be long."""
    return hashlib.sha256(audience.encode()).hexdigest()


def told_to(member: Membership, summary: Summary | None) -> Version | None:
    """The version for a member; whoever plays somebody else by now reads what everybody saw."""
    return _told(summary, viewers.viewer(member).audience)


def told_to_players(summary: Summary | None) -> Version | None:
    """The version of what everybody saw."""
    return _told(summary, OBSERVER)


def _told(summary: Summary | None, audience: str) -> Version | None:
    if summary is None:
        return None
    keys = {key_of(audience), key_of("gm" if audience == "gm" else OBSERVER)}
    found = dict(summary.tellings.filter(audience__in=keys).values_list("audience", "body"))
    text = found.get(key_of(audience)) or next(iter(found.values()), None)
    return from_text(text) if text else None
