"""Tokens: secrets with which a program comes in for a user, each with its scopes and its end."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from winterhall.accounts.models import ApiToken, User

#: The scopes of a token, each with the sentence by which its owner chooses.
SCOPES = {
    "read": "See what you see, and ask for odds",
    "play": "Play for you: use actions, create characters",
    "manage": "Run your campaigns: fights, creatures, undo and redo",
}
#: The prefix of a secret: it tells people and secret scanners what they have found.
PREFIX = "hall_"
#: 22 letters of base64 carry 128 bits; less could be guessed.
SHORTEST = len(PREFIX) + 22
#: The time between two notes of a use: the page of tokens shows it to the minute, so no more is written.
NOTED_EVERY = timedelta(minutes=1)


def make(
    user: User, name: str, scopes: Iterable[str], expires: datetime, secret: str | None = None
) -> tuple[ApiToken, str]:
    """Make a token, and return it with its secret, which cannot be found out later.

    A given ``secret`` makes the very same token again, with what is said now: a hall that is furnished twice has one.
    """
    wanted = set(scopes)
    if not wanted or wanted - SCOPES.keys():
        raise ValueError(f"A token is for some of: {', '.join(SCOPES)}.")
    secret = secret or PREFIX + secrets.token_urlsafe(32)
    if len(secret) < SHORTEST:
        raise ValueError(f"A secret has at least {SHORTEST} characters.")
    told = {
        "user": user,
        "name": name,
        "scopes": " ".join(scope for scope in SCOPES if scope in wanted),
        "expires_at": expires,
        "revoked_at": None,
    }
    token, _ = ApiToken.objects.update_or_create(digest=digest(secret), defaults=told)
    return token, secret


def secret_in(header: str) -> str:
    """The secret in an Authorization header, empty where it bears none."""
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def digest(secret: str) -> str:
    """The SHA-256 of a secret, by which it is kept. A plain hash is enough for a secret that is random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()


def open_at(moment: datetime) -> Q:
    """The condition under which a token lets its user in at a moment: the one rule of it."""
    return Q(revoked_at=None, expires_at__gt=moment, user__is_active=True)


def find(secret: str) -> ApiToken | None:
    """The open token of a secret, with its user; ``None`` if there is none."""
    tokens = ApiToken.objects.select_related("user")
    return tokens.filter(open_at(timezone.now()), digest=digest(secret)).first()


def still_open(pks: Iterable[int]) -> set[int]:
    """The ids among these whose tokens let their users in now."""
    return set(ApiToken.objects.filter(open_at(timezone.now()), pk__in=pks).values_list("pk", flat=True))


def note_use(pk: int, last_used_at: datetime | None) -> None:
    """Note that a token was used, at most once a minute."""
    now = timezone.now()
    if last_used_at is None or now - last_used_at >= NOTED_EVERY:
        due = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
        ApiToken.objects.filter(due, pk=pk).update(last_used_at=now)


def revoke(user: User, public_id: str) -> None:
    """Revoke a token of this user from the next request on."""
    ApiToken.objects.filter(user=user, public_id=public_id, revoked_at=None).update(revoked_at=timezone.now())


def shown(user: User) -> list[ApiToken]:
    """The user's tokens that are open now, newest first."""
    return list(user.api_tokens.filter(open_at(timezone.now())).order_by("-made_at", "-pk"))
