"""Authentication of programs: by a token in the header, or by the session of a browser; and the scope of tokens."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from winterhall.accounts import tokens
from winterhall.accounts.models import ApiToken, User
from winterhall.web.problems import KINDS

REALM = 'Bearer realm="winterhall"'


class TokenAuthentication(BaseAuthentication):
    """Authentication by the header ``Authorization: Bearer hall_…``."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the user and the token; refuse one that is unknown, expired or revoked, all in equal words."""
        secret = tokens.secret_in(request.headers.get("Authorization", ""))
        if not secret:
            return None
        token = tokens.find(secret)
        if token is None:
            raise AuthenticationFailed("This token does not work: it is unknown, has expired, or was revoked.")
        tokens.note_use(token.pk, token.last_used_at)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return REALM


class BrowserAuthentication(SessionAuthentication):
    """Authentication by a signed-in browser's session; a write also takes the token against forgery."""

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a write without the token against forgery, in our own words."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise PermissionDenied(KINDS["not-trusted"].sentence, "not-trusted") from None


class InScope(BasePermission):
    """The permission of all who are signed in; of a token only for its scopes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            return False
        token = request.auth
        if isinstance(token, ApiToken):
            _refuse_beyond(token, needed(view, request.method or ""))
        return True


def needed(view: Any, method: str) -> str:
    """The scope that a method of a view needs."""
    return "read" if method in SAFE_METHODS else view.scope


def _refuse_beyond(token: ApiToken, scope: str) -> None:
    if not token.allows(scope):
        raise PermissionDenied(f"This token may not do that: it was not created for {scope!r}.")
