"""Dates in the campaign as entries of the chronicle said them."""

from django.db.models import QuerySet

from campaigns.models import AlmanacPage, Campaign, Entry
from rules import codec
from rules.engine.kernel import AlmanacFact


def said_dates(page: AlmanacPage, first: int, last: int) -> list[tuple[int, str]]:
    """The entries (by number) that said a date, each with it: those between two numbers, and the last one before."""
    counting = Entry.objects.counting().filter(touches__document=page.public_id)
    before = counting.filter(number__lte=first).order_by("-number")[:1]
    within = counting.filter(number__gt=first, number__lte=last).order_by("number")
    return [*_dates(before), *_dates(within)]


def dates_between(campaign: Campaign, first: int, end: int | None) -> list[tuple[int, str]]:
    """The first and the last date of a stretch of the chronicle, each with its entry; none without a calendar."""
    page = AlmanacPage.of(campaign)
    if page is None:
        return []
    said = said_dates(page, first, campaign.last_number if end is None else end)
    return [said[0], said[-1]] if said else []


def _dates(entries: QuerySet[Entry]) -> list[tuple[int, str]]:
    told = ((number, codec.facts_from(facts)) for number, facts in entries.values_list("number", "facts"))
    return [(number, fact.date) for number, facts in told for fact in facts if isinstance(fact, AlmanacFact)]
