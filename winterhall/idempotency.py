"""Keys that make sending a write twice harmless, for what is no entry of a chronicle: an entry keeps its key itself."""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest

from winterhall.accounts.models import KeptAnswer, User


class KeyReused(Exception):
    """A key that came before with another write."""


def once(user: User, key: str | None, digest: str, write: Callable[[], str]) -> str:
    """What a write answers, or what it answered when the same key came first; ``digest`` stands for what was sent."""
    if key is None:
        return write()
    with transaction.atomic():
        kept, is_first = KeptAnswer.objects.get_or_create(user=user, key=key, defaults={"digest": digest})
        if kept.digest != digest:
            raise KeyReused
        if is_first:
            kept.answer = write()
            kept.save(update_fields=["answer"])
        return kept.answer


def form_key(request: HttpRequest) -> str | None:
    """The key of a sent form together with what it says: whoever goes back and says something else wants that too."""
    sent = request.POST
    if not sent.get("key"):
        return None
    said = sorted((name, values) for name, values in sent.lists() if name != "csrfmiddlewaretoken")
    return hashlib.sha256(repr((request.path, said)).encode()).hexdigest()


def from_form(request: HttpRequest, user: User, make: Callable[[], str]) -> str:
    """What a form makes, by its public id; the same one where the same form comes again."""
    key = form_key(request)
    return once(user, key, key or "", make)
