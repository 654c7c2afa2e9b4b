"""Reading notices: one's own, in campaigns that one still belongs to."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from campaigns.models import Notice, NoticeWishes
from winterhall.accounts.models import User

#: Notices on a page.
AT_ONCE = 30


def of(user: User) -> QuerySet[Notice]:
    """The notices of somebody, the latest first."""
    places = {"campaign__memberships__user": user, "campaign__binned_at": None}
    return Notice.objects.filter(user=user, **places).select_related("campaign").order_by("-pk")


def unread(user: User) -> int:
    """How many notices somebody has not read."""
    return of(user).filter(read_at=None).count()


def for_pages(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """The number at the bell, counted where a page shows it."""
    user = getattr(request, "user", None)
    return {"unread_notices": lambda: unread(user) if isinstance(user, User) else 0}


def mark_read(user: User, since: int = 0, until: int = 0) -> None:
    """Note that somebody has read all their notices from one to another, by their keys."""
    Notice.objects.filter(user=user, pk__gte=since, pk__lte=until, read_at=None).update(read_at=timezone.now())


def wishes(user: User) -> set[str]:
    """The kinds of notices that somebody wants by mail."""
    found = NoticeWishes.objects.filter(user=user).first()
    return set((found.mail if found else NoticeWishes.BY_MAIL).split())


def wish(user: User, kinds: set[str]) -> None:
    """Keep which kinds of notices somebody wants by mail."""
    mail = " ".join(kind for kind in Notice.MAILED if kind in kinds)
    NoticeWishes.objects.update_or_create(user=user, defaults={"mail": mail})
