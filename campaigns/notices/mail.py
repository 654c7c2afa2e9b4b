"""Notices by mail, for what nobody has read in the house: one letter each time for all that waits."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Notice
from campaigns.notices import reading
from winterhall.accounts.models import User
from winterhall.web.address import whole_address

#: People who are written to at once, at most; the rest at the next time.
MOST = 500


def write() -> int:
    """Write to everybody who has something to be mailed; returns the number of letters."""
    now = timezone.now()
    people = User.objects.filter(is_active=True, email__isnull=False, notices__in=_due(now)).distinct()
    return sum(_write_to(user, now) for user in people[:MOST])


def mailed_of(about: str, kind: str, users: Collection[int]) -> None:
    """Note that the users with these keys had a letter about something: a notice of it need not be mailed, too."""
    told = Notice.objects.filter(about=about, kind=kind, user__in=users, written_at=None)
    told.update(written_at=timezone.now())


def _due(now: datetime) -> QuerySet[Notice]:
    ripe = Q()
    for kind, waits in Notice.MAILED.items():
        ripe |= Q(kind=kind, made_at__lte=now - waits)
    return Notice.objects.filter(ripe, read_at=None, written_at=None)


@transaction.atomic
def _write_to(user: User, now: datetime) -> bool:
    """Write one letter; whoever comes at the same time finds nothing left."""
    due = list(_due(now).filter(user=user).select_for_update().order_by("pk"))
    Notice.objects.filter(pk__in=[one.pk for one in due]).update(written_at=now)
    notices = list(reading.mailed_to(user).filter(pk__in=[one.pk for one in due]).order_by("pk"))
    if not notices:
        return False
    subject = notices[0].text if len(notices) == 1 else f"{len(notices)} things are waiting for you"
    body = "\n\n".join(_lines(user, notices))
    send_mail(f"{notices[0].campaign.name}: {' '.join(subject.split())}"[:200], body, None, [str(user.email)])
    return True


def _lines(user: User, notices: Sequence[Notice]) -> Iterator[str]:
    yield f"Hello {user.display_name},"
    for one in notices:
        yield f"{one.campaign.name}: {one.text}\n{whole_address(one.address)}"
    yield f"Choose what comes by e-mail: {whole_address('/notices/')}\n"
