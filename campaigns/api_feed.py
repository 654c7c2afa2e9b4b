"""The feed of a campaign for programs: the same stream as for pages, with problems told as programs read them."""

from django.http import Http404, HttpRequest, HttpResponseBase

from campaigns import streams
from campaigns.answers import problem


async def feed(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """Everything new in a campaign, as it happens; strangers and unknown tokens find nothing here."""
    try:
        return await streams.feed(request, campaign_id)
    except Http404:
        return problem("not-here")
