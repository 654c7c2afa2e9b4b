"""Reminders of sessions that are near and have not begun."""

from django.db import transaction
from django.utils import timezone

from campaigns.calendar.sessions import course
from campaigns.models import Session
from campaigns.notices import telling


def remind() -> None:
    """Tell people of the sessions of the next day; who knows of one already is not told again."""
    now = timezone.now()
    planned = Session.objects.filter(planned_for__gt=now, planned_for__lte=now + telling.AHEAD)
    for session in planned.filter(campaign__binned_at=None, campaign__archived_at=None).select_related("campaign"):
        if all(one.session != session.public_id for one in course(session.campaign)):
            with transaction.atomic():
                telling.near(session, now)
