"""Keys that make sending a write twice harmless. Entries of a chronicle keep their keys themselves."""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest

from winterhall.accounts.models import KeptAnswer, User


class KeyReused(Exception):
    """The refusal of a key that came before with another write."""


def once(user: User, key: str | None, digest: str, write: Callable[[], str]) -> str:
    """The answer of a write, or the one kept from when the key came first; ``digest`` stands for the body sent."""
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
    """A digest of a sent form, its key among the values: changed values are another write; ``None`` without a key."""
    sent = request.POST
    if not sent.get("key"):
        return None
    said = sorted((name, values) for name, values in sent.lists() if name != "csrfmiddlewaretoken")
    return hashlib.sha256(repr((request.path, said)).encode()).hexdigest()


def from_form(request: HttpRequest, user: User, make: Callable[[], str]) -> str:
    """The public id of the thing that a form makes; for a form sent again, of the thing that it made first."""
    key = form_key(request)
    return once(user, key, key or "", make)
