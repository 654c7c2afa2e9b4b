"""Reading the summaries that were made: each reader gets the version of their own audience."""

import hashlib
from collections.abc import Iterable

from campaigns.audience import viewers
from campaigns.models import Membership, Summary, Telling
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


def all_told_to(member: Membership, summaries: Iterable[Summary]) -> dict[int, Version]:
    """The versions of several summaries for a member, by the key of the summary, where there is one; in one query."""
    return _all_told(summaries, viewers.viewer(member).audience)


def _told(summary: Summary | None, audience: str) -> Version | None:
    return _all_told([summary], audience).get(summary.pk) if summary else None


def _all_told(summaries: Iterable[Summary], audience: str) -> dict[int, Version]:
    own, otherwise = key_of(audience), key_of("gm" if audience == "gm" else OBSERVER)
    found = Telling.objects.filter(summary__in=[one.pk for one in summaries], audience__in={own, otherwise})
    texts: dict[int, str] = {}
    for summary, told, body in found.values_list("summary_id", "audience", "body"):
        if told == own or summary not in texts:
            texts[summary] = body
    return {summary: from_text(text) for summary, text in texts.items() if text}
