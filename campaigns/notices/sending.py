"""Messages that wait to be sent: each is held by one worker at a time, tried again ever later, and let go at last."""

from datetime import timedelta
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils import timezone

from campaigns.models import Waiting

Post = TypeVar("Post", bound=Waiting)

#: The time for which one worker holds a message, longer than an answer may take.
LEASE = timedelta(seconds=60)
#: Six attempts, each after twice the time of the one before, reach over an hour.
MOST_ATTEMPTS = 6
#: Messages that one sweep sends, at most.
AT_ONCE = 100


def hold(posts: QuerySet[Post], pk: int) -> Post | None:
    """A message that nobody else holds, for as long as a lease; ``None`` where there is none to be sent now."""
    now = timezone.now()
    free = posts.filter(pk=pk, not_before__lte=now, attempts__lt=MOST_ATTEMPTS)
    if not free.update(not_before=now + LEASE, attempts=F("attempts") + 1):
        return None
    return posts.get(pk=pk)


def keep_for_later(post: Waiting) -> None:
    """Let a message wait that was not taken."""
    later = timezone.now() + LEASE * 2**post.attempts
    type(post)._default_manager.filter(pk=post.pk).update(not_before=later)


def due(posts: QuerySet[Post]) -> list[int]:
    """The keys of what a missing broker or a killed worker left behind; what nobody takes is forgotten."""
    posts.filter(attempts__gte=MOST_ATTEMPTS, not_before__lte=timezone.now()).delete()
    return list(posts.filter(not_before__lte=timezone.now()).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
