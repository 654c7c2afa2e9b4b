"""Places that wait: those of people whom a campaign brought along from another hall, until somebody here takes them.

What they wrote stays in their name, for entries are chained to their authors; everything else becomes the other's.
"""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import transaction

from campaigns.audience import access
from campaigns.audience.journal import kept, users_in
from campaigns.chronicle import notify, record, roll_index
from campaigns.members import controllers
from campaigns.models import (
    Campaign,
    JournalPage,
    JournalPart,
    JournalRevision,
    LongWork,
    Membership,
    Role,
    Seat,
    all_sheets,
)
from rules.engine.kernel import Refused
from winterhall.accounts.models import User

#: Roles, those that may do less first.
_RISING = (Role.OBSERVER, Role.PLAYER, Role.ASSISTANT, Role.GM)


@transaction.atomic
def give(member: Membership, place: Membership, *, to: Membership) -> None:
    """Let a member take a place that waits: characters, seats and pages become theirs, and its role if it is higher."""
    access.refuse_unless_gm(member)
    campaign = record.lock(member.campaign_id)
    if not place.user.is_placeholder:
        raise Refused(f"{place.user} has an account and keeps the place.", "to")
    if to.user.is_placeholder:
        raise Refused(f"{to.user} has no account. Choose somebody who has one.", "to")
    _move(campaign, place.user, to.user)
    to.role = max(to.role, place.role, key=lambda role: _RISING.index(Role(role)))
    place.delete()
    to.save(update_fields=["role"])
    notify.look_again_on_commit(campaign)


def take(place: Membership, user: User) -> Membership:
    """Let a newcomer take a place that waits, or that of a guest who lost it, in a campaign that is locked."""
    if place.user.has_account:
        raise Refused("Somebody has taken this place already. Ask your game master for another link.")
    _move(place.campaign, place.user, user)
    place.user = user
    place.save(update_fields=["user"])
    return place


def _move(campaign: Campaign, was: User, now: User) -> None:
    """Let everything of one user in a campaign be another's."""
    sheets = all_sheets().filter(campaign=campaign)
    column = sheets.model.player_column
    sheets.filter(**{column: was.pk}).update(**{column: now.pk})
    controllers.replace(campaign, was.pk, now.pk)
    roll_index.hand_over(campaign, was, now)
    for kind in _long_work():
        kind._default_manager.filter(campaign=campaign, by=was).update(by=now)
    for seat in Seat.objects.filter(session__campaign=campaign, user=was):
        _move_seat(seat, now)
    JournalPage.objects.filter(campaign=campaign, owner=was).update(owner=now)
    JournalRevision.objects.filter(page__campaign=campaign, by=was).update(by=now)
    for page in JournalPage.objects.filter(campaign=campaign):
        _let_read(page, was.pk, now.pk)


def _long_work() -> Iterable[Any]:
    return [model for model in apps.get_models() if issubclass(model, LongWork)]


def _move_seat(seat: Seat, now: User) -> None:
    """Let a seat be another's, or what it says be said by the one that they have at that session."""
    own = Seat.objects.filter(session=seat.session_id, user=now).first()
    if own is None:
        seat.user = now
        seat.save(update_fields=["user"])
        return
    own.answer, own.was_there = own.answer or seat.answer, own.was_there or seat.was_there
    own.save(update_fields=["answer", "was_there"])
    seat.delete()


def _let_read(page: JournalPage, was: int, now: int) -> None:
    """Let a page be for one user where it was for another."""
    texts: list[Any] = [page, *page.revisions.all()]
    for one in texts:
        if was in one.named.values():
            one.named = {name: now if user == was else user for name, user in one.named.items()}
            type(one).objects.filter(pk=one.pk).update(named=one.named)
    parts = JournalPart.objects.filter(page=page, readers__contains=kept([was]))
    pages = JournalPage.objects.filter(pk=page.pk, readers__contains=kept([was]))
    shared: list[Any] = [*parts, *pages]
    for row in shared:
        readers = kept({now if user == was else user for user in users_in(row.readers)})
        type(row).objects.filter(pk=row.pk).update(readers=readers)
