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


def one_of(user: User, notice_id: str) -> Notice | None:
    """A notice of somebody, by its id; ``None`` where they have no such one."""
    return of(user).filter(public_id=notice_id).first() if notice_id else None


def mark_read(notice: Notice, *, and_earlier: bool = False) -> None:
    """Note that a notice is read, and all earlier ones of the same person with it."""
    read = {"pk__lte": notice.pk} if and_earlier else {"pk": notice.pk}
    Notice.objects.filter(user=notice.user_id, read_at=None, **read).update(read_at=timezone.now())


def wishes(user: User) -> set[str]:
    """The kinds of notices that somebody wants by mail."""
    found = NoticeWishes.objects.filter(user=user).first()
    return set((found.mail if found else NoticeWishes.BY_MAIL).split())


def wish(user: User, kinds: set[str]) -> None:
    """Keep which kinds of notices somebody wants by mail."""
    mail = " ".join(kind for kind in Notice.MAILED if kind in kinds)
    NoticeWishes.objects.update_or_create(user=user, defaults={"mail": mail})
