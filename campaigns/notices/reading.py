"""Reading notices: one's own, in campaigns that one still belongs to."""

from collections.abc import Callable, Collection, Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from campaigns.models import Entry, Membership, Notice, NoticeWishes, Role, Session
from winterhall.accounts.models import User

#: Notices on a page.
AT_ONCE = 30
#: The ways in which people hear of notices, each with the kinds that they may choose for it.
KINDS: Mapping[str, Sequence[str]] = {
    "bell": Notice.Kind.values,
    "mail": list(Notice.MAILED),
    "push": Notice.Kind.values,
}


def of(user: User) -> QuerySet[Notice]:
    """The notices of somebody, the latest first."""
    places = {"campaign__memberships__user": user, "campaign__binned_at": None}
    return Notice.objects.filter(user=user, **places).select_related("campaign").order_by("-pk")


def waiting(user: User) -> QuerySet[Notice]:
    """The notices that somebody has not read, but for those of what has come meanwhile."""
    return of(user).exclude(_is_done())


def done(user: User) -> QuerySet[Notice]:
    """The notices that somebody has read, and those that nobody need read any more."""
    return of(user).filter(_is_done())


def _is_done() -> Q:
    """Whether a notice is read, or tells that a session is near that has begun, or whose time has come."""
    begun = Entry.objects.counting().filter(
        campaign=OuterRef("campaign"), command=Session.BEGIN, given__contains=OuterRef("about")
    )
    due = Session.objects.filter(public_id=OuterRef("about"), planned_for__lte=timezone.now())
    return ~Q(read_at=None) | Q(Exists(begun) | Exists(due), kind=Notice.Kind.SESSION)


def at_bell(user: User) -> QuerySet[Notice]:
    """The unread notices of the kinds that somebody wants to see at the bell."""
    # No word for a kind is part of another.
    wished = Q(user__notice_wishes=None) | Q(user__notice_wishes__bell__contains=F("kind"))
    return waiting(user).filter(wished)


def unread(user: User) -> int:
    """How many notices stand at somebody's bell."""
    return at_bell(user).count()


def for_pages(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """The number at the bell, counted where a page shows it."""
    user = getattr(request, "user", None)
    return {"unread_notices": lambda: unread(user) if isinstance(user, User) else 0}


def one_of(user: User, notice_id: str) -> Notice | None:
    """A notice of somebody, by its id; ``None`` where they have no such one."""
    return of(user).filter(public_id=notice_id).first() if notice_id else None


def mark_read(notice: Notice, *, and_earlier: bool = False) -> None:
    """Note that a notice is read; or with it all earlier ones of the person, but for those that wait for an answer."""
    unread = Notice.objects.filter(user=notice.user_id, read_at=None)
    earlier = unread.filter(pk__lte=notice.pk).exclude(kind__in=Notice.ASKS)
    (earlier if and_earlier else unread.filter(pk=notice.pk)).update(read_at=timezone.now())


def mark_read_about(user: User, about: str) -> None:
    """Note that somebody has seen the thing itself of which notices tell them."""
    told = Notice.objects.filter(user=user, about=about, read_at=None)
    # Most who open a page were told nothing of it, and need not wait for those who write.
    if told.exists():
        told.update(read_at=timezone.now())


def about_what_was_read(user: User, kind: str) -> QuerySet[Notice, str]:
    """The ids of the things of which somebody has read a notice of this kind."""
    return Notice.objects.filter(user=user, kind=kind).exclude(read_at=None).values_list("about", flat=True)


def wishes(user: User) -> NoticeWishes:
    """How somebody wants to hear of notices; what they have never chosen is as it is for everybody."""
    return NoticeWishes.objects.filter(user=user).first() or NoticeWishes(user=user)


def mailed_to(user: User) -> QuerySet[Notice]:
    """The notices that somebody wants by mail and has not read; of what they only watch those alone that they chose."""
    kept = wishes(user)
    wanted = waiting(user).filter(kind__in=kept.mail.split())
    return wanted if kept.pk else wanted.exclude(campaign__in=_watched(user).values("campaign"))


def watches(user: User) -> bool:
    """Whether somebody is an observer anywhere."""
    return _watched(user).exists()


def _watched(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, role=Role.OBSERVER)


def wish(user: User, wanted: Mapping[str, Collection[str]]) -> NoticeWishes:
    """Keep which kinds of notices somebody wants in each of the ways named; the others stay as they are."""
    kept = {way: " ".join(kind for kind in KINDS[way] if kind in kinds) for way, kinds in wanted.items()}
    return NoticeWishes.objects.update_or_create(user=user, defaults=kept)[0]
