"""Sending what waits: each message is held by one worker at a time, tried again ever later, and let go at last."""

from datetime import timedelta
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils import timezone

from winterhall.accounts.models import Waiting

Post = TypeVar("Post", bound=Waiting)

#: The time for which one worker holds a message, longer than an answer may take.
LEASE = timedelta(seconds=60)
#: Messages that one sweep sends, at most.
AT_ONCE = 100


def _ready(posts: QuerySet[Post]) -> QuerySet[Post]:
    """The messages that nobody holds and that may be tried now."""
    return posts.filter(not_before__lte=timezone.now(), attempts__lt=posts.model.most_attempts)


def hold(posts: QuerySet[Post], pk: int) -> Post | None:
    """A message that nobody else holds, for as long as a lease; ``None`` where there is none to be sent now."""
    if not _ready(posts.filter(pk=pk)).update(not_before=timezone.now() + LEASE, attempts=F("attempts") + 1):
        return None
    return posts.get(pk=pk)


def keep_for_later(post: Waiting) -> None:
    """Let a message wait that was not taken."""
    later = timezone.now() + LEASE * 2**post.attempts
    type(post)._default_manager.filter(pk=post.pk).update(not_before=later)


def due(posts: QuerySet[Post]) -> list[int]:
    """The keys of what a missing broker or a killed worker left behind, the oldest first."""
    return list(_ready(posts).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


def forget_untaken(posts: QuerySet[Post]) -> None:
    """Delete the messages that nobody took however often they were tried."""
    posts.filter(attempts__gte=posts.model.most_attempts, not_before__lte=timezone.now()).delete()
